import fc from 'fast-check';
import type { z } from 'zod';
import { byteRatePattern, byteSizePattern, durationPattern } from '../../inputs/scenario/quantities.ts';
import { largest } from '../../rules/collections/extremes.ts';

/**
 * Values of a field that its shape alone does not tell, by its name, by its parent's and its own
 * (`timings.unpack`), or all of a parent's (`timings.*`).
 */
export type Words = Readonly<Record<string, fc.Arbitrary<unknown>>>;

type Shape = z.core.$ZodTypes;

/** Texts of a form of their own: each shape takes those that it accepts. */
const forms: readonly (readonly [RegExp, readonly (string | number)[]])[] = [
  [
    durationPattern,
    ['0s', '1ms', '40ms', '700ms', '1s', '3s', '10s', '30s', '45s', '1m15s', '2m', '5m', '6m'],
  ],
  [byteSizePattern, [0, 1, '3kB', '1MB', '8MB', '20MiB', '60MB']],
  [byteRatePattern, ['unlimited', '2kB/s', '300kB/s', '10Mbit/s', '25MB/s', '1Gbit/s']],
];

/** Fields that say the same thing twice: of two that are drawn the first is written. */
const exclusive = [
  ['at', 'from'],
  ['for', 'until'],
  ['layers', 'size'],
  ['waves', 'at'],
] as const;

/**
 * Values of a shape of the input: each field, kind and alternative that it has, so that a new one is drawn as
 * soon as the shape knows it. Throws where it cannot tell what a text may be and `words` do not say.
 */
export function shapeArbitrary(
  of: z.ZodType,
  words: Words,
  path: readonly string[] = [],
): fc.Arbitrary<unknown> {
  const shape = of as unknown as Shape;
  const { def } = shape._zod;
  const inner = (next: z.core.$ZodType, ...more: string[]) =>
    shapeArbitrary(next as z.ZodType, words, [...path, ...more]);
  const accepts = (value: unknown) => of.safeParse(value).success;
  const own = wordsAt(words, path);
  const form = formOf(shape);
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return inner(def.innerType);
    case 'object':
      return objectArbitrary(def.shape, inner).filter(accepts);
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(inner(def.element), { ...lengths(def.checks), size: 'max' }).filter(accepts);
    case 'record': {
      const [above, field] = [path.slice(0, -1), path.at(-1)];
      const keys = wordsAt(words, [...above, `${field} key`]) as fc.Arbitrary<string> | undefined;
      if (keys === undefined) return wordsFor(words, path);
      const values = shapeArbitrary(def.valueType as unknown as z.ZodType, words, [
        ...above,
        `${field} value`,
      ]);
      return fc.dictionary(keys, values, { maxKeys: 3, size: 'max' });
    }
    case 'union':
      if (own !== undefined && !def.options.some(isObject)) return own.filter(accepts);
      if (form !== undefined) return fc.constantFrom(...form.filter(accepts));
      return fc.oneof(...def.options.map((option) => inner(option, ...kindOf(option))));
    case 'string':
      if (own === undefined && form !== undefined) return fc.constantFrom(...form.filter(accepts));
      return wordsFor(words, path).filter(accepts);
    case 'number':
    case 'unknown':
      return wordsFor(words, path).filter(accepts);
    default:
      throw new Error(`nothing is known of a ${def.type}, at ${path.join('.')}`);
  }
}

function objectArbitrary(
  fields: Readonly<Record<string, z.core.$ZodType>>,
  inner: (next: z.core.$ZodType, field: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const drawn = Object.entries(fields).map(([name, shape]) => {
    const value = inner(shape, name);
    const isOptional = (shape as unknown as Shape)._zod.def.type === 'optional';
    return [
      name,
      isOptional
        ? fc.oneof({ arbitrary: fc.constant(undefined), weight: 2 }, { arbitrary: value, weight: 1 })
        : value,
    ] as const;
  });
  return fc.record(Object.fromEntries(drawn)).map((all) => {
    const twice = exclusive.flatMap(([one, other]) =>
      all[one] !== undefined && all[other] !== undefined ? [other] : [],
    );
    return Object.fromEntries(
      Object.entries(all).filter(
        ([name, value]) => value !== undefined && !twice.some((other) => other === name),
      ),
    );
  });
}

function wordsAt(words: Words, path: readonly string[]): fc.Arbitrary<unknown> | undefined {
  const [parent, field = ''] = path.slice(-2);
  return words[`${parent}.${field}`] ?? words[`${parent}.*`] ?? words[path.at(-1) ?? ''];
}

function wordsFor(words: Words, path: readonly string[]): fc.Arbitrary<string> {
  const own = wordsAt(words, path);
  if (own === undefined)
    throw new Error(`what may be written at ${path.join('.')}? Add it to src/proof/whole-node/words.ts`);
  return own as fc.Arbitrary<string>;
}

/** The texts of the form that a text, or one of the alternatives, has. */
function formOf({ _zod: { def } }: Shape): readonly (string | number)[] | undefined {
  if (def.type === 'union')
    return def.options.map((option) => formOf(option as Shape)).find((found) => found !== undefined);
  if (def.type !== 'string') return undefined;
  const patterns = (def.checks ?? []).map((check) => (check._zod.def as { pattern?: RegExp }).pattern);
  return forms.find(([pattern]) => patterns.includes(pattern))?.[1];
}

/** The kind that one of several objects is told by. */
export function kindOf(option: z.core.$ZodType): readonly string[] {
  const { def } = (option as Shape)._zod;
  const kind = def.type === 'object' ? (def.shape.kind as Shape | undefined) : undefined;
  return kind?._zod.def.type === 'literal' ? kind._zod.def.values.map(String) : [];
}

function isObject(option: z.core.$ZodType): boolean {
  return (option as Shape)._zod.def.type === 'object';
}

function lengths(checks: readonly z.core.$ZodCheck<never>[] | undefined): {
  minLength: number;
  maxLength: number;
} {
  const minimums = (checks ?? []).map((check) => (check._zod.def as { minimum?: number }).minimum ?? 0);
  return { minLength: largest([0, ...minimums]), maxLength: 3 };
}
