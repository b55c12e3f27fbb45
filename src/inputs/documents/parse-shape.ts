interface Shape<Result, Options> {
  readonly safeParse: (value: unknown, options?: Options) => Result;
}

const nodesMax = 20_000;
const depthMax = 100;

/**
 * Returns the result of `shape.safeParse`. Zod passes the mistakes it finds from level to level as arguments of
 * a call, and a call takes at most some 100,000. If a value has more mistakes, only its beginning is parsed, so
 * that long lists of mistakes are reported like short ones. Returns undefined if the beginning has no mistake.
 */
export function parseShape<Result extends { readonly success: boolean }, Options>(
  shape: Shape<Result, Options>,
  value: unknown,
  options?: Options,
): Result | undefined {
  try {
    return shape.safeParse(value, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const beginning = shape.safeParse(limitedCopy(value, { nodes: nodesMax }, 0), options);
    return beginning.success ? undefined : beginning;
  }
}

/**
 * Returns a copy of a plain value with at most `budget.nodes` nodes; later items of its lists and mappings are left
 * out.
 */
function limitedCopy(value: unknown, budget: { nodes: number }, depth: number): unknown {
  budget.nodes -= 1;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > depthMax) return undefined;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (budget.nodes <= 0) break;
      items.push(limitedCopy(item, budget, depth + 1));
    }
    return items;
  }
  const fields: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (budget.nodes <= 0) break;
    fields.push([key, limitedCopy(item, budget, depth + 1)]);
  }
  return Object.fromEntries(fields);
}
