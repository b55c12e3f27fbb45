import { z } from 'zod';
import { count, text } from '../../trace/schema-fields.ts';

// Records have a format of their own, which their header names (docs/trace.md).
const record: z.ZodType<{ readonly id: number; readonly at: number; readonly type: string }> = z
  .looseObject({ id: count('its number'), at: z.number(), type: z.string() })
  .meta({ description: 'a record of a trace (docs/trace.md)' });

/** Where a trace breaks an invariant. */
export const violation = z.strictObject({
  record: count('the number of the record at which it shows'),
  message: z.string(),
});

const named = { name: text('of the property'), says: text('the property in one sentence') };
const judged = { ...named, kind: z.enum(['always', 'eventually']) };

const verdict = z.discriminatedUnion('verdict', [
  z.strictObject({ ...judged, verdict: z.literal('holds') }),
  z.strictObject({
    ...judged,
    verdict: z.literal('violated'),
    violations: z.array(violation),
    prefix: z
      .strictObject({
        length: count('records'),
        last: z.array(record).meta({ description: 'the last records of it' }),
      })
      .meta({ description: 'the shortest beginning of the trace that shows it' }),
  }),
  z.strictObject({
    ...named,
    kind: z.literal('sometimes'),
    verdict: z.literal('reached'),
    record: count('the first record that shows it'),
  }),
  z.strictObject({ ...named, kind: z.literal('sometimes'), verdict: z.literal('notReached') }),
]);

export const checkReport = z
  .strictObject({
    trace: text('the file'),
    records: count('records of the trace'),
    complete: z.boolean().meta({ description: 'false: it has no end record' }),
    notMeasured: z
      .array(z.string())
      .meta({ description: 'a sentence for each runtime that was not measured' }),
    violated: z.array(z.string()).meta({ description: 'the names of violated properties' }),
    verdicts: z.array(verdict),
  })
  .meta({ description: 'the properties of a trace: `windlass check -o json`' });
