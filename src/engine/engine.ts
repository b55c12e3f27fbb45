import type { Actor, AnyActorLogic, InputFrom, InspectionEvent } from 'xstate';

/** Who runs the machines. `xstate` is XState's own interpreter, the reference; `compiled` makes tables of the same machine objects. */
export const engineNames = ['xstate', 'compiled'] as const;

export type EngineName = (typeof engineNames)[number];

/** What runs are made with where nobody names one. */
export const defaultEngine: EngineName = 'compiled';

/** Where delayed events wait. Delays are what the machines say: whole microseconds. */
export interface TimerClock {
  setTimeout(run: () => void, delay: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** What a root actor is made with. */
export interface RootOptions<L extends AnyActorLogic> {
  readonly id: string;
  readonly clock: TimerClock;
  readonly input: InputFrom<L>;
  /** Hears XState's inspection events of the actor and all below it; without it they are not made. */
  readonly inspect?: ((event: InspectionEvent) => void) | undefined;
  /** Hears the error that ended the actor: its own, or one of a child's that it has no transition for. */
  readonly failed: (error: unknown) => void;
}

/**
 * What runs actors. All engines make of the same machine, input and events the same messages, snapshots and inspection events, in
 * the same order.
 */
export interface Engine {
  readonly name: EngineName;
  /**
   * Makes a root actor, in its first state and not started. Of XState's `Actor` it has what a run needs: `start`, `stop`, `send`,
   * `getSnapshot`, `subscribe`, `on`, and `system.inspect`.
   */
  create<L extends AnyActorLogic>(logic: L, options: RootOptions<L>): Actor<L>;
}
