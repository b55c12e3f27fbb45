/**
 * A statechart as plain data: everything that a drawing, a document or another tool needs, without functions.
 */
export interface Chart {
  /** The machine's id, `imagePull`. */
  readonly machine: string;
  readonly description: string;
  /** The states in the order of the machine's file, parents before their children, without the root. */
  readonly states: readonly ChartState[];
  /** The transitions in the order of the machine's file. */
  readonly transitions: readonly ChartTransition[];
}

/** A state of a chart. */
export interface ChartState {
  /** The state's id, `imagePull.pulling`. */
  readonly id: string;
  /** The state's own name, `pulling`. */
  readonly key: string;
  /** The id of the state around it; absent if it is directly below the machine. */
  readonly parent?: string;
  /** What the state means. */
  readonly description: string;
  readonly tags: readonly string[];
  readonly isInitial: boolean;
  readonly isFinal: boolean;
  /** The names of the actions on entry and exit. */
  readonly entry: readonly string[];
  readonly exit: readonly string[];
}

/** A transition of a chart, with the names of its guard and its actions. */
export interface ChartTransition {
  /** Unique in the machine: `imagePull.inspecting IMAGE_STATUS.ANSWERED[3] → checkingBackOff`. */
  readonly id: string;
  /** The id of the state that it leaves, or of the machine if any state can take it. */
  readonly source: string;
  /** The ids of the states that it enters; empty if it stays. */
  readonly targets: readonly string[];
  /** The event in words: `IMAGE_STATUS.ANSWERED`, `after retry`, `always`, `done`, `*`. */
  readonly event: string;
  readonly guard?: string;
  readonly actions: readonly string[];
  readonly description?: string;
}

/** The value of a state in XState's form: `idle`, `{ "up": "ready" }`. */
type ChartValue = string | { readonly [key: string]: ChartValue };

/**
 * Returns the ids of the active states, each before those within it. Names that the chart does not have are
 * left out.
 */
export function activeStates({ machine, states }: Chart, value: ChartValue): readonly string[] {
  const known = new Set(states.map(({ id }) => id));
  return idsOf(machine, value).filter((id) => known.has(id));
}

function idsOf(parent: string, value: ChartValue): readonly string[] {
  if (typeof value === 'string') return [`${parent}.${value}`];
  return Object.entries(value).flatMap(([key, below]) => [
    `${parent}.${key}`,
    ...idsOf(`${parent}.${key}`, below),
  ]);
}

/**
 * Returns the transitions that a drawing shows. Those that report an unexpected event are left out: every
 * machine has them, and a run in which one is taken ends with an error.
 */
export function drawnTransitions({ transitions }: Chart): readonly ChartTransition[] {
  return transitions.filter(({ event, targets }) => event !== '*' || targets.length > 0);
}
