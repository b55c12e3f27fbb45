/** A way through a machine: plain data, usable by other tools. Events are named as in the model, where their objects are. */
export interface ModelPath {
  readonly machine: string;
  /** The start of the model, `v1.36`. */
  readonly start: string;
  /** What the start alone does: transitions, and the state that the machine is in before the first step. */
  readonly initial: Arrival;
  /** Empty where the start alone reaches what the path is for. */
  readonly steps: readonly PathStep[];
  /** The states, transitions or pairs of transitions that this path is needed for. */
  readonly covers: readonly string[];
}

export interface PathStep extends Arrival {
  /** The model's name of the event and its payload case, `IMAGE_STATUS.ANSWERED (present)`. */
  readonly event: string;
  readonly type: string;
  /** The event without its type; actors are told as `{ actor: 'name' }`, functions are left out. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly afterMicros: number;
}

export interface Arrival {
  /** Ids of the transitions that fire, in order. */
  readonly transitions: readonly string[];
  /** The state reached, `pulling` or `serving.busy`. */
  readonly state: string;
}
