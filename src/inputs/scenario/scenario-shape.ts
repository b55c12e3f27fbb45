import { z } from 'zod';
import { prePullPolicies } from '../../rules/kubeadm/pre-pull-plan.ts';
import { policyChoices } from '../../rules/kubelet/tried-policies.ts';
import { type DiskKindName, diskKindNames, fileSystems } from '../../rules/runtime/disk/disk-kinds.ts';
import { runtimeDelayKeys, runtimeDelayNames } from '../../rules/runtime/profiles/runtime-profile.ts';
import { lazy } from '../../rules/values/memoize.ts';
import { ownObject } from '../documents/own-object.ts';
import { writtenImageShape } from '../images/image-name.ts';
import { imageShape } from '../images/image-shapes.ts';
import { limits } from '../limits.ts';
import { autoscalerRules } from '../nodes/autoscaler-rules.ts';
import { defaultNodeProfile, nodeProfileNames } from '../nodes/node-profiles.ts';
import { isProviderChoice, providerChoices } from '../providers/provider-choice.ts';
import { runtimeConfigShape } from '../runtimes/runtime-config-shape.ts';
import { podActionFields } from '../workloads/pod-action-shapes.ts';
import { faultShape } from './fault-rows.ts';
import {
  byteRateShape,
  byteSizeShape,
  durationShape,
  finiteByteRateShape,
  instantShape,
  platformExample,
  platformPattern,
  positiveDurationShape,
  relistPeriodShape,
} from './quantity-shapes.ts';
import { peersShape, registryShape } from './registry-shapes.ts';

/** The only version of our own kinds so far. */
export const ownApiVersion = 'windlass.dev/v1alpha1';

const metadata = z
  .looseObject({ name: z.string().optional() })
  .optional()
  .describe('A name and notes of your own; not read');
const match = z
  .string()
  .min(1)
  .max(500)
  .describe('Deployment/web, Pod/web-0, or a name alone; namespace/ may stand before; * stands for any text');

/** What steps on a node take. */
export const timingsShape = lazy(() =>
  ownObject({
    podSync: durationShape.optional().describe('A sync before its first call'),
    volumeMount: durationShape.optional().describe("The wait for volumes in a pod's first sync"),
    sandbox: durationShape.optional().describe("Making a pod's sandbox"),
    sandboxStop: durationShape.optional().describe("Stopping a pod's sandbox"),
    createContainer: durationShape.optional(),
    startContainer: durationShape.optional(),
    imageStatus: durationShape.optional().describe('Asking the runtime whether an image is there'),
    imageSize: durationShape.optional().describe('Asking for its size after a pull, with the slot held'),
    relistPeriod: relistPeriodShape.optional().describe("PLEG's period"),
    relist: durationShape.optional().describe("One relist's duration"),
    kubeletStart: durationShape
      .optional()
      .describe("From a kubelet's end to the next one's start, on a restart"),
    reboot: durationShape.optional().describe("A node's reboot"),
    boot: durationShape
      .optional()
      .describe('Of a node that joins: from the request for its machine until its kubelet starts'),
    registration: durationShape
      .optional()
      .describe('Of a node that joins: from the start of its kubelet until its Node object is there'),
    network: durationShape
      .optional()
      .describe(
        'Of a node that joins: from the start of its kubelet until it is ready, where no DaemonSet of the input is a CNI plugin',
      ),
    networkSettle: durationShape
      .optional()
      .describe('Of a node that joins: from when its CNI plugin runs, as a pod, until the node is ready'),
    kubeletUptime: durationShape
      .optional()
      .describe('How long the kubelet has been up at the start, which image GC goes by'),
    imageGcRound: durationShape
      .optional()
      .describe('What a round of image GC takes that finds nothing to do'),
    removeImage: durationShape.optional().describe('Removing one image, by image GC'),
    unpack: finiteByteRateShape
      .optional()
      .describe("Unpacked bytes per second of one image's unpacking, such as 110MB/s"),
    intake: finiteByteRateShape
      .optional()
      .describe(
        'What the node takes in at most, whatever its link and disk (default: by its processors, as measured of its runtime)',
      ),
  }),
);

const runtimeDelays = lazy(() =>
  ownObject(
    Object.fromEntries(
      runtimeDelayKeys.map((name) => [name, durationShape.optional().describe(runtimeDelayNames[name])]),
    ),
  ),
);

