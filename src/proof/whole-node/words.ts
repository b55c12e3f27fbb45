import fc from 'fast-check';
import { providerChoices } from '../../inputs/providers/provider-choice.ts';
import { releaseFeatureGates } from '../../rules/kubelet/configuration/feature-gates.ts';
import { kubeletFieldRows, type kubeletFields } from '../../rules/kubelet/configuration/kubelet-fields.ts';
import { profiles } from '../../rules/kubelet/profiles/profiles.ts';
import type { Words } from './shape-arbitrary.ts';

const one = (...values: (string | number)[]) => fc.constantFrom(...values);

export const nodeNames = ['node-1', 'node-2', 'node-3'];
const releases = profiles.map(({ release }) => release);
export const secretNames = ['of-robot', 'of-alice', 'broken'];

const digest = `r.io/team/d@sha256:${'0123456789abcdef'.repeat(4)}`;
/** The same image under two spellings, one of a host that nobody knows, one by digest. */
const images = [
  'a:1',
  'docker.io/library/a:1',
  'b',
  'r.io/team/c:2',
  'r.io/e:latest',
  digest,
  'm.io/f:1',
  'nowhere.example/g:1',
];
const image = one(...images);
const registry = one('docker.io', 'r.io', 'm.io', 'cache.io');
const user = one('robot', 'alice');
const credentials = fc.dictionary(registry, user, { minKeys: 1, maxKeys: 2 });
const pods = [
  'web',
  'Deployment/web',
  'Pod/*',
  'web-*',
  '*',
  'StatefulSet/store',
  'default/Pod/one',
  'Job/once',
  'DaemonSet/agent',
];

type FirstPart<Name> = Name extends `${infer First}.${string}` ? First : Name;

/** Values of types that need no words of the field's own. */
const wordsByType = {
  wholeNumber: fc.constantFrom(0, 1, 3, 50),
  durationMicros: one('0s', '10s', '5m'),
  trueOrFalse: fc.boolean(),
};

type FieldName = keyof typeof kubeletFields;
type NamesOfFieldsWithWords = {
  [Name in FieldName]: (typeof kubeletFields)[Name]['type'] extends keyof typeof wordsByType
    ? never
    : FirstPart<Name>;
}[FieldName];

/** Values of fields of other types, and of those of which certain values are of interest. */
const ownWords = {
  serializeImagePulls: fc.constantFrom(true, false, null),
  maxParallelImagePulls: fc.constantFrom(2, 3, null),
  registryPullQPS: fc.constantFrom(0, 1, 5),
  registryBurst: fc.constantFrom(1, 2, 10),
  maxPods: fc.constantFrom(3, 110),
  imageMinimumGCAge: one('10s', '2m'),
  imageMaximumGCAge: one('0s', '3m'),
  imageGCHighThresholdPercent: fc.constantFrom(60, 85),
  imageGCLowThresholdPercent: fc.constantFrom(20, 50),
  evictionHard: fc.constantFrom({ 'imagefs.available': '40%' }, { 'nodefs.available': '100Mi' }, {}),
  evictionPressureTransitionPeriod: one('10s', '5m'),
  syncFrequency: one('10s', '1m'),
  crashLoopBackOff: fc.constantFrom({ maxContainerRestartPeriod: '20s' }),
  imagePullCredentialsVerificationPolicy: one(
    'NeverVerify',
    'NeverVerifyPreloadedImages',
    'NeverVerifyAllowlistedImages',
    'AlwaysVerify',
  ),
  preloadedImagesVerificationAllowlist: fc.constantFrom(['docker.io/library/a'], ['r.io/*']),
  nodeStatusMaxImages: fc.constantFrom(-1, 50),
  featureGates: fc.dictionary(
    fc.constantFrom(
      ...new Set(releases.flatMap((release) => releaseFeatureGates(release).map(({ gate }) => gate))),
    ),
    fc.boolean(),
    {
      maxKeys: 4,
    },
  ),
} satisfies Readonly<
  Record<NamesOfFieldsWithWords, fc.Arbitrary<unknown>> &
    Partial<Record<FirstPart<FieldName>, fc.Arbitrary<unknown>>>
>;

