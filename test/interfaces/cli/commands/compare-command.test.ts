import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../../../src/interfaces/cli/files/examples.ts';
import type { JsonFields } from '../../../../src/reports/json/json-text.ts';
import { podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';
import { checkedDocument } from '../../../reports/json/checked-document.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pod = (name: string, size: number) =>
  podYaml(name, `{ containers: [{ name: a, image: acme/${name}:${size} }] }`);
const scenario = scenarioYaml(
  'images: [{ name: acme/big:900, size: 900MB }, { name: acme/small:5, size: 5MB }]\narrivals: { pods: [{ match: small, at: 1s }] }',
);
/** Small waits behind big where images are pulled one after the other. */
const yaml = stream(pod('big', 900), pod('small', 5), scenario);
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return name;
};
file('in.yaml', yaml);

const comparisonIn = (text: string) =>
  checkedDocument(text, 'Comparison') as unknown as JsonFields<'Comparison'>;
const compare = (words: string, more = {}) =>
  runInProcess(['compare', ...splitWords(words)], { cwd: folder, ...more });

describe('windlass compare', () => {
  it('says what differs, by how much and how sure, and who wins', async () => {
    const { code, stdout, stderr } = await compare(
      "in.yaml --a serializeImagePulls=true --b 'serializeImagePulls=false' --seeds 8",
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^A: serializeImagePulls=true\nB: serializeImagePulls=false\n8 seeds, 1 to 8; /);
    expect(stdout).toMatch(/^Time to running p50: \d+ s less with B, .* \(95 % interval: .* less\)\.$/m);
    expect(stdout).toMatch(/^waiting for a slot +\S.* better$/m);
    expect(stdout).toMatch(/^Pods that run sooner with B\nPOD .*\ndefault\/small +−\d+ s /m);
  });

  it('gives commands each of which makes one of the runs', async () => {
    const { stdout } = await compare('in.yaml --b serializeImagePulls=false --seeds 6 -o json');
    const { variants, differences, seeds } = comparisonIn(stdout);
    expect(seeds).toEqual([1, 2, 3, 4, 5, 6]);
    expect(variants.map(({ name }) => name)).toEqual(['A', 'B']);
    const figure = differences[0]?.figures.find(({ name }) => name === 'all running after');
    for (const [index, mean] of [figure?.before, figure?.after].entries()) {
      const [, ...words] = splitWords(variants[index]?.command ?? '');
      const run = await runInProcess([...words, '-o', 'json', '-q'], { cwd: folder });
      expect(JSON.parse(run.stdout).timeToRunningMs.max / (mean ?? 0)).toBeCloseTo(1, 1);
    }
    expect(variants[1]?.command).toMatch(/^windlass run in\.yaml --set serializeImagePulls=false --seed \d$/);
  });

  it('takes means over exactly the runs that windlass run makes', async () => {
    const { stdout } = await compare('in.yaml --a link=1Gbit/s --b link=50Mbit/s --seeds 5 --seed 7 -o json');
    const { differences } = comparisonIn(stdout);
    const times: number[] = [];
    for (let seed = 7; seed < 12; seed++) {
      const run = await runInProcess(
        ['run', 'in.yaml', '--link', '50Mbit/s', '--seed', `${seed}`, '-o', 'json', '-q'],
        { cwd: folder },
      );
      times.push(JSON.parse(run.stdout).timeToRunningMs.max);
    }
    const figure = differences[0]?.figures.find(({ name }) => name === 'all running after');
    expect(figure?.after).toBeCloseTo(times.reduce((sum, time) => sum + time, 0) / 5, 6);
    expect(figure?.verdict).toBe('worse');
  });

  it('takes files and folders as variants, and files beside changes', async () => {
    file(
      'slow.yaml',
      stream(pod('big', 900), pod('small', 5), scenarioYaml('nodes: { defaults: { link: 20Mbit/s } }')),
    );
    const whole = await compare('in.yaml slow.yaml --seeds 5 -o json');
    expect(comparisonIn(whole.stdout).variants.map(({ files }) => files)).toEqual([
      ['in.yaml'],
      ['slow.yaml'],
    ]);
    const kubelet = file(
      'kubelet.yaml',
      'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nserializeImagePulls: false\n',
    );
    const { stdout } = await compare(`in.yaml --b '${kubelet} maxParallelImagePulls=3' --seeds 5`);
    expect(stdout).toMatch(/^B: kubelet\.yaml maxParallelImagePulls=3$/m);
    expect(stdout).toMatch(
      /^B:\n {2}windlass run in\.yaml kubelet\.yaml --set maxParallelImagePulls=3 --seed \d$/m,
    );
  });

  it('compares each value of --vary with the first, and writes CSV', async () => {
    const { code, stdout } = await compare(
      'in.yaml --vary kubelet-version=1.31,1.36 --vary link=100Mbit/s,1Gbit/s --seeds 5 -o csv',
    );
    expect(code).toBe(0);
    const rows = stdout.split('\n').map((line) => line.split(','));
    expect(rows[0]?.slice(0, 4)).toEqual(['variant', 'changes', 'against', 'figure']);
    expect(new Set(rows.slice(1, -1).map(([variant]) => variant))).toEqual(
      new Set([
        'kubelet-version=1.31 link=1Gbit/s',
        'kubelet-version=1.36 link=100Mbit/s',
        'kubelet-version=1.36 link=1Gbit/s',
      ]),
    );
    expect(new Set(rows.slice(1, -1).map(([, , against]) => against))).toEqual(
      new Set(['kubelet-version=1.31 link=100Mbit/s']),
    );
  });

  it('shows no difference between variants that are alike', async () => {
    const { stdout } = await compare('in.yaml --a nodes=1 --b nodes=1 --seeds 5');
    expect(stdout).toMatch(/^The same in every run: all running after, /m);
    expect(stdout).not.toMatch(/ (?:less|more) with B/);
  });

  it('exits with 4 if what --fail-if names holds, and says why', async () => {
    const failing = await compare(
      "in.yaml --a link=1Gbit/s --b link=50Mbit/s --seeds 5 --fail-if 'p99 timeToRunning worse by 10%'",
    );
    expect(failing.code).toBe(4);
    expect(failing.stdout).toMatch(/^A: link=1Gbit\/s$/m);
    expect(failing.stderr).toMatch(
      /^windlass: --fail-if 'p99 timeToRunning worse by 10%': time to running p99 is .* more \(\d+\.\d %\) with B$/m,
    );
    const passing = await compare(
      "in.yaml --a link=50Mbit/s --b link=1Gbit/s --seeds 5 --fail-if 'p99 timeToRunning worse by 10%' --fail-if 'failed pulls > 0'",
    );
    expect(passing.code).toBe(0);
    expect(passing.stderr).toMatch(/^windlass: --fail-if: no: time to running p99 is .* less /);
    const quiet = await compare("in.yaml --b link=1Gbit/s --seeds 5 -q --fail-if 'failed pulls > 0'");
    expect([quiet.code, quiet.stderr]).toEqual([0, '']);
  });

  it('writes into a file', async () => {
    const { stdout } = await compare('in.yaml --b nodes=1 --seeds 5 -o json --out out.json');
    expect(stdout).toBe('');
    expect(comparisonIn(readFileSync(join(folder, 'out.json'), 'utf8')).seeds).toHaveLength(5);
  });

  it('gives what is known after Ctrl-C: whole seeds', async () => {
    let runs = 0;
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    // The clock is asked between instants; after some runs somebody presses Ctrl-C.
    const nowMs = () => {
      if (++runs === 60) stop();
      return runs * 60;
    };
    const { code, stdout, stderr } = await compare('in.yaml --b link=1Gbit/s --seeds 3000 -o json', {
      nowMs,
      untilStopped: () => stopped,
    });
    expect(code).toBe(130);
    const { seeds, interrupted } = comparisonIn(stdout);
    expect(interrupted).toBe(true);
    expect(seeds.length).toBeGreaterThan(0);
    expect(seeds.length).toBeLessThan(3000);
    expect(stderr).toContain(`windlass: warning: interrupted: ${seeds.length} of 3000 seeds\n`);
  });

  it('warns of too few seeds', async () => {
    const { stderr } = await compare('in.yaml --b nodes=1 --seeds 2');
    expect(stderr).toMatch(/^windlass: warning: --seeds 2: fewer than 5 give no interval/);
  });

  it.each([
    ['in.yaml', 2, 'compare needs two variants or more'],
    ['', 2, 'compare needs two variants or more'],
    ['in.yaml --vary nodes=1', 2, 'compare needs two variants or more'],
    ['in.yaml --vary nodes=1..20', 2, '20 variants: compare takes at most 12; windlass sweep takes more'],
    [
      'in.yaml --vary nodes=2..1',
      2,
      '--vary nodes=2..1: no value: a range goes up, from the smaller number to the greater one',
    ],
    ['in.yaml --vary nodes=1,2 --a nodes=3', 2, '--vary cannot be used with --a, --b, …'],
    ['in.yaml --b maxParalelImagePulls=2', 2, 'try: did you mean maxParallelImagePulls?'],
    ['in.yaml --b link=fast', 2, '--b link=fast: "fast" is not a value of link'],
    [
      'in.yaml --b maxParallelImagePulls=many',
      3,
      'windlass: the input of B (maxParallelImagePulls=many) is wrong\n',
    ],
    ['in.yaml --b gone.yaml', 3, 'gone.yaml: no such file'],
    ["in.yaml --b nodes=1 --fail-if 'p99 is bad'", 2, '--fail-if: "p99 is bad" cannot be read'],
    ["in.yaml --b nodes=1 --fail-if 'p99 timeToRuning worse'", 2, 'did you mean "time to running p99"?'],
    ['in.yaml --b nodes=1 --out no/such/folder', 2, 'no/such/folder cannot be written'],
    ['in.yaml --b nodes=1 -o xml', 2, 'Allowed choices are text, json, csv'],
  ])('refuses %s', async (words, code, message) => {
    const outcome = await compare(words);
    expect([outcome.code, outcome.stdout]).toEqual([code, '']);
    expect(outcome.stderr).toContain(message);
  });
});
