import fc from 'fast-check';
import type { Script, ScriptKubelet } from './script.ts';

/** From v1.35 on `maxParallelImagePulls` above this makes the kubelet panic with the gate on: a known bug, rarely worth a run. */
const lockStripesMax = 31;

/** How pulls are let through: one by one, or in parallel with and without a limit. */
const puller: fc.Arbitrary<Pick<ScriptKubelet, 'serializeImagePulls' | 'maxParallelImagePulls'>> = fc.oneof(
  { withCrossShrink: true },
  { weight: 12, arbitrary: fc.constantFrom(null, 1, 2, 3, 5).map(parallel) },
  { weight: 8, arbitrary: fc.constantFrom(null, null, 1, 5).map(serial) },
  { weight: 1, arbitrary: fc.constantFrom(0, 10, lockStripesMax).map(parallel) },
);

function parallel(maxParallelImagePulls: number | null) {
  return { serializeImagePulls: false, maxParallelImagePulls };
}

function serial(maxParallelImagePulls: number | null) {
  return { serializeImagePulls: true, maxParallelImagePulls };
}

/** `registryPullQPS` and `registryBurst`; 0 is no throttle, a burst of 0 refuses all, the kubelet keeps QPS as a float32. */
const throttle = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.constantFrom([0, 0], [0, 10], [5, 10]) },
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.oneof(fc.constantFrom(1, 5, 0.5, 3, 0.1, 3.3, 400, 1e-3, 2e9), fc.double({ min: 0.01, max: 50, noNaN: true })),
      fc.constantFrom(1, 2, 1, 3, 0),
    ),
  },
);

/** The kubelet's 10 s and 300 s, and figures whose edges come sooner, an initial one above the maximum among them. */
const backOff = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant([10_000, 300_000]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom([1_000, 4_000], [1_000, 1_000], [1, 7], [0, 300_000], [0, 0], [20_000, 5_000], [1, 0], [0.001, 0.002]),
  },
  { weight: 1, arbitrary: fc.tuple(fc.nat(30_000), fc.nat(60_000)) },
);

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

/** Settings and gates; `panics`: now and then with more parallel pulls than the lock stripes of the newer releases bear. */
export function randomKubelet(panics: boolean): fc.Arbitrary<Pick<Script, 'kubelet' | 'featureGates'>> {
  const many = fc.constantFrom(32, 64, 100).chain((limit) => fc.constantFrom(parallel(limit), serial(limit)));
  return fc
    .record({
      pulls: panics ? fc.oneof({ withCrossShrink: true }, { weight: 24, arbitrary: puller }, { weight: 1, arbitrary: many }) : puller,
      throttle,
      backOff,
      verificationPolicy,
      featureGates,
    })
    .map((drawn) => ({
      kubelet: {
        ...drawn.pulls,
        registryPullQPS: drawn.throttle[0] ?? 0,
        registryBurst: drawn.throttle[1] ?? 0,
        imagePullBackOff: { initialMs: drawn.backOff[0] ?? 0, maxMs: drawn.backOff[1] ?? 0 },
        ...(drawn.verificationPolicy === undefined ? {} : { imagePullCredentialsVerificationPolicy: drawn.verificationPolicy }),
      },
      ...(drawn.featureGates === undefined ? {} : { featureGates: drawn.featureGates }),
    }));
}
