import { runtimeDelayKeys, runtimeDelayNames } from '../../rules/runtime/profiles/runtime-profile.ts';
import { containerd24 } from '../../rules/runtime/profiles/runtime-profiles.ts';
import { defaults } from '../defaults.ts';
import { faultExamples } from './fault-rows.ts';
import { timingsShape } from './scenario-shape.ts';

/** Fields of which one value is a default for every node: the others are in the template itself. */
const timingExamples: Readonly<Record<string, string>> = { intake: '325MB/s' };
const explained: Readonly<Record<string, string>> = {
  createContainer: 'Creating a container',
  startContainer: 'Starting it',
};

const timingLines = Object.entries(timingsShape().shape).map(([name, shape]) => {
  const value = timingExamples[name] ?? defaults.find((entry) => entry.name === name)?.value ?? '';
  return line(name, value, explained[name] ?? shape.description ?? '');
});

const delayLines = runtimeDelayKeys.map((name) =>
  line(name, `${containerd24.delays[name] / 1000}ms`, runtimeDelayNames[name]),
);

function line(name: string, value: string, meaning: string): string {
  return `#      ${`${name}: ${value}`.padEnd(26)} # ${meaning}\n`;
}

/**
 * The commented Scenario that `windlass init` writes: every field, most of them commented out, with the
 * default or an example beside it.
 */
