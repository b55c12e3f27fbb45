import { largest } from '../../../rules/collections/extremes.ts';
import type { ServerClock } from '../server-clock.ts';

/** A limit that bodies share: each piece waits until those before it could have been sent. */
export class SharedRate {
  readonly #bytesPerSecond: number;
  #freeAtMicros = 0;

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond;
  }

  /** Returns when a piece of so many bytes has been sent that begins now at the earliest. */
  reserve(bytes: number, nowMicros: number): number {
    const earliest = Math.max(this.#freeAtMicros, nowMicros - lateMicrosMax);
    this.#freeAtMicros = earliest + (bytes / this.#bytesPerSecond) * 1e6;
    return this.#freeAtMicros;
  }

  /** Returns the size of a piece that takes a twentieth of a second, within bounds. */
  pieceBytes(speed: number): number {
    return Math.max(1, Math.min(pieceBytesMax, Math.floor((this.#bytesPerSecond * speed) / 20)));
  }
}

/** Timers fire late. A piece that is late by no more than this does not delay those after it. */
const lateMicrosMax = 20_000;

/** The size of a piece that no limit makes smaller. */
export const pieceBytesMax = 1 << 18;

/** Waits until a piece may have passed all of these limits. */
export async function pass(
  rates: readonly SharedRate[],
  bytes: number,
  clock: ServerClock,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.nowMicros();
  const due = Math.max(now, largest(rates.map((rate) => rate.reserve(bytes, now))));
  await clock.wait(due - now, signal);
}
