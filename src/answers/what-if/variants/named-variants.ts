import { formatInputError, type InputError } from '../../../inputs/documents/input-error.ts';
import { QuestionError } from '../questions/question-error.ts';
import { readChanges } from './read-changes.ts';
import type { Variant } from './variant.ts';
import { type Axis, gridOf, gridSize, readAxis } from './vary.ts';

/** The letters by which variants are named on the command line. */
export const variantLetters = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

export interface VariantOptions extends Partial<Record<(typeof variantLetters)[number], string>> {
  readonly vary?: readonly string[];
}

const variantsMax = 12;

/** The variants of a comparison, and the inputs that all of them have. */
interface NamedVariants {
  readonly variants: readonly Variant[];
  readonly common: readonly string[];
}

/**
 * Returns the variants that the options name. The first one is what the others are compared with: the input
 * as it is where only one is named. Without options, each input is a variant of its own.
 */
export function namedVariants(inputs: readonly string[], options: VariantOptions): NamedVariants {
  const named = variantLetters.flatMap((letter) =>
    options[letter] === undefined ? [] : [{ letter, text: options[letter] }],
  );
  if (options.vary !== undefined) {
    if (named.length > 0) throw new QuestionError('--vary cannot be used with --a, --b, …');
    return { variants: variedVariants(options.vary), common: inputs };
  }
  if (named.length === 0) {
    if (inputs.length < 2 || inputs.length > variantLetters.length) throw tooFew();
    const variants = inputs.map((input, index) => ({ name: letterOf(index), changes: [], files: [input] }));
    return { variants, common: [] };
  }
  const read = named.map(({ letter, text }) => ({ letter, ...readChanges(text, `--${letter}`) }));
  failOnErrors(read.flatMap(({ errors }) => errors));
  const variants = read.map(({ letter, changes, files }): Variant => {
    return { name: letter.toUpperCase(), changes, ...(files.length === 0 ? {} : { files }) };
  });
  const asItIs = { name: named[0]?.letter === 'a' ? 'as it is' : 'A', changes: [] };
  return { variants: variants.length === 1 ? [asItIs, ...variants] : variants, common: inputs };
}

/** Throws a `QuestionError` with all errors. */
function failOnErrors(errors: readonly InputError[]): void {
  if (errors.length > 0)
    throw new QuestionError(['the command line is wrong', ...errors.map(formatInputError)].join('\n'));
}

/** Returns what --vary says. Throws a `QuestionError` with all errors. */
export function axesOf(vary: readonly string[]): readonly Axis[] {
  const read = vary.map(readAxis);
  failOnErrors(read.flatMap(({ errors }) => errors));
  const axes = read.map(({ axis }) => axis);
  const twice = axes.find(({ field }, index) => axes.findIndex((axis) => axis.field === field) !== index);
  if (twice !== undefined) throw new QuestionError(`--vary ${twice.field} is there twice`);
  return axes;
}

function variedVariants(vary: readonly string[]): readonly Variant[] {
  const axes = axesOf(vary);
  const size = gridSize(axes);
  if (size > variantsMax)
    throw new QuestionError(
      `${size} variants: compare takes at most ${variantsMax}; windlass sweep takes more`,
    );
  if (size < 2) throw tooFew();
  return gridOf(axes);
}

function tooFew(): QuestionError {
  return new QuestionError(
    'compare needs two variants or more, such as: windlass compare web.yaml --a maxParallelImagePulls=2 --b maxParallelImagePulls=5\n(windlass compare --help has more examples)',
  );
}

function letterOf(index: number): string {
  return (variantLetters[index] ?? '').toUpperCase();
}
