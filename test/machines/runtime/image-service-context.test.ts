import { describe, expect, it } from 'vitest';
import {
  findImage,
  firstCall,
  helperInputs,
  type ImageServiceContext,
  imageNames,
  imageStatus,
  knownImage,
  listedImages,
  removals,
  statusMicros,
  withImage,
  withoutImages,
} from '../../../machines/runtime/image-service-context.ts';
import { emptyFifo } from '../../../src/rules/collections/fifo.ts';
import { entries } from '../../../src/rules/collections/sorted-map.ts';
import type { RuntimeOptions } from '../../../src/rules/runtime/profiles/runtime-options.ts';
import { containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image } from './runtime-world.ts';

// What containerd's image service knows of its calls and images: docs of
// machines/runtime/image-service-context.ts.

const known = image('r.io/a:1', 10, 20);

function contextOf(changes: Partial<ImageServiceContext> = {}): ImageServiceContext {
  const input = {
    name: 'node-1/runtime',
    linkId: 'node-1',
    images: { [known.name]: known },
    registries: { 'r.io': {} },
    profile: containerd24,
    timings: { imageStatusMicros: 2, imageSizeMicros: 13, unpackBytesPerSecond: 1 },
  };
  return {
    input,
    helpers: {},
    refs: undefined,
    pulls: { calls: undefined, started: 7, toCancel: emptyFifo() },
    status: { calls: undefined, made: 0, nowMicros: 0 },
    scripts: [],
    ...changes,
  } as unknown as ImageServiceContext;
}

const there = (...names: string[]) =>
  names.reduce((refs, name) => withImage(refs, { name, id: `sha256:${name}` }), contextOf().refs);

describe('a call', () => {
  it('of ImageStatus is due at once or not at all', () => {
    expect(() => firstCall(contextOf())).toThrow('node-1/runtime: no ImageStatus call is open');
  });
});

describe('ImageStatus', () => {
  it('takes longer where the size is asked', () => {
    expect(
      [true, false, undefined].map((forSize) => statusMicros(contextOf(), { forSize } as never)),
    ).toEqual([13, 2, 2]);
  });

  it('returns reference, size, config and layers of a present image', () => {
    const present = contextOf({ refs: withImage(undefined, { name: known.name, id: known.ref }) });
    expect(imageStatus(present, known.name)).toEqual({
      type: 'IMAGE_STATUS.ANSWERED',
      imageRef: known.ref,
      sizeBytes: 1_030,
    });
    expect(imageStatus(present, 'r.io/b:1')).toEqual({
      type: 'IMAGE_STATUS.ANSWERED',
      imageRef: '',
      sizeBytes: 0,
    });
    const strange = contextOf({ refs: withImage(undefined, { name: 'r.io/b:1', id: 'sha256:b' }) });
    expect(imageStatus(strange, 'r.io/b:1')).toEqual({
      type: 'IMAGE_STATUS.ANSWERED',
      imageRef: 'sha256:b',
      sizeBytes: 0,
    });
  });
});

// ParseDockerRef of distribution/reference, as PullImage and ImageStatus of containerd's CRI plugin use it.
describe('two names that say the same', () => {
  const same = ['web:1', 'library/web:1', 'docker.io/library/web:1', 'index.docker.io/library/web:1'];

  it('are one image', () => {
    for (const name of same)
      expect(knownImage(contextOf({ refs: there('web:1') }), name)).toEqual({
        name: 'web:1',
        id: 'sha256:web:1',
      });
    expect(knownImage(contextOf({ refs: there('web:1') }), 'web:2')).toBeUndefined();
    expect(entries(there(...same))).toHaveLength(1);
    for (const name of same) expect(withoutImages(there('web:1', 'web:2'), [name])).toEqual(there('web:2'));
  });

  it('are one in the registry', () => {
    const images = { 'web:1': image('web:1', 1) };
    for (const name of same) expect(findImage({ images }, name)).toBe(images['web:1']);
    expect(findImage({ images }, 'web:2')).toBeUndefined();
  });

  it('are reported by the name under which the image was pulled', () => {
    const context = contextOf({ refs: there('web:1') });
    expect(imageNames(context, 'sha256:web:1')).toEqual(['web:1']);
    expect(listedImages(context)).toMatchObject([{ id: 'sha256:web:1', repoTags: ['web:1'] }]);
    expect(removals(context, ['docker.io/library/web:1'])).toMatchObject([
      { state: 'removed', image: 'web:1', ref: 'sha256:web:1' },
    ]);
  });
});

describe('the parts of the image service', () => {
  const inputsOf = (options: Partial<RuntimeOptions>) => {
    const profile = { ...containerd24, options: { ...containerd24.options, ...options } };
    return helperInputs({ ...contextOf().input, profile, presentImages: [] } as never);
  };

  it('have as many unpack slots as configured, and no limit where an image unpacks one layer at a time', () => {
    expect(inputsOf({ maxConcurrentUnpacks: 3 }).unpackSlots.slotsMax).toBe(3);
    expect(inputsOf({ maxConcurrentUnpacks: 1 }).unpackSlots.slotsMax).toBe(Infinity);
    expect(inputsOf({ maxConcurrentUnpacks: 3, path: 'local' }).unpackSlots.slotsMax).toBe(Infinity);
    expect(inputsOf({ maxConcurrentUnpacks: 3, snapshotter: 'native' }).unpackSlots.slotsMax).toBe(Infinity);
  });

  it('write to one metadata store', () => {
    expect(inputsOf({}).metadata).toMatchObject({ name: 'node-1/runtime/metadata' });
  });
});
