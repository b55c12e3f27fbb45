import { type AnyStateMachine, StateMachine } from 'xstate';
import { type AnyReducer, isReducer } from '../../../../machines/reducer.ts';

type Config = Readonly<Record<string, unknown>>;

/**
 * Returns the machine with only its states, guards, assigns and events raised at once, which @xstate/test
 * 1.0.0-beta.5 can run. Sends, spawns, emits and custom actions are removed. Delays become plain transitions
 * on the events that XState makes of them, so every transition keeps its name. A reducer is returned as it
 * is.
 */
export function reduceMachine<M extends AnyStateMachine | AnyReducer>(machine: M): M {
  if (isReducer(machine)) return machine;
  const actions = machine.implementations.actions as Readonly<Record<string, unknown>>;
  const config = reduceState(machine.config as Config, [machine.id], actions);
  return new StateMachine(config as never, machine.implementations as never) as AnyStateMachine as M;
}

function reduceState(state: Config, path: readonly string[], actions: Config): Config {
  const id = typeof state.id === 'string' ? state.id : path.join('.');
  const { after, entry, exit, always, onDone, on, states, invoke: _, ...rest } = state;
  const transitions = (value: unknown) =>
    value === undefined ? undefined : reduceTransitions(value, actions);
  const delayed = Object.entries(record(after)).map(([delay, value]) => [
    `xstate.after.${delay}.${id}`,
    transitions(value),
  ]);
  const plain = Object.entries(record(on)).map(([event, value]) => [event, transitions(value)]);
  return present({
    ...rest,
    entry: reduceActions(entry, actions),
    exit: reduceActions(exit, actions),
    always: transitions(always),
    onDone: transitions(onDone),
    on: Object.fromEntries([...plain, ...delayed]),
    states:
      states === undefined
        ? undefined
        : Object.fromEntries(
            Object.entries(record(states)).map(([key, value]) => [
              key,
              reduceState(record(value), [...path, key], actions),
            ]),
          ),
  });
}

function reduceTransitions(value: unknown, actions: Config): unknown {
  if (Array.isArray(value)) return value.map((one) => reduceTransitions(one, actions));
  if (typeof value !== 'object' || value === null) return value;
  return present({ ...value, actions: reduceActions(record(value).actions, actions) });
}

function reduceActions(value: unknown, actions: Config): readonly unknown[] {
  return [value].flat().filter((action) => action !== undefined && isPure(action, actions));
}

function isPure(action: unknown, actions: Config): boolean {
  const name = typeof action === 'string' ? action : record(action).type;
  const implementation = typeof action === 'function' ? action : actions[String(name)];
  const type = typeof implementation === 'function' ? Reflect.get(implementation, 'type') : undefined;
  return (
    type === 'xstate.assign' ||
    (type === 'xstate.raise' && Reflect.get(implementation as object, 'delay') === undefined)
  );
}

function present(config: Config): Config {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
}

function record(value: unknown): Config {
  return typeof value === 'object' && value !== null ? (value as Config) : {};
}
