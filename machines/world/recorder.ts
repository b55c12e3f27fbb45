import type { ActorRef, Snapshot } from 'xstate';
import type { Because, Observation } from '../../src/trace/observation.ts';

/** What every machine may send to the recorder it was given: observations, or word of an event that it has no transition for. */
export type RecorderEvent =
  | (Told & { readonly type: 'RECORD'; readonly observation: Observation; readonly because?: Because })
  | (Told & { readonly type: 'RECORDS'; readonly observations: readonly Observation[] })
  | { readonly type: 'UNHANDLED'; readonly actor: string; readonly event: string; readonly error?: unknown };

interface Told {
  readonly actor: string;
  /** The call that it is work for, by the name of its caller. */
  readonly pull?: string;
}

/** The end of a run's trace that actors see; the simulation owns the other. */
export type Recorder = ActorRef<Snapshot<unknown>, RecorderEvent>;

/** Word of an event that an actor has no transition for. The failure of a child comes as one, and brings its error. */
export function unhandled(actor: string, event: { readonly type: string; readonly error?: unknown }): RecorderEvent {
  const failed = event.type.startsWith('xstate.error.');
  return { type: 'UNHANDLED', actor, event: event.type, ...(failed ? { error: event.error } : {}) };
}
