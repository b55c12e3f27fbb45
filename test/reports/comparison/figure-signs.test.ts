import { expect, test } from 'vitest';
import { compareRuns } from '../../../src/reports/comparison/comparison.ts';
import { figureChange } from '../../../src/reports/comparison/figure-rows.ts';
import { isWaiting } from '../../../src/reports/phases/container-phases.ts';
import { phaseLooks, phaseNames } from '../../../src/reports/phases/phase-looks.ts';
import { type RunSummary, summarize } from '../../../src/reports/summary/summary.ts';
import { durationText } from '../../../src/reports/text/quantity-text.ts';
import { rollout } from '../rollout.ts';

const story = summarize(rollout());

/** The story with all figures at this many thousands, ms or bytes. */
function runOf(size: number): RunSummary {
  const value = size * 1000;
  const { knownBugs, startup, bytes } = story;
  const bug = knownBugs[0] ?? {
    id: 'a',
    times: 1,
    firstAtMs: 0,
    nodes: [],
    subjects: [],
    effect: '',
    avoid: null,
    source: '',
  };
  return {
    ...story,
    pods: { total: value, running: value, ended: 0, notRunning: 0, rejected: 0, unplaced: 0 },
    timeToRunningMs: { p50: value, p90: value, p99: value, max: value },
    startup: {
      ...startup,
      sliMs: { p50: value, p90: value, p99: value },
      totalMs: { p50: value, p90: value, p99: value },
    },
    waiting: phaseNames.map((phase) => ({ phase, waitedMs: value, percent: 1 })),
    bytes: {
      ...bytes,
      downloadedBytes: value,
      fromPeersBytes: value,
      savedInFlightBytes: value,
      savedOnDiskBytes: value,
    },
    pulls: { calls: value, succeeded: value, failed: value, duplicates: value },
    failures: [{ reason: 'ErrImagePull', count: value, error: '' }],
    backOffs: value,
    longestWait: { container: 'a', phase: 'downloading', fromMs: 0, toMs: value, sentence: `${value}` },
    knownBugs: Array.from({ length: size }, () => bug),
    nodes: {
      notReady: value,
      diskPressure: value,
      imagesRemoved: value,
      freedBytes: value,
      believedBytes: value,
      gcFailures: value,
      podsDeleted: value,
    },
  };
}

const [few, many] = [runOf(1), runOf(3)];
const gone: RunSummary = { ...few, pods: { ...few.pods, notRunning: 1, rejected: 1, unplaced: 0 } };
const goneMore: RunSummary = { ...many, pods: { ...many.pods, notRunning: 3, rejected: 3, unplaced: 0 } };

/** What more of a figure is. */
const moreIs: Readonly<Record<string, 'worse' | 'better' | 'different'>> = {
  'all running after': 'worse',
  'time to running p50': 'worse',
  'time to running p90': 'worse',
  'time to running p99': 'worse',
  'pods running or ended': 'better',
  'pods not running': 'worse',
  'pods rejected': 'worse',
  'startup SLI p50': 'worse',
  'startup SLI p99': 'worse',
  'startup total p50': 'worse',
  'startup total p99': 'worse',
  ...Object.fromEntries(
    phaseNames.filter(isWaiting).map((phase) => [phaseLooks[phase].words, 'worse'] as const),
  ),
  'longest wait': 'worse',
  pulls: 'worse',
  'failed pulls': 'worse',
  'duplicate pulls': 'worse',
  'refused by back-off': 'worse',
  downloaded: 'worse',
  'downloaded from peers': 'different',
  'shared with a pull under way': 'different',
  'on disk already': 'different',
  'images removed by image GC': 'different',
  'image GC failed': 'worse',
  NotReady: 'worse',
  'disk pressure': 'worse',
  'known bugs met': 'worse',
};
const lessIs = { worse: 'better', better: 'worse', different: 'different' } as const;

const figureOf = (before: RunSummary, after: RunSummary, name: string) =>
  compareRuns(before, after).figures.find((figure) => figure.name === name);

test('every figure is judged here', () => {
  expect(compareRuns(goneMore, gone).figures.map(({ name }) => name)).toEqual(Object.keys(moreIs));
});

test.each(Object.entries(moreIs))(
  'more of «%s» is %s, with a plus; less is the contrary, with a minus',
  (name, verdict) => {
    const isPods = name === 'pods not running' || name === 'pods rejected';
    const [less, more] = isPods ? [gone, goneMore] : [few, many];
    expect(figureOf(less, more, name)).toMatchObject({ verdict, change: expect.stringMatching(/^\+\d/) });
    expect(figureOf(more, less, name)).toMatchObject({
      verdict: lessIs[verdict],
      change: expect.stringMatching(/^−\d/),
    });
    expect(figureOf(more, more, name)).toMatchObject({ verdict: 'same', change: '' });
  },
);

test('another seed makes no figure better or worse, and the first sentence says so', () => {
  for (const [before, after] of [
    [few, many],
    [many, few],
  ] as const) {
    const { figures, sentences } = compareRuns(before, after, { isAnotherDraw: true });
    expect(new Set(figures.map(({ verdict }) => verdict))).toEqual(new Set(['different', 'same']));
    expect(sentences[0]).toBe('Only the seed differs: the random draws are others, no better and no worse.');
    expect(sentences.length).toBeGreaterThan(1);
  }
});

test('what came only now, or comes no more, is judged without a difference; what reads the same has none', () => {
  expect(figureChange(null, 5, durationText, 'less')).toEqual({ change: '', verdict: 'better' });
  expect(figureChange(5, null, durationText, 'less')).toEqual({ change: '', verdict: 'worse' });
  expect(figureChange(null, null, durationText, 'less')).toEqual({ change: '', verdict: 'same' });
  expect(figureChange(41_000, 41_200, durationText, 'less').change).toBe('');
  expect(figureChange(151_000, 28_000, durationText, 'less')).toEqual({
    change: '−2 m 3 s',
    verdict: 'better',
  });
});
