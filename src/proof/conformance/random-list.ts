import fc from 'fast-check';

interface Lengths {
  readonly minLength?: number;
  readonly maxLength: number;
}

/** Lists of up to this many items get any length that they may have. */
const shortMax = 10;

/**
 * Returns lists of up to `maxLength` items. Most are short and one in ten has any length, so that a few
 * hundred scripts are quick and still reach what only many calls show. The length is given because fast-check
 * limits every list to about ten items by default.
 */
export function randomList<T>(
  item: fc.Arbitrary<T>,
  { minLength = 0, maxLength }: Lengths,
): fc.Arbitrary<T[]> {
  const upTo = (longest: number) =>
    fc.array(item, { minLength, maxLength: Math.max(minLength, Math.ceil(longest)), size: 'max' });
  if (maxLength <= shortMax) return upTo(maxLength);
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: upTo(maxLength / 16) },
    { weight: 3, arbitrary: upTo(maxLength / 4) },
    { weight: 1, arbitrary: upTo(maxLength) },
  );
}

/**
 * Returns lists that are drawn with at least `minLength` items, all lengths being equally likely. They shrink
 * to a single item.
 */
export function longList<T>(
  item: fc.Arbitrary<T>,
  { minLength, maxLength }: Required<Lengths>,
): fc.Arbitrary<T[]> {
  return new DrawnLong(
    fc.array(item, { minLength, maxLength, size: 'max' }),
    fc.array(item, { minLength: 1, maxLength, size: 'max' }),
  );
}

/**
 * Shrinks a list of `long` as one of `short`. Both have the same items, so the shrinking context of one also
 * fits the other.
 */
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
