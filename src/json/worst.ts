import { z } from 'zod';
import { count, text } from '../trace/schema-fields.ts';

const value = z.number().nullable();

/** The worst luck that a search has found. */
export const worst = z
  .strictObject({
    figure: text('the figure that is to be as bad as it can be'),
    unit: z.enum(['ms', 'bytes', 'count']).meta({ description: 'of all values' }),
    runs: count('runs that were made'),
    budget: count('runs that were allowed'),
    interrupted: z.boolean(),
    sentences: z.array(z.string()),
    value: value.meta({ description: 'of the worst run; null: it never happens, as not enough pods run' }),
    podsNotRunning: count('pods of the worst run that do not run, or were rejected'),
    seeds: z.array(z.strictObject({ seed: z.int(), value })).meta({ description: 'the runs in which nothing but the seed decides' }),
    median: value.meta({ description: 'of those runs' }),
    luck: z.strictObject({
      seed: z.int(),
      faults: z.array(z.string()).meta({ description: 'as --fault takes them' }),
      arrivalOrder: z.array(z.string()).meta({ description: 'pods (namespace/name); empty: as the input has it' }),
      draws: z
        .record(z.string(), z.record(z.string(), z.number()))
        .meta({ description: "numbers in place of the seed's, by who draws them and by their number, from 1 on" }),
    }),
    effects: z
      .array(z.strictObject({ kind: z.enum(['fault', 'arrivalOrder', 'draws', 'seed']), what: z.string(), value }))
      .meta({ description: 'each part of the luck put back by itself, and the value then; those that matter most first' }),
    file: text('the luck as a file: windlass run with the inputs and this file makes the worst run'),
    command: text('makes the worst run, where the file is worst.yaml or as --out names it'),
    failIf: z.array(z.strictObject({ condition: z.string(), holds: z.boolean() })),
  })
  .meta({ description: 'the worst luck within a budget of runs: `windlass worst -o json`' });