const prePull = lazy(() =>
  ownObject({
    at: durationShape.optional().describe('When it begins (default 0s)'),
    images: z
      .array(writtenImageShape)
      .min(1)
      .max(10_000)
      .describe('In the order in which they are asked for'),
    parallel: z.boolean().optional().describe('All at once instead of one after the other (default false)'),
    policy: z
      .enum(prePullPolicies)
      .optional()
      .describe('Whether images that are there are pulled too (default IfNotPresent)'),
  }),
);

const credentials = z.record(z.string(), z.unknown(), {
  error: 'users by registry such as { registry.example: robot }',
});

/** What a credential provider's program does without a fault. */
const credentialProgramShape = lazy(() =>
  ownObject({
    takes: durationShape.optional().describe('How long a run takes (default: no time)'),
    cacheDuration: durationShape
      .optional()
      .describe('How long the kubelet keeps an answer (default: what the program or the configuration says)'),
    cacheKeyType: z
      .enum(['Image', 'Registry', 'Global'])
      .optional()
      .describe('For which images an answer is kept (default Registry)'),
    validFor: positiveDurationShape
      .optional()
      .describe('How long a password is good for: the registry refuses an older one (default: for ever)'),
  }),
);

const nodeShape = lazy(() =>
  ownObject({
    kubeletVersion: z.string().optional().describe('Such as "1.31" or v1.33.2 (default: the newest known)'),
    runtime: z.string().optional().describe('Such as containerd://2.4'),
    platform: z.string().regex(platformPattern, { error: platformExample }).optional(),
    provider: z
      .string()
      .refine(isProviderChoice, { error: `one of ${providerChoices.join(', ')}` })
      .optional()
      .describe('Whose node image it has (default: as the Node says; windlass providers lists them)'),
    policy: z
      .enum(policyChoices as [string, ...string[]], { error: `one of ${policyChoices.join(', ')}` })
      .optional()
      .describe(
        'What its kubelet tries that no released one has: coalesce joins pulls of one image (default none)',
      ),
    nodeProfile: z
      .enum(nodeProfileNames as [string, ...string[]], { error: `one of ${nodeProfileNames.join(', ')}` })
      .optional()
      .describe(
        `What it has where nothing else says so (default ${defaultNodeProfile}; windlass defaults lists them)`,
      ),
    link: byteRateShape.optional().describe("The node's network link"),
    diskBandwidth: byteRateShape
      .optional()
      .describe(
        'What its disk writes a second: layers are flushed to it before they count; unpacked files wait in memory until too many do',
      ),
    diskKind: z
      .enum(diskKindNames as [DiskKindName, ...DiskKindName[]], {
        error: `one of ${diskKindNames.join(', ')}`,
      })
      .optional()
      .describe(
        'The kind of its disk, which with its size says what it writes a second, where diskBandwidth does not',
      ),
    fileSystem: z
      .enum(fileSystems)
      .optional()
      .describe(
        'That of its images, which decides when unpacking waits for the disk (default: by the osImage of its Node, else ext4)',
      ),
    memory: byteSizeShape
      .optional()
      .describe(
        'Its memory, of which a tenth holds unpacked files before they are written to the disk (default: what a Node object says, else its nodeProfile)',
      ),
    machine: z
      .string()
      .min(1)
      .max(63)
      .optional()
      .describe(
        'Its instance type such as c5a.4xlarge, by which it unpacks faster or slower (default: what a label of its Node says)',
      ),
    unpigz: z
      .boolean()
      .optional()
      .describe(
        'Whether the program unpigz is there, by which containerd inflates layers in a process of its own (default: as its provider has it, else false)',
      ),
    disk: z
      .union([z.literal('unlimited'), byteSizeShape], { error: 'a size such as 100GB, or unlimited' })
      .optional(),
    diskUsed: byteSizeShape
      .optional()
      .describe('What logs, volumes and the like take of the disk, beside images (default 0)'),
    presentImages: z
      .array(z.string().min(1))
      .max(10_000)
      .optional()
      .describe('Images on the node at the start, beside those that its Node object lists; []: none at all'),
    pinnedImages: z
      .array(z.string().min(1))
      .max(10_000)
      .optional()
      .describe('Images that the runtime pins: image GC spares them'),
    credentials: credentials
      .optional()
      .describe(
        "What the node itself pulls with, for any pod: users by registry, or a docker config's auths; passwords are not kept",
      ),
    prePull: z
      .union([prePull(), z.array(prePull()).max(1_000)], {
        error: 'images to pull, such as { at: 10s, images: [app:1] }',
      })
      .optional()
      .describe(
        'Images that someone pulls on the node beside the kubelet, as kubeadm and crictl do; several, one after the other',
      ),
    timings: timingsShape().optional(),
    runtimeDelays: runtimeDelays()
      .optional()
      .describe("The runtime's fixed costs, instead of the measured ones (windlass defaults lists them)"),
    runtimeConfig: runtimeConfigShape
      .optional()
      .describe(
        "What the runtime's own configuration sets, by its own names, such as { max_concurrent_downloads: 6 }",
      ),
    cpus: z
      .number()
      .min(0.1)
      .max(10_000)
      .optional()
      .describe(
        'Processors, which downloads and unpacking share (default: what a Node object says, else its nodeProfile)',
      ),
  }),
);

