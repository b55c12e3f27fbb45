import { describe, expect, test } from 'vitest';
import {
  collectGarbage,
  completePull,
  createContentStore,
  freedBytes,
  heldBytes,
  keepRead,
  removeImages,
  requestManifest,
} from '../../../../src/rules/runtime/images/content-store.ts';
import type { Image, Layer } from '../../../../src/rules/runtime/images/image.ts';
import { lazyImage, lazyPartItems } from '../../../../src/rules/runtime/images/lazy-image.ts';
import { unpackWorkMicros } from '../../../../src/rules/runtime/images/unpack-work.ts';
import { type LazyPull, lazyPullRows } from '../../../../src/rules/runtime/profiles/lazy-pull.ts';
import { containerd24 } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';

function imageWith(name: string, fields: Partial<Image> = {}): Image {
  const layer = (digest: string, bytes: number): Layer => ({ digest, bytes, unpackedBytes: 2.5 * bytes });
  return {
    name,
    ref: 'sha256:image',
    index: false,
    configBytes: 1_000,
    layers: [layer('sha256:base', 5e6), layer('sha256:app', 400e6)],
    source: 'scenario',
    ...fields,
  };
}

const inArtifactRegistry = imageWith('us-docker.pkg.dev/shop/app:1');
const elsewhere = imageWith('ghcr.io/shop/app:1');

describe('which images are pulled lazily', () => {
  test.each<[string, Image, LazyPull | undefined, boolean]>([
    ['none where the node does not', elsewhere, undefined, false],
    ['with GKE those of Artifact Registry', inArtifactRegistry, { kind: 'gke' }, true],
    ['with GKE no others (R11: ghcr.io took as long as without)', elsewhere, { kind: 'gke' }, false],
    ['with stargz all, if it is asked for', elsewhere, { kind: 'stargz' }, true],
    [
      'with stargz none that does not say so, if it is only configured',
      elsewhere,
      { kind: 'stargz', onlyMarkedImages: true },
      false,
    ],
    [
      'with stargz one that says so',
      imageWith('ghcr.io/shop/app:1', { lazyFormat: 'stargz' }),
      { kind: 'stargz', onlyMarkedImages: true },
      true,
    ],
    [
      'with stargz none that is made for another',
      imageWith('ghcr.io/shop/app:1', { lazyFormat: 'nydus' }),
      { kind: 'stargz' },
      false,
    ],
  ])('%s', (_, image, lazyPull, isLazy) => {
    expect(lazyImage(image, lazyPull) !== undefined).toBe(isLazy);
  });
});

describe('what of an image comes when', () => {
  test('the pull brings the tables of contents, under digests of their own', () => {
    const pulled = lazyImage(elsewhere, { kind: 'stargz' })?.pulled;
    expect(pulled?.layers.map(({ digest, bytes, unpackedBytes }) => [digest, bytes, unpackedBytes])).toEqual([
      ['sha256:base#index', 25_000, 0],
      ['sha256:app#index', 2_000_000, 0],
    ]);
  });

  test('the start brings 6.4 % of it, or what the node or the image says; the rest the rest', () => {
    const bytesOf = (image: Image, readAtStart?: number) => {
      const lazy = lazyImage(image, {
        kind: 'stargz',
        ...(readAtStart === undefined ? {} : { readAtStart }),
      });
      return [lazy?.startBytes, lazy?.restBytes];
    };
    expect(bytesOf(elsewhere)).toEqual([25_920_000, 379_080_000]);
    expect(bytesOf(elsewhere, 0.5)).toEqual([202_500_000, 202_500_000]);
    expect(bytesOf(imageWith('a:1', { readAtStart: 0.1 }), 0.5)).toEqual([40_500_000, 364_500_000]);
  });

  test('nydus does not fetch the rest, and SOCI fetches it at a span each 500 ms', () => {
    expect(lazyImage(elsewhere, { kind: 'nydus' })?.restBytes).toBe(0);
    const soci = lazyImage(elsewhere, { kind: 'soci' });
    expect(soci && lazyPartItems(soci, 'rest', 0)[0]?.bytesPerSecondMax).toBe(8 * 2 ** 20);
    expect(soci && lazyPartItems(soci, 'start', 7)[0]).toMatchObject({ offset: 7, bytes: 25_600_000 });
  });

  test('SOCI has no index of layers below 10 MiB, which come whole', () => {
    const layers = lazyImage(elsewhere, { kind: 'soci' })?.pulled.layers;
    expect(layers?.[0]).toEqual(elsewhere.layers[0]);
    expect(layers?.[1]?.digest).toBe('sha256:app#index');
  });

  // docs/measurements.md R11: medians of zeros in nine layers, GKE with image streaming.
  test.each([
    [2.77, 7.3],
    [6.84, 10.1],
    [10.9, 11.9],
    [15, 15.3],
    [19, 18.5],
  ])('with GKE the pull of %s GB of zeros takes about %s s', (gigabytes, seconds) => {
    const layer = (index: number) => ({
      digest: `sha256:${index}`,
      bytes: 1e6,
      unpackedBytes: (gigabytes / 9) * 1e9,
    });
    const image = { ...inArtifactRegistry, layers: Array.from({ length: 9 }, (_, index) => layer(index)) };
    const { pulled } = lazyImage(image, { kind: 'gke' }) ?? {};
    const micros = (pulled?.layers ?? []).reduce(
      (sum, each) => sum + unpackWorkMicros(containerd24, each, null),
      0,
    );
    expect(Math.abs(micros / 1e6 / seconds - 1)).toBeLessThan(0.12);
  });
});

describe('what is read', () => {
  const lazy = lazyImage(elsewhere, { kind: 'stargz' });
  const pulled = completePull(
    requestManifest(createContentStore([]), 'pull', lazy?.pulled ?? elsewhere),
    'pull',
  );

  test('belongs to its image, and goes with it', () => {
    const read = keepRead(keepRead(pulled, 'sha256:image', 100), 'sha256:image', 20);
    expect(heldBytes(read) - heldBytes(pulled)).toBe(120);
    expect(heldBytes(collectGarbage(read))).toBe(120);
    expect(freedBytes(read, removeImages(read, [elsewhere.name]))).toBe(120);
  });

  test('is dropped if the image is gone, or is there as a whole', () => {
    const empty = createContentStore([]);
    const whole = createContentStore([elsewhere]);
    expect(keepRead(empty, 'sha256:image', 100)).toBe(empty);
    expect(keepRead(whole, 'sha256:image', 100)).toBe(whole);
  });
});

test('each way says where it is from', () => {
  for (const { sources } of Object.values(lazyPullRows)) expect(sources.length).toBeGreaterThan(0);
});
