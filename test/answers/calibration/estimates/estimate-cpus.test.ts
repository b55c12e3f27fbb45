import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../../src/answers/calibration/calibrate.ts';
import { Resampling } from '../../../../src/answers/calibration/estimates/estimate.ts';
import { crowdedLayers, estimateCpus } from '../../../../src/answers/calibration/estimates/estimate-cpus.ts';
import type { ObservedLayer } from '../../../../src/answers/calibration/estimates/observed-pull.ts';
import { scenarioFragment } from '../../../../src/answers/calibration/scenario-fragment.ts';
import { logOf } from '../log-of.ts';
import { containerdLog } from '../node-files.ts';
import { simulatedNode } from '../simulated-node.ts';

const layer = (endMicros: number, unpackMicros: number): ObservedLayer => ({
  bytes: 40e6,
  unpackMicros,
  endMicros,
  compressed: true,
});

/**
 * Eight layers one after the other, a second each, and then eight times so many at once, each so many times
 * as slow.
 */
function node(crowd: number, slower: number): ObservedLayer[] {
  const alone = Array.from({ length: 8 }, (_, index) => layer((index + 1) * 1e6, 1e6));
  const rounds = Array.from({ length: 8 }, (_, round) => 10e6 + (round + 1) * slower * 1e6);
  return [
    ...alone,
    ...rounds.flatMap((end) => Array.from({ length: crowd }, () => layer(end, slower * 1e6))),
  ];
}
const estimated = (layers: readonly ObservedLayer[]) =>
  estimateCpus(crowdedLayers(layers), 1.4, new Resampling(1));

describe('processors', () => {
  test('are as many as unpackings side by side are slowed for want of them', () => {
    const two = estimated(node(4, 2.8));
    expect(two?.value).toBeCloseTo(2, 1);
    expect(two?.low).toBeLessThan(2);
    expect(two?.high).toBeGreaterThan(2);
    expect(two).toMatchObject({ samples: 32, from: 'layers unpacked side by side' });
    expect(estimated(node(8, 2.8))?.value).toBeCloseTo(4, 1);
  });

  test('are at least as many as keep a crowd busy that nothing slows', () => {
    expect(estimated(node(4, 1))).toMatchObject({ value: null, low: expect.closeTo(5.6, 1), high: null });
  });

  test('do not show without layers alone and layers side by side, nor in plain tars and small layers', () => {
    expect(estimated(node(4, 2.8).slice(8))).toBeUndefined();
    expect(estimated(node(4, 2.8).slice(0, 8))).toBeUndefined();
    expect(estimated(node(4, 2.8).map((one) => ({ ...one, compressed: false })))).toBeUndefined();
    expect(estimated(node(4, 2.8).map((one) => ({ ...one, bytes: 999_999 })))).toBeUndefined();
  });

  test.each([1, 2, 3])(
    'of a simulated node with two come out within its interval, and go into the Scenario (seed %i)',
    (seed) => {
      const shape = {
        runtime: 'containerd://2.4',
        parallel: 4,
        images: 16,
        cpus: 2,
        linkBytesPerSecond: 400e6,
      };
      const run = simulatedNode(seed, shape);
      const log = logOf(containerdLog(run.records, run.input, { level: 'debug', json: true }));
      const calibration = calibrate({ logs: [log], events: [], histograms: [], runtime: shape.runtime });
      expect(calibration.cpus?.low).toBeLessThanOrEqual(2);
      // What downloads took of the processors meanwhile is missing.
      expect(calibration.cpus?.high ?? Infinity).toBeGreaterThanOrEqual(1.6);
      expect(scenarioFragment(calibration, ['x'])).toMatch(/^ {4}cpus: 2$/m);
    },
  );
});
