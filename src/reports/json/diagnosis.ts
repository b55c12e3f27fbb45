import { z } from 'zod';
import { text } from '../../trace/schema-fields.ts';
import { lintLevels } from './lint-levels.ts';

const seconds = z.number().min(0).nullable();

/** What most likely happened to pods. */
export const diagnosisReport = z
  .strictObject({
    pods: z.array(
      z.strictObject({
        pod: text('namespace/name'),
        node: z.string().nullable().meta({ description: 'its node; null: the text does not say' }),
        kind: text('notFound, unauthorized, rateLimit, slowPull, healthy, …'),
        answer: text('what most likely happened'),
        cause: z.string().nullable().meta({ description: 'why, in the words of the text where it has some' }),
        image: z.string().nullable().meta({ description: 'the image that it is about' }),
        parts: z
          .array(
            z.strictObject({
              what: text('what took time'),
              least: z.number().min(0),
              most: z.number().min(0),
            }),
          )
          .meta({
            description: 'how long each part took: seconds, between two where times were printed as ages',
          }),
        next: z
          .array(z.strictObject({ what: text('what the kubelet will do'), least: seconds, most: seconds }))
          .meta({
            description: 'in how many seconds from the moment of the text; null: no time can be told',
          }),
        advice: z.array(text('what mends or shortens it')),
        kubelet: z
          .strictObject({ oldest: text('a version'), newest: text('a version') })
          .nullable()
          .meta({ description: 'whose words the events have; null: they do not tell' }),
      }),
    ),
    lint: z
      .array(
        z.strictObject({
          rule: text('a rule of `windlass lint`'),
          level: z.enum(lintLevels),
          message: text('what will harm'),
          fix: text('what to do'),
        }),
      )
      .meta({ description: 'what `windlass lint` says of the pods in the text, without its notes' }),
  })
  .meta({ description: 'what happened to pods: `windlass why -o json`' });
