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
    // Who comes after a pause has no claim to what nobody used.
    const isLate = this.#freeAtMicros >= nowMicros - lateMicrosMax;
    const earliest = isLate ? this.#freeAtMicros : nowMicros;
    this.#freeAtMicros = earliest + (bytes / this.#bytesPerSecond) * 1e6;
    return this.#freeAtMicros;
  }

  /**
   * Returns the size of a piece: what passes in 2 ms, so that bodies that begin at different moments share the rate
   * alike, but no less than 16 KiB or what passes in a twentieth of a second.
   */
  pieceBytes(speed: number): number {
    const rate = this.#bytesPerSecond * speed;
    const least = Math.min(pieceBytesMin, rate / 20);
    return Math.max(1, Math.floor(Math.min(pieceBytesMax, Math.max(least, rate / 500))));
  }
}

/** Timers fire late. A piece that is late by no more than this does not delay those after it. */
const lateMicrosMax = 20_000;

const pieceBytesMin = 1 << 14;

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
