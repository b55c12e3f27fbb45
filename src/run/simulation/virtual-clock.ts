import type { Clock } from '../../../machines/world/clock.ts';
import type { DelayedEvent } from '../engine/engine.ts';
import type { QueueEntry } from './event-queue.ts';
import type { Kernel } from './kernel.ts';

/**
 * The kernel as XState's clock (timers, with delays in whole microseconds: named delays return them) and as
 * the clock that machines read. XState's own `SimulatedClock` moves time before it fires timers, so it cannot
 * be used.
 */
export class VirtualClock implements Clock {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  readonly nowMicros = (): number => this.#kernel.nowMicros;

  readonly setTimeout = (run: () => void, delayMicros: number, delayed?: DelayedEvent): QueueEntry =>
    this.#kernel.schedule(this.#kernel.nowMicros + delayMicros, run, delayed);

  readonly clearTimeout = (timer: QueueEntry): void => {
    this.#kernel.cancel(timer);
  };
}
