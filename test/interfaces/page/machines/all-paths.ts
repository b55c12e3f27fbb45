import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  initialTransition,
  type SnapshotFrom,
  transition,
} from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import { statesOf, transitionsOf } from '../../../../src/charts/statechart/transition-id.ts';

export interface Explored<Machine extends AnyStateMachine> {
  /** Every state of the machine that was reached, `shown.compared`. */
  readonly states: ReadonlySet<string>;
  /** Every transition that was taken. */
  readonly taken: ReadonlySet<string>;
  readonly edges: readonly {
    readonly from: SnapshotFrom<Machine>;
    readonly event: EventFromLogic<Machine>;
    readonly to: SnapshotFrom<Machine>;
  }[];
}

/** Walks all that the events reach. The context must have few values under them. */
export function exploreMachine<Machine extends AnyStateMachine>(
  machine: Machine,
  events: readonly EventFromLogic<Machine>[],
  keyOf: (snapshot: SnapshotFrom<Machine>) => string,
): Explored<Machine> {
  const map = getAdjacencyMap(machine, {
    events: events as never,
    serializeState: (snapshot) => keyOf(snapshot as SnapshotFrom<Machine>),
    limit: 40_000,
  });
  const states = new Set<string>();
  const taken = new Set<string>();
  const names = new Map(transitionsOf(machine).map(({ definition, id }) => [definition, id]));
  const edges: Explored<Machine>['edges'][number][] = [];
  for (const { state, event, nextState } of adjacencyMapToArray(map)) {
    const from = state as SnapshotFrom<Machine>;
    states.add(stateText((from as AnyMachineSnapshot).value));
    edges.push({ from, event: event as EventFromLogic<Machine>, to: nextState as SnapshotFrom<Machine> });
    for (const found of machine.getTransitionData(from as never, event as never))
      taken.add(names.get(found) ?? 'not of this machine');
  }
  return { states, taken, edges };
}

/** Every leaf state of a machine, and every transition written in it. */
export function allOf(machine: AnyStateMachine): {
  readonly states: string[];
  readonly transitions: string[];
} {
  return {
    states: statesOf(machine)
      .filter(({ type }) => type === 'atomic')
      .map(({ path }) => path.join('.')),
    transitions: transitionsOf(machine).map(({ id }) => id),
  };
}

/** `shown.compared` */
export function stateText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries(value as Record<string, unknown>)
    .map(([key, inner]) => `${key}.${stateText(inner)}`)
    .join(' ');
}

/** The snapshot after these events, and what was emitted on the way. */
export function after<Machine extends AnyStateMachine>(
  machine: Machine,
  ...events: readonly EventFromLogic<Machine>[]
): { readonly snapshot: SnapshotFrom<Machine>; readonly emitted: readonly { readonly type: string }[] } {
  let [snapshot] = initialTransition(machine as AnyStateMachine);
  const emitted: { type: string }[] = [];
  for (const event of events) {
    const [next, actions] = transition(machine as AnyStateMachine, snapshot, event);
    snapshot = next;
    for (const { type, params } of actions)
      if ((type as string) === 'xstate.emit') emitted.push((params as { event: { type: string } }).event);
  }
  return { snapshot: snapshot as SnapshotFrom<Machine>, emitted };
}
