import { z } from 'zod';
import { count, text } from '../trace/schema-fields.ts';

const mean = z.number().nullable().meta({ description: 'null: no run has the figure' });

/** The points of a sweep. */
export const sweep = z
  .strictObject({
    axes: z.array(z.strictObject({ field: z.string(), values: z.array(z.string()) })).meta({ description: 'what was varied' }),
    seeds: z.array(z.int()).meta({ description: 'with which each point was run' }),
    interrupted: z.boolean().meta({ description: 'true: these are not all points, or not all seeds of the last one' }),
    points: z.array(
      z.strictObject({
        name: text('its changes'),
        changes: z.array(z.strictObject({ field: z.string(), value: z.string() })),
        runs: count('runs of it'),
        refused: text('why it cannot be run').exactOptional(),
        figures: z.array(
          z.strictObject({
            name: text('the figure: `time to running p99`'),
            unit: z.enum(['ms', 'bytes', 'count']),
            mean,
            min: mean,
            p5: mean.meta({ description: 'exact quantile over the runs, by nearest rank' }),
            p50: mean,
            p95: mean,
            max: mean,
            missing: count('runs without the figure'),
          }),
        ),
      }),
    ),
    effects: z
      .array(
        z.strictObject({
          field: z.string(),
          figure: z.string(),
          span: z.number().meta({ description: 'between the greatest and the least of the means' }),
          means: z.array(z.strictObject({ value: z.string(), mean })).meta({ description: 'by value, over all other fields' }),
        }),
      )
      .meta({ description: 'how far each field moves each figure' }),
  })
  .meta({ description: 'the points of a sweep: `windlass sweep -o json`' });