const arrivalFields = {
  at: durationShape.optional().describe('When the first pod arrives (default 0s)'),
  interval: durationShape.optional().describe('From one pod to the next (default 1ms)'),
};

const arrivals = lazy(() =>
  ownObject({
    ...arrivalFields,
    waves: z
      .array(
        ownObject({
          at: durationShape,
          interval: durationShape.optional(),
          count: z.int().min(1).optional(),
        }),
      )
      .max(1_000)
      .optional()
      .describe(
        'Pods in order of the input: the first count of them from the first at on, and so on; the last wave takes the rest',
      ),
    pods: z
      .array(ownObject({ match, ...arrivalFields }))
      .max(1_000)
      .optional()
      .describe('Other times for some pods; the first entry that matches counts'),
  }).refine((value) => value.at === undefined || value.waves === undefined, {
    error: 'arrivals with either at or waves',
  }),
);

const nodes = lazy(() =>
  ownObject(
    {
      count: z
        .int()
        .min(1)
        .max(limits.nodes)
        .optional()
        .describe(
          'Makes node-1 to node-<count>; beside Node objects they are added, like the first of those',
        ),
      joins: z
        .array(
          ownObject({
            at: durationShape.describe('When their machines are requested'),
            count: z.int().min(1).max(limits.nodes).optional().describe('How many (default 1)'),
            pool: z
              .string()
              .min(1)
              .max(63)
              .optional()
              .describe(
                'Begins their names, and they are like a Node of it: one with the label of a pool, or whose name begins so',
              ),
          }),
        )
        .max(1_000)
        .optional()
        .describe('Nodes that come while the run goes on'),
      leaves: z
        .array(
          ownObject({
            name: z.string().min(1).max(300).describe('Of the nodes; * stands for any text'),
            at: durationShape.describe('When they are drained; they go once their pods have ended'),
          }),
        )
        .max(1_000)
        .optional()
        .describe('Nodes that go while the run goes on'),
      autoscaler: ownObject({
        max: z.int().min(1).max(limits.nodes).describe('How many nodes it requests at most'),
        pool: z
          .string()
          .min(1)
          .max(63)
          .optional()
          .describe('Begins their names, and they are like a Node of it, as in joins'),
        podsPerNode: z
          .int()
          .min(1)
          .max(limits.pods)
          .optional()
          .describe(
            'How many pods a new node has room for, beside those of DaemonSets, as CPU and memory would have it (default: maxPods)',
          ),
        rule: z
          .enum(autoscalerRules)
          .optional()
          .describe(
            'cluster-autoscaler looks at the pods once in scan; karpenter when none has come for 1s, and after 10s (default cluster-autoscaler)',
          ),
        scan: positiveDurationShape.optional().describe('From one look to the next (default 10s)'),
      })
        .optional()
        .describe('Requests nodes for pods that no node takes'),
      defaults: nodeShape().optional().describe('For every node'),
      named: z
        .record(z.string(), nodeShape())
        .optional()
        .describe('For one node; without count and Node objects these are the nodes'),
      kubelets: z
        .array(
          ownObject({
            names: z
              .array(z.string().min(1))
              .min(1)
              .optional()
              .describe('Names of nodes; * stands for any text'),
            matchLabels: z
              .record(z.string(), z.string())
              .optional()
              .describe('Labels that the nodes have, all of them'),
            config: z.record(z.string(), z.unknown()).describe('Fields of KubeletConfiguration'),
          }).refine((value) => value.names === undefined || value.matchLabels === undefined, {
            error: 'either names or matchLabels',
          }),
        )
        .max(1_000)
        .optional()
        .describe("Settings of some nodes' kubelets, over those of the files"),
    },
    { defaults: nodeShape().shape },
  ),
);

