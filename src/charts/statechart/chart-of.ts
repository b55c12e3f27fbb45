import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Chart, ChartState, ChartTransition } from './chart.ts';
import { type NamedTransition, statesOf, transitionsOf } from './transition-id.ts';

/** Returns the machine as plain data, in the order of its file. */
export function chartOf(machine: AnyStateMachine): Chart {
  return {
    machine: machine.id,
    description: machine.root.description ?? '',
    states: statesOf(machine).map(stateOf),
    transitions: transitionsOf(machine).map(transitionOf),
  };
}

function stateOf(node: AnyStateNode): ChartState {
  const { parent } = node;
  return {
    id: node.id,
    key: node.key,
    ...(parent === undefined || parent.parent === undefined ? {} : { parent: parent.id }),
    description: node.description ?? '',
    tags: node.tags,
    isInitial: parent?.initial?.target?.includes(node) ?? false,
    isFinal: node.type === 'final',
    entry: declaredActions(node.config.entry),
    exit: declaredActions(node.config.exit),
  };
}

function transitionOf({ id, source, event, guard, definition }: NamedTransition): ChartTransition {
  return {
    id,
    source,
    targets: (definition.target ?? []).map((node) => node.id),
    event,
    ...(guard === undefined ? {} : { guard }),
    actions: definition.actions.map(actionName),
    ...(definition.description === undefined ? {} : { description: definition.description }),
  };
}

/**
 * Returns the names of the actions that a machine's file declares for entry or exit, without XState's own
 * actions, which arm and disarm delays.
 */
function declaredActions(declared: unknown): readonly string[] {
  const actions: readonly unknown[] =
    declared === undefined ? [] : Array.isArray(declared) ? declared : [declared];
  return actions.map(actionName);
}

/**
 * Returns the name of an action: of one that is a name, of an object with a type, or of one that XState made
 * (`raise`, `assign`).
 */
export function actionName(action: unknown): string {
  const type: unknown = typeof action === 'string' ? action : Reflect.get(Object(action), 'type');
  return typeof type === 'string' ? type.replace(/^xstate\./, '') : 'an inline action';
}
