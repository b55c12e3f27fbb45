import type { EventObject } from 'xstate';
import { VersionedMap } from '../../../rules/collections/versioned-map.ts';
import { stateName } from '../coverage/observed-step.ts';
import type { MachineModel } from '../machine-model.ts';
import {
  type Exploration,
  type ExploredEdge,
  type ExploreOptions,
  explore,
  exploreOnce,
  wayTo,
} from './explore.ts';
import { type Candidate, minimalCover } from './minimal-cover.ts';
import {
  type Arrival,
  goalsOf,
  type ModelPath,
  type PathStep,
  type PathStrategy,
  pairsAfter,
} from './path-goals.ts';
import type { TimedSnapshot } from './timed-logic.ts';

interface PathOptions extends ExploreOptions {
  readonly strategy?: PathStrategy;
  /** The names of the starts to explore; all starts of the model if absent. */
  readonly starts?: readonly string[];
}

interface GeneratedPaths {
  /** The paths. None is the beginning of another, and none can be left out. */
  readonly paths: readonly ModelPath[];
  /** The number of explored states of all starts. */
  readonly stateCount: number;
  /** False if a limit was reached: the paths are right, but some may be missing. */
  readonly isComplete: boolean;
}

/**
 * Explores the model and returns few paths that reach everything that the strategy asks for. The result is
 * the same every time.
 */
export function generatePaths(model: MachineModel, options: PathOptions = {}): GeneratedPaths {
  const { strategy = 'all-transitions', starts, ...bounds } = options;
  const explorations = model.starts
    .filter(({ name }) => starts === undefined || starts.includes(name))
    .map((start) =>
      Object.keys(bounds).length === 0 ? exploreOnce(model, start) : explore(model, start, bounds),
    );
  return pathsThrough(explorations, strategy);
}

/** Returns few paths through what has been explored, by a greedy choice. */
export function pathsThrough(explorations: readonly Exploration[], strategy: PathStrategy): GeneratedPaths {
  const candidates = explorations.flatMap((exploration) => waysOf(exploration, strategy));
  return {
    paths: minimalCover(candidates).map(({ candidate, needed }) => pathOf(candidate, needed)),
    stateCount: explorations.reduce((sum, { stateCount }) => sum + stateCount, 0),
    isComplete: explorations.every(({ isComplete }) => isComplete),
  };
}

interface Way extends Candidate {
  readonly exploration: Exploration;
  readonly edges: readonly ExploredEdge[];
}

/**
 * Returns the shortest ways to each edge (and, for pairs, one edge further). Of several ways with the same
 * goals, the first is kept.
 */
function waysOf(exploration: Exploration, strategy: PathStrategy): readonly Way[] {
  if (strategy === 'all-transition-pairs') return waysOfPairs(exploration);
  const ways = new Map<string, Way>();
  const offer = (edges: readonly ExploredEdge[]): ReadonlySet<string> => {
    const steps = [exploration.logic.initial.step, ...edges.map(({ to }) => to.step)];
    const goals = goalsOf(strategy, steps);
    const key = [...goals].join('\n');
    if (!ways.has(key)) ways.set(key, { exploration, edges, goals, cost: edges.length });
    return goals;
  };
  // Most edges reach nothing that the way to them has not reached, and then the way along them has its goals.
  const { logic, arrivals, edges } = exploration;
  const goalsAt = new Map([[logic.keyOf(logic.initial), offer([])]]);
  for (const edge of edges) {
    const before = goalsAt.get(logic.keyOf(edge.from));
    const isOld =
      before !== undefined && [...goalsOf(strategy, [edge.to.step])].every((goal) => before.has(goal));
    const goals = isOld ? before : offer([...wayTo(exploration, edge.from), edge]);
    const key = logic.keyOf(edge.to);
    if (arrivals.get(key) === edge) goalsAt.set(key, goals);
  }
  return [...ways.values()];
}

/** What a way has taken: its last transition, and its pairs, as a set and as a text. */
interface Taken {
  readonly last: string | undefined;
  readonly pairs: ReadonlySet<string>;
  readonly text: string;
}

