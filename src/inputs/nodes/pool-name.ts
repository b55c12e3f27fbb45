import { shownValue } from '../documents/check-shape.ts';
import { nameError } from '../workloads/pod-name.ts';

/**
 * Returns what is wrong with the name of a pool, which is in the names of its nodes; undefined: nothing, or it is
 * not given.
 */
export function poolNameError(
  pool: string | undefined,
): { readonly message: string; readonly expected: string } | undefined {
  const expected = pool === undefined ? undefined : nameError(pool, 'label');
  if (expected === undefined) return undefined;
  return { message: `${shownValue(pool)} cannot be in the name of a node`, expected };
}
