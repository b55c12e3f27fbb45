import { expect, test } from 'vitest';
import type { ObservedPull } from '../../../../src/answers/calibration/estimates/observed-pull.ts';
import {
  beforeLayersMicros,
  fixedMicros,
  pullKinds,
  wireBytes,
} from '../../../../src/answers/calibration/estimates/pull-kind.ts';
import { selectRuntimeProfile } from '../../../../src/rules/runtime/profiles/select-runtime-profile.ts';
import { pull } from '../observed-pull.ts';

const { profile } = selectRuntimeProfile('containerd://2.4');
const kinds = (...pulls: readonly ObservedPull[]) => pullKinds(pulls, profile);
const kind = (seconds: number, more: Partial<ObservedPull>) => kinds(pull('a', 0, seconds, more))[0];

test('a failed pull teaches nothing, however long it took', () => {
  expect(kind(0.001, { outcome: 'failed' })).toBe('failed');
});

test('a pull that takes less than one with a layer beside its bytes found everything there, whether its size is known or not', () => {
  const least = fixedMicros(profile) / 1e6;
  expect(kind(least - 1e-6, { bytes: undefined })).toBe('present');
  expect(kind(least, { bytes: undefined })).toBe('unsized');
  expect(kind(least, { bytes: 0 })).toBe('unsized');
  expect(kind(least, { bytes: 1 })).toBe('full');
});

test('what a pull takes beside round trips and bytes is the sum of the runtime’s own delays', () => {
  const { beforeHead, beforeManifest, beforeConfig, beforeLayers, commit, unpack, beforeReply } =
    profile.delays;
  expect(beforeLayersMicros(profile.delays)).toBe(beforeHead + beforeManifest + beforeConfig + beforeLayers);
  expect(fixedMicros(profile)).toBe(
    beforeHead + beforeManifest + beforeConfig + beforeLayers + commit + unpack + beforeReply,
  );
});

test('nobody loads more than 1.5 GB in a second', () => {
  expect(kind(1, { bytes: 1.5e9 })).toBe('full');
  expect(kind(1, { bytes: 1.5e9 + 1 })).toBe('present');
});

test('a count of no bytes says so of an image of 8 MB and more', () => {
  expect(kind(1, { bytes: 8e6, bytesRead: 0 })).toBe('present');
  expect(kind(1, { bytes: 8e6 - 1, bytesRead: 0 })).toBe('full');
  expect(kind(1, { bytes: 8e6, bytesRead: 1 })).toBe('full');
});

test('an image that comes again in less than a quarter of the time, at more than twice the usual rate, was there', () => {
  const first = pull('a', 0, 100, { bytes: 100e6 });
  const usual = pull('b', 0, 10, { bytes: 25e6 });
  const again = (seconds: number, more: Partial<ObservedPull> = {}) =>
    kinds(first, usual, usual, pull('a', 200, 200 + seconds, { bytes: 100e6, ...more }))[3];
  expect(again(19.9)).toBe('present');
  expect(again(20.1)).toBe('full');
  // What the runtime counts is believed: more than a tenth, and it was loaded.
  expect(again(10, { bytesRead: 10e6 })).toBe('present');
  expect(again(10, { bytesRead: 10e6 + 1 })).toBe('full');
  // Four times as fast is not enough where all are as fast.
  expect(
    kinds(first, pull('a', 200, 225, { bytes: 100e6 }), pull('a', 200, 225.1, { bytes: 100e6 })),
  ).toEqual(['full', 'full', 'full']);
  expect(kinds(pull('c', 0, 30, { bytes: 25e6 }), usual, pull('a', 0, 1, { bytes: 90e6 }))).toEqual([
    'full',
    'full',
    'full',
  ]);
});

test('over the wire came what was counted where that is clearly less than the image, else the image', () => {
  const wire = (bytesRead: number | undefined) => wireBytes(pull('a', 0, 1, { bytes: 1000, bytesRead }));
  expect([undefined, 0, 1, 899, 900, 5000].map(wire)).toEqual([1000, 1000, 1, 899, 1000, 1000]);
});
