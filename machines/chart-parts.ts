import { type EventObject, sendTo } from 'xstate';
import { type Recorder, unhandled } from './world/recorder.ts';

/** An actor's name and the recorder it was given: part of its input, which its context holds apart or as its own. */
interface Named {
  readonly name: string;
  readonly recorder: Recorder;
}
type Reporting = Named | { readonly input: Named };

function namedOf(context: Reporting): Named {
  return 'input' in context ? context.input : context;
}

/** For the wildcard at the root of every machine: an event that no state expects ends the run. */
export const reportUnhandled = sendTo<Reporting, EventObject & { readonly error?: unknown }, undefined, Recorder, never, never>(
  ({ context }) => namedOf(context).recorder,
  ({ context, event }) => unhandled(namedOf(context).name, event),
) as unknown as (args: { readonly context: Reporting; readonly event: EventObject }, params: undefined) => void;

/** `params: ofEvent`: the action, or the guard, takes the event as it is. */
export function ofEvent<E>({ event }: { readonly event: E }): E {
  return event;
}
