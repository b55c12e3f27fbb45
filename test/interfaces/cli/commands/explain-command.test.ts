import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { splitWords } from '../../../../src/interfaces/cli/files/examples.ts';
import { podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';
import { runInProcess } from '../run-in-process.ts';

interface Explained {
  readonly path: {
    readonly pod: string;
    readonly container: string;
    readonly tookMs: number;
    readonly reached: string;
  };
  readonly others: readonly {
    readonly words: string;
    readonly reached: string;
    readonly tookMs: number;
    readonly earlierMs: number | null;
    readonly command: string;
  }[];
}

async function explained(...words: readonly string[]): Promise<Explained> {
  const { code, stdout, stderr } = await runInProcess(['explain', ...words, '-o', 'json']);
  expect([code, stderr.replaceAll(/^windlass: warning: .*\n/gm, '')]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** The time to running in ms that a run's own table tells; undefined: it does not run. */
async function byHand(command: string, { pod, container }: Explained['path']): Promise<number | undefined> {
  const [program, ...words] = splitWords(command);
  expect(program).toBe('windlass');
  const { code, stdout } = await runInProcess([...words, '-o', 'csv', '-q']);
  expect(code).toBe(0);
  const row = csvParse(stdout).find(
    (one) => `${one.namespace}/${one.pod}` === pod && one.container === container,
  );
  return row?.time_to_running_s === '' ? undefined : Math.round(Number(row?.time_to_running_s) * 1e6) / 1000;
}

/** Examples, the container, and what a run with one change must be among. */
const examples: readonly (readonly [words: readonly string[], told: readonly string[]])[] = [
  [
    ['examples/web-rollout.yaml'],
    [
      'without a limit of pulls at once',
      'with twice the link',
      'without the fault registryDown',
      'without a limit of downloads at once',
    ],
  ],
  [['examples/head-of-line-blocking'], ['without a limit of pulls at once', 'with every image pre-pulled']],
  [['examples/parallel-limits.yaml'], ['with every image pre-pulled']],
  [['examples/never-comes.yaml'], ['without the fault notFound']],
  [
    ['examples/pull-limit-storm', '--nodes', '3', '--pull-limit', 'docker.io=20/6h,shared'],
    ['without the pull limit of docker.io'],
  ],
  [
    ['examples/pull-qps-exceeded', '--set', 'serializeImagePulls=false'],
    ["without the node's own limit of pulls (registryPullQPS)"],
  ],
  [
    ['examples/web-rollout.yaml', '--set', 'maxParallelImagePulls=3', '--nodes', '3', '--seed', '7'],
    ['with every image pre-pulled'],
  ],
];

describe('each run with one change is what its command shows, and the path what the run itself shows', () => {
  test.each(examples)('%j', async (words, told) => {
    const { path, others } = await explained(...words);
    expect(await byHand(`windlass run ${words.join(' ')}`, path)).toBe(
      path.reached === 'running' ? path.tookMs : undefined,
    );
    expect(others.map((other) => other.words)).toEqual(expect.arrayContaining([...told]));
    for (const other of others) {
      const ran = await byHand(other.command, path);
      expect([other.words, ran]).toEqual([
        other.words,
        other.reached === 'running' ? other.tookMs : undefined,
      ]);
      if (ran !== undefined && path.reached === 'running')
        expect(other.earlierMs).toBeCloseTo(path.tookMs - ran, 3);
    }
    const gains = others
      .map(({ earlierMs }) => earlierMs ?? Number.NaN)
      .filter((gain) => !Number.isNaN(gain));
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
  });
});

test('on a narrow screen, too, the reason of the longest link is told to its end', async () => {
  const { stdout } = await runInProcess(['explain', 'examples/web-rollout.yaml'], {
    columns: 80,
    isTTY: true,
    env: { NO_COLOR: '1' },
  });
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'at 29 MB/s on average, limited by production.cloudflare.docker.com, which sends 25 MB/s in each response',
  );
});

const big = podYaml('big', '{ containers: [{ name: app, image: acme/big:1 }] }');
const small = podYaml(
  'small',
  '{ containers: [{ name: app, image: acme/small:1 }, { name: side, image: acme/side:1 }] }',
);
const sizes = scenarioYaml(
  'arrivals: { interval: 2s }\nimages: [{ name: acme/big:1, size: 1GB }, { name: acme/small:1, size: 5MB }, { name: acme/side:1, size: 5MB }]',
);
const stdin = stream(big, small, sizes);

describe('windlass explain', () => {
  it('tells the chain of causes, who held the slot, and what would have been earlier', async () => {
    const { code, stdout } = await runInProcess(['explain', '-', '--pod', 'small/app'], {
      stdin,
      env: { COLUMNS: '160' },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^default\/small\/app \(acme\/small:1\) ran \d+ s after its pod came to node-1 at 2\.0 s\.\n/,
    );
    expect(stdout).toMatch(/\d+ s held by default\/big\/app pulling acme\/big:1 \(.*unpacking \d/s);
    expect(stdout).toMatch(
      /\d+ s earlier +without a limit of pulls at once\n +windlass run - --set serializeImagePulls=false --seed 1\n/,
    );
    expect(stdout).toMatch(/^In all: waiting for a slot \d+ s \(9\d\.\d %\)/m);
  });

  it('takes a pod for its last container, and no name for the container that took longest', async () => {
    const told = async (...more: string[]) =>
      (await runInProcess(['explain', '-', '--path-only', ...more], { stdin })).stdout.split(' ')[0];
    expect(await told('--pod', 'default/small')).toBe('default/small/side');
    expect(await told('--pod', 'small')).toBe('default/small/side');
    expect(await told('--pod', 'default/small/app')).toBe('default/small/app');
    expect(await told()).toBe('default/small/side');
  });

  it('explains a stored trace alike', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'windlass-explain-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { stdout: trace } = await runInProcess(['run', '-', '-o', 'trace'], { stdin });
    writeFileSync(join(folder, 'run.ndjson'), trace);
    const stored = await runInProcess(['explain', 'run.ndjson', '--pod', 'small'], { cwd: folder });
    const { stdout } = await runInProcess(['explain', '-', '--pod', 'small', '--path-only'], { stdin });
    expect(stored).toMatchObject({ code: 0, stdout });
    const [header = '', second = ''] = trace.split('\n');
    writeFileSync(join(folder, 'cut.ndjson'), `${header}\n${second.slice(0, 20)}\n`);
    const cut = await runInProcess(['explain', 'cut.ndjson'], { cwd: folder });
    expect(cut).toMatchObject({ code: 3, stdout: '' });
    expect(cut.stderr).toContain('cut.ndjson:2: this is not a trace');
  });

  it('says what became of a container that never runs, and what would let it run', async () => {
    const never = scenarioYaml('horizon: 5m\nfaults: [{ kind: registryDown, registry: docker.io }]');
    const { code, stdout } = await runInProcess(['explain', '-'], {
      stdin: stream(big, never),
      env: { COLUMNS: '160' },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^default\/big\/app \(acme\/big:1\) does not run: its pod came to node-1, and at the run's end it has waited 5 m 0 s\.\n/,
    );
    expect(stdout).toMatch(/^ +runs after [\d.]+ s +without the fault registryDown\n/m);
    expect(stdout).toMatch(/^ +does not run +with the sandbox image/m);
  });

  it('refuses what is not there, and names what is near', async () => {
    const pod = await runInProcess(['explain', '-', '--pod', 'default/smal/app'], { stdin });
    expect(pod).toMatchObject({ code: 2, stdout: '' });
    expect(pod.stderr).toContain(
      '--pod default/smal/app: no pod or container of this run has this name; did you mean default/small/app?',
    );
    const other = await runInProcess(['explain', '-', '--pod', 'elsewhere'], { stdin });
    expect(other.stderr).toMatch(/has this name\n/);
    expect(await runInProcess(['explain', '-'], { stdin: 'kind: [' })).toMatchObject({ code: 3, stdout: '' });
    expect(await runInProcess(['explain', '-'], { stdin: sizes })).toMatchObject({ code: 3, stdout: '' });
    expect(await runInProcess(['explain', '-', '-o', 'csv'], { stdin })).toMatchObject({
      code: 2,
      stdout: '',
    });
  });
});

describe('windlass explain --fixed-at', () => {
  const afterTheFix = ['examples/after-the-fix/pods.yaml', 'examples/after-the-fix/wait.yaml'];

  it.each([
    [...afterTheFix, '--fixed-at', '7m'],
    [...afterTheFix, '--fixed-at', '3m', '--nodes', '3', '--seed', '5'],
    [
      'examples/after-the-fix/pods.yaml',
      '--fixed-at',
      '5m',
      '--broken',
      'registry.example.com/shop/checkout:5',
    ],
  ])('%s %s %s %s: each way is what its command shows', async (...words) => {
    const { code, stdout } = await runInProcess(['explain', ...words, '-o', 'json']);
    expect(code).toBe(0);
    const { fixedAtMs, waiting, ways } = JSON.parse(stdout);
    expect([waiting, ways.length]).toEqual([3, 3]);
    for (const { pods, command, runs, notRunning } of ways) {
      const run = await runInProcess([...splitWords(command).slice(1), '-o', 'csv', '-q']);
      const rows = csvParse(run.stdout).filter(
        ({ state, running_at_s }) => state !== 'ended' || running_at_s !== '',
      );
      const byHand = rows.map(({ namespace, pod, running_at_s }) => [
        `${namespace}/${pod}`,
        Math.round(Number(running_at_s) * 1e6 - fixedAtMs * 1e3),
      ]);
      expect(
        pods.map((one: { pod: string; runsMs: number }) => [one.pod, Math.round(one.runsMs * 1000)]),
      ).toEqual(byHand);
      expect([runs.worstMs, notRunning]).toEqual([
        Math.max(...pods.map(({ runsMs }: { runsMs: number }) => runsMs)),
        0,
      ]);
      for (const { triesAgainMs, runsMs } of pods) expect(triesAgainMs).toBeLessThan(runsMs);
    }
    // A new UID has no back-off, and neither has a kubelet that was restarted.
    expect(ways[1].runs.worstMs).toBeLessThan(ways[0].runs.worstMs);
    expect(ways[2].runs.worstMs).toBeLessThan(ways[0].runs.worstMs);
  });

  it('tells it in tables, and that nobody waits', async () => {
    const { stdout } = await runInProcess(['explain', ...afterTheFix, '--fixed-at', '7m']);
    expect(stdout).toMatch(
      /^3 pods wait for the cause that is gone at 7 m 0 s\.\n\nBy what people do then, for the median and the last pod\n/,
    );
    expect(stdout).toMatch(/^waiting +(\d.* s–\d.* s +){2}0$/m);
    const none = await runInProcess(
      ['explain', '-', '--fixed-at', '5m', '--fault', 'errorRate registry=docker.io rate=0'],
      { stdin },
    );
    // The large image takes longer than that in any case.
    const parallel = ['--set', 'serializeImagePulls=false', '--fault', 'notFound image=acme/small:1'];
    const early = await runInProcess(['explain', '-', '--fixed-at', '12s', ...parallel], { stdin });
    expect(early.stdout).toMatch(/^1 pod waits for the cause/);
    expect(none).toMatchObject({ code: 0, stdout: 'No pod waits for the cause that is gone at 5 m 0 s.\n' });
  });

  it.each([
    [['--fixed-at', 'soon'], 'Expected a duration above zero'],
    [['--fixed-at', '5m'], 'no fault of the input lasts until 5 m 0 s'],
    [
      ['--fixed-at', '5m', '--broken', 'Acme:1'],
      '--broken Acme:1: no pod can pull it, since it is not an image name; correct the manifest',
    ],
    [
      ['--fixed-at', '5m', '--broken', 'acme/bigg:1'],
      '--broken acme/bigg:1: no pod uses this image; did you mean acme/big:1?',
    ],
    [['--broken', 'acme/big:1'], '--broken needs --fixed-at'],
    [['--fixed-at', '5m', '--pod', 'big'], 'leave out --fleet and --pod'],
    [['--fleet', '--pod', 'big'], '--fleet is about all pods'],
  ])('%j is refused', async (words, told) => {
    const { code, stdout, stderr } = await runInProcess(['explain', '-', ...words], { stdin });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(told);
  });
});