/**
 * The ways for pairs, to each edge and one edge further. There are very many, and most add no pair to the way
 * that they continue, so the edges of a way are only put together where it has pairs that no way before had.
 * What follows an edge is looked up among the explored edges: states that the model does not tell apart
 * behave alike.
 */
function waysOfPairs(exploration: Exploration): readonly Way[] {
  const { logic, arrivals, edges } = exploration;
  const ways = new Map<string, Way>();
  const offer = (
    before: Taken,
    transitions: readonly string[],
    along: () => readonly ExploredEdge[],
  ): Taken => {
    const last = transitions.at(-1) ?? before.last;
    const added = [...new Set(pairsAfter(before.last, transitions))].filter(
      (pair) => !before.pairs.has(pair),
    );
    if (added.length === 0 && ways.has(before.text)) return { ...before, last };
    const text = [...(before.text === '' ? [] : [before.text]), ...added].join('\n');
    const known = ways.get(text);
    if (known !== undefined) return { last, pairs: known.goals, text };
    const [goals, way] = [new Set([...before.pairs, ...added]), along()];
    ways.set(text, { exploration, edges: way, goals, cost: way.length });
    return { last, pairs: goals, text };
  };
  const start = offer(
    { last: undefined, pairs: new Set(), text: '' },
    logic.initial.step.transitions,
    () => [],
  );
  const takenAt = new Map([[logic.keyOf(logic.initial), start]]);
  const edgesFrom = new Map<string, Map<string, ExploredEdge>>();
  const firsts = edges.map((edge) => {
    const from = logic.keyOf(edge.from);
    edgesFrom.set(from, (edgesFrom.get(from) ?? new Map<string, ExploredEdge>()).set(edge.event, edge));
    const along = () => [...wayTo(exploration, edge.from), edge];
    const taken = offer(takenAt.get(from) ?? start, edge.to.step.transitions, along);
    const key = logic.keyOf(edge.to);
    if (arrivals.get(key) === edge) takenAt.set(key, taken);
    return { end: edge.to, taken, along };
  });
  // Ways with the same end are continued only once.
  const followed = new Set<string>();
  for (const { end, taken, along } of firsts) {
    const state = logic.keyOf(end);
    const key = `${end.step.transitions.at(-1)} ${state}`;
    if (followed.has(key)) continue;
    followed.add(key);
    for (const { name: event } of logic.eventsOf(end)) {
      const { step } = edgesFrom.get(state)?.get(event)?.to ?? logic.next(end, event);
      offer(taken, step.transitions, () => [...along(), { from: end, event, to: logic.next(end, event) }]);
    }
  }
  return [...ways.values()];
}

function pathOf({ exploration: { model, start, logic }, edges }: Way, covers: readonly string[]): ModelPath {
  return {
    machine: model.id,
    start: start.name,
    initial: arrivalAt(logic.initial),
    steps: edges.map(({ from, event: name, to }): PathStep => {
      const chosen = logic.eventsOf(from).find((event) => event.name === name);
      if (chosen === undefined) throw new Error(`${model.id} (${start.name}): no event "${name}"`);
      const { event, afterMicros = 0 } = chosen;
      return { event: name, type: event.type, payload: plainPayload(event), afterMicros, ...arrivalAt(to) };
    }),
    covers,
  };
}

function arrivalAt({ machine, step }: TimedSnapshot): Arrival {
  return { transitions: step.transitions, state: stateName(machine) };
}

/**
 * Returns an event without its type as data that can be written: an actor becomes `{ actor: 'its id' }`,
 * functions are left out.
 */
function plainPayload({ type: _, ...payload }: EventObject): Readonly<Record<string, unknown>> {
  return plainEntries(payload);
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null)
    return value === Number.POSITIVE_INFINITY ? 'Infinity' : value;
  if (value instanceof Map || value instanceof VersionedMap) return plain(Object.fromEntries(value));
  if (value instanceof Set || Array.isArray(value)) return [...value].map(plain);
  if ('send' in value && 'getSnapshot' in value) return { actor: 'id' in value ? value.id : '' };
  return plainEntries(value);
}

function plainEntries(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined && typeof inner !== 'function')
      .map(([key, inner]) => [key, plain(inner)]),
  );
}
