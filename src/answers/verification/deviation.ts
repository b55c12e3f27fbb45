import type { JsonFields } from '../../reports/json/json-text.ts';
import type { Observation } from './observation.ts';

/** Something in which what was seen differs from a run. Times are microseconds of the run. */
export interface Deviation {
  readonly atMicros: number;
  /**
   * `unexpected`: no run has it there; `missing`: every run has it, and it was not seen; `order`, `waited`,
   * `count`: there, but otherwise; `slow`: the runtime took longer to create or start a container than in any run;
   * `notSimulated`: the model has nothing of the kind, such as a probe.
   */
  readonly kind: NonNullable<JsonFields<'VerifyReport'>['nodes'][number]['deviation']>['kind'];
  /** What was seen, or should have been. */
  readonly what: string;
  /** Where the observation stands in the files; undefined for one that is missing. */
  readonly where: string | undefined;
  readonly expected: string;
  /** What was seen; undefined for something that is missing. */
  readonly observation: Observation | undefined;
}

export interface ComparisonOptions {
  /** How far the model's own small times (a sandbox, a container's start, a call) may be off. */
  readonly slackMicros: number;
  /** A whole cycle of relists. */
  readonly relistMicros: number;
  /** Whether every event was seen, as in a log; Event objects are counted, and some are held back. */
  readonly isWhole: boolean;
  /** How many pulls the node does at once. */
  readonly slots: number;
  /** The only pod that uses an image; undefined if there are several. */
  readonly podOf: (image: string) => string | undefined;
}

/** Returns `12.3 s`. */
export function secondsText(micros: number): string {
  return `${Number((micros / 1e6).toFixed(3))} s`;
}

/** Returns `3.2 s later`. */
export function distanceText(micros: number): string {
  return micros < 0 ? `${secondsText(-micros)} before` : `${secondsText(micros)} later`;
}
