/**
 * Returns a copy with these changes. Objects that are copied very often use this: V8 gives spread objects
 * ever new hidden shapes, and everything that reads them later is slow (docs/decisions/speed.md).
 */
export function withChanges<T extends object>(value: T, changes: Partial<T>): T {
  const copy: T = Object.assign({}, value);
  for (const key in changes) copy[key] = changes[key] as T[typeof key];
  return copy;
}
