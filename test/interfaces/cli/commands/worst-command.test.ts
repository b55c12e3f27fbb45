import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../../../src/interfaces/cli/files/examples.ts';
import type { JsonFields } from '../../../../src/reports/json/json-text.ts';
import { podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';
import { checkedDocument } from '../../../reports/json/checked-document.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-worst-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pod = (name: string) => podYaml(name, `{ containers: [{ name: a, image: acme/${name}:1 }] }`);
const images = 'images: [{ name: acme/big:1, size: 300MB }, { name: acme/small:1, size: 5MB }]';
writeFileSync(join(folder, 'in.yaml'), stream(pod('big'), pod('small'), scenarioYaml(images)));

const ask = (words: string) => runInProcess(splitWords(words), { cwd: folder });
const answerIn = (stdout: string) => checkedDocument(stdout, 'Worst') as unknown as JsonFields<'Worst'>;
const outage = "--faults 'registryDown registry=docker.io from=0s..15s for=20s'";

describe('windlass worst', () => {
  it('writes a file that makes the run again with the same options', async () => {
    const { code, stdout } = await ask(
      `worst in.yaml --link 200Mbit/s ${outage} --budget 60 --out worst.yaml -o json -q`,
    );
    expect(code).toBe(0);
    const { value, median, seeds, luck, effects, file, command, runs } = answerIn(stdout);
    expect(runs).toBeLessThanOrEqual(60);
    expect(readFileSync(join(folder, 'worst.yaml'), 'utf8')).toBe(file);
    expect(luck.faults).toEqual([
      expect.stringMatching(/^registryDown from=\S+ registry=docker\.io for=20s$/),
    ]);
    expect(value).toBeGreaterThan(Math.max(...seeds.map((seed) => seed.value ?? Infinity)));
    expect(effects[0]).toMatchObject({ kind: 'fault', what: luck.faults[0] });
    expect(median).toBeLessThan(value ?? 0);
    const [, ...again] = splitWords(command);
    expect(again).toEqual(['run', 'in.yaml', 'worst.yaml', '--link', '200Mbit/s']);
    const run = await runInProcess([...again, '-o', 'json', '-q'], { cwd: folder });
    expect(JSON.parse(run.stdout)).toMatchObject({ seed: luck.seed, timeToRunningMs: { max: value } });
  });

  it('begins with the answer, and gives the same bytes for the same command', async () => {
    const words = `worst in.yaml ${outage} --budget 45 --out same.yaml -q`;
    const { stdout } = await ask(words);
    expect(stdout).toMatch(
      /^The worst of \d+ runs: all running after \d+ s instead of [\d.]+ s\. That is the median of\s15 plain seeds;/,
    );
    expect(stdout).toMatch(/^THEN +BETTER BY +PUT BACK\n[\d.]+ s +\d+ s +registryDown from=/m);
    expect(stdout).toMatch(/^ {2}windlass run in\.yaml same\.yaml$/m);
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    const file = readFileSync(join(folder, 'same.yaml'), 'utf8');
    expect((await ask(words)).stdout).toBe(stdout);
    expect(readFileSync(join(folder, 'same.yaml'), 'utf8')).toBe(file);
  });

  it('takes a seed, of which the worst run is one of the next ones', async () => {
    const { stdout } = await ask('worst in.yaml --seed 40 --seeds 2 --budget 12 -o json -q');
    const { seeds, luck } = answerIn(stdout);
    expect(seeds.map(({ seed }) => seed)).toEqual([40, 41]);
    expect([40, 41]).toContain(luck.seed);
  });

  it('fails where the worst run breaks a bound', async () => {
    const broken = await ask(`worst in.yaml ${outage} --budget 20 -q --fail-if 'all running after > 15s'`);
    expect([broken.code, broken.stderr]).toEqual([
      4,
      'windlass: --fail-if: it can happen that all running after > 15 s\n',
    ]);
    expect((await ask(`worst in.yaml ${outage} --budget 20 -q --fail-if 'failed pulls > 1000'`)).code).toBe(
      0,
    );
  });

  it('gives what is known after Ctrl-C', async () => {
    let press = () => {};
    const stopped = new Promise<void>((resolve) => {
      press = resolve;
    });
    let asked = 0;
    // The clock is asked between instants; after some runs somebody presses Ctrl-C.
    const nowMs = () => {
      if (++asked === 60) press();
      return asked * 60;
    };
    const words = ['worst', 'in.yaml', '--budget', '100000', '-o', 'json', '--workers', '1'];
    const { code, stdout } = await runInProcess(words, { cwd: folder, untilStopped: () => stopped, nowMs });
    expect(code).toBe(130);
    const { runs, interrupted, value } = answerIn(stdout);
    expect([interrupted, runs > 0, runs < 100_000, value !== null]).toEqual([true, true, true, true]);
  });

  it.each([
    ['in.yaml --figure latancy', 2, 'there is no figure "latancy"'],
    ["in.yaml --figure 'faled pulls'", 2, 'did you mean "failed pulls"?'],
    ["in.yaml --faults 'registryDwn'", 2, 'did you mean registryDown?'],
    ["in.yaml --faults 'registryDown from=5m..0s'", 2, '--faults 1: from=5m..0s is no range of times'],
    ["in.yaml --faults 'kubeletRestart node=node-7 at=1s'", 3, '--faults 1'],
    ['in.yaml --most-faults 2', 2, '--most-faults needs --faults'],
    ['in.yaml --budget 0', 2, '--budget'],
    [
      "in.yaml --fail-if 'be quick'",
      2,
      "--fail-if be quick: cannot be read: expected a figure and a bound, such as 'all running after > 5m'",
    ],
    ["in.yaml --fail-if 'faled pulls > 3'", 2, 'did you mean "failed pulls"?'],
    ['in.yaml --set maxParalelImagePulls=2', 3, 'did you mean maxParallelImagePulls?'],
    ['absent.yaml', 3, 'absent.yaml'],
  ])('refuses %s', async (words, code, message) => {
    const outcome = await ask(`worst ${words}`);
    expect([outcome.code, outcome.stdout]).toEqual([code, '']);
    expect(outcome.stderr).toContain(message);
  });

  it('refuses a fault that changes nothing', async () => {
    const { code, stderr } = await ask(
      "worst in.yaml --faults 'registryDown registry=ghcr.io' --budget 5 -q",
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(/^--faults 1: no pod uses the registry "ghcr.io"$/m);
  });
});
