import { z } from 'zod';
import { count, text } from '../../trace/schema-fields.ts';

/** A figure with its 95 % interval, as far as the samples and the model's own error tell. */
export const estimate = z.strictObject({
  value: z
    .number()
    .nullable()
    .meta({ description: 'the middle of what is likely; null: only a bound is known' }),
  low: z.number(),
  high: z.number().nullable().meta({ description: 'null: nothing excludes larger figures' }),
  samples: count('samples'),
  from: text('what the samples are: a noun in the plural'),
});

export const registryEstimate = z.strictObject({
  registry: text('its host'),
  roundTrip: estimate.meta({ description: 'in µs' }),
  connect: estimate
    .optional()
    .meta({ description: 'what opening a connection adds (TCP and TLS), in µs; absent: not separated' }),
  withConnect: z.boolean().meta({ description: 'whether opening connections is part of the round trip' }),
});

/** An image with its compressed size, and with its layers, base first, if a log has named them. */
export const calibratedImage = z.strictObject({
  name: text('under which it was pulled'),
  bytes: z.number().min(0).meta({ description: 'compressed' }),
  layers: z.array(z.number().min(0)).exactOptional(),
});

export const calibration = z
  .strictObject({
    runtime: text('`containerd://1.7.27`, if the log or somebody says so').optional(),
    link: estimate
      .optional()
      .meta({ description: "the node's network link, on the wire; absent: no pull shows it" }),
    unpack: estimate.optional().meta({
      description: 'unpacked bytes per second; its value is null if it cannot be separated from the link',
    }),
    unpackAssumed: z.number().optional().meta({
      description:
        'the assumption behind the split into link and unpacking, if the files do not show it: unpacked bytes per second',
    }),
    cpus: estimate.optional().meta({
      description:
        'processors, as unpackings side by side show them; its value is null if they show only a bound',
    }),
    combined: estimate
      .optional()
      .meta({ description: 'wire bytes per second of both together, from pulls of large images' }),
    registries: z.array(registryEstimate),
    anyRegistry: estimate.optional().meta({
      description: 'the round trip of all registries together in µs, from the times of small pulls',
    }),
    images: z.array(calibratedImage).meta({ description: 'images of known size' }),
    pullsSeen: count('pulls in the files'),
    pullsUsed: count('pulls behind the figures'),
    thrownAway: z.array(
      z.strictObject({ reason: z.string(), count: count('pulls that were not used, for this reason') }),
    ),
    notes: z.array(z.string()).meta({ description: 'sentences about how reliable the figures are' }),
    advice: z.array(z.string()).meta({ description: 'what would make them more reliable' }),
  })
  .meta({
    description: 'figures of a real node: `windlass calibrate -o json`; rates are bytes per second, times µs',
  });

/** What was found in the objects of a cluster. */
export const importReport = z
  .strictObject({
    start: z
      .string()
      .nullable()
      .meta({ description: "when the run begins in the cluster's own time (RFC 3339); null: no pods" }),
    nodes: count('nodes'),
    pods: count('pods'),
    arrivalsMicros: z.number().min(0).meta({ description: 'from the first pod to the last, in µs' }),
    images: count('images with a size'),
    pulls: z.strictObject({
      seen: count('pulls in the events'),
      used: count('of these, pulls behind the figures'),
    }),
    failingImages: z.array(z.string()).meta({ description: 'images whose pulls fail' }),
    figures: calibration.pick({
      link: true,
      unpack: true,
      combined: true,
      registries: true,
      anyRegistry: true,
    }),
    kubeletFields: z
      .array(z.string())
      .meta({ description: 'fields of KubeletConfiguration that were found' }),
    leftOut: z.array(text('what was left out')).meta({ description: 'sentences' }),
    unknown: z.array(text('what is not known, and assumed in a run')).meta({ description: 'sentences' }),
    guessed: z
      .array(text('what was guessed of pods that only events tell of'))
      .meta({ description: 'sentences' }),
  })
  .meta({ description: 'the data of a cluster: `windlass import -o json`' });

const deviation = z.strictObject({
  at: text("in the cluster's own time (RFC 3339)"),
  kind: z.enum(['unexpected', 'missing', 'order', 'waited', 'count', 'slow', 'notSimulated', 'cutOff']).meta({
    description:
      '`unexpected`: seen where no run has it; `missing`: every run has it there, and it was not seen; `slow`: the runtime took longer to create or start a container than in any run; `notSimulated`: the model has nothing of the kind; `cutOff`: of a pod whose first events are gone; else: seen, but otherwise',
  }),
  what: text('the event or call'),
  where: z
    .string()
    .nullable()
    .meta({ description: 'its place in the files, or that of the next one of its kind; null: nowhere' }),
  expected: text('what the model has instead'),
});

/** Whether a run of the model explains what was seen. */
export const verifyReport = z
  .strictObject({
    explained: z.boolean().meta({ description: 'whether it does, on every node' }),
    observations: count('events and calls of all nodes'),
    explainedObservations: count('how many of them a run or a rule of the kubelet explains'),
    nodes: z.array(
      z.strictObject({
        node: text('its name'),
        pods: count('pods that were compared'),
        observations: count('events of the kubelet about pods, and calls'),
        explainedObservations: count('how many of them a run or a rule of the kubelet explains'),
        runs: count('runs that were tried'),
        deviation: deviation
          .nullable()
          .meta({ description: 'the first that no run explains, of the run that explains most; null: none' }),
        unexplained: z
          .array(deviation)
          .meta({ description: 'what the run that explains most does not explain, by time; 1,000 at most' }),
        unexplainedKinds: z
          .record(z.string(), z.int().min(1))
          .meta({ description: 'how many there are of each kind' }),
        runtimeBugs: z
          .array(
            z.strictObject({
              id: text('as `windlass bugs` names it'),
              of: text('the runtime or the version of the kubelet that has it'),
              times: count('events with its sign'),
              where: text('the first of them, as `file:line`'),
              needs: z.string().nullable().meta({
                description:
                  'what it needs beside the release, if the input does not show that; null: nothing',
              }),
              effect: text('what people see of it'),
              avoid: z.string().nullable().meta({ description: 'how a node can avoid it' }),
              source: text('issues and source files'),
            }),
          )
          .meta({
            description: 'known bugs of the runtime or distribution whose sign an event shows; absent: none',
          })
          .exactOptional(),
        wouldExplain: z.array(text('a setting or a release')).meta({
          description: 'with which a run explains more; what it does not explain all with has its number',
        }),
      }),
    ),
    notCompared: z.array(text('what was not compared')).meta({ description: 'sentences' }),
  })
  .meta({ description: 'events of a cluster held against the model: `windlass verify -o json`' });
