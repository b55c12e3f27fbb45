import fc from 'fast-check';
import { longList } from '../random-list.ts';
import { type KubeletAim, limits, longBackOffs, throttles } from './random-script-kubelet.ts';
import {
  crowdMoment,
  type Moment,
  moment,
  mostlyAtAnAge,
  mostlyAtOnce,
  tokenMoment,
  windowMoment,
} from './random-script-times.ts';
import { pullMicros, pullPolicy } from './random-script-values.ts';

/**
 * The aim of a random script: how many images and calls it has, how they are spread in time, and with which
 * settings.
 */
export interface Aim {
  readonly pods: Lengths;
  readonly images: Lengths;
  /**
   * Whether there are image names that are refused, and inspections that fail. They would hide the aim of
   * most scripts.
   */
  readonly isOdd: boolean;
  /** Returns the list of calls, each with its moment. */
  calls<T>(call: (when: fc.Arbitrary<Moment>) => fc.Arbitrary<T>): fc.Arbitrary<T[]>;
  /** The time of the first call. */
  readonly startMicros: fc.Arbitrary<number>;
  readonly policy: fc.Arbitrary<string>;
  /** The most outcomes for an image's pulls. */
  readonly pullsMax: number;
  /** How many of ten pulls fail. */
  readonly failures: number;
  readonly takes: fc.Arbitrary<number>;
  readonly kubelet: KubeletAim;
  /** Names of images; those in use, and odd ones, if absent. */
  readonly name?: fc.Arbitrary<string>;
  /** References that images get; if absent, three and none. */
  readonly ref?: fc.Arbitrary<string>;
  /** How many of ten images are present from the start; five if absent. */
  readonly presence?: number;
  /** Moments at which images are removed; if absent, few scripts have any. */
  readonly removals?: fc.Arbitrary<Moment[]>;
  /** Names of pods; each has its own if absent. */
  readonly podName?: fc.Arbitrary<string>;
}

interface Lengths {
  readonly minLength: number;
  readonly maxLength: number;
}

export const few: Lengths = { minLength: 1, maxLength: 3 };
export const noThrottle = { throttle: fc.constant([0, 0]) };
export const mostlyAlways = fc.constantFrom('Always', 'Always', 'Always', 'IfNotPresent');
const upToSeconds = fc.oneof({ withCrossShrink: true }, fc.integer({ min: 1, max: 5_000_000 }), pullMicros);

/** A little of everything: most scripts, and those that shrink best. */
export const everyday: Aim = {
  pods: few,
  images: few,
  isOdd: true,
  calls: (call) => fc.array(call(moment), { minLength: 1, maxLength: 10, size: 'max' }),
  startMicros: mostlyAtOnce,
  policy: pullPolicy,
  pullsMax: 3,
  failures: 5,
  takes: pullMicros,
  kubelet: {},
};

/** Many pods, images and calls at any times. */
const large: Aim = {
  ...everyday,
  pods: { minLength: 4, maxLength: 12 },
  images: { minLength: 3, maxLength: 10 },
  calls: (call) => longList(call(moment), { minLength: 1, maxLength: 160 }),
};

/** More pulls at once than any limit allows. */
const crowd: Aim = {
  ...large,
  isOdd: false,
  calls: (call) => longList(call(crowdMoment), { minLength: 12, maxLength: 40 }),
  policy: mostlyAlways,
  failures: 3,
  takes: upToSeconds,
  kubelet: { ...noThrottle, pulls: limits },
};

/** More keys than a small table would hold, then the first ones again within their windows. */
const manyKeys: Aim = {
  ...crowd,
  pods: { minLength: 8, maxLength: 12 },
  images: { minLength: 4, maxLength: 5 },
  calls: (call) => longList(call(crowdMoment), { minLength: 45, maxLength: 80 }),
  failures: 10,
  takes: fc.constant(0),
  kubelet: { ...noThrottle, backOff: longBackOffs },
};

/**
 * One or two keys that fail until their window no longer grows, over an hour or a day of the kubelet's life.
 */
export const stubborn: Aim = {
  ...everyday,
  pods: { minLength: 1, maxLength: 1 },
  images: { minLength: 1, maxLength: 2 },
  isOdd: false,
  calls: (call) => longList(call(windowMoment), { minLength: 8, maxLength: 26 }),
  startMicros: mostlyAtAnAge,
  policy: mostlyAlways,
  pullsMax: 4,
  failures: 8,
  takes: fc.oneof({ withCrossShrink: true }, fc.constant(0), upToSeconds),
  kubelet: { ...noThrottle, backOff: longBackOffs },
};

/** A bucket of tokens that becomes empty, and calls at the time of the next token. */
const throttled: Aim = {
  ...everyday,
  isOdd: false,
  calls: (call) => longList(call(tokenMoment), { minLength: 4, maxLength: 16 }),
  policy: mostlyAlways,
  failures: 3,
  takes: fc.oneof({ withCrossShrink: true }, fc.constant(0), upToSeconds),
  kubelet: { throttle: throttles },
};

/** The aims, with the share of scripts that each has. */
export const aims: readonly { readonly weight: number; readonly aim: Aim }[] = [
  { weight: 7, aim: everyday },
  { weight: 2, aim: large },
  { weight: 4, aim: crowd },
  { weight: 1, aim: manyKeys },
  { weight: 4, aim: stubborn },
  { weight: 2, aim: throttled },
];