const otherFields = kubeletFieldRows.flatMap(([name, { type }]) =>
  Object.hasOwn(wordsByType, type) && !name.includes('.') && !Object.hasOwn(ownWords, name)
    ? [[name, wordsByType[type as keyof typeof wordsByType]] as const]
    : [],
);
/**
 * Settings that a kubelet may be restarted with, every field that the simulator reads; what a release refuses
 * is left out later.
 */
const kubelet = fc.record({ ...ownWords, ...Object.fromEntries(otherFields) }, { requiredKeys: [] });

/** What may be written into the fields of a Scenario, a Node and a pod whose shapes do not say it. */
export const words: Words = {
  // What a scheduler would heed.
  nodeSelector: fc.constantFrom({}, { disk: 'ssd' }),
  'matchExpressions.key': one('disk', 'gpu'),
  'matchExpressions.operator': one('In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'),
  'matchExpressions.values': one('ssd', '3'),
  'matchFields.key': one('metadata.name'),
  'matchFields.operator': one('In', 'NotIn'),
  'matchFields.values': one('n1'),
  'topologySpreadConstraints.topologyKey': one('kubernetes.io/hostname', 'zone'),
  'topologySpreadConstraints.maxSkew': one(1, 2),
  'topologySpreadConstraints.whenUnsatisfiable': one('DoNotSchedule', 'ScheduleAnyway'),
  'topologySpreadConstraints.minDomains': one(1, 2),
  'topologySpreadConstraints.matchLabelKeys': one('app'),
  matchLabels: fc.constantFrom({}, { app: 'web' }),
  'tolerations.*': one('gpu', 'Exists', 'NoSchedule', ''),
  // Who and where.
  image,
  name: image,
  node: one(...nodeNames),
  nodeName: one(...nodeNames),
  'named key': one(...nodeNames),
  pool: one('pool-a', 'node'),
  'leaves.name': one(...nodeNames, 'pool-a-1', 'node-*'),
  max: fc.constantFrom(1, 2, 3),
  podsPerNode: fc.constantFrom(1, 2),
  scan: one('10s', '1s', '1m15s'),
  'metadata.name': one('mine'),
  registry,
  'registries key': one('docker.io', 'r.io', 'm.io', 'cache.io', '*'),
  cacheOf: one('docker.io', 'r.io'),
  blobStore: one('none', 'b.io'),
  'peers.registries': registry,
  'private key': one('*', 'team/*', 'library/a', 'e'),
  'private value': one('robot', 'alice', 'secret:default/of-robot'),
  'serviceAccounts key': one('default/default', 'default/builder'),
  'serviceAccounts value': credentials,
  'credentialProviders key': one('first', 'second', 'ecr-credential-provider'),
  credentials,
  'hosts key': one('docker.io', 'r.io', '_default'),
  'hosts value': one('https://cache.io', 'm.io', 'https://r.io'),
  host: one('https://cache.io', 'http://m.io'),
  match: one(...pods),
  container: one('app-0', 'app-1', 'init-0'),
  'ephemeralContainers.name': one('debugger', 'app-0', 'debugger-2'),
  // Images.
  images: image,
  'registries value.images': one('team/*', 'library/a', 'team/c:2', 'b'),
  presentImages: image,
  pinnedImages: image,
  digest: one('sha256:base', 'sha256:one', 'sha256:two', 'sha256:three'),
  mediaType: one(
    'application/vnd.oci.image.layer.v1.tar+zstd',
    'application/vnd.oci.image.layer.v1.tar',
    'application/x',
  ),
  files: fc.constantFrom(0, 12, 4_000),
  // Nodes.
  kubeletVersion: one(...releases.map((release) => `v${release}.2`)),
  provider: one(...providerChoices),
  runtime: one(
    'containerd://2.4',
    'containerd://2.1.3',
    'containerd://1.7.27',
    'containerd://1.7.2',
    'containerd://1.6.20',
    'cri-o://1.33',
  ),
  platform: one('linux/amd64', 'linux/arm64'),
  platforms: one('linux/amd64', 'linux/arm64', 'linux/arm64/v8'),
  disk: one('unlimited', '100GB', '400MB', '120MB'),
  diskUsed: one(0, '30MB', '90MB'),
  memory: one('16GiB', '64MB', '0B'),
  machine: one('n1-standard-4', 'c5a.large', 'other'),
  diskBandwidth: one('unlimited', '200MB/s', '20MB/s'),
  cpus: fc.constantFrom(0.5, 1, 2, 8),
  count: fc.constantFrom(1, 2, 3),
  max_concurrent_downloads: fc.constantFrom(0, 1, 3, 5),
  max_concurrent_unpacks: fc.constantFrom(0, 1, 2, 4),
  concurrent_layer_fetch_buffer: one(0, '2MB', '10MB'),
  'parallel_pull_unpack.max_concurrent_downloads': fc.constantFrom(-1, 1, 2, 5),
  max_concurrent_downloads_per_image: fc.constantFrom(-1, 1, 3, 20),
  concurrent_download_chunk_size: one(0, '1MiB', '8MiB'),
  'parallel_pull_unpack.max_concurrent_unpacks': fc.constantFrom(-1, 1, 2, 4),
  max_concurrent_unpacks_per_image: fc.constantFrom(-1, 1, 2, 12),
  snapshotter: one('overlayfs', 'native', 'zfs', 'stargz'),
  readAtStart: one('5%', '60%'),
  read_at_start: one('1%', '6.4%', '90%'),
  sandbox_image: image,
  'runtimeDelays.*': one('0s', '1ms', '300ms', '1.5s', '40s'),
  connect: one('0s', '30ms', '1s'),
  imageSize: one('0s', '30ms', '1s', '2m'),
  imageStatus: one('0s', '30ms', '1s', '2m'),
  relist: one('0s', '30ms', '1s'),
  relistPeriod: one('500ms', '1s', '4s'),
  kubelet,
  'kubelets.names': one(...nodeNames, 'n*'),
  'kubelets.config': kubelet,
  'kubelets.matchLabels': fc.constantFrom({ disk: 'ssd' }, { disk: 'hdd' }),
  // Times and faults.
  seed: fc.nat(1_000),
  startTime: one('2026-03-01T02:59:00Z', '2026-03-29T02:58:30.5+02:00'),
  horizon: one('20s', '1m', '90s', '2m', '3m', '7m'),
  exitCode: fc.constantFrom(0, 1, 137),
  rate: fc.constantFrom(0, 0.2, 0.7, 1),
  status: fc.constantFrom(400, 401, 403, 404, 408, 429, 500, 502, 503, 504, 599),
  requests: fc.constantFrom(0, 1, 7),
  pulls: fc.constantFrom(0, 1, 2),
  authenticated: fc.constantFrom(0, 2, 5),
  times: fc.constantFrom(1, 2, 5),
  layer: fc.constantFrom(0, 1, 2, 9),
  message: one('toomanyrequests: slow down', 'denied\nreally'),
  error: one('boom', 'rpc error: code = Unknown desc = no'),
};

