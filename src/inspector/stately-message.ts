import type { PlainRecord, StateValue } from '../trace/plain-value.ts';

/**
 * What Stately Inspector is told, as @statelyai/inspect 0.7 tells it: an actor is there, an event reached it, its state
 * changed. The package's own types are only held against these in a test: nobody needs it to read a trace.
 */
export type StatelyMessage = StatelyActor | StatelyEvent | StatelySnapshot;

interface Told {
  /** The actor's path, which is the same in every run; XState's own session ids are not. */
  readonly sessionId: string;
  /** The root of its actor system. */
  readonly rootId: string;
  /** Virtual time as milliseconds since 1970, in digits. */
  readonly createdAt: string;
  /** Unique in the run. */
  readonly id: string;
  readonly _version: typeof statelyVersion;
}

export interface StatelyActor extends Told {
  readonly type: '@xstate.actor';
  readonly name: string;
  readonly parentId: string | undefined;
  /** The machine's config as JSON; undefined: the machine is not known. */
  readonly definition: string | undefined;
  readonly snapshot: StatelyState;
}

export interface StatelyEvent extends Told {
  readonly type: '@xstate.event';
  /** The sender, whether it is shown or not; for a timer, the actor itself; undefined: chance or the scenario. */
  readonly sourceId: string | undefined;
  readonly event: PlainRecord & { readonly type: string };
}

export interface StatelySnapshot extends Told {
  readonly type: '@xstate.snapshot';
  readonly event: PlainRecord & { readonly type: string };
  readonly snapshot: StatelyState;
  /** The transitions that led there, by id: nothing that Stately reads, but the own viewer counts them. */
  readonly taken: readonly string[];
}

export interface StatelyState {
  readonly status: 'active' | 'done' | 'stopped';
  readonly value: StateValue;
  readonly context: PlainRecord;
  readonly tags: readonly string[];
  /** Those that run below it and have been told of, by their ids: one that its latest step starts comes with the next. */
  readonly children: Readonly<Record<string, StatelyChild>>;
  readonly output: undefined;
  readonly error: undefined;
}

/** An actor in a snapshot, as XState writes it. */
export interface StatelyChild {
  readonly xstate$$type: 1;
  readonly id: string;
}

/** The version of the package whose messages these are. */
export const statelyVersion = '0.7.2';
