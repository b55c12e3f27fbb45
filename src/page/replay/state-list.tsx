import type { Definition } from './watched-actors.ts';

export interface StateListProps {
  readonly states: Readonly<Record<string, Definition>>;
  /** The active one, as XState writes it. */
  readonly value: unknown;
}

/** The states of a machine as a nested list, for machines of which there is no drawing. */
export function StateList({ states, value }: StateListProps) {
  return (
    <ul class="viewer-states">
      {Object.entries(states).map(([key, state]) => {
        const below = belowOf(value, key);
        const isActive = below !== undefined;
        const inner = state?.states;
        return (
          <li key={key} class={isActive ? 'viewer-active' : ''} {...(isActive ? { 'aria-current': 'true' as const } : {})}>
            <span class="viewer-key">
              {isActive ? <span class="viewer-mark">● </span> : null}
              {key}
            </span>
            {state?.description === undefined ? null : <span class="viewer-dim"> {String(state.description)}</span>}
            {inner === undefined ? null : <StateList states={inner} value={below} />}
          </li>
        );
      })}
    </ul>
  );
}

/** What is active within a state; undefined: it is not active. */
function belowOf(value: unknown, key: string): unknown {
  if (typeof value === 'string') return value === key ? '' : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (Reflect.get(value, key) ?? '') : undefined;
}
