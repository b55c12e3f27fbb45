import { describe, expect, test } from 'vitest';
import {
  comparedFigures,
  compareRuns,
  comparisonSentences,
} from '../../../src/reports/comparison/comparison.ts';
import type { PhaseName } from '../../../src/reports/phases/container-phases.ts';
import { type RunSummary, summarize } from '../../../src/reports/summary/summary.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';
import { rollout } from '../rollout.ts';
import { TraceBuilder } from '../trace-builder.ts';

const pod = (name: string, image: string) =>
  `---\napiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec: { containers: [{ name: app, image: ${image} }] }\n`;
const pods = ['a', 'b', 'c'].map((name) => pod(name, `shop/${name}:1`)).join('') + pod('d', 'shop/a:1');

// Made once: this is about comparisons, and summaries have tests of their own.
const serialized = summarize(runYaml(pods).records);
const parallel = summarize(runYaml(pods, { set: ['serializeImagePulls=false'] }).records);
const story = summarize(rollout());

function figure(before: RunSummary, after: RunSummary, name: string) {
  return compareRuns(before, after).figures.find((one) => one.name === name);
}

test('parallel pulls against serialized ones: what gets better is said first, with its price', () => {
  const [before, after] = [serialized, parallel];
  const { sentences } = compareRuns(before, after);
  expect(sentences[0]).toMatch(/^All pods run after [\d. ms]+ instead of [\d. ms]+\.$/);
  expect(sentences.join('\n')).toContain('No more waiting for a slot: it was ');
  expect(sentences.at(-1)).toMatch(/^The longest wait is now: default\//);
  expect(figure(before, after, 'all running after')?.verdict).toBe('better');
  expect(figure(before, after, 'waiting for a slot')).toMatchObject({ after: '0', verdict: 'better' });
  expect(figure(after, before, 'waiting for a slot')).toMatchObject({ before: '0', verdict: 'worse' });
});

test('a run compared with itself has nothing to tell', () => {
  const { figures, sentences } = compareRuns(story, story);
  expect(sentences).toEqual(['It makes no difference to any figure.']);
  expect(new Set(figures.map(({ verdict }) => verdict))).toEqual(new Set(['same']));
});

/** The story's summary with some figures changed. */
function changed(more: Partial<RunSummary>): RunSummary {
  return { ...story, ...more };
}

test('pods that run no more, failures and costs are told with their numbers', () => {
  const before = changed({ failures: [], backOffs: 0 });
  const { pulls, bytes } = before;
  const after = changed({
    pods: { total: 3, running: 1, ended: 0, notRunning: 2, rejected: 0, unplaced: 0 },
    failures: [{ reason: 'ErrImagePull', count: 4, error: 'x' }],
    backOffs: 12,
    pulls: { ...pulls, duplicates: pulls.duplicates + 2 },
    bytes: { ...bytes, downloadedBytes: bytes.downloadedBytes + 412e6 },
  });
  const { sentences } = compareRuns(before, after);
  expect(sentences).toEqual([
    '2 pods of 3 do not run any more.',
    '4 pulls fail, ErrImagePull 4 times; none did.',
    'Back-off refuses a pull 12 times instead of never.',
    'It costs 2 duplicate pulls and 412 MB of downloads.',
  ]);
  expect(figure(before, after, 'all running after')).toMatchObject({ after: '–', verdict: 'worse' });
  expect(figure(before, after, 'downloaded')?.verdict).toBe('worse');
  expect(figure(after, before, 'failed pulls')).toMatchObject({ before: '4', after: '0', verdict: 'better' });
});

test('duplicates that go while downloads grow are told as both', () => {
  const before = changed({});
  const { pulls, bytes } = before;
  const after = changed({
    pulls: { ...pulls, duplicates: pulls.duplicates + 1 },
    bytes: { ...bytes, downloadedBytes: bytes.downloadedBytes - 5e6 },
  });
  expect(compareRuns(before, after).sentences).toEqual([
    'It costs 1 duplicate pull, and saves 5.0 MB of downloads.',
  ]);
});

test('what GC and disks do is told, counted, and judged: images removed are a price or a gain, the rest is worse when it is more', () => {
  const quiet = { ...changed({}).nodes, imagesRemoved: 0, gcFailures: 0, notReady: 0, diskPressure: 0 };
  const before = changed({ nodes: quiet });
  const after = changed({
    nodes: { ...quiet, imagesRemoved: 3, gcFailures: 2, notReady: 1, diskPressure: 4 },
  });
  expect(compareRuns(before, after).sentences).toEqual([
    'A node becomes NotReady once instead of never.',
    'A node comes under disk pressure 4 times instead of never.',
    'Image GC fails 2 times instead of never.',
    'Image GC removes an image 3 times instead of never.',
  ]);
  expect(compareRuns(after, before).sentences).toContain('Image GC fails never instead of 2 times.');
  const names = ['images removed by image GC', 'image GC failed', 'NotReady', 'disk pressure'];
  const verdicts = (one: RunSummary, other: RunSummary) =>
    names.map((name) => figure(one, other, name)?.verdict);
  expect(verdicts(before, after)).toEqual(['different', 'worse', 'worse', 'worse']);
  expect(verdicts(after, before)).toEqual(['different', 'better', 'better', 'better']);
  expect(figure(before, after, 'image GC failed')).toMatchObject({ before: '0', after: '2' });
  expect(verdicts(before, before)).toEqual([undefined, undefined, undefined, undefined]);
  expect(verdicts(after, after)).toEqual(['same', 'same', 'same', 'same']);
});

describe('comparison sentences', () => {
  const nothing = summarize(new TraceBuilder().end(0));
  const run = (more: Partial<RunSummary>): RunSummary => ({ ...nothing, ...more });
  const pods = (running: number, more: Partial<RunSummary['pods']> = {}) => ({
    total: 10,
    running,
    ended: 0,
    notRunning: 10 - running,
    rejected: 0,
    unplaced: 0,
    ...more,
  });
  const times = (p50: number, max: number) => ({ p50, p90: max, p99: max, max });
  const waits = (...shares: readonly (readonly [PhaseName, number])[]) =>
    shares.map(([phase, waitedMs]) => ({ phase, waitedMs, percent: 0 }));
  const wait = (sentence: string) =>
    ({ container: 'a', phase: 'stalled', fromMs: 0, toMs: 1, sentence }) as const;
  const fails = (count: number) => (count === 0 ? [] : [{ reason: 'ErrImagePull', count, error: 'x' }]);

  test.each<[string, Partial<RunSummary>, Partial<RunSummary>, readonly string[]]>([
    [
      'all run, sooner',
      { pods: pods(10), timeToRunningMs: times(4_000, 9_000) },
      { pods: pods(10), timeToRunningMs: times(3_000, 5_000) },
      ['All pods run after 5.0 s instead of 9.0 s.', 'The median pod runs after 3.0 s instead of 4.0 s.'],
    ],
    [
      'all run, as people are told at the same time',
      { pods: pods(10), timeToRunningMs: times(4_000, 9_000) },
      { pods: pods(10), timeToRunningMs: times(4_010, 9_010) },
      ['It makes no difference to any figure.'],
    ],
    [
      'all run now',
      { pods: pods(8) },
      { pods: pods(10), timeToRunningMs: times(3_000, 5_000) },
      ['All pods run now, the last after 5.0 s; 2 pods did not.'],
    ],
    [
      'one does not any more',
      { pods: pods(10), timeToRunningMs: times(1, 1) },
      { pods: pods(8, { ended: 1, notRunning: 0, rejected: 1, unplaced: 0 }) },
      ['1 pod of 10 does not run any more.'],
    ],
    ['some more run', { pods: pods(3) }, { pods: pods(1, { ended: 4 }) }, ['5 pods run instead of 3.']],
    ['one runs', { pods: pods(3) }, { pods: pods(1) }, ['1 pod runs instead of 3.']],
    [
      'other pods',
      { pods: pods(10) },
      { pods: pods(0, { total: 0, notRunning: 0 }) },
      ['The runs are of different pods: 10 before, 0 after.', '0 pods run instead of 10.'],
    ],
    ['pulls that fail no more', { failures: fails(1) }, {}, ['No pull fails any more; 1 pull did.']],
    [
      'pulls that fail now',
      {},
      { failures: [...fails(1), { reason: 'ErrImageNeverPull', count: 2, error: '' }] },
      ['3 pulls fail, ErrImagePull once, ErrImageNeverPull 2 times; none did.'],
    ],
    ['one pull that fails', {}, { failures: fails(1) }, ['1 pull fails, ErrImagePull once; none did.']],
    ['fewer that fail', { failures: fails(3) }, { failures: fails(1) }, ['1 pull fails instead of 3.']],
    ['more that fail', { failures: fails(1) }, { failures: fails(3) }, ['3 pulls fail instead of 1.']],
    ['back-off', { backOffs: 1 }, { backOffs: 2 }, ['Back-off refuses a pull 2 times instead of once.']],
    ['nobody waits', { longestWait: wait('a waited') }, {}, ['Nobody waits any more.']],
    [
      'another waits',
      { longestWait: wait('a waited') },
      { longestWait: wait('b waited') },
      ['The longest wait is now: b waited.'],
    ],
    ['somebody waits', {}, { longestWait: wait('b waited') }, ['The longest wait is now: b waited.']],
    [
      'the same waits',
      { longestWait: wait('a waited') },
      { longestWait: wait('a waited') },
      ['It makes no difference to any figure.'],
    ],
    [
      'control characters',
      {},
      { longestWait: wait('b\u001b waited') },
      ['The longest wait is now: b^[ waited.'],
    ],
  ])('%s', (_, before, after, sentences) => {
    expect(comparisonSentences(run(before), run(after))).toEqual(sentences);
  });

  test('of waits those are told whose part of all waiting changed, the greatest change first, four at most', () => {
    const told = (before: RunSummary['waiting'], after: RunSummary['waiting']) =>
      comparisonSentences(run({ waiting: before }), run({ waiting: after }));
    expect(
      told(
        waits(['waitingForSlot', 60_000], ['downloading', 40_000]),
        waits(['downloading', 10_000], ['unpacking', 30_000]),
      ),
    ).toEqual([
      'No more waiting for a slot: it was 60 % of the waiting.',
      'Less downloading: 10 s in all instead of 40 s.',
      'New is unpacking: 75 % of the waiting, 30 s in all.',
    ]);
    expect(told(waits(['downloading', 10_000]), waits(['downloading', 20_000]))).toEqual([
      'More downloading: 20 s in all instead of 10 s.',
    ]);
    expect(told(waits(['downloading', 100_000]), waits(['downloading', 98_000]))).toEqual([
      'It makes hardly any difference.',
    ]);
    expect(told(waits(['downloading', 100_000]), waits(['downloading', 97_900]))).toEqual([
      'Less downloading: 98 s in all instead of 100 s.',
    ]);
    const five = (['downloading', 'unpacking', 'stalled', 'starting', 'resolving'] as const).map(
      (phase, index) => [phase, 1_000 * (index + 1)] as const,
    );
    expect(told([], waits(...five)).map((text) => text.split(':')[0])).toEqual([
      'New is asking the registry',
      'New is starting',
      'New is stalled',
      'New is unpacking',
    ]);
  });

  test.each<[number, number, string]>([
    [2, 0, 'It costs 2 duplicate pulls.'],
    [-1, 0, 'It saves 1 duplicate pull.'],
    [0, 5e6, 'It costs 5.0 MB of downloads.'],
    [0, -5e6, 'It saves 5.0 MB of downloads.'],
    [1, 5e6, 'It costs 1 duplicate pull and 5.0 MB of downloads.'],
    [-1, -5e6, 'It saves 1 duplicate pull and 5.0 MB of downloads.'],
    [1, -5e6, 'It costs 1 duplicate pull, and saves 5.0 MB of downloads.'],
    [-2, 5e6, 'It saves 2 duplicate pulls, and costs 5.0 MB of downloads.'],
  ])('%i duplicates more and %i bytes more: «%s»', (duplicates, bytes, said) => {
    const cost = (pulls: number, downloadedBytes: number) =>
      run({ pulls: { ...nothing.pulls, duplicates: pulls }, bytes: { ...nothing.bytes, downloadedBytes } });
    expect(comparisonSentences(cost(10, 1e9), cost(10 + duplicates, 1e9 + bytes))).toEqual([said]);
  });

  test('figures side by side are worded as the summary has them', () => {
    const startup = { ...nothing.startup, sliMs: { p50: -9_000, p90: 1, p99: 2_000 } };
    const waiting = [{ phase: 'downloading' as const, waitedMs: 4_000, percent: 12.34 }];
    const after = run({
      pods: pods(9, { notRunning: 0, rejected: 1, unplaced: 0 }),
      timeToRunningMs: times(1, 2),
      startup,
      waiting,
      failures: [...fails(2), ...fails(3)],
    });
    const figures = new Map(
      comparedFigures(nothing, after).map((figure) => [
        figure.name,
        `${figure.before} → ${figure.after} ${figure.change}`,
      ]),
    );
    expect(figures.get('all running after')).toBe('– → – ');
    expect(figures.get('startup SLI p50')).toBe('– → -9.0 s ');
    expect(figures.get('downloading')).toBe('0 → 4.0 s (12.3 %) +4.0 s');
    expect(figures.get('failed pulls')).toBe('0 → 5 +5');
    expect(figures.get('pods running or ended')).toBe('0 → 9 +9');
    expect(figures.has('unpacking')).toBe(false);
  });
});
