import { z } from 'zod';
import { count, text } from '../trace/schema-fields.ts';

const deviation = z.strictObject({
  at: text("in the cluster's own time (RFC 3339)"),
  kind: z.enum(['unexpected', 'missing', 'order', 'waited', 'count']).meta({
    description:
      '`unexpected`: seen where no run has it; `missing`: every run has it there, and it was not seen; else: seen, but otherwise',
  }),
  what: text('the event or call'),
  where: z.string().nullable().meta({ description: 'its place in the files, or that of the next one of its kind; null: nowhere' }),
  expected: text('what the model has instead'),
});

/** Whether a run of the model explains what was seen. */
export const verifyReport = z
  .strictObject({
    explained: z.boolean().meta({ description: 'whether it does, on every node' }),
    nodes: z.array(
      z.strictObject({
        node: text('its name'),
        pods: count('pods that were compared'),
        observations: count('events and calls that were compared'),
        runs: count('runs that were tried'),
        deviation: deviation.nullable().meta({ description: 'the first that no run explains, of the run that explains most; null: none' }),
        wouldExplain: z.array(text('a setting or a release')).meta({ description: 'with which a run explains it all' }),
      }),
    ),
    notCompared: z.array(text('what was not compared')).meta({ description: 'sentences' }),
  })
  .meta({ description: 'events of a cluster held against the model: `windlass verify -o json`' });
