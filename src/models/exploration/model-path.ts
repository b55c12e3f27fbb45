/**
 * A path through a machine: plain data that other tools can use. Events have the names that the model gives them; the model has their
 * objects.
 */
export interface ModelPath {
  readonly machine: string;
  /** The name of a start of the model, `v1.36`. */
  readonly start: string;
  /** What the start alone does: its transitions, and the state before the first step. */
  readonly initial: Arrival;
  /** Empty if the start alone reaches what the path is for. */
  readonly steps: readonly PathStep[];
  /** The states, transitions or pairs of transitions for which this path is needed. */
  readonly covers: readonly string[];
}

export interface PathStep extends Arrival {
  /** The model's name for the event and its payload, `IMAGE_STATUS.ANSWERED (present)`. */
  readonly event: string;
  readonly type: string;
  /** The event without its type. Actors become `{ actor: 'name' }`, functions are left out. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly afterMicros: number;
}

export interface Arrival {
  /** The ids of the taken transitions, in order. */
  readonly transitions: readonly string[];
  /** The state that is reached, `pulling` or `serving.busy`. */
  readonly state: string;
}