/** Our kind Scenario: everything about a run that is not in Kubernetes manifests. */
export const scenarioShape = lazy(() =>
  ownObject(
    {
      apiVersion: z.literal(ownApiVersion),
      kind: z.literal('Scenario'),
      metadata,
      seed: z.int().min(0).optional().describe('Determines all chance (default 1)'),
      horizon: positiveDurationShape.optional().describe('When the run stops at the latest (default 15m)'),
      startTime: instantShape
        .optional()
        .describe('What the clock shows at the start: CronJobs then run by their schedules'),
      initContainerDuration: durationShape.optional().describe('How long init containers run (default 1s)'),
      jobDuration: durationShape.optional().describe("How long Jobs' containers run (default 1s)"),
      arrivals: arrivals().optional().describe('When pods arrive'),
      containers: z
        .array(
          ownObject({
            match: match.optional().describe('Pods or owners (default: all)'),
            container: z.string().optional().describe('The name of the container (default: all of the pod)'),
            runsFor: z
              .union([z.literal('forever'), durationShape], { error: 'a duration such as 30s, or forever' })
              .optional(),
            startup: durationShape
              .optional()
              .describe(
                'How long it takes from its start until it is ready, which times to running contain (default 0s)',
              ),
            exitCode: z.int().min(0).max(255).optional().describe('With which code it ends (default 0)'),
            stopsIn: z
              .union([z.literal('never'), durationShape], { error: 'a duration such as 5s, or never' })
              .optional()
              .describe(
                'How long it takes to go after SIGTERM (default 500ms); never: SIGKILL ends it when its grace period is over',
              ),
          }),
        )
        .max(1_000)
        .optional()
        .describe('How long containers run and how they end; the first entry that matches counts'),
      images: z.array(imageShape()).max(100_000).optional().describe('Sizes and layers of images'),
      nodes: nodes().optional(),
      registries: z
        .record(z.string(), registryShape())
        .optional()
        .describe('By host such as docker.io; "*" for all others'),
      peers: peersShape().optional().describe('Nodes that give images to each other'),
      serviceAccounts: z
        .record(z.string().min(1), credentials)
        .optional()
        .describe(
          'What a credential provider gives to pods of a service account (namespace/name): users by registry',
        ),
      credentialProviders: z
        .record(z.string().min(1), credentialProgramShape())
        .optional()
        .describe('The programs of the credential providers, by their names'),
      ...podActionFields(),
      faults: z.array(faultShape()).max(1_000).optional().describe('Timed faults'),
    },
    { 'nodes.defaults': nodeShape().shape },
  ),
);

/** Our kind ImageCatalog: sizes and layers of images, without a scenario. */
export const imageCatalogShape = lazy(() =>
  ownObject({
    apiVersion: z.literal(ownApiVersion),
    kind: z.literal('ImageCatalog'),
    metadata,
    images: z.array(imageShape()).max(100_000),
  }),
);

const podName = z.string().min(3).max(600);
/** Below 1, and with no more digits than a file shows. */
const randomNumber = z.number().min(0).lt(1);

/** Our kind Luck: what chance would decide, as `windlass worst` writes it down. */
export const luckShape = lazy(() =>
  ownObject({
    apiVersion: z.literal(ownApiVersion),
    kind: z.literal('Luck'),
    metadata,
    seed: z
      .int()
      .min(0)
      .optional()
      .describe('Determines all chance that is not given here (default: as without a Luck)'),
    faults: z
      .array(faultShape())
      .max(1_000)
      .optional()
      .describe('Faults beside those of the Scenario and of --fault'),
    arrivalOrder: z
      .array(podName)
      .max(300_000)
      .optional()
      .describe(
        'Pods (namespace/name) in the order in which they arrive, at the times at which these pods arrive anyway',
      ),
    draws: z
      .record(z.string(), z.record(z.string().regex(/^[1-9]\d{0,9}$/), randomNumber))
      .optional()
      .describe(
        "Random numbers from 0 up to 1 in place of the seed's, by the actor that asks for them and by their number, from 1 on",
      ),
  }),
);

export type LuckDocument = z.infer<ReturnType<typeof luckShape>>;
export type ScenarioDocument = z.infer<ReturnType<typeof scenarioShape>>;
export type NodeDocument = z.infer<ReturnType<typeof nodeShape>>;

/**
 * Returns the JSON Schema (draft 2020-12) of our own kinds, made from the shapes that validate them, for
 * completion in editors.
 */
export function scenarioSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(
    z.discriminatedUnion('kind', [scenarioShape(), imageCatalogShape(), luckShape()]),
    { io: 'input' },
  );
  return { title: 'Windlass Scenario, ImageCatalog and Luck', ...schema };
}
