import type {
  Actor,
  ActorRef,
  AnyActorLogic,
  EventObject,
  InputFrom,
  InspectionEvent,
  Snapshot,
} from 'xstate';
import type { Engine, TimerClock } from '../engine/engine.ts';
import type { History } from '../engine/history.ts';
import type { Kernel } from './kernel.ts';
import { SimulationError } from './simulation-error.ts';

/** What the root actors of a run have in common. */
interface RootSurroundings {
  readonly engine: Engine;
  readonly kernel: Pick<Kernel, 'fail'>;
  readonly clock: TimerClock;
  readonly inspect?: ((event: InspectionEvent) => void) | undefined;
  readonly history?: History | undefined;
}

/** Creates a root actor, which is not started. */
export type CreateRoot = <L extends AnyActorLogic>(logic: L, id: string, input: InputFrom<L>) => Actor<L>;

/**
 * Returns the function that creates the root actors of a run. An error in any actor below one ends the run.
 */
export function rootCreator({ engine, kernel, clock, inspect, history }: RootSurroundings): CreateRoot {
  return (logic, id, input) => {
    const failed = (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      kernel.fail(
        error instanceof SimulationError
          ? error
          : new SimulationError('actor-failed', `${id}: ${message}`, { cause: error }),
      );
    };
    return engine.create(logic, { id, clock, input, inspect, history, failed });
  };
}

/**
 * An actor that only listens: machines send to it as to any other, but it has no mailbox and no state, so
 * that hearing costs a function call. XState delivers through `_send`, which the pinned version's tests hold.
 */
export function createListener<E extends EventObject>(
  id: string,
  hear: (event: E) => void,
): ActorRef<Snapshot<unknown>, E> {
  const listener = { id, sessionId: id, send: hear, _send: hear };
  return listener as unknown as ActorRef<Snapshot<unknown>, E>;
}
