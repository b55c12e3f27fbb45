import type { Actor, AnyActorLogic, EventObject, InputFrom, InspectionEvent } from 'xstate';
import type { History } from './history.ts';

/**
 * The engines that run the machines. `xstate` is XState's own interpreter, the reference; `compiled` makes
 * tables of the same machine objects.
 */
export const engineNames = ['xstate', 'compiled'] as const;

export type EngineName = (typeof engineNames)[number];

/** The engine of runs that name none. */
export const defaultEngine: EngineName = 'compiled';

/** A delayed event: who sent it, to whom, and which. */
export interface DelayedEvent {
  readonly source: object;
  readonly target: object;
  readonly event: EventObject;
}

/** The clock on which delayed events wait. Delays are in whole microseconds, as machines give them. */
export interface TimerClock {
  /** Calls `run`, which delivers the event, after the delay. Returns what `clearTimeout` takes. */
  setTimeout(run: () => void, delay: number, delayed?: DelayedEvent): unknown;
  /** Withdraws it; nothing happens if it has been called. */
  clearTimeout(timer: unknown): void;
}

/** The options of a root actor. */
export interface RootOptions<L extends AnyActorLogic> {
  readonly id: string;
  readonly clock: TimerClock;
  readonly input: InputFrom<L>;
  /** Gets XState's inspection events of the actor and of all below it. Without it there are none. */
  readonly inspect?: ((event: InspectionEvent) => void) | undefined;
  /**
   * Keeps what changes in the actor and in all below it, with whatever else belongs to the system. Contexts
   * are copied then.
   */
  readonly history?: History | undefined;
  /** Gets the error that ended the actor: its own, or one of a child that it has no transition for. */
  readonly failed: (error: unknown) => void;
}

/**
 * What runs actors. All engines make of the same machine, input and events the same messages, snapshots and
 * inspection events, in the same order.
 */
export interface Engine {
  readonly name: EngineName;
  /**
   * Makes a root actor, in its first state and not started. Throws where the engine keeps no history, and one
   * is asked for. Of XState's `Actor` it has what a run needs: `start`, `stop`, `send`, `getSnapshot`,
   * `subscribe`, `on`, and `system.inspect`.
   */
  create<L extends AnyActorLogic>(logic: L, options: RootOptions<L>): Actor<L>;
}
