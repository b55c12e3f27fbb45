import {
  type ActorLogic,
  type AnyActorLogic,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  sendTo,
} from 'xstate';
import { type Recorder, unhandled } from './world/recorder.ts';

/** As much of every context as this file needs: the actor's name and recorder in its input. */
interface Reporting {
  readonly input: { readonly name: string; readonly recorder: Recorder };
}

/**
 * For the wildcard at the root of every machine: an event that no state expects ends the run with an error.
 */
export const reportUnhandled = sendTo<
  Reporting,
  EventObject & { readonly error?: unknown },
  undefined,
  Recorder,
  never,
  never
>(
  ({ context }) => context.input.recorder,
  ({ context, event }) => unhandled(context.input.name, event),
) as unknown as (
  args: { readonly context: Reporting; readonly event: EventObject },
  params: undefined,
) => void;

/** `params: ofEvent` gives the whole event to an action or guard that needs more than one field of it. */
export function ofEvent<E>({ event }: { readonly event: E }): E {
  return event;
}

/** A machine or reducer as who starts it knows it: by the events it takes, and by its input. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever snapshot, so that `provide` takes another logic
export interface ActorType<E extends EventObject, Input> extends ActorLogic<any, E, Input> {}

/**
 * Returns the logic itself. Its type says less: otherwise a node's type would hold those of all machines
 * below it, many times over.
 */
export function actorType<Logic extends AnyActorLogic>(
  logic: Logic,
): ActorType<EventFromLogic<Logic>, InputFrom<Logic>> {
  return logic;
}
