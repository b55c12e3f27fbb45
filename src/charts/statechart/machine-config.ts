import type { AnyStateMachine } from 'xstate';
import { guardName, partsOf } from './transition-id.ts';

/** A machine's config without functions, as `createMachine` and Stately Studio take it. */
type ConfigValue =
  | string
  | number
  | boolean
  | null
  | readonly ConfigValue[]
  | { readonly [key: string]: ConfigValue };

/**
 * Returns the machine's config as plain data. Actions, guards, delays and actors are given by their names.
 * What only code can express (`context`, `input`, computed params) is left out. All states and transitions
 * are there.
 */
export function machineConfig(machine: AnyStateMachine): ConfigValue {
  return plain(machine.config) ?? {};
}

/** Returns the config as JSON; for several machines, a list of configs. */
export function machineConfigText(machines: readonly AnyStateMachine[]): string {
  const configs = machines.map(machineConfig);
  return `${JSON.stringify(configs.length === 1 ? configs[0] : configs, undefined, 2)}\n`;
}

/** Returns undefined for a value that is left out. */
function plain(value: unknown): ConfigValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value;
  if (typeof value === 'function') return nameOf(value);
  if (typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const kept = plain(item);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * `and`, `or` and `not` are functions with parts, and XState's own actions have a type; all other functions
 * are code.
 */
function nameOf(value: object): string | undefined {
  if (partsOf(value) !== undefined) return guardName(value);
  const type: unknown = Reflect.get(value, 'type');
  return typeof type === 'string' ? type : undefined;
}
