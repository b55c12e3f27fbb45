import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../src/answers/calibration/calibrate.ts';
import type { Calibration } from '../../../src/answers/calibration/calibration.ts';
import type { Estimate } from '../../../src/answers/calibration/estimates/estimate.ts';
import { readEvents } from '../../../src/answers/calibration/evidence/read-events.ts';
import { readMetrics } from '../../../src/answers/calibration/evidence/read-metrics.ts';
import { prometheusText } from '../../../src/interfaces/cli/run/prometheus-text.ts';
import { kubeletMetrics } from '../../../src/reports/metrics/kubelet-metrics.ts';
import { logOf } from './log-of.ts';
import { containerdLog, eventsJson, type LogStyle } from './node-files.ts';
import { type NodeRun, type NodeTruth, simulatedNode } from './simulated-node.ts';

const seeds = Array.from({ length: 10 }, (_, index) => index + 1);
const shapes = [
  { runtime: 'containerd://1.6', parallel: 1, images: 12 },
  { runtime: 'containerd://2.4', parallel: 3, images: 12 },
] as const;

describe.each(shapes)('$runtime, $parallel at once', (shape) => {
  const runs = seeds.map((seed) => simulatedNode(seed, shape));
  const ofLog = (style: LogStyle) => (run: NodeRun) =>
    calibrate({
      logs: [logOf(containerdLog(run.records, run.input, style))],
      events: [],
      histograms: [],
      runtime: shape.runtime,
    });
  const ofEvents = (run: NodeRun) =>
    calibrate({
      logs: [],
      events: [readEvents({ name: 'e.json', text: eventsJson(run.records) })],
      histograms: [],
      runtime: shape.runtime,
    });

  const debug = runs.map(ofLog({ level: 'debug', json: true }));

  test.each([
    ['a log at level info', runs.map(ofLog({ level: 'info' }))],
    ['a log at level debug', debug],
    ['events', runs.map(ofEvents)],
  ])('%s gives the settings back within the intervals, in nine of ten runs and more', (_, calibrations) => {
    const results = runs.map(({ truth }, index) => ({
      truth,
      calibration: calibrations[index] as Calibration,
    }));
    for (const figure of figures) {
      const hits = results.filter(({ truth, calibration }) =>
        isWithin(figure.estimate(calibration), figure.truth(truth)),
      );
      expect(hits.length / results.length, figure.name).toBeGreaterThanOrEqual(0.9);
    }
  });

  test('with layers in the log the middle link is met within 15 %, and all round trips within 2 %', () => {
    const calibrations = runs
      .slice(0, 6)
      .map(({ truth }, index) => ({ truth, ...(debug[index] as Calibration) }));
    const errors = calibrations
      .map(({ link, truth }) => Math.abs((link?.value ?? 0) / truth.linkBytesPerSecond - 1))
      .sort((x, y) => x - y);
    expect(errors[3]).toBeLessThan(0.15);
    for (const { registries, truth } of calibrations) {
      expect(Math.abs((registries[0]?.roundTrip.value ?? 0) / truth.roundTripMicros - 1)).toBeLessThan(0.02);
    }
  });
});

test('the log of containerd 1.6, which has no sizes, and the events, which have: each pull counts once', () => {
  const run = simulatedNode(3, { runtime: 'containerd://1.6', parallel: 1, images: 12 });
  const logs = [logOf(containerdLog(run.records, run.input, { level: 'info', old: true }))];
  const events = [readEvents({ name: 'e.json', text: eventsJson(run.records) })];
  const alone = calibrate({ logs, events: [], histograms: [], runtime: 'containerd://1.6' });
  expect(alone.link).toBeUndefined();
  expect(alone.thrownAway).toContainEqual({
    reason: 'a pull without a known size',
    count: expect.any(Number),
  });
  const both = calibrate({ logs, events, histograms: [], runtime: 'containerd://1.6' });
  expect(both.pullsSeen).toBe(15);
  expect(both.thrownAway).toContainEqual({ reason: 'an event of a pull that is in the log too', count: 15 });
  expect(isWithin(both.link, run.truth.linkBytesPerSecond)).toBe(true);
});

test('metrics alone give an order of magnitude, and never more than the truth allows', async () => {
  for (const seed of [1, 2, 3]) {
    const run = simulatedNode(seed, { runtime: 'containerd://2.4', parallel: 1, images: 12 });
    const text = await prometheusText(kubeletMetrics(run.records, { width: 100, colour: false }));
    const { histograms, errors } = readMetrics({ name: 'k.prom', text });
    expect(errors).toEqual([]);
    const { link, notes } = calibrate({ logs: [], events: [], histograms });
    expect(link?.low).toBeLessThan(run.truth.linkBytesPerSecond);
    expect(link?.high).toBeNull();
    expect(notes.join()).toContain('order of magnitude');
  }
});

test('the same files give the same figures', () => {
  const run = simulatedNode(5, { runtime: 'containerd://2.4', parallel: 1, images: 12 });
  const once = () =>
    JSON.stringify(
      calibrate({
        logs: [logOf(containerdLog(run.records, run.input, { level: 'info' }))],
        events: [],
        histograms: [],
      }),
    );
  expect(once()).toBe(once());
});

const figures: readonly {
  readonly name: string;
  readonly truth: (truth: NodeTruth) => number;
  readonly estimate: (calibration: Calibration) => Estimate | undefined;
}[] = [
  { name: 'link', truth: (truth) => truth.linkBytesPerSecond, estimate: ({ link }) => link },
  { name: 'unpack', truth: (truth) => truth.unpackBytesPerSecond, estimate: ({ unpack }) => unpack },
  {
    name: 'round trip',
    truth: (truth) => truth.roundTripMicros,
    estimate: ({ registries, anyRegistry }) => registries[0]?.roundTrip ?? anyRegistry,
  },
];

function isWithin(estimate: Estimate | undefined, truth: number): boolean {
  return (
    estimate !== undefined && estimate.low <= truth && (estimate.high === null || truth <= estimate.high)
  );
}
