import type { EventObject } from 'xstate';

/** An event without its type as data that can be written: an actor becomes `{ actor: 'its id' }`, functions are left out. */
export function plainPayload({ type: _, ...payload }: EventObject): Readonly<Record<string, unknown>> {
  return plainEntries(payload);
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === Number.POSITIVE_INFINITY ? 'Infinity' : value;
  if (value instanceof Map) return plain(Object.fromEntries(value));
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
