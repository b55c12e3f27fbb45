import { faultExamples } from './fault-rows.ts';

/** The commented Scenario that `windlass init` writes: every field, most of them commented out, with the default beside it. */
export const scenarioTemplate = `# A scenario for windlass: everything about a run that Kubernetes manifests do not say.
# Run it beside your manifests:   windlass run deployment.yaml scenario.yaml
# Every field may be left out. Completion in your editor: windlass schema > windlass.schema.json, then point your editor at it.
#   Durations  500ms, 90s, 15m, 1h30m        Sizes  300MB (10^6), 300MiB (2^20)        Rates  1Gbit/s, 100MB/s, unlimited
apiVersion: windlass.dev/v1alpha1
kind: Scenario

seed: 1             # determines all chance: the same input and seed give the same bytes out
horizon: 15m        # the run stops here at the latest

# How long containers run that end by themselves. Others run for ever.
initContainerDuration: 1s
jobDuration: 1s
containers: []
#  - match: Deployment/web      # an owner, a pod, or a name alone; namespace/ may stand before, * is any text
#    container: migrate         # default: all containers of the pod
#    runsFor: 30s               # or forever
#    exitCode: 0

# When pods arrive: by default all from 0s on, in order of the input, 1 ms apart.
arrivals:
  at: 0s
  interval: 1ms
#  pods:                        # other times for some pods
#    - match: DaemonSet/*
#      at: 30s
#      interval: 100ms
#  waves:                       # instead of at: the first 10 pods at 0s, the rest at 1m
#    - { at: 0s, count: 10 }
#    - { at: 1m }

# Sizes of images; without one a size is drawn from what was found on Docker Hub, and every output says so.
images: []
#  - name: nginx:1.27
#    size: 70MB                 # compressed, all layers together
#  - name: registry.example.com/app:v1
#    layers:                    # base first; layers of the same digest are shared between images
#      - { size: 30MB, unpackedSize: 80MB, digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000" }
#      - { size: 5MB, files: 2000 }            # many small files unpack slowly
#      - { size: 5MB, compression: zstd }      # gzip, none or zstd

# The machines. Node objects among the manifests come before the defaults here.
nodes:
#  count: 3                    # node-1, node-2, node-3; not together with Node objects
  defaults:
    kubeletVersion: "1.36"
    runtime: containerd://2.4
    platform: linux/amd64
    nodeProfile: cloud-vm      # what nobody says of a node: windlass defaults lists the kinds
    link: 10Gbit/s
    disk: 100GB
    cpus: 4                    # which downloads and unpacking share
    diskBandwidth: 125MB/s     # what the disk writes
#    runtimeConfig:             # the runtime's own configuration, by its own names; its files may be among the input too
#      max_concurrent_downloads: 3            # containerd 2.1 and later: not 3 makes it pull locally
#      image_pull_progress_timeout: 5m0s
#      io.containerd.transfer.v1.local: { max_concurrent_downloads: 3, max_concurrent_unpacks: 1 }
#      hosts: { docker.io: [https://mirror.example] }    # mirrors in order, then docker.io itself
    presentImages: []
    timings:
      sandbox: 180ms
      createContainer: 50ms
      startContainer: 100ms
#  named:                       # what is different on one node
#    node-1: { link: 100Mbit/s }

# Registries by host; "*" is every other one. docker.io, ghcr.io and others are known (windlass defaults): what is written here comes first.
registries:
  registry.example.com: { roundTrip: 20ms, egress: unlimited, perResponse: unlimited }
#  docker.io: { roundTrip: 60ms, perResponse: 40MB/s, pullLimit: { pulls: 100, per: 6h, authenticated: 200 } }
#  hub.example.com: { authentication: bearer, blobStore: blobs.example.com }    # blobs come by a redirect
#  "*": { perClient: 1Gbit/s }
#  mirror.example.com: { roundTrip: 2ms, connect: 1ms, perClient: 1Gbit/s, cacheOf: docker.io }

# Nodes that give images to each other: layers that they have whole (Spegel), or pieces while they download (Kraken, Dragonfly).
#peers: { share: layers, registries: [docker.io], uplink: 1Gbit/s, lookup: 20ms }
#peers: { share: pieces, origin: 5Gbit/s, uplink: 300MB/s, perClient: 300MB/s }

# Timed faults, from … until (or for); without an end they last to the end of the run.
faults: []
${faultExamples.map((example) => `#  - ${example}\n`).join('')}`;