export const scenarioTemplate = `# A scenario for windlass: everything about a run that Kubernetes manifests do not say.
# Run it beside your manifests:   windlass run deployment.yaml scenario.yaml
# Every field may be left out. Lines that begin with # are examples: remove the # to use one.
# Completion in your editor: windlass schema > windlass.schema.json, then point your editor at it.
#   Durations  500ms, 90s, 15m, 1h30m        Sizes  300MB (10^6), 300MiB (2^20)        Rates  1Gbit/s, 100MB/s, unlimited
apiVersion: windlass.dev/v1alpha1
kind: Scenario
#metadata: { name: rollout }    # a name and notes of your own; not read

seed: 1             # determines all chance: the same input and seed give the same bytes out
horizon: 15m        # the run stops here at the latest
#startTime: 2026-03-01T02:55:00Z   # what the clock shows at the start: CronJobs then run by their schedules

# How long containers run that end by themselves. Others run for ever.
initContainerDuration: 1s
jobDuration: 1s
containers: []
#  - match: Deployment/web      # an owner, a pod, or a name alone; namespace/ may stand before, * is any text
#    container: migrate         # default: all containers of the pod
#    runsFor: 30s               # or forever
#    startup: 45s               # from its start until it is ready
#    exitCode: 0
#    stopsIn: 500ms             # from SIGTERM to its end; never: SIGKILL ends it after the grace period

# When pods arrive: by default all from 0s on, in order of the input, 1 ms apart.
arrivals:
  at: 0s
  interval: 1ms
#  pods:                        # other times for some pods
#    - match: DaemonSet/*
#      at: 30s
#      interval: 100ms
#  waves:                       # instead of at: the first 10 pods from 0s on, the rest from 1m on
#    - { at: 0s, count: 10, interval: 1ms }
#    - { at: 1m }

# What people do to pods during the run.
deletions: []                   # kubectl delete pod
#  - match: Deployment/web
#    at: 2m
#    recreate: true             # default: true for pods of a controller, false for others
#    recreatedAfter: 100ms      # until the new pod is on its node
#    gracePeriod: 30s           # default: the pod's own
imageChanges: []                # kubectl set image: a workload rolls out new pods, a pod changes in place
#  - { match: Deployment/web, at: 2m, container: web, image: "registry.example.com/app:v2" }
ephemeralContainers: []         # kubectl debug
#  - { match: Pod/web-0, at: 2m, name: debugger, image: "busybox:1.37", policy: Always }

# Sizes of images; without one the size comes from public documents or is drawn, and every output says so.
images: []
#  - name: nginx:1.27
#    size: 70MB                 # compressed, all layers together
#    index: true                # the tag is an index of several platforms: one request more
#    platforms: [linux/amd64]  # those of its index: on a node of another one the pull fails
#    lazyFormat: stargz         # made for it, where nodes pull lazily: gke, stargz, soci, nydus, overlaybd
#    readAtStart: 5%            # what a container reads of it at its start, if it is pulled lazily
#  - name: registry.example.com/app:v1
#    layers:                    # base first; layers of the same digest are shared between images
#      - { size: 30MB, unpackedSize: 80MB, digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000" }
#      - { size: 5MB, files: 2000 }            # many small files unpack slowly
#      - { size: 5MB, compression: zstd }      # gzip, none or zstd
#      - { size: 5MB, mediaType: application/vnd.oci.image.layer.v1.tar+gzip }    # says the compression, too

# The machines. What Node objects among the manifests say comes before the defaults here.
nodes:
#  count: 3                    # makes node-1 to node-3; beside Node objects they are added
#  joins:                      # nodes that come while the run goes on
#    - { at: 1m, count: 10, pool: pool-a }  # pool: like a Node of it, and in their names
#  leaves:                     # nodes that go: they are drained then
#    - { name: node-1, at: 5m }
#  autoscaler:                 # requests nodes for pods that no node takes
#    { max: 10, pool: pool-a, podsPerNode: 5, rule: cluster-autoscaler, scan: 10s }
  defaults:
    kubeletVersion: "1.36"
    runtime: containerd://2.4
    platform: linux/amd64
    provider: none             # whose node image it is, such as eks-al2023: windlass providers lists them
    policy: none               # coalesce: pulls of one image are joined, which no released kubelet does
    nodeProfile: cloud-vm      # what the node has where nothing else is said: windlass defaults lists the kinds
    link: 10Gbit/s
    disk: 100GB
    diskUsed: 0B               # what logs and volumes take of it
    cpus: 4                    # which downloads and unpacking share
    memory: 16GiB              # a tenth of it holds unpacked files before the disk has them
    diskBandwidth: 125MB/s     # what the disk writes
#    diskKind: gp3              # the kind of the disk, from which its rate follows: windlass defaults lists them
#    fileSystem: ext4           # of the images: ext4 or xfs
#    machine: c5a.4xlarge       # the instance type, by which the node unpacks faster or slower
#    unpigz: true               # containerd inflates layers by unpigz, beside its own work
#    runtimeConfig:             # the runtime's own configuration, by its own names; its files may be among the input too
#      max_concurrent_downloads: 3            # containerd 2.1 and later: not 3 makes it pull locally
#      max_concurrent_unpacks: 1              # 2.2 and later
#      concurrent_layer_fetch_buffer: 0B      # fetch layers in pieces of this size; 0B: whole
#      image_pull_progress_timeout: 5m0s      # cancels a pull that gets no byte for so long
#      use_local_image_pull: false            # 2.1 and later: pull without the transfer service
#      snapshotter: overlayfs                 # or native
#      parallel_pull_unpack:                  # the SOCI snapshotter's mode; true: as FastImagePull of EKS sets it
#        enable: true
#        max_concurrent_downloads: -1         # on the node; -1: no limit
#        max_concurrent_downloads_per_image: 20
#        concurrent_download_chunk_size: 16MiB
#        max_concurrent_unpacks: -1
#        max_concurrent_unpacks_per_image: 12
#        discard_unpacked_layers: true
#        decompressor: unpigz                 # or igzip
#      lazy_pull:                             # none, or a kind alone
#        kind: none                           # gke, stargz, soci, nydus, overlaybd: start before the image is there
#        read_at_start: 6.4%                  # what a container reads of its image at its start
#      pull_progress_timeout: 0s              # CRI-O's own; 0s: none
#      sandbox_image: registry.k8s.io/pause:3.10
#      io.containerd.transfer.v1.local: { max_concurrent_downloads: 3, max_concurrent_unpacks: 1, concurrent_layer_fetch_buffer: 0B }
#      hosts:                   # mirrors in order, then the registry itself
#        docker.io: [https://mirror.example]
#        ghcr.io: [{ host: https://mirror.example, capabilities: [pull, resolve] }]
#    presentImages: []         # images that are there at the start, instead of those that a Node object lists
    pinnedImages: []           # images that image GC never removes
#    credentials: { registry.example.com: robot }          # what the node itself pulls with: users by registry
#    prePull: { at: 0s, images: [redis:8.2], parallel: false, policy: IfNotPresent }    # pulled on the node beside the kubelet
#    timings:                   # what steps on the node take
${timingLines.join('')}#    runtimeDelays:             # fixed costs of the runtime; these are containerd 2.4's
${delayLines.join('')}#  named:                       # what is different on one node
#    node-1: { link: 100Mbit/s }
#  kubelets:                    # settings of some nodes' kubelets, over those of the files
#    - { names: [gpu-*], config: { maxParallelImagePulls: 2 } }
#    - { matchLabels: { pool: batch }, config: { serializeImagePulls: true } }

# Registries by host; "*" is every other one. docker.io, ghcr.io and others are known (windlass defaults): what is written here comes first.
registries:
  registry.example.com: { roundTrip: 20ms, egress: unlimited, perResponse: unlimited }
#  docker.io: { roundTrip: 60ms, perResponse: 40MB/s, pullLimit: { pulls: 100, per: 6h, authenticated: 200, sharedAddress: true } }
#  hub.example.com: { authentication: bearer, blobStore: blobs.example.com }    # blobs come by a redirect
#  private.example.com: { authentication: basic, private: { "team/*": [robot, "secret:default/pull"] } }    # who may pull what
#  old.example.com: { ranges: false }                                           # broken downloads begin anew
#  mirror.example.com: { roundTrip: 2ms, connect: 1ms, perClient: 1Gbit/s, cacheOf: docker.io, images: [library/*] }
#  "*": { perClient: 1Gbit/s }

# What a credential provider gives to pods of a service account (namespace/name): users by registry.
serviceAccounts: {}
#  default/builder: { private.example.com: robot }

# What the programs of the kubelet's credential providers do: how long a run takes, for how long and for what an answer is kept, how long a password is good for.
credentialProviders: {}
#  ecr-credential-provider: { takes: 500ms, cacheDuration: 6h, cacheKeyType: Registry, validFor: 12h }

# Nodes that give images to each other: layers that they have whole (Spegel), or pieces while they download (Kraken, Dragonfly).
#peers: { share: layers, registries: [docker.io], uplink: 1Gbit/s, lookup: 20ms, resolveTags: true, perResponse: unlimited }
#peers: { share: pieces, origin: 5Gbit/s, uplink: 300MB/s, perClient: 300MB/s }

# Timed faults, from … until (or for); without an end they last to the end of the run.
faults: []
${faultExamples()
  .map((example) => `#  - ${example}\n`)
  .join('')}`;
