import { type EventObject, sendTo } from 'xstate';
import { type Recorder, unhandled } from './world/recorder.ts';

/** The parts of every actor's input that this file needs: its name and the recorder it was given. */
interface Named {
  readonly name: string;
  readonly recorder: Recorder;
}
type Reporting = Named | { readonly input: Named };

function namedOf(context: Reporting): Named {
  return 'input' in context ? context.input : context;
}

/** For the wildcard at the root of every machine: an event that no state expects ends the run with an error. */
export const reportUnhandled = sendTo<Reporting, EventObject & { readonly error?: unknown }, undefined, Recorder, never, never>(
  ({ context }) => namedOf(context).recorder,
  ({ context, event }) => unhandled(namedOf(context).name, event),
) as unknown as (args: { readonly context: Reporting; readonly event: EventObject }, params: undefined) => void;

/** `params: ofEvent` gives the whole event to the action or guard. */
export function ofEvent<E>({ event }: { readonly event: E }): E {
  return event;
}
