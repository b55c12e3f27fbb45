import type { MachineModel, ModelStart } from '../machine-model.ts';
import { type GraphEngine, walk } from './graph-adapter.ts';
import { reduceMachine } from './reduce-machine.ts';
import { type TimedLogic, type TimedSnapshot, timedLogic } from './timed-logic.ts';

export interface ExploreOptions {
  readonly engine?: GraphEngine;
  /**
   * Explores the machine without sends, spawns and custom actions (reduce-machine.ts). Always true for
   * `xstate-test`.
   */
  readonly isReduced?: boolean;
  /** The most states that are explored from one start. */
  readonly statesMax?: number;
}

/** What a model's events reach from one start. */
export interface Exploration {
  readonly model: MachineModel;
  readonly start: ModelStart;
  readonly logic: TimedLogic;
  /** How each state was first reached, without the initial state. The keys are those of `logic.keyOf`. */
  readonly arrivals: ReadonlyMap<string, ExploredEdge>;
  readonly edges: readonly ExploredEdge[];
  /** The number of states that were found, including the initial one. */
  readonly stateCount: number;
  /** False if the limit was reached: then this is what was found until then. */
  readonly isComplete: boolean;
}

export interface ExploredEdge {
  readonly from: TimedSnapshot;
  /** The event's name in the model. */
  readonly event: string;
  readonly to: TimedSnapshot;
}

export const defaultStatesMax = 2_000;

/**
 * Explores one start, breadth first. A reached limit is reported, not thrown; errors of the machine are
 * thrown.
 */
export function explore(model: MachineModel, start: ModelStart, options: ExploreOptions = {}): Exploration {
  const { engine = 'xstate', isReduced = engine === 'xstate-test', statesMax = defaultStatesMax } = options;
  const logic = timedLogic(model, start, isReduced ? reduceMachine(model.machine) : model.machine);
  const { edges, isComplete } = walk(engine, logic, statesMax);
  const first = logic.keyOf(logic.initial);
  const arrivals = new Map<string, ExploredEdge>();
  for (const edge of edges) {
    const key = logic.keyOf(edge.to);
    if (key !== first && !arrivals.has(key)) arrivals.set(key, edge);
  }
  return { model, start, logic, arrivals, edges, stateCount: arrivals.size + 1, isComplete };
}

const explored = new WeakMap<MachineModel, Map<ModelStart, Exploration>>();

/**
 * Explores without options, once for each start: several strategies and releases look for paths in the same
 * exploration.
 */
export function exploreOnce(model: MachineModel, start: ModelStart): Exploration {
  const known = explored.get(model) ?? new Map<ModelStart, Exploration>();
  const exploration = known.get(start) ?? explore(model, start);
  explored.set(model, known.set(start, exploration));
  return exploration;
}

/** Returns the edges of the shortest way from the start to an explored snapshot. */
export function wayTo({ logic, arrivals }: Exploration, snapshot: TimedSnapshot): readonly ExploredEdge[] {
  const way: ExploredEdge[] = [];
  let arrival = arrivals.get(logic.keyOf(snapshot));
  while (arrival !== undefined) {
    way.unshift(arrival);
    arrival = arrivals.get(logic.keyOf(arrival.from));
  }
  return way;
}