/** The same for Node objects. */
export const nodeWords: Words = {
  labels: fc.constantFrom({}, { disk: 'ssd' }, { disk: 'hdd' }),
  'taints.key': one('gpu', 'node.kubernetes.io/not-ready'),
  'taints.value': one('gpu', ''),
  // Mostly one that keeps no pods away, so that there are some.
  'taints.effect': one('PreferNoSchedule', 'PreferNoSchedule', 'PreferNoSchedule', 'NoSchedule', 'NoExecute'),
  'metadata.name': one(...nodeNames),
  kubeletVersion: words.kubeletVersion as fc.Arbitrary<unknown>,
  providerID: one('', 'aws:///eu-west-1a/i-1', 'kind://docker/kind/n'),
  osImage: one('', 'Amazon Linux 2', 'Talos (v1.11.0)', 'Bottlerocket OS 1.46.0'),
  containerRuntimeVersion: words.runtime as fc.Arbitrary<unknown>,
  operatingSystem: one('linux'),
  architecture: one('amd64', 'arm64'),
  capacity: fc.constantFrom({ cpu: '2' }, { cpu: '500m', pods: '110' }, { pods: '3' }),
  allocatable: fc.constantFrom({ cpu: '1900m' }, { pods: 2 }),
  'images.names': image,
  sizeBytes: fc.constantFrom(0, 4_000_000, 70_000_000),
};
