import { describe, expect, it } from 'vitest';
import {
  commitMicros,
  noteMicros,
  syncMicros,
} from '../../../../src/rules/runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24 } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { selectRuntimeProfile } from '../../../../src/rules/runtime/profiles/select-runtime-profile.ts';

describe('the runtime profile', () => {
  it.each([
    ['containerd://1.6', 'containerd://1.6', false],
    ['containerd://1.6.20', 'containerd://1.6', false],
    ['containerd://1.5.9', 'containerd://1.6', true],
    ['containerd://1.7.27', 'containerd://1.7', false],
    ['containerd://2.0.5', 'containerd://1.7', true],
    ['containerd://2.1.3', 'containerd://2.1', false],
    ['containerd://2.2.9', 'containerd://2.4', true],
    ['containerd://2.4.2', 'containerd://2.4', false],
    ['containerd://3.0', 'containerd://2.4', true],
    ['cri-o://1.33.1', 'cri-o://1.33', true],
    ['docker://24.0', 'containerd://2.4', true],
  ])('of %s is %s', (asked, name, noted) => {
    const { profile, note } = selectRuntimeProfile(asked);
    expect(profile.name).toBe(name);
    expect(note?.includes('not measured') ?? false).toBe(noted);
    expect(profile.isMeasured).toBe(!noted);
  });

  // pkg/cri/config of containerd 1.7.9 and 1.7.11; internal/cri/config of 2.0.5
  it.each([
    ['containerd://1.6.20', 0],
    ['containerd://1.7.2', 60],
    ['containerd://1.7.11', 300],
    ['containerd://1.7', 300],
    ['containerd://2.0.5', 300],
    ['containerd://2.4.2', 300],
    ['cri-o://1.33', 0],
  ])('of %s waits %d s for progress', (asked, seconds) => {
    expect(selectRuntimeProfile(asked).profile.options.imagePullProgressTimeoutMicros).toBe(seconds * 1e6);
  });

  // docs/measurements.md R2: e1, e4, e5, e6-fail (2 to 20 MB alone on a quiet node) and e7 (6.5 to 200 MB,
  // without what the sockets hold)
  it.each([
    [
      'containerd://1.6',
      [
        [5e6, 9.3],
        [20e6, 16.2],
        [50e6, 35],
        [131e6, 74],
        [200e6, 119],
      ],
    ],
    [
      'containerd://2.4',
      [
        [2e6, 5.1],
        [5e6, 7.6],
        [20e6, 13.6],
        [50e6, 28],
        [131e6, 63],
        [200e6, 87],
      ],
    ],
  ] as const)('of %s takes longer to commit a larger blob, within 20 % or 2 ms of %j', (asked, blobs) => {
    const { delays } = selectRuntimeProfile(asked).profile;
    for (const [bytes, ms] of blobs)
      expect(Math.abs(commitMicros(delays, bytes) / 1e3 - ms)).toBeLessThanOrEqual(Math.max(0.2 * ms, 2));
  });

  // namespacedWriter.Commit (metadata/content.go): the fsync of 1.x lies within the transaction, and other
  // writes wait for it.
  it('notes a blob last of all, with its fsync or after it', () => {
    for (const profile of [containerd16, containerd24]) {
      expect(syncMicros(profile, 5e6) + noteMicros(profile, 5e6)).toBe(commitMicros(profile.delays, 5e6));
      expect(syncMicros({ ...profile, delays: { ...profile.delays, commit: 0 } }, 0)).toBe(0);
    }
    expect(syncMicros(containerd16, 50e6)).toBe(syncMicros(containerd16, 0));
    expect(noteMicros(containerd24, 50e6)).toBe(containerd24.delays.commitWrite);
  });
});

describe('the options of a runtime', () => {
  it.each([
    ['containerd://1.6', 'pull', 'manifest', 3],
    ['containerd://1.7', 'pull', 'manifest', 3],
    ['containerd://2.0', 'pull', 'manifest', 3],
    ['containerd://2.1', 'node', 'random', 3],
    ['containerd://2.4', 'node', 'random', 3],
    ['cri-o://1.33', 'pull', 'manifest', 6],
  ])('of %s give each %s its slots, in %s order', (asked, scope, order, slotsMax) => {
    expect(selectRuntimeProfile(asked).profile.downloadSlots).toEqual({ scope, order, slotsMax });
  });

  it('say how many slots there are; 0 is no limit', () => {
    const slots = (runtime: string, maxConcurrentDownloads: number, path: 'transfer' | 'local') =>
      selectRuntimeProfile(runtime, { maxConcurrentDownloads, path }).profile.downloadSlots;
    expect(slots('containerd://2.4', 12, 'transfer')).toEqual({
      scope: 'node',
      order: 'random',
      slotsMax: 12,
    });
    expect(slots('containerd://2.4', 6, 'local')).toEqual({ scope: 'node', order: 'random', slotsMax: 6 });
    expect(slots('containerd://2.4', 0, 'transfer').slotsMax).toBe(Number.POSITIVE_INFINITY);
    expect(slots('containerd://1.6', 12, 'local')).toEqual({
      scope: 'pull',
      order: 'manifest',
      slotsMax: 12,
    });
  });

  it('are in force only where the runtime has them', () => {
    const given = {
      maxConcurrentUnpacks: 3,
      concurrentLayerFetchBuffer: 1 << 20,
      path: 'transfer',
      imagePullProgressTimeoutMicros: 6e6,
    } as const;
    const inForce = (runtime: string, options = {}) =>
      selectRuntimeProfile(runtime, { ...given, ...options }).profile.options;
    expect(inForce('containerd://2.4')).toMatchObject(given);
    expect(inForce('containerd://2.4', { path: 'local' })).toMatchObject({
      maxConcurrentUnpacks: 1,
      concurrentLayerFetchBuffer: 1 << 20,
    });
    expect(inForce('containerd://2.1')).toMatchObject({
      maxConcurrentUnpacks: 1,
      concurrentLayerFetchBuffer: 1 << 20,
    });
    const none = { maxConcurrentUnpacks: 1, concurrentLayerFetchBuffer: 0, path: 'local' };
    expect(inForce('containerd://1.6')).toMatchObject({ ...none, imagePullProgressTimeoutMicros: 0 });
    expect(inForce('containerd://1.7')).toMatchObject({ ...none, imagePullProgressTimeoutMicros: 6e6 });
    expect(inForce('cri-o://1.33', { maxConcurrentDownloads: 1 })).toMatchObject({
      ...none,
      path: 'copy',
      maxConcurrentDownloads: 6,
    });
  });
});
