import type { EventObject } from 'xstate';
import { VersionedMap } from '../../collections/versioned-map.ts';
import { stateName } from '../coverage/observed-step.ts';
import type { MachineModel } from '../machine-model.ts';
import { type Exploration, type ExploredEdge, type ExploreOptions, explore, exploreOnce, wayTo } from './explore.ts';
import { type Candidate, minimalCover } from './minimal-cover.ts';
import { type Arrival, goalsOf, type ModelPath, type PathStep, type PathStrategy } from './path-goals.ts';
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

/** Explores the model and returns few paths that reach everything that the strategy asks for. The result is the same every time. */
export function generatePaths(model: MachineModel, options: PathOptions = {}): GeneratedPaths {
  const { strategy = 'all-transitions', starts, ...bounds } = options;
  const explorations = model.starts
    .filter(({ name }) => starts === undefined || starts.includes(name))
    .map((start) => (Object.keys(bounds).length === 0 ? exploreOnce(model, start) : explore(model, start, bounds)));
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

/** Returns the shortest ways to each edge (and, for pairs, one edge further). Of several ways with the same goals, the first is kept. */
function waysOf(exploration: Exploration, strategy: PathStrategy): readonly Way[] {
  const ways = new Map<string, Way>();
  const offer = (edges: readonly ExploredEdge[]): ReadonlySet<string> => {
    const steps = [exploration.logic.initial.step, ...edges.map(({ to }) => to.step)];
    const goals = goalsOf(strategy, steps);
    const key = [...goals].join('\n');
    if (!ways.has(key)) ways.set(key, { exploration, edges, goals, cost: edges.length });
    return goals;
  };
  const wayAlong = (edge: ExploredEdge) => [...wayTo(exploration, edge.from), edge];
  if (strategy === 'all-transition-pairs') {
    offer([]);
    const firsts = exploration.edges.map(wayAlong);
    for (const edges of [...firsts, ...withSecondEdges(exploration, firsts)]) offer(edges);
    return [...ways.values()];
  }
  // Most edges reach nothing that the way to them has not reached, and then the way along them has its goals.
  const { logic, arrivals, edges } = exploration;
  const goalsAt = new Map([[logic.keyOf(logic.initial), offer([])]]);
  for (const edge of edges) {
    const before = goalsAt.get(logic.keyOf(edge.from));
    const isOld = before !== undefined && [...goalsOf(strategy, [edge.to.step])].every((goal) => before.has(goal));
    const goals = isOld ? before : offer(wayAlong(edge));
    const key = logic.keyOf(edge.to);
    if (arrivals.get(key) === edge) goalsAt.set(key, goals);
  }
  return [...ways.values()];
}

/** Returns each way with one edge more, from the snapshot to which it leads. Ways with the same end are continued only once. */
function withSecondEdges({ logic }: Exploration, firsts: readonly (readonly ExploredEdge[])[]): readonly (readonly ExploredEdge[])[] {
  const followed = new Set<string>();
  return firsts.flatMap((edges) => {
    const end = edges.at(-1);
    if (end === undefined) return [];
    const key = `${end.to.step.transitions.at(-1)} ${logic.keyOf(end.to)}`;
    if (followed.has(key)) return [];
    followed.add(key);
    return logic.eventsOf(end.to).map(({ name }) => [...edges, { from: end.to, event: name, to: logic.next(end.to, name) }]);
  });
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

/** Returns an event without its type as data that can be written: an actor becomes `{ actor: 'its id' }`, functions are left out. */
function plainPayload({ type: _, ...payload }: EventObject): Readonly<Record<string, unknown>> {
  return plainEntries(payload);
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === Number.POSITIVE_INFINITY ? 'Infinity' : value;
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
