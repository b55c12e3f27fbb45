import { z } from 'zod';
import { count, text } from '../../trace/schema-fields.ts';

const script: z.ZodType<{ readonly name: string }> = z
  .looseObject({ name: z.string() })
  .meta({ description: 'a script for a container runtime (docs/guides/test-a-runtime.md)' });

const origin = z.discriminatedUnion('group', [
  z.strictObject({ group: z.literal('cases') }),
  z.strictObject({ group: z.literal('paths'), machine: z.string(), path: z.string() }),
  z.strictObject({ group: z.literal('random') }),
  z.strictObject({ group: z.literal('replay') }),
]);

const judgement = z.strictObject({
  atMs: z.number().meta({ description: 'since the start of the script' }),
  call: count('the number of the call in the trace').optional(),
  violation: text('what is wrong').optional(),
});

const entry: z.ZodType<{ readonly at: number; readonly type: string }> = z.looseObject({
  at: z.number(),
  type: z.string(),
});

const system = text('the name and version of the runtime, as it says them');

const finding = {
  property: text('the property that is violated'),
  says: text('the property as a sentence'),
  source: text('who relies on it'),
  found: text('the name of the script that has shown it first'),
  origin,
  script,
  shrinkRuns: count('scripts that were tried to make it small'),
  isRepeatable: z.boolean().meta({ description: 'false: the script did not show it again' }),
  judgement,
  prefix: text('what stands before the names of the images'),
  trace: z.array(entry).meta({ description: 'calls, answers and requests, in order of time' }),
};

/** What a container runtime did. */
export const criTestReport = z
  .strictObject({
    verdict: z.enum(['holds', 'violates']),
    system,
    seed: z.int(),
    scripts: z.array(
      z.strictObject({
        name: z.string(),
        origin,
        steps: count('its steps'),
        tookMs: z.number(),
        broken: z.array(z.strictObject({ property: z.string(), judgement })),
      }),
    ),
    notRun: count('scripts that were left out'),
    goneIn: text('the script in which the runtime stopped to answer at all').optional(),
    properties: z.array(
      z.strictObject({
        name: z.string(),
        says: z.string(),
        source: z.string(),
        held: count('places of all traces where it held'),
        violated: count('places where it did not'),
        scripts: z.array(z.string()).meta({ description: 'the scripts that violate it' }),
      }),
    ),
    findings: z.array(z.strictObject(finding)),
  })
  .meta({ description: 'what a container runtime did: `windlass test --cri -o json`' });

/** One finding as a file. */
export const criTestFinding = z
  .strictObject({ system, seed: z.int(), ...finding })
  .meta({ description: 'one finding: the files that `windlass test --cri --save` writes' });
