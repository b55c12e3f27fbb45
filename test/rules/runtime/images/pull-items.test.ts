import { describe, expect, it } from 'vitest';
import type { Image } from '../../../../src/rules/runtime/images/image.ts';
import {
  type FetchItem,
  headItems,
  layerItems,
  manifestItems,
  noWrite,
} from '../../../../src/rules/runtime/images/pull-items.ts';
import { containerd16, containerd24, criO } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';

// docs/measurements.md R2, R3 and e1-order: HEAD of the tag, GET of manifest, config and layers.
const image: Image = {
  name: 'asc6:1',
  ref: 'sha256:5a3d',
  index: false,
  configBytes: 808,
  layers: [
    { digest: 'sha256:aa', bytes: 2_007_218, unpackedBytes: 2_005_000 },
    { digest: 'sha256:bb', bytes: 4_004_173, unpackedBytes: 4_003_840 },
  ],
  source: 'scenario',
};
const because = { kind: 'downloadSlot', actor: 'node-1/images/asc6:1' };

describe('a pull asks for', () => {
  it('the tag, whose digest it does not know', () => {
    expect(headItems(containerd24)).toMatchObject([
      { method: 'HEAD', kind: 'tag', digest: '', pauseMicros: 4_600 },
    ]);
  });

  it.each([
    [false, ['manifest', 'config']],
    [true, ['index', 'manifest', 'config']],
  ])('what the tag names by its id (an index: %s), one after another', (index, kinds) => {
    const items = manifestItems(containerd24, { ...image, index });
    expect(items.map(({ kind }) => kind)).toEqual(kinds);
    for (const { method, digest } of items) expect([method, digest]).toEqual(['GET', 'sha256:5a3d']);
    expect(
      items.slice(-2).map(({ pauseMicros, open }) => pauseMicros + open.micros * open.transactions),
    ).toEqual([5_100, 6_900]);
  });

  it('a layer by its own digest, place and size', () => {
    expect(layerItems(containerd24, image, { layer: 1, offset: 7 }, undefined)).toMatchObject([
      {
        method: 'GET',
        kind: 'layer',
        digest: 'sha256:bb',
        layer: 1,
        bytes: 4_004_173,
        offset: 7,
        because: undefined,
      },
    ]);
  });

  it('no other item that has a place in the manifest, or bytes of its own', () => {
    for (const item of [
      ...headItems(containerd24),
      ...manifestItems(containerd24, { ...image, index: true }),
    ])
      expect(item).toMatchObject({ layer: -1, bytes: 0, because: undefined });
  });
});

it('a partial layer is opened later: its present bytes are read again for its digest', () => {
  const opened = (offset: number) =>
    layerItems(containerd16, image, { layer: 1, offset }, undefined)[0]?.open.micros;
  expect([opened(0), opened(2_000_000)]).toEqual([2_800, 8_800]);
});

// contentStore.Writer adds it to the lease, AppendDistributionSourceLabel notes its source; neither asks
// whether that is new.
it('a layer that is there costs two transactions', () => {
  const [kept] = layerItems(containerd24, image, { layer: 1, offset: 0, state: 'present' }, undefined);
  expect(kept).toMatchObject({
    isPresent: true,
    open: { transactions: 2, micros: containerd24.delays.transaction },
  });
  const [asked] = layerItems(containerd24, image, { layer: 1, offset: 0, state: 'granted' }, undefined);
  expect(asked).toMatchObject({ isPresent: false });
});

describe('the writes to the metadata store, one at a time on the node', () => {
  it('for manifest and config come before each, and for the config also those before the layers, once for all', () => {
    const notes = (items: readonly FetchItem[]) =>
      items.map(({ open, note }) => [open.transactions * open.micros, note.transactions * note.micros]);
    expect(notes(headItems(containerd24))).toEqual([[0, 0]]);
    expect(notes(manifestItems(containerd24, image))).toEqual([
      [2_800, 0],
      [5_600, 5_600],
    ]);
    const layer = layerItems(containerd24, image, { layer: 0, offset: 0 }, undefined);
    expect(notes(layer)).toEqual([[2_800, 1_800]]);
    // The blob, and its label, between which others may come.
    expect(layer[0]?.note.transactions).toBe(2);
  });

  it('no more than there is time for', () => {
    const hasty = { ...containerd24, delays: { ...containerd24.delays, beforeConfig: 1_001 } };
    const config = manifestItems(hasty, image).at(-1);
    expect([config?.pauseMicros, config?.open]).toEqual([1, { transactions: 4, micros: 250 }]);
  });
});

describe('a slot', () => {
  it.each([
    ['2.4 is taken by all but HEAD', containerd24, [false, true, true, true]],
    ['1.6 is no business of a request: the pull has its own', containerd16, [false, false, false, false]],
  ])('of containerd %s', (_, profile, slots) => {
    const items = [
      ...headItems(profile),
      ...manifestItems(profile, image),
      ...layerItems(profile, image, { layer: 0, offset: 0 }, undefined),
    ];
    expect(items.map(({ takesSlot }) => takesSlot)).toEqual(slots);
  });
});

describe('the GET of a layer', () => {
  it.each([containerd16, containerd24])(
    'of the first ones comes $delays.beforeLayers µs after the config, with $name',
    (profile) => {
      const [first] = layerItems(profile, image, { layer: 0, offset: 0 }, undefined);
      const noted = manifestItems(profile, image).at(-1)?.note ?? noWrite;
      expect(noted.transactions * noted.micros + (first?.pauseMicros ?? 0) + (first?.open.micros ?? 0)).toBe(
        profile.delays.beforeLayers,
      );
      expect(first?.open).toEqual({ transactions: 1, micros: 2_800 });
    },
  );

  // e1-order/c1-mix7-n3: 8 to 12 ms after the last byte of 1 to 2 MB; c1-eq8-n1: 18.6 ms, where 5 MB are
  // unpacked meanwhile
  it('that waited for another comes 10.4 ms after its last byte with 1.6, of which the commit has taken its part', () => {
    const [next] = layerItems(containerd16, image, { layer: 1, offset: 0 }, because);
    expect(containerd16.delays.commit + (next?.pauseMicros ?? 0) + (next?.open.micros ?? 0)).toBe(10_400);
    expect(next?.because).toEqual(because);
    expect(next?.giveWayMicros).toBe(6_000);
    expect(layerItems(containerd16, image, { layer: 1, offset: 0 }, undefined)[0]?.giveWayMicros).toBe(0);
  });

  it('that waited for a commit longer than the hand-over comes as soon as its file is open', () => {
    expect(layerItems(criO, image, { layer: 1, offset: 0 }, because)).toMatchObject([
      { pauseMicros: 0, open: { micros: 2_800 } },
    ]);
  });
});
