import type { TimedSnapshot } from '../../src/models/exploration/timed-logic.ts';

/** Writes down all that decides what a snapshot does next: equal texts mean equal behaviour. Actors, functions and classes count as themselves. */
export function contentWriter(): (snapshot: TimedSnapshot) => string {
  const numbers = new Map<unknown, number>();
  const itself = (value: unknown) => {
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return { $: number };
  };
  // From the holder, since JSON asks `toJSON` first, and an actor's tells its id alone.
  function plain(this: Readonly<Record<string, unknown>>, key: string): unknown {
    const value = this[key];
    if (value instanceof Map) return { $map: [...value] };
    if (value instanceof Set) return { $set: [...value] };
    if (typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value)) return value;
    return isPlain(value) ? value : itself(value);
  }
  return ({ nowMicros, memory, machine: { value, status, context, children, historyValue } }) =>
    JSON.stringify([nowMicros, memory, value, status, context, children, historyValue], plain);
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}
