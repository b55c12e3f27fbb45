/**
 * Returns a copy with these changes. What is copied over and over in a run goes this way: V8 gives spread objects ever other
 * hidden shapes, and everything that reads them later is slow (docs/decisions/speed.md).
 */
export function withChanges<T extends object>(value: T, changes: Partial<T>): T {
  const copy: T = Object.assign({}, value);
  for (const key in changes) copy[key] = changes[key] as T[typeof key];
  return copy;
}
