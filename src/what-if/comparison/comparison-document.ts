import { z } from 'zod';
import { ownApiVersion } from '../../input/scenario/scenario-shape.ts';
import { csvText } from '../../report/csv/csv-text.ts';
import { changesText } from '../variants/variant.ts';
import type { VariantsCompared } from './compare-variants.ts';
import type { FailVerdict } from './fail-if.ts';
import type { PodDifference } from './pod-differences.ts';

const interval = z.object({ low: z.number(), high: z.number() }).nullable().describe('95 % interval; null for too few seeds');
const figure = z.object({
  name: z.string(),
  unit: z.enum(['ms', 'bytes', 'count']),
  good: z.enum(['less', 'more', 'neither']),
  before: z.number().nullable().describe('Mean of the runs that have the figure'),
  after: z.number().nullable(),
  missingBefore: z.int().describe('In how many runs it is missing'),
  missingAfter: z.int(),
  difference: z.number().nullable().describe('Mean of after − before over the seeds of which both runs have it'),
  interval,
  verdict: z.enum(['better', 'worse', 'different', 'same', 'notShown']),
});
const pods = z.array(z.object({ pod: z.string(), differenceMs: z.number().nullable(), interval }));

/** The JSON of `windlass compare -o json`. */
export const comparisonShape = z.object({
  apiVersion: z.literal(ownApiVersion),
  kind: z.literal('Comparison'),
  seeds: z.array(z.int()).describe('Those that were run under every variant'),
  interrupted: z.boolean(),
  variants: z.array(
    z.object({
      name: z.string(),
      files: z.array(z.string()),
      changes: z.array(z.object({ field: z.string(), value: z.string() })),
      command: z.string().describe('Makes one run of it'),
    }),
  ),
  differences: z.array(
    z.object({
      variant: z.string(),
      against: z.string(),
      figures: z.array(figure),
      pods: z.object({ sooner: pods, later: pods, onlyAfter: pods, onlyBefore: pods, notShown: z.int() }),
    }),
  ),
  failIf: z.array(z.object({ variant: z.string(), condition: z.string(), holds: z.boolean(), sentence: z.string() })),
});

export type ComparisonDocument = z.infer<typeof comparisonShape>;

/** What the document has beside the comparison itself. */
export interface ComparisonNotes {
  readonly interrupted: boolean;
  /** Makes one run of each variant. */
  readonly commands: readonly string[];
  readonly failIf: readonly (FailVerdict & { readonly variant: string })[];
}

/** Returns the comparison as plain data. */
export function comparisonDocument({ seeds, variants, differences }: VariantsCompared, notes: ComparisonNotes): ComparisonDocument {
  const plain = (all: readonly PodDifference[]) => all.map((pod) => ({ ...pod }));
  return {
    apiVersion: ownApiVersion,
    kind: 'Comparison',
    seeds: [...seeds],
    interrupted: notes.interrupted,
    variants: variants.map(({ name, changes, files = [] }, index) => ({
      name,
      files: [...files],
      changes: changes.map((change) => ({ ...change })),
      command: notes.commands[index] ?? '',
    })),
    differences: differences.map(({ variant, against, figures, pods: { sooner, later, onlyAfter, onlyBefore, notShown } }) => ({
      variant: variant.name,
      against: against.name,
      figures: figures.map(({ figure: { name, unit, good }, ...values }) => ({ name, unit, good, ...values })),
      pods: { sooner: plain(sooner), later: plain(later), onlyAfter: plain(onlyAfter), onlyBefore: plain(onlyBefore), notShown },
    })),
    failIf: notes.failIf.map(({ variant, condition, holds, sentence }) => ({ variant, condition, holds, sentence })),
  };
}

const columns = [
  ...['variant', 'changes', 'against', 'figure', 'unit', 'before', 'after', 'difference', 'low', 'high', 'verdict'],
  ...['missingBefore', 'missingAfter'],
] as const;

/** Returns a row for each figure of each difference, with a header. */
export function comparisonCsv({ differences }: VariantsCompared): string {
  const rows = differences.flatMap(({ variant, against, figures }) =>
    figures.map(({ figure: { name, unit }, before, after, difference, interval: between, verdict, missingBefore, missingAfter }) => [
      ...[variant.name, changesText(variant), against.name, name, unit, before ?? undefined, after ?? undefined],
      ...[difference ?? undefined, between?.low, between?.high, verdict, missingBefore, missingAfter],
    ]),
  );
  return csvText([[...columns], ...rows]);
}
