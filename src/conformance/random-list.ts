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

/** Lists that are drawn with at least `minLength` items, of every length alike, and shrink to a single one. */
export function longList<T>(item: fc.Arbitrary<T>, { minLength, maxLength }: Required<Lengths>): fc.Arbitrary<T[]> {
  return new DrawnLong(fc.array(item, { minLength, maxLength, size: 'max' }), fc.array(item, { minLength: 1, maxLength, size: 'max' }));
}

/** Shrinks a list of `long` as one of `short`: both have the same items, so that what the one noted serves the other. */
class DrawnLong<T> extends fc.Arbitrary<T[]> {
  readonly #long: fc.Arbitrary<T[]>;
  readonly #short: fc.Arbitrary<T[]>;

  constructor(long: fc.Arbitrary<T[]>, short: fc.Arbitrary<T[]>) {
    super();
    this.#long = long;
    this.#short = short;
  }

  // Without fast-check's bias, which would draw most lists near the least length.
  generate(random: fc.Random): fc.Value<T[]> {
    return this.#long.generate(random, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is T[] {
    return this.#short.canShrinkWithoutContext(value);
  }

  shrink(value: T[], context: unknown): fc.Stream<fc.Value<T[]>> {
    return this.#short.shrink(value, context);
  }
}
