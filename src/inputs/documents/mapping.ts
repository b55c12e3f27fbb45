/** Whether a value that was read is a mapping of YAML or an object of JSON. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns how many values below a table are not tables themselves and have a path that is not `known`. */
export function countLeaves(
  value: unknown,
  known: (path: readonly string[]) => boolean,
  path: readonly string[] = [],
): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return known(path) ? 0 : 1;
  return Object.entries(value).reduce(
    (sum, [name, field]) => sum + countLeaves(field, known, [...path, name]),
    0,
  );
}
