import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Question, questionCommandLine } from '../../../../src/answers/what-if/questions/question.ts';
import type { RunRequest } from '../../../../src/inputs/run-request.ts';
import { splitWords } from '../../../../src/interfaces/cli/files/examples.ts';
import { tellAnswer } from '../../../../src/interfaces/page/worker/tell-answer.ts';
import { withoutPauses } from '../../../../src/run/simulation/simulate.ts';
import { podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';
import { runInProcess } from '../../cli/run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-questions-'));
const windlass = (words: readonly string[]) => runInProcess(words, { cwd: folder });
const pod = (name: string, size: number) =>
  podYaml(name, `{ containers: [{ name: a, image: acme/${name}:${size} }] }`);
const secret =
  'apiVersion: v1\nkind: Secret\nmetadata: { name: key }\nstringData: { password: verysecretindeed }\n';
const scenario = scenarioYaml(
  'images: [{ name: acme/big:900, size: 900MB }, { name: acme/small:5, size: 5MB }]',
);
const text = stream(pod('big', 900), pod('small', 5), secret, scenario);

beforeAll(() => writeFileSync(join(folder, 'in.yaml'), text));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the page is told. */
const ask = (question: Question, settings: RunRequest, manifests = text) =>
  tellAnswer(
    { question, request: { kind: 'simulate', sources: [{ name: 'in.yaml', text: manifests }], settings } },
    { pauses: withoutPauses, note: () => {} },
  );

const vary = ['serializeImagePulls=true,false', 'link=100Mbit/s,1Gbit/s'];
const down = { faults: ['registryDown registry=docker.io'] };
const questions: readonly (readonly [name: string, question: Question, request: RunRequest])[] = [
  [
    'compare',
    { command: 'compare', variants: { b: 'serializeImagePulls=false link=1Gbit/s' }, seeds: 5 },
    { seed: 3 },
  ],
  [
    'sweep',
    { command: 'sweep', vary, figures: ['all running after', 'failed pulls'], seeds: 2 },
    { set: ['maxPods=20'] },
  ],
  ['a sample', { command: 'sweep', vary, figures: [], sample: 3, seeds: 1 }, {}],
  ['recommend', { command: 'recommend', vary, targets: ['p50 timeToRunning <= 8s'], seeds: 5 }, {}],
  ['explain', { command: 'explain', about: 'container', pod: 'small' }, {}],
  ['the slowest', { command: 'explain', about: 'container' }, {}],
  ['the fleet', { command: 'explain', about: 'fleet' }, {}],
  ['after the fix', { command: 'explain', about: 'fix', fixedAt: '2m', broken: [] }, down],
  ['a wrong image', { command: 'explain', about: 'fix', fixedAt: '90s', broken: ['acme/big:900'] }, {}],
  [
    'worst',
    {
      command: 'worst',
      figure: 'all running after',
      budget: 20,
      seeds: 60,
      faults: ['registryDown from=0s..1m for=9s'],
    },
    { seed: 2 },
  ],
  ['lint', { command: 'lint' }, { set: ['maxParallelImagePulls=5'] }],
  ['upgrade', { command: 'upgrade', from: '1.31', to: '1.36', seeds: 5 }, {}],
];

describe.for(questions)('%s', ([, question, request]) => {
  test('is told with the bytes of its command: text, JSON and page', async () => {
    const answer = await ask(question, request);
    const [, ...words] = splitWords(answer.command);
    const printed = await windlass([
      ...words,
      '--report',
      'out.html',
      ...(question.command === 'lint' ? ['--fail-on', 'never'] : []),
    ]);
    expect(printed.stderr).toContain('the report is in out.html');
    expect(answer.text).toBe(printed.stdout);
    expect(answer.json).toBe((await windlass([...words, '-o', 'json'])).stdout);
    if (question.command !== 'lint') expect(answer.html).toBe(readFileSync(join(folder, 'out.html'), 'utf8'));
    expect(answer.interrupted).toBeUndefined();
    for (const warning of answer.warnings)
      expect(printed.stderr).toContain(`windlass: warning: ${warning}\n`);
    const [first = ''] = answer.sentences;
    expect(first.length).toBeGreaterThan(10);
    expect(answer.text.replace(/\s+/g, ' ')).toContain(first);
  });
});

describe.for(questions.filter(([name]) => name !== 'lint'))('%s without pods', ([, question, request]) => {
  test('has no answer, in the words of its command, whatever the seed', async () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\n';
    writeFileSync(join(folder, 'no-pods.yaml'), service);
    const told = await ask(question, { ...request, seed: 3 }, service).catch((error: Error) => error.message);
    expect(told).toMatch(
      /^the input is wrong\nno pods in the input: nothing would happen\n {2}try: add the manifests of your pods/,
    );
    const [, ...words] = splitWords(questionCommandLine(['no-pods.yaml'], request, question));
    const { code, stderr } = await windlass(words);
    expect([code, stderr]).toEqual([3, `windlass: ${told}\n`]);
  });
});

test('what is odd in a variant is told to the page as it is on stderr', async () => {
  const { warnings, command } = await ask(
    { command: 'compare', variants: { b: 'maxParallelImagePulls=1' }, seeds: 2 },
    {},
  );
  expect(warnings).toContainEqual(expect.stringMatching(/^--seeds 2: fewer than 5 give no interval/));
  const [, ...words] = splitWords(command);
  expect((await windlass(words)).stderr).toBe(
    warnings.map((warning) => `windlass: warning: ${warning}\n`).join(''),
  );
  const back: Question = { command: 'upgrade', from: '1.36', to: '1.31', seeds: 1 };
  expect((await ask(back, {})).warnings).toContainEqual(expect.stringMatching(/this is a downgrade$/));
});
