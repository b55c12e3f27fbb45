import { describe, expect, it } from 'vitest';
import type { Layer } from '../../../../src/rules/runtime/images/image.ts';
import {
  isMounted,
  prepareMicros,
  unpacksAtOnce,
  unpackWorkMicros,
} from '../../../../src/rules/runtime/images/unpack-work.ts';
import type { RuntimeOptions } from '../../../../src/rules/runtime/profiles/runtime-options.ts';
import type { RuntimeProfile } from '../../../../src/rules/runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24 } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';

// Measured: docs/measurements.md R5.
const layer = (bytes: number, unpackedBytes: number, more: Partial<Layer> = {}): Layer => ({
  digest: 'd',
  bytes,
  unpackedBytes,
  ...more,
});
const text = layer(65e6, 100e6);
const withOptions = (options: Partial<RuntimeOptions>): RuntimeProfile => ({
  ...containerd24,
  options: { ...containerd24.options, ...options },
});

/** Unpacked megabytes per second, beside the fixed cost. */
function rateOf(profile: RuntimeProfile, one: Layer, gzip: number | null = null): number {
  return (
    Math.round((one.unpackedBytes / (unpackWorkMicros(profile, one, gzip) - profile.delays.unpack)) * 10) / 10
  );
}

describe('unpacking a layer', () => {
  it('goes at the rate of its kind, per release', () => {
    expect(rateOf(containerd24, text)).toBe(110);
    expect(rateOf(containerd16, text)).toBe(77);
    expect(rateOf(containerd24, layer(100e6, 100e6))).toBe(containerd24.unpackRates.stored / 1e6);
    expect(rateOf(containerd24, layer(100e6, 100e6, { compression: 'none' }))).toBe(
      containerd24.unpackRates.tar / 1e6,
    );
    expect(rateOf(containerd24, layer(50e6, 100e6, { compression: 'zstd' }))).toBe(
      containerd24.unpackRates.stored / 1e6,
    );
  });

  it('inflates what compresses better than text sooner, down to zeros, which are only hashed and written', () => {
    const inflating = (bytes: number) =>
      100 / rateOf(containerd24, layer(bytes, 100e6)) - 100 / rateOf(containerd24, layer(0, 100e6));
    expect(inflating(26e6) / inflating(65e6)).toBeCloseTo(0.5, 2);
    expect(inflating(55e6) / inflating(65e6)).toBe(1);
    expect(rateOf(containerd24, layer(0, 100e6))).toBe(containerd24.unpackRates.stored / 1e6);
  });

  it('takes what compresses less than text as a mixture', () => {
    const mixed = rateOf(containerd24, layer(82.5e6, 100e6));
    expect(mixed).toBeGreaterThan(110);
    expect(mixed).toBeLessThan(containerd24.unpackRates.stored / 1e6);
    expect(rateOf(containerd24, layer(101e6, 100e6))).toBe(containerd24.unpackRates.stored / 1e6);
  });

  it('costs each file beside its bytes', () => {
    const files =
      unpackWorkMicros(containerd24, { ...text, files: 3_700 }, null) -
      unpackWorkMicros(containerd24, text, null);
    expect(files / 1e6).toBeCloseTo(3_700 / containerd24.unpackRates.filesPerSecond, 3);
  });

  it('takes a user’s word for gzip, and scales the other rates with it', () => {
    expect(rateOf(containerd24, text, 220e6)).toBe(220);
    expect(rateOf(containerd24, layer(1e6, 100e6, { compression: 'none' }), 220e6)).toBe(
      (2 * containerd24.unpackRates.tar) / 1e6,
    );
  });

  it('of no size has its fixed cost alone', () => {
    expect(unpackWorkMicros(containerd24, layer(0, 0), null)).toBe(containerd24.delays.unpack);
  });
});

describe('preparing a snapshot', () => {
  const image = { layers: [layer(1, 20e6, { files: 1_000 }), layer(1, 40e6), layer(1, 5e6)] } as never;

  it('costs nothing with overlayfs', () => {
    expect([0, 1, 2].map((index) => prepareMicros(containerd24, image, index))).toEqual([0, 0, 0]);
  });

  it('copies with the native snapshotter all that lies below', () => {
    const native = withOptions({ snapshotter: 'native' });
    expect([0, 1, 2].map((index) => prepareMicros(native, image, index))).toEqual([0, 520_000, 560_000]);
  });
});

it('layers are unpacked at once by the transfer service with overlayfs alone', () => {
  expect(unpacksAtOnce(withOptions({ maxConcurrentUnpacks: 3 }))).toBe(3);
  expect(unpacksAtOnce(withOptions({ maxConcurrentUnpacks: 3, path: 'local' }))).toBe(1);
  expect(unpacksAtOnce(withOptions({ maxConcurrentUnpacks: 3, snapshotter: 'native' }))).toBe(1);
  expect(unpacksAtOnce(containerd16)).toBe(1);
});

describe('the snapshot of a layer is mounted to unpack into it', () => {
  it('where there is no layer below, and by the native snapshotter', () => {
    for (const profile of [containerd16, containerd24])
      expect([0, 1, 2].map((index) => isMounted(profile, index))).toEqual([true, false, false]);
    expect(isMounted(withOptions({ snapshotter: 'native' }), 2)).toBe(true);
  });

  it('where layers do not wait for those below them', () => {
    expect(isMounted(withOptions({ maxConcurrentUnpacks: 3 }), 2)).toBe(true);
  });
});
