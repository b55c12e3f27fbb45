import type { EventObject } from 'xstate';
import type { Changeable } from '../history.ts';
import type { Receiver, System } from './actor-system.ts';

interface Timer {
  /** Undefined: only `cancelAll` can cancel it. */
  readonly id: string | undefined;
  entry: unknown;
}

/**
 * The delayed events of one actor: few at a time. A timer with the id of another does not end it; but the id
 * is the newer one's, and forgotten when either fires.
 */
export class Timers implements Changeable<readonly (readonly [Timer, unknown])[]> {
  readonly #system: System;
  #timers: Timer[] = [];

  constructor(system: System) {
    this.#system = system;
  }

  /** Sets a timer. Without an id only `cancelAll` can cancel it. */
  set(id: string | undefined, delay: number, source: object, target: Receiver, event: EventObject): void {
    this.#system.history?.touch(this);
    let timer = id === undefined ? undefined : this.#timerOf(id);
    if (timer === undefined) {
      timer = { id, entry: undefined };
      this.#timers.push(timer);
    }
    const thisTimer = timer;
    const deliver = () => {
      this.#forget(id === undefined ? thisTimer : this.#timerOf(id));
      this.#system._relay(source, target, event);
    };
    timer.entry = this.#system.clock.setTimeout(deliver, delay, { source, target, event });
  }

  /** Cancels the newest timer of this id, if there is one. */
  cancel(id: string): void {
    const timer = this.#timerOf(id);
    if (timer === undefined) return;
    this.#system.clock.clearTimeout(timer.entry);
    this.#forget(timer);
  }

  /** Cancels the newest timer of each id. */
  cancelAll(): void {
    this.#system.history?.touch(this);
    for (const { entry } of this.#timers) this.#system.clock.clearTimeout(entry);
    this.#timers = [];
  }

  save(): readonly (readonly [Timer, unknown])[] {
    return this.#timers.map((timer) => [timer, timer.entry] as const);
  }

  load(timers: readonly (readonly [Timer, unknown])[]): void {
    this.#timers = timers.map(([timer, entry]) => {
      timer.entry = entry;
      return timer;
    });
  }

  #timerOf(id: string): Timer | undefined {
    for (const timer of this.#timers) if (timer.id === id) return timer;
    return undefined;
  }

  /** Their order decides nothing. */
  #forget(timer: Timer | undefined): void {
    this.#system.history?.touch(this);
    const index = timer === undefined ? -1 : this.#timers.indexOf(timer);
    if (index < 0) return;
    const last = this.#timers.pop();
    if (last !== undefined && index < this.#timers.length) this.#timers[index] = last;
  }
}
