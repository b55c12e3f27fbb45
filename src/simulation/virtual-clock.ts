import type { Clock } from '../../machines/world/clock.ts';
import type { QueueEntry } from './event-queue.ts';
import type { Kernel } from './kernel.ts';

/**
 * The kernel as XState's clock (timers, with delays in whole microseconds: named delays return them) and as the clock
 * that machines read. XState's own `SimulatedClock` moves time before it fires timers, so it cannot be used.
 */
export class VirtualClock implements Clock {
  readonly #kernel: Kernel;
  readonly #timers = new Map<number, QueueEntry>();
  #nextTimer = 1;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  readonly nowMicros = (): number => this.#kernel.nowMicros;

  readonly setTimeout = (run: (...args: unknown[]) => void, delayMicros: number): number => {
    const timer = this.#nextTimer++;
    const entry = this.#kernel.schedule(this.#kernel.nowMicros + delayMicros, () => {
      this.#timers.delete(timer);
      run();
    });
    this.#timers.set(timer, entry);
    return timer;
  };

  readonly clearTimeout = (timer: number): void => {
    const entry = this.#timers.get(timer);
    if (entry === undefined) return;
    entry.run = undefined;
    this.#timers.delete(timer);
  };
}
