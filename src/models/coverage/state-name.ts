import type { AnyMachineSnapshot, StateValue } from 'xstate';

/** Returns the state of a snapshot as people write it: `pulling`, `serving.busy`; an empty text for a reducer. */
export function stateName({ value }: AnyMachineSnapshot): string {
  return value === undefined ? '' : named(value as StateValue);
}

function named(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([key, inner]) => (inner === undefined ? key : `${key}.${named(inner)}`))
    .join(' + ');
}
