import type { Inflater } from './parallel-pull.ts';
import type { UnpackRates } from './runtime-profile.ts';

/** How a machine unpacks, beside the one on which the runtimes were measured. */
export interface UnpackMachine {
  /** How many times as long as there it takes to hash and write. */
  readonly hashing: number;
  /** How many times as long as there it takes to inflate. */
  readonly inflating: number;
  /**
   * Whether the program unpigz is there, by which containerd inflates in a process of its own if it finds it
   * (`archive/compression`). It takes half of the time that Go's own code takes.
   */
  readonly hasUnpigz: boolean;
}

/**
 * What each takes of the time that Go's own code takes. Derived from the pulls of one image by the SOCI snapshotter
 * with either: 39.6 and 23.2 s in one test of Amazon's, 59.8 and 45 s in another, and programs on GKE, which unpigz
 * inflates as fast as they are hashed and written (docs/measurements.md R10).
 */
const inflaterTimes: Readonly<Record<Inflater, number>> = { unpigz: 1 / 2, igzip: 1 / 6 };

/** The part of hashing and writing that is hashing: 0.7 to 1 of 1.9 ns a byte (docs/measurements.md R10). */
const hashShare = 0.4;

/** Returns the rates of a runtime on this machine. */
export function ratesOnMachine(
  rates: UnpackRates,
  { hashing, inflating, hasUnpigz }: UnpackMachine,
): UnpackRates {
  return inflatedBy(rates, { hashing, inflating }, hasUnpigz ? 'unpigz' : undefined);
}

/**
 * Returns the rates of the SOCI snapshotter on this machine: it hashes beside the writing (`asyncVerifier`), and its
 * own program inflates, if it has one.
 */
export function parallelRates(
  rates: UnpackRates,
  { hashing, inflating, hasUnpigz }: UnpackMachine,
  inflater: Inflater | undefined,
): UnpackRates {
  const program = inflater ?? (hasUnpigz ? 'unpigz' : undefined);
  return { ...inflatedBy(rates, { hashing, inflating }, program), hashShareApart: hashShare };
}

function inflatedBy(
  rates: UnpackRates,
  { hashing, inflating }: Omit<UnpackMachine, 'hasUnpigz'>,
  inflater: Inflater | undefined,
): UnpackRates {
  const plain = hashing / rates.stored;
  const time = inflater === undefined ? 1 : inflaterTimes[inflater];
  const inflate = (1 / rates.gzip - 1 / rates.stored) * inflating * time;
  return {
    ...rates,
    stored: 1 / plain,
    gzip: 1 / (plain + inflate),
    tar: rates.tar / hashing,
    filesPerSecond: rates.filesPerSecond / hashing,
    ...(inflater === undefined ? {} : { inflatesApart: true }),
  };
}
