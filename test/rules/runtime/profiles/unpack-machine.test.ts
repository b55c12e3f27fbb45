import { expect, it } from 'vitest';
import { unpackWorkMicros } from '../../../../src/rules/runtime/images/unpack-work.ts';
import { nodeRuntimeProfile } from '../../../../src/rules/runtime/profiles/node-runtime-profile.ts';

const gigabyte = 1e9;

/** Unpacked megabytes per second of a large layer that compresses to this share. */
function rateOf(share: number, machine?: { hashing: number; inflating: number; hasUnpigz: boolean }): number {
  const profile = nodeRuntimeProfile({
    runtime: 'containerd://2.4',
    runtimeDelays: {},
    ...(machine === undefined ? {} : { unpackMachine: machine }),
  });
  const layer = { digest: 'd', bytes: share * gigabyte, unpackedBytes: gigabyte };
  return Math.round(gigabyte / unpackWorkMicros(profile, layer, null));
}

it('a machine that hashes and inflates as the measured one has its rates', () => {
  expect(rateOf(0.65, { hashing: 1, inflating: 1, hasUnpigz: false })).toBe(rateOf(0.65));
});

it('what hashes slower takes longer for zeros, and what inflates slower for text alone', () => {
  expect(rateOf(0.001, { hashing: 2, inflating: 1, hasUnpigz: false })).toBe(264);
  expect(rateOf(0.001, { hashing: 1, inflating: 2, hasUnpigz: false })).toBe(522);
  expect(rateOf(0.65, { hashing: 1, inflating: 2, hasUnpigz: false })).toBe(61);
});

it('with unpigz the slower of the two decides, and programs unpack as fast as zeros on a machine that hashes slowly', () => {
  const machine = { hashing: 2.76, inflating: 1.7, hasUnpigz: true };
  expect(rateOf(0.38, machine)).toBe(rateOf(0.001, machine));
  expect(rateOf(0.65, { hashing: 1, inflating: 1, hasUnpigz: true })).toBeGreaterThan(2 * rateOf(0.65));
});
