import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCode } from '../../../src/interfaces/cli/command-error.ts';
import { splitWords } from '../../../src/interfaces/cli/files/examples.ts';
import { podYaml, scenarioYaml, stream } from '../../inputs/reading.ts';
import { runInProcess } from './run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-answers-'));
const inFolder = (name: string): string => readFileSync(join(folder, name), 'utf8');
const pageIn = (name: string) => parseHTML(inFolder(name)).document;
const windlass = (words: readonly string[]) => runInProcess(words, { cwd: folder });

const pod = (name: string, size: number) =>
  podYaml(name, `{ containers: [{ name: a, image: acme/${name}:${size} }] }`);
const secret =
  'apiVersion: v1\nkind: Secret\nmetadata: { name: key }\nstringData: { password: verysecretindeed }\n';
const scenario = scenarioYaml(
  'images: [{ name: acme/big:900, size: 900MB }, { name: acme/small:5, size: 5MB }]\narrivals: { pods: [{ match: small, at: 1s }] }',
);

beforeAll(() =>
  writeFileSync(join(folder, 'in.yaml'), stream(pod('big', 900), pod('small', 5), secret, scenario)),
);
afterAll(() => rmSync(folder, { recursive: true }));

const questions: readonly (readonly [name: string, words: string, charts: number])[] = [
  ['compare', 'compare in.yaml --b serializeImagePulls=false --seeds 5', 1],
  [
    'sweep',
    "sweep in.yaml --vary serializeImagePulls=true,false --vary link=100Mbit/s,1Gbit/s --figure 'time to running p50' --seeds 2",
    3,
  ],
  [
    'recommend',
    "recommend in.yaml --target 'p50 timeToRunning <= 8s' --vary serializeImagePulls=true,false",
    1,
  ],
  ['worst', "worst in.yaml --faults 'kubeletRestart at=0s..5s' --budget 12", 1],
  ['explain', 'explain in.yaml --pod small', 2],
  ['explain --fleet', 'explain in.yaml --fleet', 4],
  ['explain --fixed-at', 'explain in.yaml --fixed-at 5m --broken acme/big:900', 0],
  ['upgrade', 'upgrade in.yaml --from 1.31 --to 1.36 --seeds 5', 1],
  ['lint', 'lint in.yaml --set maxParallelImagePulls=5 --set imageMaximumGCAge=1h', 0],
];

describe.for(questions)('%s --report', ([name, words, charts]) => {
  const file = `${name.replaceAll(' ', '')}.html`;

  test('writes the same answer beside what it prints, with charts and without secrets', async () => {
    const { stdout, stderr } = await windlass([...splitWords(words), '--report', file]);
    expect(stderr).toMatch(new RegExp(`^windlass: the report is in ${file}$`, 'm'));
    const page = pageIn(file);
    const first = page.querySelector('.answer .first')?.textContent ?? '';
    expect(first.length).toBeGreaterThan(20);
    expect(stdout.replace(/\s+/g, ' ')).toContain(first);
    expect(page.querySelectorAll('figure svg')).toHaveLength(charts);
    expect(page.querySelectorAll('tbody tr').length).toBeGreaterThan(1);
    expect(inFolder(file)).not.toMatch(/verysecretindeed|NaN|undefined|<script/);
  });

  test('names the command that makes the same report', async () => {
    const commands = [...pageIn(file).querySelectorAll('pre code')].map(
      ({ textContent }) => textContent ?? '',
    );
    const [, ...again] = splitWords(
      commands.findLast((command) => command.startsWith(`windlass ${words.split(' ')[0]}`)) ?? '',
    );
    expect(again).toEqual(splitWords(words));
    await windlass([...again, `--report=again-${file}`]);
    expect(inFolder(`again-${file}`)).toBe(inFolder(file));
  });
});

test('a heat map has the mean of each pair of values, as the table has it', async () => {
  const page = pageIn('sweep.html');
  const heat = [...page.querySelectorAll('figure')].find(
    (figure) => figure.querySelectorAll('rect').length === 4,
  );
  const inTable = [...page.querySelectorAll('tbody tr')].map(
    (row) => row.querySelectorAll('td')[1]?.textContent,
  );
  const inMap = [...(heat?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent);
  expect(inTable).toHaveLength(4);
  for (const mean of inTable) expect(inMap).toContain(mean);
});

test('a file that cannot be written is told before anything is run', async () => {
  const { code, stdout, stderr } = await windlass([
    'compare',
    'in.yaml',
    '--b',
    'link=1Gbit/s',
    '--report',
    'nowhere/page.html',
  ]);
  expect([code, stdout]).toEqual([exitCode.usage, '']);
  expect(stderr).toContain('nowhere/page.html');
});
