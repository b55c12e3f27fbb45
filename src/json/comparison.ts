import { z } from 'zod';
import { count, text } from '../trace/schema-fields.ts';

const interval = z
  .strictObject({ low: z.number(), high: z.number() })
  .nullable()
  .meta({ description: 'the mean difference lies in it with 95 %; null: too few seeds' });

const differenceOfFigure = z.strictObject({
  name: text('the figure: `time to running p99`'),
  unit: z.enum(['ms', 'bytes', 'count']),
  good: z.enum(['less', 'more', 'neither']).meta({ description: 'which way is better' }),
  before: z.number().nullable().meta({ description: 'mean of the runs that have the figure; null: none has' }),
  after: z.number().nullable(),
  missingBefore: count('runs without the figure, such as a time by which not enough pods ran'),
  missingAfter: count('the same of the variant'),
  difference: z.number().nullable().meta({ description: 'mean of after − before over the seeds of which both runs have it; null: none' }),
  interval,
  verdict: z.enum(['better', 'worse', 'different', 'same', 'notShown']).meta({ description: 'notShown: it may be chance' }),
});

const pods = z.array(
  z.strictObject({
    pod: text('namespace/name'),
    differenceMs: z
      .number()
      .nullable()
      .meta({ description: 'how much later it ran, as a mean over seeds; null: it ran under one variant only' }),
    interval,
  }),
);

/** A variant against the first one. */
export const variantDifference = z.strictObject({
  variant: text('the name of the variant'),
  against: text('that of the first one'),
  figures: z.array(differenceOfFigure),
  pods: z.strictObject({
    sooner: pods,
    later: pods,
    onlyAfter: pods.meta({ description: 'run under this variant, and not under the first' }),
    onlyBefore: pods,
    notShown: count('pods of which no difference is shown'),
  }),
});

/** Variants of an input over the same seeds. */
export const comparison = z
  .strictObject({
    seeds: z.array(z.int()).meta({ description: 'those that were run under every variant' }),
    interrupted: z.boolean().meta({ description: 'true: these are not all seeds that were asked for' }),
    variants: z
      .array(
        z.strictObject({
          name: text('`B`, or its changes'),
          files: z.array(z.string()).meta({ description: 'read beside the inputs of all' }),
          changes: z.array(z.strictObject({ field: z.string(), value: z.string() })),
          command: text('makes one run of it, of a seed whose difference is in the middle'),
        }),
      )
      .meta({ description: 'the first is what the others are compared with' }),
    differences: z.array(variantDifference),
    failIf: z
      .array(z.strictObject({ variant: z.string(), condition: z.string(), holds: z.boolean(), sentence: z.string() }))
      .meta({ description: 'the conditions of --fail-if' }),
  })
  .meta({ description: 'variants of an input over the same seeds: `windlass compare -o json`' });
