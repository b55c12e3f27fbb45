import { expect, test } from 'vitest';
import { comparedRuns } from '../../../../src/answers/what-if/comparison/compare-variants.ts';
import { comparisonAnswer } from '../../../../src/answers/what-if/comparison/comparison-answer.ts';
import { differenceSentences } from '../../../../src/answers/what-if/comparison/comparison-text.ts';
import { answerText } from '../../../../src/reports/answer/answer-text.ts';
import type { RunTold } from '../../../../src/reports/summary/run-totals.ts';
import { toldOf } from '../told-runs.ts';

const comparisonText = (
  comparison: Parameters<typeof comparisonAnswer>[0],
  commands: readonly string[],
  width: number,
) => answerText(comparisonAnswer(comparison, commands), { width, colour: false });

const seeds = [1, 2, 3, 4, 5, 6];

function sentences(before: (seed: number) => RunTold, after: (seed: number) => RunTold): string[] {
  const { differences } = compared(before, after);
  return differences.flatMap((difference) => differenceSentences(difference, seeds.length));
}

function compared(before: (seed: number) => RunTold, after: (seed: number) => RunTold) {
  const variants = [
    { variant: { name: 'A', changes: [] }, runs: seeds.map(before) },
    {
      variant: { name: 'B', changes: [{ field: 'maxParallelImagePulls', value: '5' }] },
      runs: seeds.map(after),
    },
  ];
  return comparedRuns(variants, seeds);
}

test('a difference is told with its interval, figures without one in a list', () => {
  const told = sentences(
    (seed) => toldOf(100_000 + seed * 1_000),
    (seed) => toldOf(70_000 + seed * 500),
  );
  expect(told[0]).toBe('With B, of 2 pods: 2 run sooner, by 16 s in the middle.');
  expect(told[1]).toMatch(
    /^All running after: 3[12] s less with B, 72 s instead of 10[34] s \(95 % interval: 3[01] s to 3[23] s less\)\.$/,
  );
  expect(told[2]).toMatch(/^Time to running p50: 1[56] s less with B/);
  expect(told.at(-1)).toBe(
    'The same in every run: pods not running, failed pulls, refused by back-off, duplicate pulls, downloaded.',
  );
  // Of two pods the slowest is p99, too.
  expect(told.some((sentence) => sentence.startsWith('Time to running p99'))).toBe(false);
});

test('without a difference, the sentences say so', () => {
  expect(
    sentences(
      (seed) => toldOf(100 + seed),
      (seed) => toldOf(100 + seed),
    ),
  ).toEqual([
    'The same in every run: all running after, time to running p50, time to running p99, pods not running, failed pulls, refused by back-off, duplicate pulls, downloaded.',
    'Pods: 2 the same in every run.',
  ]);
  const [first] = sentences(
    (seed) => toldOf(100_000 + seed),
    (seed) => toldOf(100_000 - 9_000 * Math.cos(seed * 3)),
  );
  expect(first).toBe(
    'No difference is shown in: all running after, time to running p50, time to running p99.',
  );
});

test('pods that run under one variant only are told as that', () => {
  const gone = { pods: { total: 2, running: 1, ended: 0, notRunning: 1, rejected: 0, unplaced: 0 } };
  const told = sentences(
    (seed) => toldOf(100 + seed),
    (seed) => toldOf(100 + seed, gone),
  );
  expect(told[0]).toBe('All running after: never with B, because pods do not run; 104 ms before.');
  expect(
    sentences(
      (seed) => toldOf(100 + seed, gone),
      (seed) => toldOf(100 + seed),
    )[0],
  ).toBe('All running after: 104 ms with B; never before, because pods did not run.');
  expect(
    sentences(
      (seed) => toldOf(100 + seed),
      (seed) => toldOf(90 + seed, seed === 1 ? gone : {}),
    )[1],
  ).toMatch(/less with B.* Pods that do not run leave it out in 0 of 6 runs before and 1 after\.$/);
});

test('the text has the variants, a table, the pods, and commands', () => {
  const text = comparisonText(
    compared(
      (seed) => toldOf(90_000 + seed),
      (seed) => toldOf(60_000 + seed),
    ),
    ['windlass run a', 'windlass run b'],
    90,
  );
  expect(text).toMatch(/^A: as it is\nB: maxParallelImagePulls=5\n6 seeds, 1 to 6; /);
  expect(text).toMatch(/^all running after +90 s +60 s +−30 s +−30 s +better$/m);
  expect(text).toMatch(/^failed pulls +0 +0 +0 +the same$/m);
  expect(text).toMatch(
    /\nPods that run sooner with B\nPOD +RUNS BY +95 % INTERVAL\ndefault\/slow +−30 s .*\ndefault\/fast +−15 s .*\n/,
  );
  expect(text).not.toContain('later');
  expect(text).toMatch(/\nA:\n {2}windlass run a\nB:\n {2}windlass run b\n$/);
});

