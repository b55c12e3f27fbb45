import type { EventObject } from 'xstate';
import type { Receiver, System } from './actor-system.ts';

/** The delayed events of one actor. A timer with the id of another does not end it; but the id is the newer one's, and forgotten when either fires. */
export class Timers {
  readonly #system: System;
  readonly #byId = new Map<unknown, unknown>();

  constructor(system: System) {
    this.#system = system;
  }

  /** Sets a timer. Without an id only `cancelAll` can cancel it. */
  set(id: string | undefined, delay: number, source: object, target: Receiver, event: EventObject): void {
    const key = id ?? {};
    const timer = this.#system.clock.setTimeout(() => {
      this.#byId.delete(key);
      this.#system._relay(source, target, event);
    }, delay);
    this.#byId.set(key, timer);
  }

  cancel(id: unknown): void {
    const timer = this.#byId.get(id);
    if (timer === undefined) return;
    this.#byId.delete(id);
    this.#system.clock.clearTimeout(timer);
  }

  /** Cancels the newest timer of each id. */
  cancelAll(): void {
    for (const id of [...this.#byId.keys()]) this.cancel(id);
  }
}
