/** A statechart as plain data: all that a drawing, a document or another tool needs, and no function. */
export interface Chart {
  /** The machine's id, `imagePull`. */
  readonly machine: string;
  readonly description: string;
  /** In the order of the machine's file, parents before their children; without the root. */
  readonly states: readonly ChartState[];
  /** In the order of the machine's file. */
  readonly transitions: readonly ChartTransition[];
}

/** A state of a chart. */
export interface ChartState {
  /** `imagePull.pulling` */
  readonly id: string;
  /** `pulling` */
  readonly key: string;
  /** The id of the state around it; absent: directly below the machine. */
  readonly parent?: string;
  /** What the state means. */
  readonly description: string;
  readonly tags: readonly string[];
  readonly isInitial: boolean;
  readonly isFinal: boolean;
  /** Names of the actions on entry and exit. */
  readonly entry: readonly string[];
  readonly exit: readonly string[];
}

/** A transition of a chart, with the names of its guard and its actions. */
export interface ChartTransition {
  /** Unique in the machine: `imagePull.inspecting IMAGE_STATUS.ANSWERED[3] → checkingBackOff`. */
  readonly id: string;
  /** The id of the state that it leaves; the machine's id where any state does. */
  readonly source: string;
  /** Ids of the states entered; empty: it stays. */
  readonly targets: readonly string[];
  /** `IMAGE_STATUS.ANSWERED`, `after retry`, `always`, `done`, `*` */
  readonly event: string;
  readonly guard?: string;
  readonly actions: readonly string[];
  readonly description?: string;
}