test('with too few seeds, the differences of the runs are told, and that they may be chance', () => {
  const few = [1, 2, 3];
  const variants = [
    { variant: { name: 'A', changes: [] }, runs: few.map((seed) => toldOf(182_000 + seed)) },
    { variant: { name: 'B', changes: [] }, runs: few.map((seed) => toldOf(49_000 + seed)) },
  ];
  const text = comparisonText(comparedRuns(variants, few), [], 80);
  expect(text).toContain(
    '\n3 seeds cannot tell a difference from chance: --seeds 5 or more gives intervals.\n',
  );
  expect(text).toContain(
    '\nAll running after: 2 m 13 s less with B, 49 s instead of 3 m 2 s (too few runs\nto judge).\n',
  );
  expect(text).toMatch(/^all running after +3 m 2 s +49 s +−2 m 13 s +too few runs$/m);
  expect(text).toContain('Pods: of 2 nothing can be said with so few seeds.\n');
  expect(text).not.toMatch(/[Nn]o difference is shown|none shown/);
});

test('names of variants that leave no room in a narrow table give way, and commands go on below', () => {
  const long = 'maxParallelImagePulls=5 registryPullQPS=10';
  const variants = [
    {
      variant: { name: 'maxParallelImagePulls=1', changes: [] },
      runs: seeds.map((seed) => toldOf(90_000 + seed)),
    },
    { variant: { name: long, changes: [] }, runs: seeds.map((seed) => toldOf(60_000 + seed)) },
  ];
  const commands = [
    'windlass run a',
    'windlass run examples/web-rollout.yaml --set maxParallelImagePulls=5 --set registryPullQPS=10',
  ];
  const lines = comparisonText(comparedRuns(variants, seeds), commands, 80).split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines).toContainEqual(
    expect.stringMatching(/^FIGURE +BEFORE +AFTER +DIFFERENCE +95 % INTERVAL +VERDICT$/),
  );
  expect(lines.slice(-5)).toEqual([
    '  windlass run a',
    `${long}:`,
    '  windlass run examples/web-rollout.yaml --set maxParallelImagePulls=5 \\',
    '    --set registryPullQPS=10',
    '',
  ]);
});

test('where the node itself refuses pulls, the settings and the value that does under every seed are named', () => {
  const words = 'pulls that the kubelet refused (pull QPS exceeded: registryPullQPS 5, registryBurst 10)';
  const throttled = (seed: number): RunTold => {
    const told = toldOf(100_000 + seed);
    const remedy = { registryBurst: 20 + seed };
    const cause = {
      kind: 'throttle',
      words,
      pods: 18,
      heldMs: 180_000,
      longestMs: 16_000,
      remedy,
      sentence: '',
    } as const;
    return { ...told, summary: { ...told.summary, firstCause: cause } };
  };
  const first = (seed: number) => toldOf(100_000 + seed);
  for (const before of [first, throttled])
    expect(sentences(before, throttled)).toContain(
      `First cause with B: ${words}, which held 18 pods for up to 16 s; registryBurst=26 would refuse no pull.`,
    );
  expect(sentences(first, first).join()).not.toContain('First cause');
});

test('the headline speaks for the pods: most gain much, where the slowest one hardly moves', () => {
  const times =
    (fastMs: number) =>
    (seed: number): RunTold => {
      const told = toldOf(187_000 + seed);
      const fast = [1, 2, 3, 4, 5].map((pod) => ({
        pod: `default/web-${pod}`,
        timeToRunningMs: fastMs + pod * 1_000 + seed,
      }));
      return {
        ...told,
        podTimes: [
          ...fast,
          { pod: 'default/trainer', timeToRunningMs: 187_000 + seed - (fastMs === 10_000 ? 0 : 1_100) },
        ],
      };
    };
  expect(sentences(times(148_000), times(10_000))[0]).toBe(
    'With B, of 6 pods: 5 run sooner, by 2 m 18 s in the middle; 1 runs later, by 1.1 s.',
  );
});
