/**
 * What the statecharts of a run did, told only where asked for. In a trace these lines stand between the records, in the
 * order in which things happened, and are numbered by themselves: a trace without them is the same, byte for byte, as one
 * from which they are taken out.
 */
export type StepRecord = ActorStarted | ActorStep | ActorStopped;

interface Told {
  /** Place among the steps, from 0; no number is left out. */
  readonly step: number;
  /** Virtual time in ms, exact to the microsecond. */
  readonly at: number;
  /** The actor's path below its root, `node-1/kubelet/<uid of the pod>/round/app`; `…#2` for the second actor at that path. */
  readonly actor: string;
}

export interface ActorStarted extends Told {
  readonly type: 'actorStarted';
  /** The id of its machine, `imagePull`. */
  readonly machine: string;
  /** What records call it, `node-1/kubelet/default/web-0/app`; several actors may share it. */
  readonly name?: string;
  /** The actor that made it; absent: a root. */
  readonly parent?: string;
  /** The state that it begins in, as XState writes it: `idle`, `{ "up": "ready" }`. */
  readonly value: StateValue;
  readonly context: PlainRecord;
}

/** One microstep: an event was taken, or an eventless transition followed. */
export interface ActorStep extends Told {
  readonly type: 'actorStep';
  readonly event: PlainRecord & { readonly type: string };
  /** The actor that sent it, of a timer the actor itself; absent: chance or the scenario. */
  readonly source?: string;
  /** Transitions taken, as `windlass coverage` names them; empty: no transition, the event was let go by. */
  readonly taken: readonly string[];
  /** The state afterwards. */
  readonly value: StateValue;
  /** Keys of the context that changed, with their values afterwards (null: gone). Absent: none. */
  readonly context?: PlainRecord;
}

export interface ActorStopped extends Told {
  readonly type: 'actorStopped';
}

export type StateValue = string | { readonly [key: string]: StateValue };
export type PlainValue = null | boolean | number | string | readonly PlainValue[] | PlainRecord;
export interface PlainRecord {
  readonly [key: string]: PlainValue;
}
