import type { TimedSnapshot } from '../../../src/proof/models/exploration/timed-logic.ts';

/**
 * Writes down all that decides what a snapshot does next: equal texts mean equal behaviour. Actors, functions
 * and classes count as themselves.
 */
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
    if (typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value))
      return value;
    return isPlain(value) ? value : itself(value);
  }
  // A transition keeps the objects that it does not change, so that most of a context has been written
  // before.
  const texts = new WeakMap<object, string>();
  const textOf = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify([value], plain);
    const text = texts.get(value) ?? JSON.stringify([value], plain);
    texts.set(value, text);
    return text;
  };
  return ({ nowMicros, memory, machine: { value, status, context, children, historyValue } }) => {
    const fields = Object.entries(context as Readonly<Record<string, unknown>>).map(
      ([key, field]) => `${key}: ${textOf(field)}`,
    );
    return [
      JSON.stringify([nowMicros, memory, value, status, historyValue], plain),
      textOf(children),
      ...fields,
    ].join('\n');
  };
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}
