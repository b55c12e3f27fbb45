import { StateMachine } from 'xstate';
import { type AnyReducer, isReducer, type Reaction, reactionCases } from '../../machines/reducer.ts';

/** As much of XState's `StateMachine` as is looked at; its full type fits no general parameter. */
interface Machine {
  readonly config: unknown;
  readonly implementations: { readonly actions: unknown; readonly actors?: unknown };
}

const statesOfLevelMax = 9;
const levelsMax = 3;
/** Where a function may stand in a machine's literal config: it makes plain data, and decides nothing. */
const functionsAllowedAt = new Set(['context', 'input', 'params']);
/** Ready-made actions that are not part of the dialect. */
const bannedActions = new Set(['xstate.enqueueActions', 'xstate.log']);

/** The machines among what a module exports, by the name of the export. */
export function machinesOf(module: Readonly<Record<string, unknown>>): [string, Machine][] {
  return Object.entries(module).filter(
    (entry): entry is [string, Machine] => entry[1] instanceof StateMachine,
  );
}

/** The reducers among what a module exports, by the name of the export. */
export function reducersOf(module: Readonly<Record<string, unknown>>): [string, AnyReducer][] {
  return Object.entries(module).filter((entry): entry is [string, AnyReducer] => isReducer(Object(entry[1])));
}

/** Where a reducer leaves the dialect, as sentences that begin with the place. */
export function reducerViolations(
  name: string,
  { id, description, on }: Pick<AnyReducer, 'id' | 'description' | 'on'>,
): string[] {
  return [
    ...(id === '' ? ['has no id of its own'] : []),
    ...(description === '' ? ['has no description'] : []),
    ...Object.entries<Reaction>(on).flatMap(([type, reaction]) => {
      const cases = reactionCases(reaction);
      return cases.flatMap(({ guard, when }, index) => [
        ...((guard === undefined) === (when === undefined)
          ? []
          : [`case ${index} of ${type} has a guard without a name, or a name without one`]),
        ...(guard === undefined && index < cases.length - 1
          ? [`case ${index} of ${type} has no guard: those behind it never come`]
          : []),
      ]);
    }),
  ].map((why) => `${name}: ${why}`);
}

/** Where a machine leaves the dialect of docs/architecture.md, as sentences that begin with the place. */
export function dialectViolations(name: string, machine: Machine): string[] {
  const config: unknown = machine.config;
  return [
    ...rootViolations(config),
    ...stateViolations(config),
    ...functionViolations(config, []),
    ...implementationViolations(machine),
  ].map((why) => `${name}: ${why}`);
}

function rootViolations(config: unknown): string[] {
  const wildcard = at(at(config, 'on'), '*');
  return [
    ...(typeof at(config, 'id') === 'string' ? [] : ['has no id of its own']),
    ...(/unhandled/i.test(JSON.stringify(wildcard ?? ''))
      ? []
      : ['has no wildcard at its root that reports unhandled events']),
  ];
}

interface StatePlace {
  readonly path: string;
  readonly state: unknown;
}

function stateViolations(config: unknown): string[] {
  const states = statesBelow(config, '');
  const levels = [{ path: 'the root', state: config }, ...states].map(({ path, state }) => ({
    path,
    count: Object.keys(entries(at(state, 'states'))).length,
  }));
  return [
    ...levels
      .filter(({ count }) => count > statesOfLevelMax)
      .map(
        ({ path, count }) =>
          `${path} has ${count} states, more than ${statesOfLevelMax}: split the actor, or nest them`,
      ),
    ...states
      .filter(({ path }) => path.split('.').length > levelsMax)
      .map(({ path }) => `${path} is below ${levelsMax} levels of states: split the actor`),
    ...[{ path: 'the root', state: config }, ...states].flatMap(({ path, state }) => [
      ...(path === 'the root' || typeof at(state, 'description') === 'string'
        ? []
        : [`${path} has no description`]),
      ...(['parallel', 'history'].includes(String(at(state, 'type')))
        ? [`${path} is a ${at(state, 'type')} state`]
        : []),
      ...Object.keys(entries(at(state, 'after')))
        .filter((delay) => /^\d/.test(delay))
        .map((delay) => `${path} waits for ${delay} ms: name the delay`),
    ]),
  ];
}

function statesBelow(config: unknown, prefix: string): StatePlace[] {
  return Object.entries(entries(at(config, 'states'))).flatMap(([key, state]) => [
    { path: prefix + key, state },
    ...statesBelow(state, `${prefix}${key}.`),
  ]);
}

/**
 * Functions anywhere in the config but the allowed places. `and`, `or` and `not` are functions that carry the
 * names they combine.
 */
function functionViolations(value: unknown, path: readonly string[]): string[] {
  const key = path.at(-1) ?? '';
  if (functionsAllowedAt.has(key)) return [];
  if (typeof value === 'function') {
    const guards: unknown = at(value, 'guards');
    if (Array.isArray(guards))
      return guards.flatMap((guard, index) => functionViolations(guard, [...path, String(index)]));
    return [`a function stands at ${path.join('.')}: give it a name in setup()`];
  }
  return Object.entries(entries(value)).flatMap(([name, inner]) =>
    functionViolations(inner, [...path, name]),
  );
}

function implementationViolations(machine: Machine): string[] {
  const { actions, actors } = machine.implementations;
  return [
    ...Object.entries(entries(actions)).flatMap(([name, action]) => [
      ...(bannedActions.has(String(at(action, 'type')))
        ? [`the action ${name} is made by ${at(action, 'type')}`]
        : []),
      ...(typeof at(action, 'delay') === 'number' ? [`the action ${name} has a delay without a name`] : []),
      ...(at(action, 'delay') !== undefined && at(action, 'id') === undefined
        ? [`the delayed action ${name} has no id`]
        : []),
    ]),
    ...Object.entries(entries(actors))
      .filter(([, actor]) => !(actor instanceof StateMachine) && !isReducer(Object(actor)))
      .map(([name]) => `the actor ${name} is neither a statechart nor a reducer`),
  ];
}

function entries(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' || typeof value === 'function' ? Reflect.get(value ?? {}, key) : undefined;
}
