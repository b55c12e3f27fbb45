import type { PlainRecord, StateValue } from '../../trace/step-record.ts';

/**
 * The messages that Stately Inspector takes, as @statelyai/inspect 0.7 sends them: an actor exists, an event
 * reached it, its state changed. A test compares them with the package's own types, so that reading a trace
 * does not need the package.
 */
export type StatelyMessage = StatelyActor | StatelyEvent | StatelySnapshot;

interface Told {
  /** The actor's path, which is the same in every run, unlike XState's session ids. */
  readonly sessionId: string;
  /** The root of all that are shown. */
  readonly rootId: string;
  /** Virtual time as milliseconds since 1970, in digits. */
  readonly createdAt: string;
  /** Unique in the run. */
  readonly id: string;
  readonly _version: typeof statelyVersion;
}

export interface StatelyActor extends Told {
  readonly type: '@xstate.actor';
  /** The machine and whom it works for, `imagePull default/web-0/app`; of one that is not shown, `worker of default/web-0`. */
  readonly name: string;
  readonly parentId: string | undefined;
  /** The machine's config as JSON; undefined if the machine is not known, or the actor is not shown. */
  readonly definition: string | undefined;
  readonly snapshot: StatelyState;
}

interface StatelyEvent extends Told {
  readonly type: '@xstate.event';
  /**
   * The sender, which an earlier message announced. For a timer it is the actor itself, for the random source
   * and the scenario the run; undefined for a message from outside of an actor that is inspected by itself.
   */
  readonly sourceId: string | undefined;
  readonly event: PlainRecord & { readonly type: string };
}

interface StatelySnapshot extends Told {
  readonly type: '@xstate.snapshot';
  readonly event: PlainRecord & { readonly type: string };
  readonly snapshot: StatelyState;
  /** The ids of the transitions that led there. Stately does not read them; our own viewer counts them. */
  readonly taken: readonly string[];
}

export interface StatelyState {
  readonly status: 'active' | 'done' | 'stopped';
  readonly value: StateValue;
  readonly context: PlainRecord;
  readonly tags: readonly string[];
  /**
   * The running actors below it that were announced, by their ids. An actor that its latest step started
   * comes with the next message.
   */
  readonly children: Readonly<Record<string, StatelyChild>>;
  readonly output: undefined;
  readonly error: undefined;
}

/** An actor in a snapshot, in XState's form. */
export interface StatelyChild {
  readonly xstate$$type: 1;
  readonly id: string;
}

/** The version of the package that defines these messages. */
export const statelyVersion = '0.7.2';
