import { z } from 'zod';
import { count, ms, nodeRecord, recorded, text, worldRecord } from './schema-fields.ts';
import { traceFormat } from './trace-format.ts';

/** Records of the run and its nodes: the first and the last record, faults, restarts. */
export const runRecords = {
  header: z
    .strictObject({
      id: z.literal(0).meta({ description: 'always 0' }),
      at: z.literal(0).meta({ description: 'always 0' }),
      type: z.literal('header'),
      format: z.literal(traceFormat).meta({ description: 'version of this format; a reader refuses others' }),
      seed: z.int().meta({ description: 'of the run: same input and seed, same trace' }),
      horizonMs: ms('the run ends here at the latest'),
      epoch: text('the instant that `at: 0` stands for'),
      nodes: z
        .array(
          z.strictObject({
            name: text('of the node'),
            kubeletVersion: text('as asked for'),
            profile: text('the release whose rules are in force'),
            runtime: text('`containerd://2.4`'),
            runtimeMeasured: z
              .literal(false)
              .meta({
                description: '`false`: that runtime was not measured, and it runs on figures of another',
              })
              .exactOptional(),
            runtimeOptions: z
              .record(z.string(), z.unknown())
              .meta({
                description:
                  'what the runtime’s own configuration sets, such as `maxConcurrentDownloads`; absent: its defaults',
              })
              .exactOptional(),
            registryHosts: z
              .record(z.string(), z.array(z.string()))
              .meta({
                description:
                  'where the runtime looks for images, in order, by the registry that their names say; absent: there',
              })
              .exactOptional(),
            provider: text(
              "the provider's node image whose settings are taken where the input has none",
            ).exactOptional(),
            policy: text(
              'what is tried beside the rules of the release, which no released kubelet has: `coalesce`',
            ).exactOptional(),
            nodeProfile: text(
              'the kind of node from which figures that were not given are taken',
            ).exactOptional(),
            cpus: z
              .number()
              .min(0)
              .meta({ description: 'processors; absent: as many as are wanted' })
              .exactOptional(),
            fixedCosts: z
              .record(z.string(), z.number().min(0))
              .meta({
                description:
                  'in ms, what the scenario sets of `timings` and `runtimeDelays`; absent: all as measured',
              })
              .exactOptional(),
            kubelet: z
              .record(z.string(), z.unknown())
              .meta({ description: 'the settings of the KubeletConfiguration in force' }),
            linkBytesPerSecond: count('of its link; absent: no limit').exactOptional(),
            uplinkBytesPerSecond: count(
              'what it sends to other nodes at most, where they give to each other; absent: no limit',
            ).exactOptional(),
            intake: z
              .strictObject({
                bytesPerSecond: count('at most'),
                limit: z.enum(['disk', 'cpus']).meta({ description: 'what is slowest' }),
              })
              .meta({
                description:
                  'what it takes in where its disk or its processors are slower than its link: `bytesPerSecond`, `limit`',
              })
              .exactOptional(),
            processors: z
              .strictObject({
                bytesPerSecond: z
                  .number()
                  .min(0)
                  .meta({ description: 'what they receive if they do nothing else' }),
                bytesPerUnpackMicro: z.number().min(0).meta({
                  description:
                    'what they would receive with the share of them that one unpacking takes in a µs',
                }),
              })
              .meta({
                description:
                  'what its processors get done, shared by downloads and unpacking: `bytesPerSecond` received, and `bytesPerUnpackMicro`, what one unpacking takes of it; absent: no limit',
              })
              .exactOptional(),
            diskBytes: count('of its disk; absent: no limit').exactOptional(),
            diskUsedBytes: count(
              'what other things than images take of the disk; absent: nothing',
            ).exactOptional(),
            joinsAtMs: ms(
              'when its machine is requested; absent: it is there from the start',
            ).exactOptional(),
            imageBytes: count(
              'what the images that are there at the start take of the disk; absent: there are none',
            ).exactOptional(),
          }),
        )
        .meta({ description: 'the nodes' }),
      registries: z
        .record(
          z.string(),
          z.strictObject({
            egressBytesPerSecond: count('to all nodes together; absent: no limit').exactOptional(),
            bytesPerSecondPerResponse: count('of one response; absent: no limit').exactOptional(),
            bytesPerSecondPerClient: count(
              'of all responses to one node together; absent: no limit',
            ).exactOptional(),
            blobStore: text('the host that sends its blobs; absent: itself').exactOptional(),
          }),
        )
        .meta({
          description:
            'what registries send at most, by host: `egressBytesPerSecond`, `bytesPerSecondPerResponse` and `bytesPerSecondPerClient`, absent: no limit; and `blobStore`, the host that sends the blobs of this one',
        })
        .exactOptional(),
      peers: z
        .enum(['layers', 'pieces'])
        .meta({
          description:
            'what nodes give to each other: `layers` that they have whole, or `pieces` while they download; absent: nothing',
        })
        .exactOptional(),
      assumptions: z.array(z.string()).meta({ description: 'what was assumed, in sentences' }),
      readings: z
        .array(z.string())
        .meta({
          description:
            'what was read of the input, and what of it does not count, in sentences; absent: there is nothing to report',
        })
        .exactOptional(),
      recurring: count('CronJobs that run again after the horizon; absent: none').exactOptional(),
      ignoredKinds: z
        .record(z.string(), z.int().min(0))
        .meta({ description: 'kinds of objects that make no pods, counted' }),
      unknownKinds: z
        .record(z.string(), z.int().min(0))
        .meta({ description: 'kinds of objects that were not understood, counted' })
        .exactOptional(),
      unplaced: z
        .array(
          z.strictObject({
            workload: text('`Deployment/web`'),
            pods: count('how many'),
            reason: text('as a scheduler says it'),
          }),
        )
        .meta({ description: 'pods that no node takes, which are not simulated' })
        .exactOptional(),
      rollouts: z
        .array(
          z.strictObject({
            namespace: text('of the workload'),
            workload: text('`Deployment/web`'),
            atMs: ms('when its template changes'),
            pods: count('pods that get the new template'),
            images: z.array(z.string()).meta({ description: 'of the new template' }),
          }),
        )
        .meta({ description: 'changes of templates that controllers bring to existing pods; absent: none' })
        .exactOptional(),
    })
    .meta({ description: 'The first record: the run’s conditions.' }),
  fault: worldRecord('fault', 'A fault of the scenario begins or ends.', {
    state: z.enum(['began', 'ended']).meta({ description: 'of the window' }),
    fault: text('the kind, as the scenario names it'),
    target: text('registry, image or node').exactOptional(),
    bytesPerSecond: count('began, slowLink: what the link carries meanwhile').exactOptional(),
  }),
  node: nodeRecord('node', 'The node or its kubelet (re)starts.', {
    state: z
      .enum(['started', 'kubeletRestarted', 'rebooting', 'rebooted'])
      .meta({ description: 'what happened to it' }),
    kubelet: z
      .record(z.string(), z.unknown())
      .meta({
        description:
          'kubeletRestarted, rebooted: the settings that changed, with the values that the new kubelet has read',
      })
      .exactOptional(),
  }),
  end: z
    .strictObject({
      ...recorded,
      type: z.literal('end'),
      reason: z.enum(['settled', 'horizon', 'interrupted']).meta({
        description:
          '`settled`: nothing can happen any more before the horizon; `horizon`: the time asked for is over; `interrupted`: the run was stopped before',
      }),
      steps: count('kernel steps taken'),
    })
    .meta({ description: 'The last record: why the run stopped. A trace without it was cut short.' }),
};
