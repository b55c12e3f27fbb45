import { setImmediate } from 'node:timers/promises';
import { TimedPauses } from '../../../answers/what-if/runs/timed-pauses.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Ctrl-C during runs, which then end as they are: at the next pause, or at once in other threads, which share
 * `flag`.
 */
export class Interruption extends TimedPauses {
  readonly flag: Int32Array;

  constructor({ nowMs, untilStopped }: Terminal) {
    const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    super({ nowMs, turn: setImmediate, isStopped: () => isSet(flag) });
    this.flag = flag;
    void untilStopped?.().then(() => Atomics.store(this.flag, 0, 1));
  }

  get isAsked(): boolean {
    return isSet(this.flag);
  }
}

export function isSet(flag: Int32Array): boolean {
  return Atomics.load(flag, 0) === 1;
}
