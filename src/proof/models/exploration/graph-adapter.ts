import { TestModel as BetaTestModel } from '@xstate/test';
import { adjacencyMapToArray, TestModel } from 'xstate/graph';
import type { NamedEvent, TimedLogic, TimedSnapshot } from './timed-logic.ts';

/**
 * `xstate` is XState's own xstate/graph. `xstate-test` is @xstate/test 1.0.0-beta.5, which cannot run custom
 * actions (reduce-machine.ts).
 */
export const graphEngines = ['xstate', 'xstate-test'] as const;
export type GraphEngine = (typeof graphEngines)[number];

/** One event in one explored state, and the state to which it leads. */
interface WalkedEdge {
  readonly from: TimedSnapshot;
  readonly event: string;
  readonly to: TimedSnapshot;
}

interface Walk {
  /** The edges in order of discovery, breadth first. */
  readonly edges: readonly WalkedEdge[];
  /** False if the limit was reached: states beyond it were not explored. */
  readonly isComplete: boolean;
}

/** A shortest path to a state, as the names of its events. */
type EventNames = readonly string[];

/** Explores everything that the events reach, up to `statesMax` states. */
export function walk(engine: GraphEngine, logic: TimedLogic, statesMax: number): Walk {
  const { options, isComplete } = bounded(logic, statesMax);
  const found =
    engine === 'xstate'
      ? adjacencyMapToArray<TimedSnapshot, NamedEvent>(
          new TestModel<TimedSnapshot, NamedEvent, unknown>(logic as never, options).getAdjacencyMap(),
        )
      : // Built for an older XState, whose types differ in what no engine looks at.
        new BetaTestModel(logic as never, options as never).getAdjacencyList();
  const edges = (found as readonly Adjacency[]).map(({ state, event, nextState }) => ({
    from: state,
    event: event.type,
    to: nextState,
  }));
  return { edges, isComplete: isComplete() };
}

/**
 * Returns a shortest path to each state, without paths that are the beginning of another. They are the
 * engine's own answer, longest first.
 */
export function shortestPaths(
  engine: GraphEngine,
  logic: TimedLogic,
  statesMax: number,
): readonly EventNames[] {
  const { options } = bounded(logic, statesMax);
  const paths =
    engine === 'xstate'
      ? new TestModel<TimedSnapshot, NamedEvent, unknown>(logic as never, options).getShortestPaths()
      : new BetaTestModel(logic as never, options as never).getShortestPaths();
  // The first step is the start itself.
  return (paths as readonly { readonly steps: readonly { readonly event: NamedEvent }[] }[]).map(
    ({ steps }) => steps.slice(1).map(({ event }) => event.type),
  );
}

interface Adjacency {
  readonly state: TimedSnapshot;
  readonly event: NamedEvent;
  readonly nextState: TimedSnapshot;
}

/**
 * The engines throw at their own limit and lose what they have found. A state without events ends an
 * exploration just as well.
 */
function bounded(logic: TimedLogic, statesMax: number) {
  const expanded = new Set<string>();
  let isComplete = true;
  const events = (snapshot: TimedSnapshot): readonly NamedEvent[] => {
    const key = logic.keyOf(snapshot);
    const names = logic.eventsOf(snapshot).map(({ name }) => ({ type: name }));
    if (expanded.has(key) || expanded.size < statesMax) {
      expanded.add(key);
      return names;
    }
    isComplete &&= names.length === 0;
    return [];
  };
  const options = {
    events,
    fromState: logic.initial,
    serializeState: (snapshot: TimedSnapshot) => logic.keyOf(snapshot),
    serializeEvent: ({ type }: NamedEvent) => type,
  };
  return { options, isComplete: () => isComplete };
}
