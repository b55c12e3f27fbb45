import { expect, test } from 'vitest';
import { Resampling } from '../../../../src/answers/calibration/estimates/estimate.ts';
import {
  assumedTextRate,
  estimateUnpack,
} from '../../../../src/answers/calibration/estimates/estimate-unpack.ts';
import type { ObservedLayer } from '../../../../src/answers/calibration/estimates/observed-pull.ts';
import { containerd24 } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';

const rates = containerd24.unpackRates;
const layer = (bytes: number, unpackMicros: number, compressed = true): ObservedLayer => ({
  bytes,
  unpackMicros,
  endMicros: 0,
  compressed,
});
const estimated = (layers: readonly ObservedLayer[]) => estimateUnpack(layers, rates, new Resampling(1));

/** Layers that take 8 ms and a second for each 40 MB on the wire. */
const onALine = [1, 2, 4, 8, 16, 32, 64, 128].map((megabytes) =>
  layer(megabytes * 1e6, 8_000 + megabytes * 25_000),
);

test('the rate is that of the line through layers of many sizes, in unpacked bytes of text', () => {
  const estimate = estimated(onALine);
  expect((estimate?.value ?? 0) / assumedTextRate(rates, 40e6)).toBeCloseTo(1, 2);
  expect(estimate).toMatchObject({ samples: 8, from: 'layers in the log' });
});

test('one layer that waited moves it little', () => {
  const estimate = estimated([...onALine, layer(50e6, 9e6)]);
  expect(Math.abs((estimate?.value ?? 0) / assumedTextRate(rates, 40e6) - 1)).toBeLessThan(0.03);
});

test('the interval is no narrower than the error of the model, and wider for few layers', () => {
  const many = estimated(onALine);
  expect((many?.low ?? 0) / (many?.value ?? 1)).toBeLessThanOrEqual(1 - 0.0874);
  expect((many?.high ?? 0) / (many?.value ?? 1)).toBeGreaterThanOrEqual(1 + 0.0874);
  const few = estimated([layer(40e6, 1_001_000)]);
  expect((few?.value ?? 0) / assumedTextRate(rates, 40e6)).toBeCloseTo(1, 2);
  expect((few?.low ?? 0) / (few?.value ?? 1)).toBeCloseTo(0.65, 2);
  expect((few?.high ?? 0) / (few?.value ?? 1)).toBeCloseTo(1.35, 2);
});

test('small layers, plain tars and layers that took no time say nothing', () => {
  expect(estimated([layer(199_999, 50_000), layer(40e6, 100_000, false), layer(40e6, 0)])).toBeUndefined();
  expect(estimated([layer(200_000, 50_000)])?.samples).toBe(1);
});
