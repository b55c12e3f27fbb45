import fc from 'fast-check';
import { randomList } from '../random-list.ts';
import type { ImageGcScript, ImageGcStep, ScriptContainer, ScriptImage } from './script-schema.ts';

const stepsMax = 60;
/** Returns a value that is present one time in `times`. */
function oneIn<T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  const absent = { weight: times - 1, arbitrary: fc.constant(undefined) };
  return fc.oneof({ withCrossShrink: true }, absent, { weight: 1, arbitrary });
}

/** Returns a value that is null one time in ten. */
function orNull<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { freq: 10 });
}

/**
 * Few ids, so that images come again, go and are used. The last one is the sandbox image's tag in old
 * releases.
 */
const imageId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
/** Sizes of images: any, extremes, and round ones, which often add up to just what has to be freed. */
const bytes = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.constantFrom(0, 1, 1024, 2 ** 30, 3 * 2 ** 40),
  fc.constantFrom(50, 100, 150, 200),
);
const capacityBytes = fc.oneof(
  { weight: 5, arbitrary: fc.constant(1000) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, 1, 1023, 1024, 2 ** 20, 2 ** 30, 107_374_182_400, 2 ** 40, 2 ** 50),
  },
);

/**
 * Times between steps: equal, around the loop's period, around ages, any, and the ages of the policy from both
 * sides, once, twice, and between these.
 */
const gap = fc.oneof(
  fc.record({
    age: fc.constantFrom('minAgeMs' as const, 'maxAgeMs' as const),
    times: fc.constantFrom(1, 1, 1.5, 2),
    offMs: fc.constantFrom(0, 0, -1, 1),
  }),
  fc.constantFrom(0, 1, 60_000, 119_999, 120_000, 120_001, 299_999, 300_000, 300_001, 3_600_000),
  fc.integer({ min: 0, max: 900_000 }),
);

const percent = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 100 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 101) },
);
const policy = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ highThresholdPercent: 85, lowThresholdPercent: 80 }) },
  {
    weight: 2,
    arbitrary: fc.tuple(percent, percent).map(([one, other]) => ({
      highThresholdPercent: Math.max(one, other),
      lowThresholdPercent: Math.min(one, other),
    })),
  },
  { weight: 1, arbitrary: fc.record({ highThresholdPercent: percent, lowThresholdPercent: percent }) },
);

const image: fc.Arbitrary<ScriptImage> = fc
  .record({
    id: imageId,
    size: bytes,
    pinned: fc.boolean(),
    isPinnedTold: fc.boolean(),
    exclusive: oneIn(2, bytes),
    tag: fc.nat(5),
  })
  .map(({ id, size, pinned, isPinnedTold, exclusive, tag }) => ({
    id,
    repoTags: tag === 0 ? ['registry.k8s.io/pause:3.9'] : [`${id}:latest`],
    size,
    ...(isPinnedTold ? { pinned } : {}),
    ...(exclusive === undefined ? {} : { exclusiveBytes: exclusive }),
  }));

const container: fc.Arbitrary<ScriptContainer> = fc
  .record({
    podUID: fc.constantFrom('p', 'q'),
    imageID: fc.oneof(imageId, fc.constant('unknown')),
    imageVolumes: oneIn(3, fc.array(imageId, { maxLength: 2, size: 'max' })),
    statusError: oneIn(12, fc.constant('boom')),
  })
  .map(({ imageVolumes, statusError, ...rest }) => ({
    ...rest,
    ...(imageVolumes === undefined ? {} : { imageVolumes }),
    ...(statusError === undefined ? {} : { statusError }),
  }));

const errorChange = oneIn(8, fc.constantFrom('boom', null));

const step = fc
  .record({
    gap,
    images: oneIn(2, fc.array(image, { minLength: 1, maxLength: 4, size: 'max' })),
    removeImages: oneIn(5, fc.array(imageId, { minLength: 1, maxLength: 2, size: 'max' })),
    containers: oneIn(2, fc.array(container, { maxLength: 3, size: 'max' })),
    removeErrors: oneIn(
      4,
      fc.dictionary(imageId, fc.constantFrom('in use', 'busy'), { maxKeys: 2, size: 'max' }),
    ),
    listError: errorChange,
    podsError: errorChange,
    statsError: errorChange,
    capacityBytes: oneIn(8, orNull(capacityBytes)),
    availablePercent: oneIn(
      2,
      orNull(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(0, 5, 10, 15))),
    ),
    restart: oneIn(8, fc.constant(true)),
    garbageCollect: oneIn(2, fc.constant(true)),
    deleteUnusedImages: oneIn(4, fc.constant(true)),
  })
  .map(({ availablePercent, ...rest }) => ({ ...rest, availablePercent }));

/**
 * Returns random scripts that obey the protocol: a node of few images whose disk fills, with errors, restarts
 * and unusual policies.
 */
export function randomScript(): fc.Arbitrary<ImageGcScript> {
  return fc
    .record({
      policy,
      minAgeMs: fc.constantFrom(0, 0, 120_000, 300_000, 0.5),
      maxAgeMs: fc.constantFrom(0, 0, 300_000, 3_600_000, 1500.25),
      capacityBytes: orNull(capacityBytes),
      detectLoop: fc.boolean(),
      steps: randomList(step, { minLength: 1, maxLength: stepsMax }),
    })
    .map(({ policy: percents, minAgeMs, maxAgeMs, capacityBytes: capacity, detectLoop, steps }) => {
      let at = 0;
      let known = capacity ?? 0;
      return {
        kind: 'imagegc',
        name: 'random',
        policy: { ...percents, minAgeMs, maxAgeMs },
        capacityBytes: capacity,
        detectLoop,
        steps: steps.map(({ gap: drawn, availablePercent, ...rest }): ImageGcStep => {
          at +=
            typeof drawn === 'number'
              ? drawn
              : Math.max(0, { minAgeMs, maxAgeMs }[drawn.age] * drawn.times + drawn.offMs);
          known = rest.capacityBytes === undefined ? known : (rest.capacityBytes ?? 0);
          const availableBytes =
            availablePercent == null ? availablePercent : Math.floor((known / 100) * availablePercent);
          const fields = { at, ...rest, availableBytes };
          return Object.fromEntries(
            Object.entries(fields).filter(([, value]) => value !== undefined),
          ) as unknown as ImageGcStep;
        }),
      };
    });
}
