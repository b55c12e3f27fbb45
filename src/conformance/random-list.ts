import fc from 'fast-check';

interface Lengths {
  readonly minLength?: number;
  readonly maxLength: number;
}

/** From so many items on a list is mostly shorter than it may be. */
const shortMax = 10;

/**
 * Lists of up to `maxLength` items: most of them short, one in ten of any length, so that a few hundred scripts are quick and
 * still reach what only many calls show. The size is said because fast-check cuts every list to about ten items by itself.
 */
export function randomList<T>(item: fc.Arbitrary<T>, { minLength = 0, maxLength }: Lengths): fc.Arbitrary<T[]> {
  const upTo = (longest: number) => fc.array(item, { minLength, maxLength: Math.max(minLength, Math.ceil(longest)), size: 'max' });
  if (maxLength <= shortMax) return upTo(maxLength);
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: upTo(maxLength / 16) },
    { weight: 3, arbitrary: upTo(maxLength / 4) },
    { weight: 1, arbitrary: upTo(maxLength) },
  );
}
