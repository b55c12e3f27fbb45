import { z } from 'zod';
import { count, text } from '../trace/schema-fields.ts';

const setting = z.strictObject({
  name: text('its changes'),
  changes: z.array(z.strictObject({ field: z.string(), value: z.string() })),
  verdict: z.enum(['meets', 'border', 'fails', 'open', 'refused']).meta({
    description:
      'more than 90 % of all runs keep to the targets; 70 to 99 % do; fewer than 90 % do; all seeds were run, and it is not sure',
  }),
  refused: text('why it cannot be run').exactOptional(),
  runs: count('runs that it took'),
  runsKept: count('those that keep to all targets'),
  means: z.array(z.number().nullable()).meta({ description: 'of the figure of each target; null: no run has it' }),
  command: text('makes a run that does not keep to the targets').exactOptional(),
});

/** The least change that meets targets. */
export const recommendation = z
  .strictObject({
    targets: z.array(z.string()),
    interrupted: z.boolean(),
    found: setting.nullable().meta({ description: 'null: none of the settings meets the targets' }),
    smaller: z.array(setting).meta({ description: 'for each field: the setting with the value before it' }),
    tried: z.array(setting).meta({ description: 'in the order in which they were tried' }),
    front: z.array(z.string()).meta({ description: 'those of which no other is better or as good in all targets (Pareto)' }),
    sentences: z.array(z.string()),
  })
  .meta({ description: 'the least change that meets targets: `windlass recommend -o json`' });
