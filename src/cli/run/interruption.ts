import { setImmediate } from 'node:timers/promises';
import type { Pauses } from '../../simulation/simulate.ts';
import type { Terminal } from '../terminal.ts';

/** The longest time from a signal to a pause. A step is too short to look at the clock each time. */
const pauseEveryMs = 50;
const stepsPerLook = 256;

/** Ctrl-C during runs, which then end as they are: at the next pause, or at once in other threads, which share `flag`. */
export class Interruption implements Pauses {
  readonly flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #nowMs: () => number;
  #beganMs: number;
  #steps = 0;

  constructor({ nowMs, untilStopped }: Terminal) {
    this.#nowMs = nowMs;
    this.#beganMs = nowMs();
    void untilStopped?.().then(() => Atomics.store(this.flag, 0, 1));
  }

  get isAsked(): boolean {
    return isSet(this.flag);
  }

  readonly isDue = (): boolean => ++this.#steps % stepsPerLook === 0 && this.#nowMs() - this.#beganMs > pauseEveryMs;

  readonly goesOn = async (): Promise<boolean> => {
    await setImmediate();
    this.#beganMs = this.#nowMs();
    return !this.isAsked;
  };
}

export function isSet(flag: Int32Array): boolean {
  return Atomics.load(flag, 0) === 1;
}
