interface Shape<Result> {
  readonly safeParse: (value: unknown) => Result;
}

const nodesMax = 20_000;
const depthMax = 100;

/**
 * Returns what `shape.safeParse` does. Zod hands what is wrong from level to level as arguments of a call, of
 * which there may be some 100,000: where more is wrong, it is looked for in the beginning of the value, so
 * that long lists of nothing but mistakes are reported like short ones. Returns undefined if none of it is
 * there.
 */
export function parseShape<Result extends { readonly success: boolean }>(
  shape: Shape<Result>,
  value: unknown,
): Result | undefined {
  try {
    return shape.safeParse(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const beginning = shape.safeParse(beginningOf(value, { nodes: nodesMax }, 0));
    return beginning.success ? undefined : beginning;
  }
}

/**
 * Returns a copy of a plain value with so many nodes; what comes later in its lists and mappings is left out.
 */
function beginningOf(value: unknown, left: { nodes: number }, depth: number): unknown {
  left.nodes -= 1;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > depthMax) return undefined;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (left.nodes <= 0) break;
      items.push(beginningOf(item, left, depth + 1));
    }
    return items;
  }
  const fields: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (left.nodes <= 0) break;
    fields.push([key, beginningOf(item, left, depth + 1)]);
  }
  return Object.fromEntries(fields);
}
