import { z } from 'zod';
import { count, text } from '../trace/schema-fields.ts';
import { restsOn, shownPods } from './run-summary.ts';

/** A figure over several runs. */
export const figureRange = z.strictObject({
  min: z.number(),
  median: z.number().meta({ description: 'the lower one of two values in the middle' }),
  max: z.number(),
  runs: count('in how many of the runs it has a value'),
});

const byPath = 'by their path in RunSummary: `timeToRunningMs.p50`, `waiting.downloading`, `failures.ErrImagePull`';

/** The results of several seeds. */
export const seedsSummary = z
  .strictObject({
    seeds: z.array(z.int()).meta({ description: 'the seeds that were run' }),
    shown: shownPods.exactOptional(),
    figures: z.record(z.string(), figureRange).meta({ description: `ranges of figures ${byPath}` }),
    runs: z
      .array(z.strictObject({ seed: z.int().nullable(), figures: z.record(z.string(), z.number()) }))
      .meta({ description: `the figures of each seed, ${byPath}; a figure without a value in that run is absent` }),
    notMeasured: z.array(text('a runtime that was not measured')),
    restsOn: restsOn.exactOptional(),
  })
  .meta({ description: 'the ranges of figures over several seeds, and those of each: `windlass run --seeds -o json`' });
