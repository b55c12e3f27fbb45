import fc from 'fast-check';
import { longList } from '../random-list.ts';
import { type Aim, everyday, mostlyAlways, noThrottle, stubborn } from './random-script-aims.ts';
import { allLimits, gateOn, shortBackOffs, smallBuckets, unlimited } from './random-script-kubelet.ts';
import { backOffMoment, bucketMoment, overlapMoment } from './random-script-times.ts';
import { boundName, imageName, pullPolicy, spelling } from './random-script-values.ts';

/** Many names at the bounds of what a reference may be. */
const names: Aim = {
  ...everyday,
  images: { minLength: 25, maxLength: 40 },
  name: boundName,
  calls: (call) => longList(call(overlapMoment), { minLength: 40, maxLength: 80 }),
  failures: 3,
  takes: fc.constantFrom(0, 1_000),
  kubelet: { ...noThrottle },
};

/** Many outcomes, of sizes, durations and errors at the edges of how they are told. */
const values: Aim = {
  ...everyday,
  images: { minLength: 8, maxLength: 16 },
  isOdd: false,
  calls: (call) => longList(call(overlapMoment), { minLength: 20, maxLength: 50 }),
  policy: pullPolicy,
  pullsMax: 4,
  kubelet: { ...noThrottle, backOff: fc.constantFrom([0, 300_000], [1, 7], [1_000, 4_000]) },
};

/** Few references under many names, pulled, removed and asked for by several pods at once. */
const records: Aim = {
  ...everyday,
  pods: { minLength: 2, maxLength: 4 },
  images: { minLength: 2, maxLength: 5 },
  isOdd: false,
  name: spelling,
  ref: fc.constantFrom('sha256:aa', 'sha256:aa', 'sha256:bb'),
  calls: (call) => longList(call(overlapMoment), { minLength: 15, maxLength: 45 }),
  policy: fc.constantFrom('IfNotPresent', 'IfNotPresent', 'IfNotPresent', 'Never', 'Always', 'Always'),
  removals: fc.array(overlapMoment, { maxLength: 5, size: 'max' }),
  failures: 2,
  takes: fc.constantFrom(0, 1_000_000, 2_500_000, 1_000_000),
  kubelet: {
    ...noThrottle,
    backOff: fc.constantFrom([0, 300_000], [1_000, 4_000], [10_000, 300_000]),
    featureGates: gateOn,
    verificationPolicy: fc.constantFrom(
      undefined,
      'NeverVerifyPreloadedImages',
      'AlwaysVerify',
      'AlwaysVerify',
      'NeverVerify',
      'NeverVerifyAllowlistedImages',
    ),
  },
};

/** Pulls of images that are present, long ones that fail as often as not: what counts is what is under way. */
const intents: Aim = {
  ...records,
  images: { minLength: 2, maxLength: 4 },
  name: fc.constantFrom('root', 'root:latest', 'root', 'root:latest', 'root:v1', 'docker.io/library/root'),
  presence: 9,
  calls: (call) => longList(call(overlapMoment), { minLength: 8, maxLength: 30 }),
  policy: fc.constantFrom('Always', 'IfNotPresent', 'Never'),
  removals: fc.constant([]),
  failures: 9,
  takes: fc.constantFrom(1_000_000, 4_000_000, 12_000_000),
  kubelet: {
    ...records.kubelet,
    backOff: fc.constantFrom([0, 300_000], [1, 1]),
    verificationPolicy: fc.constantFrom(undefined, '', 'NeverVerifyPreloadedImages', 'NeverVerify'),
  },
};

/** Several keys at every edge of the back-off, with successes of others in between. */
const windows: Aim = {
  ...everyday,
  images: { minLength: 2, maxLength: 3 },
  isOdd: false,
  podName: fc.constantFrom('p', 'q'),
  // Spellings of one image, and two names that differ in the case of a letter, are keys of their own.
  name: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('root', 'root:latest', 'root:v1', 'root:V1') },
    { weight: 1, arbitrary: imageName(false) },
  ),
  calls: (call) => longList(call(backOffMoment), { minLength: 15, maxLength: 50 }),
  policy: fc.constant('Always'),
  failures: 6,
  takes: fc.constantFrom(0, 0, 500, 1_000_000, 3_000_000),
  kubelet: { pulls: fc.constant(unlimited), ...noThrottle, backOff: shortBackOffs },
};

/** Every limit of pulls with pulls that overlap, some of the same image, and refusals of the throttle. */
const slots: Aim = {
  ...everyday,
  pods: { minLength: 3, maxLength: 8 },
  images: { minLength: 2, maxLength: 5 },
  isOdd: false,
  calls: (call) => longList(call(overlapMoment), { minLength: 8, maxLength: 30 }),
  policy: mostlyAlways,
  failures: 4,
  takes: fc.constantFrom(1_000_000, 2_000_000, 2_500_000, 0),
  kubelet: {
    pulls: allLimits,
    throttle: fc.constantFrom([0, 0], [0, 0], [0.5, 1], [1, 2], [0.1, 3]),
    backOff: fc.constantFrom([0, 300_000], [1_000, 4_000]),
  },
};

/** Buckets that become empty, fill partly, and are full for long. */
const buckets: Aim = {
  ...everyday,
  pods: { minLength: 2, maxLength: 6 },
  isOdd: false,
  calls: (call) => longList(call(bucketMoment), { minLength: 10, maxLength: 40 }),
  policy: fc.constant('Always'),
  failures: 3,
  takes: fc.constantFrom(0, 0, 0, 700_000),
  kubelet: {
    pulls: allLimits,
    throttle: smallBuckets,
    backOff: fc.constantFrom([0, 300_000], [1, 1_000]),
  },
};

/** Aims at the boundaries of each rule, from both sides: scripts of many calls that each test something. */
export const boundaryAims: readonly { readonly weight: number; readonly aim: Aim }[] = [
  { weight: 2, aim: names },
  { weight: 2, aim: values },
  { weight: 5, aim: records },
  { weight: 3, aim: intents },
  { weight: 5, aim: windows },
  { weight: 3, aim: stubborn },
  { weight: 2, aim: slots },
  { weight: 2, aim: buckets },
];
