import type { UnpackRates } from './runtime-profile.ts';

/** How a machine unpacks, beside the one on which the runtimes were measured. */
export interface UnpackMachine {
  /** How many times as long as there it takes to hash and write. */
  readonly hashing: number;
  /** How many times as long as there it takes to inflate. */
  readonly inflating: number;
  /**
   * Whether the program unpigz is there, by which containerd inflates in a process of its own if it finds it
   * (`archive/compression`). It takes a third of the time that Go's own code takes.
   */
  readonly hasUnpigz: boolean;
}

const unpigzTime = 1 / 3;

/** Returns the rates of a runtime on this machine. */
export function ratesOnMachine(
  rates: UnpackRates,
  { hashing, inflating, hasUnpigz }: UnpackMachine,
): UnpackRates {
  const plain = hashing / rates.stored;
  const inflate = (1 / rates.gzip - 1 / rates.stored) * inflating * (hasUnpigz ? unpigzTime : 1);
  return {
    ...rates,
    stored: 1 / plain,
    gzip: 1 / (plain + inflate),
    tar: rates.tar / hashing,
    filesPerSecond: rates.filesPerSecond / hashing,
    ...(hasUnpigz ? { inflatesApart: true } : {}),
  };
}
