import fc from 'fast-check';
import { lockStripesMax } from '../../../rules/kubelet/images/striped-locks.ts';
import type { Script, ScriptKubelet } from './script.ts';

type Puller = Pick<ScriptKubelet, 'serializeImagePulls' | 'maxParallelImagePulls'>;

/** The settings for an aim; the usual ones if absent. */
export interface KubeletAim {
  readonly pulls?: fc.Arbitrary<Puller>;
  /** `registryPullQPS` and `registryBurst`. */
  readonly throttle?: fc.Arbitrary<readonly number[]>;
  /** `initialMs` and `maxMs`. */
  readonly backOff?: fc.Arbitrary<readonly number[]>;
  readonly verificationPolicy?: typeof verificationPolicy;
  readonly featureGates?: typeof featureGates;
}

/** How pulls are admitted: one by one, or in parallel with and without a limit. */
const puller: fc.Arbitrary<Puller> = fc.oneof(
  { withCrossShrink: true },
  { weight: 12, arbitrary: fc.constantFrom(null, 1, 2, 3, 5).map(parallel) },
  { weight: 8, arbitrary: fc.constantFrom(null, null, 1, 5).map(serial) },
  { weight: 1, arbitrary: fc.constantFrom(0, 10, lockStripesMax).map(parallel) },
);

/**
 * A limit that many pulls reach. More parallel pulls than lock stripes make the kubelet panic since v1.35, a
 * known bug that is rarely worth a script.
 */
export const limits: fc.Arbitrary<Puller> = fc.oneof(
  { withCrossShrink: true },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }).map(parallel) },
  { weight: 4, arbitrary: fc.integer({ min: 6, max: 12 }).map(parallel) },
  { weight: 1, arbitrary: fc.integer({ min: 13, max: lockStripesMax }).map(parallel) },
  { weight: 1, arbitrary: fc.constant(serial(null)) },
);

function parallel(maxParallelImagePulls: number | null) {
  return { serializeImagePulls: false, maxParallelImagePulls };
}

function serial(maxParallelImagePulls: number | null) {
  return { serializeImagePulls: true, maxParallelImagePulls };
}

/**
 * `registryPullQPS` and `registryBurst`. A burst of 0 refuses all pulls, and the kubelet keeps QPS as a
 * float32.
 */
export const throttles = fc.tuple(
  fc.oneof(
    fc.constantFrom(1, 5, 0.5, 3, 0.1, 3.3, 400, 1e-3, 2e9),
    fc.double({ min: 0.01, max: 50, noNaN: true }),
  ),
  fc.constantFrom(1, 2, 1, 3, 0),
);

/** 0 means no throttle. */
const throttle = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.constantFrom([0, 0], [0, 10], [5, 10]) },
  { weight: 4, arbitrary: throttles },
);

/**
 * The kubelet's 10 s and 300 s, and figures with earlier edges, including an initial one above the maximum.
 */
const backOff = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant([10_000, 300_000]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      [1_000, 4_000],
      [1_000, 1_000],
      [1, 7],
      [0, 300_000],
      [0, 0],
      [20_000, 5_000],
      [1, 0],
      [0.001, 0.002],
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.nat(30_000), fc.nat(60_000)) },
);

/** Back-offs of few doublings: maxima that a doubling reaches, passes and misses. */
export const shortBackOffs = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom(
    [1_000, 4_000],
    [1_000, 5_000],
    [10_000, 20_000],
    [10_000, 25_000],
    [2, 7],
    [20_000, 5_000],
    [0.75, 2.5],
    [1_000.25, 4_000.5],
  ),
  fc.tuple(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1_000, max: 10_000 })),
);

/** Parallel pulls without a limit. */
export const unlimited = parallel(null);

/** Every way to limit pulls, each as often as the others. */
export const allLimits: fc.Arbitrary<Puller> = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom(0, 0, 1, null, 2).map(parallel),
  fc.constantFrom(0, 1, null, 2).map(serial),
  fc.integer({ min: 1, max: 4 }).map(parallel),
);

/** Buckets that calls empty: few tokens, rates that a float32 has not exactly, and whole ones. */
export const smallBuckets = fc.tuple(
  fc.oneof(
    fc.constantFrom(1, 0.03, 3.3, 0.5, 5, 0.01, 0.06, 400),
    fc.double({ min: 0.05, max: 20, noNaN: true }),
  ),
  fc.constantFrom(1, 2, 3, 1, 2, 0),
);

const hourMs = 3_600_000;

/** Back-offs with windows that double, from seconds to days. */
export const longBackOffs = fc.oneof(
  { withCrossShrink: true },
  {
    weight: 3,
    arbitrary: fc.constantFrom([10_000, 300_000], [1_000, 300_000], [1, 100_000], [20_000, 5_000]),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom([1 / 60, 2], [1, 24], [2, 2], [13, 72], [26, 26], [30, 200])
      .map((hours) => hours.map((length) => length * hourMs)),
  },
);

/** The gate is on, by itself or because it says so. */
export const gateOn: fc.Arbitrary<Script['featureGates']> = fc.constantFrom(undefined, {
  KubeletEnsureSecretPulledImages: true,
});

const verificationPolicy = fc.constantFrom(
  undefined,
  '',
  'NeverVerifyPreloadedImages',
  'NeverVerify',
  'AlwaysVerify',
  'NeverVerifyAllowlistedImages',
);

const featureGates: fc.Arbitrary<Script['featureGates']> = fc.constantFrom(
  undefined,
  { KubeletEnsureSecretPulledImages: false },
  { KubeletEnsureSecretPulledImages: true },
  {},
  { KubeletEnsureSecretPulledImages: true, NoReleaseHasThisGate: true },
);

/**
 * Returns settings and feature gates. With `panics`, some scripts have more parallel pulls than the lock
 * stripes of newer releases bear.
 */
export function randomKubelet(
  panics: boolean,
  aim: KubeletAim = {},
): fc.Arbitrary<Pick<Script, 'kubelet' | 'featureGates'>> {
  const usual = aim.pulls ?? puller;
  const many = fc
    .constantFrom(lockStripesMax + 1, 64, 100)
    .chain((limit) => fc.constantFrom(parallel(limit), serial(limit)));
  return fc
    .record({
      pulls: panics
        ? fc.oneof(
            { withCrossShrink: true },
            { weight: 24, arbitrary: usual },
            { weight: 1, arbitrary: many },
          )
        : usual,
      throttle: aim.throttle ?? throttle,
      backOff: aim.backOff ?? backOff,
      verificationPolicy: aim.verificationPolicy ?? verificationPolicy,
      featureGates: aim.featureGates ?? featureGates,
    })
    .map((drawn) => ({
      kubelet: {
        ...drawn.pulls,
        registryPullQPS: drawn.throttle[0] ?? 0,
        registryBurst: drawn.throttle[1] ?? 0,
        imagePullBackOff: { initialMs: drawn.backOff[0] ?? 0, maxMs: drawn.backOff[1] ?? 0 },
        ...(drawn.verificationPolicy === undefined
          ? {}
          : { imagePullCredentialsVerificationPolicy: drawn.verificationPolicy }),
      },
      ...(drawn.featureGates === undefined ? {} : { featureGates: drawn.featureGates }),
    }));
}
