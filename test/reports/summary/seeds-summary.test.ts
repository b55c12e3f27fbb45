import { expect, test } from 'vitest';
import { summarizeSeeds } from '../../../src/reports/summary/seeds-summary.ts';
import { formatSeedsSummary } from '../../../src/reports/summary/seeds-summary-text.ts';
import { type RunSummary, summarize } from '../../../src/reports/summary/summary.ts';
import { TraceBuilder } from '../trace-builder.ts';

/** A run of one pod: `failures` pulls fail, one a second, then it comes to run, or not. */
function run(seed: number, failures: number, runs: boolean): RunSummary {
  const trace = new TraceBuilder([{}], seed);
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  for (let second = 1; second <= failures; second++) {
    pod.pull(second * 1_000, 'app', 'failed', 'web:1', {
      reason: 'ErrImagePull',
      untilMs: second * 1_000 + 500,
    });
  }
  if (runs) pod.load(failures * 1_000 + 1_000, 'app', 'web:1', 71_000_000, 800, 100);
  return summarize(trace.end(10_000));
}

const summaries = [run(1, 3, true), run(2, 0, true), run(3, 1, true), run(4, 2, false)];

test('every figure has its lowest, middle and highest value, and the number of runs that have it', () => {
  const { seeds, figures, runs } = summarizeSeeds(summaries);
  expect(seeds).toEqual([1, 2, 3, 4]);
  expect(figures['timeToRunningMs.p50']).toEqual({ min: 2_000, median: 3_000, max: 5_000, runs: 3 });
  expect(figures['failures.ErrImagePull']).toEqual({ min: 0, median: 1, max: 3, runs: 4 });
  expect(figures['pods.notRunning']).toEqual({ min: 0, median: 0, max: 1, runs: 4 });
  expect(figures['bytes.downloadedBytes']).toEqual({ min: 0, median: 71_000_000, max: 71_000_000, runs: 4 });
  expect(figures['waiting.downloading']).toEqual({ min: 0, median: 16, max: 40, runs: 4 });
  expect(
    runs.map(({ seed, figures: own }) => [seed, own['timeToRunningMs.p50'], own['failures.ErrImagePull']]),
  ).toEqual([
    [1, 5_000, 3],
    [2, 2_000, 0],
    [3, 3_000, 1],
    [4, undefined, 2],
  ]);
});

test('the ranges for people; a figure that is 0 in every run is left out', () => {
  expect(formatSeedsSummary(summarizeSeeds(summaries), { width: 80, colour: false })).toBe(
    [
      'Pods that do not run: 0 of 1 in the median of 4 runs (0 to 1).',
      '',
      '4 runs, seeds 1 to 4                   min    median       max',
      'time to running, p50 (in 3 runs)     2.0 s     3.0 s     5.0 s',
      'time to running, p90 (in 3 runs)     2.0 s     3.0 s     5.0 s',
      'time to running, p99 (in 3 runs)     2.0 s     3.0 s     5.0 s',
      'time to running, max (in 3 runs)     2.0 s     3.0 s     5.0 s',
      'pods                                     1         1         1',
      'pods running                             0         1         1',
      'pods not running                         0         0         1',
      'waiting for its turn                10.0 %    20.0 %    50.0 %',
      'work of the runtime                  0.0 %     1.0 %     2.5 %',
      'downloading                          0.0 %    16.0 %    40.0 %',
      'unpacking                            0.0 %     2.0 %     5.0 %',
      'backing off                          0.0 %    10.0 %    30.0 %',
      'waiting for the next sync            0.0 %    16.6 %    80.0 %',
      'starting                             0.0 %     1.0 %     2.5 %',
      'bytes downloaded                       0 B     71 MB     71 MB',
      'pulls                                    0         1         1',
      'pulls that succeeded                     0         1         1',
      'failed: ErrImagePull                     0         1         3',
      'longest wait                        800 ms    800 ms     7.5 s',
      'end of the run                        10 s      10 s      10 s',
      '',
    ].join('\n'),
  );
});

test('no runs, no figures', () => {
  expect(summarizeSeeds([])).toEqual({ seeds: [], figures: {}, runs: [], notMeasured: [] });
  expect(formatSeedsSummary(summarizeSeeds([]), { width: 80, colour: false })).toMatch(
    /^no runs +min +median +max\n$/,
  );
});
