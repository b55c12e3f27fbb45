import { expect, it } from 'vitest';
import {
  fnv1Hash,
  pullRecordsPanic,
  stripedLockPanic,
} from '../../../../src/rules/kubelet/images/striped-locks.ts';

// pkg/kubelet/images/pullmanager/locks.go and image_pull_manager.go, v1.36.3; indexes as the real code
// reported them in test/proof/conformance, `gate-on-max-parallel-64`.

it('hashes as FNV-1 with 32 bits (hash/fnv, New32)', () => {
  // The offset basis, and values of the published test vectors.
  expect(fnv1Hash('')).toBe(0x811c9dc5);
  expect(fnv1Hash('a')).toBe(0x050c5d7e);
  expect(fnv1Hash('foobar')).toBe(0x31f0b262);
});

it('panics for the keys that the real kubelet panics for, with its text', () => {
  expect(stripedLockPanic(64, 'img1')).toBe('runtime error: index out of range [31] with length 31');
  expect(stripedLockPanic(64, 'img10')).toBe('runtime error: index out of range [61] with length 31');
  expect(stripedLockPanic(64, 'sha256:bb')).toBe('runtime error: index out of range [54] with length 31');
  expect(stripedLockPanic(64, 'img0')).toBeUndefined();
});

it('never panics up to 31 pulls, nor without a limit', () => {
  const keys = Array.from({ length: 500 }, (_, index) => `img${index}`);
  for (const size of [0, 1, 2, 31])
    expect(keys.filter((key) => stripedLockPanic(size, key) !== undefined)).toEqual([]);
});

it('hits about (n - 31) / n of the keys above that', () => {
  const keys = Array.from(
    { length: 5000 },
    (_, index) => `registry.example/team-${index % 70}/app-${index}:1`,
  );
  const share = (size: number) =>
    keys.filter((key) => stripedLockPanic(size, key) !== undefined).length / keys.length;
  expect(share(32)).toBeCloseTo(1 / 32, 1);
  expect(share(64)).toBeCloseTo(33 / 64, 1);
  expect(share(100)).toBeCloseTo(69 / 100, 1);
});

it('locks the reference before the name where both are locked', () => {
  const both = { image: 'img10', imageRef: 'sha256:bb' };
  const ofRef = 'runtime error: index out of range [54] with length 31';
  const ofName = 'runtime error: index out of range [61] with length 31';
  expect(pullRecordsPanic(64, 'MustAttemptImagePull', both)).toBe(ofRef);
  expect(pullRecordsPanic(64, 'RecordImagePulled', both)).toBe(ofRef);
  expect(pullRecordsPanic(64, 'RecordPullIntent', both)).toBe(ofName);
  expect(pullRecordsPanic(64, 'RecordImagePullFailed', both)).toBe(ofName);
  expect(pullRecordsPanic(64, 'RecordImagePulled', { image: 'img10', imageRef: 'img0' })).toBe(ofName);
});
