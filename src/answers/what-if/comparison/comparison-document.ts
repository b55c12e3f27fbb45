import { type RunRequest, runCommandLine } from '../../../inputs/run-request.ts';
import { csvText } from '../../../reports/csv/csv-table.ts';
import type { comparison } from '../../../reports/json/what-if.ts';
import type { Parsed } from '../../../trace/record.ts';
import { changesText, requestOfVariant } from '../variants/variant.ts';
import type { VariantDifference, VariantsCompared } from './compare-variants.ts';
import type { FailVerdict } from './fail-if.ts';
import type { PodDifference } from './pod-differences.ts';

/** A comparison as plain data, for programs. */
export type ComparisonDocument = Parsed<typeof comparison>;

/** What the document has beside the comparison itself. */
interface ComparisonNotes {
  readonly interrupted: boolean;
  /** Makes one run of each variant. */
  readonly commands: readonly string[];
  readonly failIf: readonly (FailVerdict & { readonly variant: string })[];
}

/** Returns the comparison as plain data. */
export function comparisonDocument(
  { seeds, variants, differences }: VariantsCompared,
  notes: ComparisonNotes,
): ComparisonDocument {
  return {
    seeds: [...seeds],
    interrupted: notes.interrupted,
    variants: variants.map(({ name, changes, files = [] }, index) => ({
      name,
      files: [...files],
      changes: changes.map((change) => ({ ...change })),
      command: notes.commands[index] ?? '',
    })),
    differences: differences.map(differenceFields),
    failIf: notes.failIf.map(({ variant, condition, holds, sentence }) => ({
      variant,
      condition,
      holds,
      sentence,
    })),
  };
}

/** Returns the command that makes one run of each variant, with a seed whose difference is in the middle. */
export function comparisonCommands(
  { variants, differences, seeds }: VariantsCompared,
  inputs: readonly string[],
  request: RunRequest,
): readonly string[] {
  return variants.map((variant, index) => {
    const seed = (differences[Math.max(0, index - 1)] ?? differences[0])?.typicalSeed ?? seeds[0];
    const one = seed === undefined ? request : { ...request, seed };
    return runCommandLine([...inputs, ...(variant.files ?? [])], requestOfVariant(one, variant));
  });
}

/** Returns one difference as plain data. */
export function differenceFields({
  variant,
  against,
  figures,
  pods,
  causes,
  sizes,
}: VariantDifference): ComparisonDocument['differences'][number] {
  const { sooner, later, onlyAfter, onlyBefore, same, notShown } = pods;
  const plain = (all: readonly PodDifference[]) => all.map((pod) => ({ ...pod }));
  return {
    variant: variant.name,
    against: against.name,
    figures: figures.map(({ figure: { name, unit, good }, ...values }) => ({ name, unit, good, ...values })),
    pods: {
      sooner: plain(sooner),
      later: plain(later),
      onlyAfter: plain(onlyAfter),
      onlyBefore: plain(onlyBefore),
      same,
      notShown,
    },
    causes: { ...causes },
    ...(sizes === undefined ? {} : { sizes }),
  };
}

const columns = [
  ...[
    'variant',
    'changes',
    'against',
    'figure',
    'unit',
    'before',
    'after',
    'difference',
    'low',
    'high',
    'verdict',
  ],
  ...['missingBefore', 'missingAfter'],
] as const;

/** Returns a row for each figure of each difference, with a header. */
export function comparisonCsv({ differences }: VariantsCompared): string {
  const rows = differences.flatMap(({ variant, against, figures }) =>
    figures.map(
      ({
        figure: { name, unit },
        before,
        after,
        difference,
        interval: between,
        verdict,
        missingBefore,
        missingAfter,
      }) => [
        ...[
          variant.name,
          changesText(variant),
          against.name,
          name,
          unit,
          before ?? undefined,
          after ?? undefined,
        ],
        ...[difference ?? undefined, between?.low, between?.high, verdict, missingBefore, missingAfter],
      ],
    ),
  );
  return csvText([[...columns], ...rows]);
}
