import { z } from 'zod';
import { count, text } from '../trace/schema-fields.ts';
import { variantDifference } from './comparison.ts';
import { knownBug, lintFinding } from './tables.ts';

const release = z.strictObject({
  version: text('as it was asked for'),
  release: text('whose rules are used'),
  note: text('what is not exact about them').exactOptional(),
});

const refusal = z.strictObject({
  file: text('the file, or an option as written'),
  line: count('from 1').exactOptional(),
  column: count('from 1').exactOptional(),
  message: text('what the release says'),
});

const fate = z.strictObject({
  asked: count('pulls for which the registry was asked'),
  failed: count('pulls that failed'),
  got: z.boolean().meta({ description: 'whether it had its image at any time' }),
  verified: z.boolean().meta({ description: 'true: the image was there, but the pod had to show the registry its credentials' }),
  error: text('the last error').exactOptional(),
});

const told = z.strictObject({
  message: text('the text'),
  of: text('the pod, or namespace/pod/container'),
  count: count('texts of this wording in the run'),
});

/** What changes for an input between two releases of the kubelet. */
export const upgrade = z
  .strictObject({
    from: release,
    to: release,
    interrupted: z.boolean(),
    sentences: z.array(z.string()).meta({ description: 'the answer' }),
    refused: z.array(refusal).meta({ description: 'what only the second release refuses: its kubelet does not start' }),
    accepted: z.array(refusal).meta({ description: 'what only the first one refuses' }),
    warnings: z.array(z.string()).meta({ description: 'what is said of the input only under the second release' }),
    pulls: z
      .array(
        z.strictObject({
          pod: text('namespace/name'),
          container: text('its name, or that of the image volume'),
          node: text('of the pod'),
          image: text('as written in the pod'),
          changes: z.array(z.enum(['asksAnew', 'asksNoMore', 'fails', 'failsNoMore'])).meta({
            description: 'it asks the registry, and did not before; the reverse; it no longer has its image; the reverse',
          }),
          before: fate.nullable().meta({ description: 'null: there was no such container' }),
          after: fate.nullable(),
        }),
      )
      .meta({ description: 'containers whose images are treated otherwise, in the run of the first seed' }),
    messages: z
      .array(
        z.strictObject({
          kind: z.enum(['event', 'status']).meta({ description: '`status`: the waiting state of a container' }),
          reason: text('of the event or the waiting state'),
          before: told.nullable().meta({ description: 'null: no text like it' }),
          after: told.nullable(),
        }),
      )
      .meta({ description: 'texts of the first seed that differ in more than names and numbers, by an example of each' }),
    defaults: z.array(
      z.strictObject({
        field: text('of KubeletConfiguration'),
        before: z.string().nullable().meta({ description: 'null: no value, or no such field' }),
        after: z.string().nullable(),
        isSet: z.boolean().meta({ description: 'true: the configuration of the input decides, and nothing changes' }),
        moves: z
          .enum(['pulls', 'figures', 'messages', 'nothing'])
          .nullable()
          .meta({ description: 'what the new default moves of this input, as a run without it shows; null: not run' }),
        command: text('a run of the new release with the old default').exactOptional(),
      }),
    ),
    sameDefaults: z
      .array(z.string())
      .meta({ description: 'defaults of image pulls that stay, which the input does not set: `field=value`' }),
    newFields: z.array(z.string()).meta({ description: 'fields that only the second release has' }),
    bugs: z.strictObject({
      come: z.array(z.strictObject({ bug: knownBug, met: z.boolean().meta({ description: 'whether the run of the first seed met it' }) })),
      go: z.array(z.strictObject({ bug: knownBug, met: z.boolean() })),
    }),
    lint: z.strictObject({ come: z.array(lintFinding), go: z.array(lintFinding) }),
    seeds: z.array(z.int()).meta({ description: 'those that were run under both releases' }),
    commands: z.array(z.string()).meta({ description: 'one run of each release' }),
    difference: variantDifference.nullable().meta({ description: 'the figures over all seeds; null: a release refuses the input' }),
    failIf: z.array(z.strictObject({ condition: z.string(), holds: z.boolean(), sentence: z.string() })),
  })
  .meta({ description: 'what a release of the kubelet changes for an input: `windlass upgrade -o json`' });
