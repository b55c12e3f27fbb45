import { defaultRelease } from '../rules/kubelet/profiles/profiles.ts';
import { layerModel } from './known-images/size-model.ts';

/** A figure that applies if the user sets nothing, and its source. */
export interface Default {
  readonly name: string;
  /** In the user's notation. */
  readonly value: string;
  readonly mark: 'measured' | 'published' | 'assumed';
  readonly source: string;
  /** The option or field that sets it. */
  readonly where: string;
}

const timing = (name: string) => `Scenario nodes.defaults.timings.${name}`;

/**
 * Every default of the input stage. `windlass defaults` and docs/defaults.md print this table, and the code
 * reads it.
 */
export const defaults = [
  {
    name: 'seed',
    value: '1',
    mark: 'assumed',
    source: 'fixed, so that two runs agree',
    where: 'Scenario seed, --seed',
  },
  {
    name: 'horizon',
    value: '15m',
    mark: 'assumed',
    source: 'three rounds of the longest back-off',
    where: 'Scenario horizon, --for',
  },
  {
    name: 'arrivalAt',
    value: '0s',
    mark: 'assumed',
    source: 'a node that gets all its pods at once',
    where: 'Scenario arrivals.at',
  },
  {
    name: 'arrivalInterval',
    value: '1ms',
    mark: 'assumed',
    source: 'in order of the input',
    where: 'Scenario arrivals.interval',
  },
  {
    name: 'initContainerDuration',
    value: '1s',
    mark: 'assumed',
    source: 'a short task',
    where: 'Scenario initContainerDuration, containers',
  },
  {
    name: 'stopsIn',
    value: '500ms',
    mark: 'assumed',
    source: 'a process that obeys SIGTERM',
    where: 'Scenario containers[].stopsIn',
  },
  {
    name: 'terminationGracePeriod',
    value: '30s',
    mark: 'published',
    source: 'the API server (DefaultTerminationGracePeriodSeconds)',
    where: 'spec.terminationGracePeriodSeconds, Scenario deletions[].gracePeriod',
  },
  {
    name: 'recreation',
    value: '100ms',
    mark: 'assumed',
    source: 'a controller, the scheduler and the watch of the kubelet',
    where: 'Scenario deletions[].recreatedAfter',
  },
  {
    name: 'cronDelay',
    value: '100ms',
    mark: 'published',
    source:
      '`nextScheduleDelta` of pkg/controller/cronjob/cronjob_controllerv2.go, v1.36: from the minute of a schedule to its Job',
    where: 'none',
  },
  {
    name: 'jobDuration',
    value: '1s',
    mark: 'assumed',
    source: 'a short task',
    where: 'Scenario jobDuration, containers',
  },
  {
    name: 'kubeletVersion',
    value: defaultRelease,
    mark: 'assumed',
    source: 'a recent release; newer ones are known, but runs that name none stay as they are',
    where: 'Node object, Scenario nodes, --kubelet-version',
  },
  {
    name: 'runtime',
    value: 'containerd://2.4',
    mark: 'assumed',
    source: 'the newest measured one',
    where: 'Node object, Scenario nodes, --runtime',
  },
  {
    name: 'platform',
    value: 'linux/amd64',
    mark: 'assumed',
    source: 'the most frequent',
    where: 'Node object, Scenario nodes, --platform',
  },
  {
    name: 'prePullAt',
    value: '0s',
    mark: 'assumed',
    source: 'before the first pods',
    where: 'Scenario nodes.defaults.prePull.at',
  },
  {
    name: 'registryRoundTrip',
    value: '20ms',
    mark: 'assumed',
    source: 'a registry in the same region',
    where: 'Scenario registries',
  },
  {
    name: 'registryEgress',
    value: 'unlimited',
    mark: 'assumed',
    source: 'a public registry',
    where: 'Scenario registries',
  },
  {
    name: 'registryPerResponse',
    value: 'unlimited',
    mark: 'assumed',
    source: 'a public registry',
    where: 'Scenario registries',
  },
  {
    name: 'registryPerClient',
    value: 'unlimited',
    mark: 'assumed',
    source: 'a public registry',
    where: 'Scenario registries',
  },
  {
    name: 'registryConnect',
    value: '2 round trips',
    mark: 'published',
    source:
      'TCP takes one, and TLS 1.3 one more (RFC 9293, RFC 8446); each new connection: measurements.md R1',
    where: 'Scenario registries',
  },
  {
    name: 'peersLookup',
    value: '20ms',
    mark: 'published',
    source: 'mirrorResolveTimeout of Spegel, the longest that a lookup takes',
    where: 'Scenario peers.lookup',
  },
  {
    name: 'peersOrigin',
    value: 'unlimited',
    mark: 'assumed',
    source: 'as registries',
    where: 'Scenario peers.origin',
  },
  {
    name: 'peersUplink',
    value: 'as its link',
    mark: 'assumed',
    source: 'a symmetric link',
    where: 'Scenario peers.uplink',
  },
  {
    name: 'peersResolveTags',
    value: 'true',
    mark: 'published',
    source: 'resolveTags of Spegel',
    where: 'Scenario peers.resolveTags',
  },
  {
    name: 'podSync',
    value: '6ms',
    mark: 'measured',
    source: 'kubelet-runs A (kubelet 1.36)',
    where: timing('podSync'),
  },
  {
    name: 'volumeMount',
    value: '300ms',
    mark: 'published',
    source: "the kubelet's poll for volumes (volume_manager.go)",
    where: timing('volumeMount'),
  },
  {
    name: 'sandbox',
    value: '180ms',
    mark: 'assumed',
    source: 'containerd with a CNI plugin',
    where: timing('sandbox'),
  },
  {
    name: 'sandboxStop',
    value: '100ms',
    mark: 'assumed',
    source: 'containerd with a CNI plugin',
    where: timing('sandboxStop'),
  },
  {
    name: 'createContainer',
    value: '50ms',
    mark: 'measured',
    source: 'a recorded run on containerd: 34 to 64 ms',
    where: timing('createContainer'),
  },
  {
    name: 'startContainer',
    value: '100ms',
    mark: 'measured',
    source: 'a recorded run on containerd with runc: 63 to 132 ms',
    where: timing('startContainer'),
  },
  {
    name: 'imageStatus',
    value: '2ms',
    mark: 'assumed',
    source: 'a local gRPC call',
    where: timing('imageStatus'),
  },
  {
    name: 'imageSize',
    value: '6.5ms',
    mark: 'measured',
    source: 'a recorded run on containerd: 5 to 8 ms',
    where: timing('imageSize'),
  },
  {
    name: 'relistPeriod',
    value: '1s',
    mark: 'published',
    source: 'genericPlegRelistPeriod in kubelet.go',
    where: timing('relistPeriod'),
  },
  {
    name: 'relist',
    value: '5ms',
    mark: 'measured',
    source: 'kubelet-runs A (the phase drifts by 1.005 s)',
    where: timing('relist'),
  },
  {
    name: 'kubeletStart',
    value: '2s',
    mark: 'assumed',
    source: 'systemd restarts it',
    where: timing('kubeletStart'),
  },
  {
    name: 'kubeletUptime',
    value: '24h',
    mark: 'assumed',
    source: 'a kubelet that has been up for long',
    where: timing('kubeletUptime'),
  },
  {
    name: 'imageGcRound',
    value: '25ms',
    mark: 'measured',
    source: 'a recorded kubelet 1.36.3: its image GC gained 16 to 35 ms a round',
    where: timing('imageGcRound'),
  },
  {
    name: 'removeImage',
    value: '250ms',
    mark: 'assumed',
    source: 'containerd unlinks names and frees content before it answers (SynchronousDelete)',
    where: timing('removeImage'),
  },
  {
    name: 'diskUsed',
    value: '0B',
    mark: 'assumed',
    source: 'a disk of images only',
    where: 'Scenario nodes.defaults.diskUsed',
  },
  { name: 'reboot', value: '30s', mark: 'assumed', source: 'a virtual machine', where: timing('reboot') },
  {
    name: 'boot',
    value: '35s',
    mark: 'published',
    source: 'awslabs/amazon-eks-ami#1099, a c5.xlarge: 34 s; 16 s to some minutes elsewhere',
    where: timing('boot'),
  },
  {
    name: 'autoscalerScan',
    value: '10s',
    mark: 'published',
    source: 'cluster-autoscaler --scan-interval',
    where: 'Scenario nodes.autoscaler.scan',
  },
  {
    name: 'registration',
    value: '1s',
    mark: 'measured',
    source: 'four nodes of EKS 1.27, by their events',
    where: timing('registration'),
  },
  {
    name: 'network',
    value: '13s',
    mark: 'measured',
    source: 'four nodes of EKS 1.27, by their events: 12 to 14 s',
    where: timing('network'),
  },
  {
    name: 'networkSettle',
    value: '2s',
    mark: 'measured',
    source: 'four nodes of EKS 1.27: from Started of aws-node to NodeReady',
    where: timing('networkSettle'),
  },
  {
    name: 'unpack',
    value: '110MB/s',
    mark: 'measured',
    source: 'measurements.md R5, containerd 2.4, text',
    where: timing('unpack'),
  },
  {
    name: 'unpackContainerd1',
    value: '77MB/s',
    mark: 'measured',
    source: 'measurements.md R5, containerd 1.6, text',
    where: timing('unpack'),
  },
  {
    name: 'imageSizeMax',
    value: '20GB',
    mark: 'published',
    source: 'the largest of the known images has 19.4 GB; no image is drawn larger',
    where: 'Scenario images, ImageCatalog, --image-size',
  },
  {
    name: 'layersMedian',
    value: String(layerModel.median),
    mark: 'published',
    source:
      'learnt from 591 repositories that Dockerfiles build on (docs/images.md): layers of an image of 100 MB',
    where: 'Scenario images[].layers',
  },
  {
    name: 'layersGrowth',
    value: String(layerModel.growth),
    mark: 'published',
    source:
      'learnt from 591 repositories that Dockerfiles build on (docs/images.md): with how much of the logarithm of its size that of their number grows',
    where: 'Scenario images[].layers',
  },
  {
    name: 'layersSigma',
    value: String(layerModel.sigma),
    mark: 'published',
    source:
      'learnt from 591 repositories that Dockerfiles build on (docs/images.md): how far their number scatters (lognormal)',
    where: 'Scenario images[].layers',
  },
  {
    name: 'layersMax',
    value: '120',
    mark: 'published',
    source: "Zhao et al., CLUSTER'19: the most found",
    where: 'Scenario images[].layers',
  },
  {
    name: 'layerWeightSigma',
    value: String(layerModel.weightSigma),
    mark: 'published',
    source:
      'learnt from 591 repositories that Dockerfiles build on (docs/images.md): how unevenly an image splits into layers (lognormal weights)',
    where: 'Scenario images[].layers',
  },
  {
    name: 'unpackedRatio',
    value: '2.6',
    mark: 'published',
    source: "Zhao et al., CLUSTER'19: median of layers, unpacked to compressed",
    where: 'Scenario images[].layers[].unpackedSize',
  },
  {
    name: 'configSize',
    value: '8kB',
    mark: 'assumed',
    source: "an image's config blob",
    where: 'not settable; manifests (docker manifest inspect -v) carry it',
  },
  {
    name: 'faultStatus',
    value: '500',
    mark: 'assumed',
    source: 'Internal Server Error',
    where: 'Scenario faults[].status',
  },
  {
    name: 'runtimeDownError',
    value:
      'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused"',
    mark: 'assumed',
    source: "what gRPC says where nobody listens on the runtime's socket",
    where: 'Scenario faults[].error',
  },
  {
    name: 'pullFailsTakes',
    value: '500ms',
    mark: 'assumed',
    source: 'a registry that refuses at once',
    where: 'Scenario faults[].takes',
  },
] as const satisfies readonly Default[];

export type DefaultName = (typeof defaults)[number]['name'];

/** Returns the default with that name in the user's notation. */
export function defaultOf(name: DefaultName): string {
  const found = defaults.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no default named ${name}`);
  return found.value;
}
