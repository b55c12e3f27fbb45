import type { ActorRef, Snapshot } from 'xstate';
import type { Because, Observation } from '../../src/trace/observation.ts';

/**
 * The messages of machines to their recorder: observations, and reports of events for which a machine has no
 * transition.
 */
export type RecorderEvent =
  | (Told & { readonly type: 'RECORD'; readonly observation: Observation; readonly because?: Because })
  | (Told & { readonly type: 'RECORDS'; readonly observations: readonly Observation[] })
  | { readonly type: 'UNHANDLED'; readonly actor: string; readonly event: string; readonly error?: unknown };

interface Told {
  readonly actor: string;
  /** The name of the caller for whose call this is work. */
  readonly pull?: string;
}

/** The recorder of a run as actors see it; the simulation has its other side. */
export type Recorder = ActorRef<Snapshot<unknown>, RecorderEvent>;

/**
 * Returns the report of an event for which an actor has no transition. The failure of a child is reported in
 * this way too, with its error.
 */
export function unhandled(
  actor: string,
  event: { readonly type: string; readonly error?: unknown },
): RecorderEvent {
  const failed = event.type.startsWith('xstate.error.');
  return { type: 'UNHANDLED', actor, event: event.type, ...(failed ? { error: event.error } : {}) };
}

/** Returns the message to the recorder: the one that is given, or the one with these observations. */
export function recorderEvent(actor: string, records: RecorderEvent | readonly Observation[]): RecorderEvent {
  return 'type' in records ? records : { type: 'RECORDS', actor, observations: records };
}
