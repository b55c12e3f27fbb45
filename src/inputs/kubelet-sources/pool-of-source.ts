import { isMapping } from '../documents/mapping.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A pool as its document has it: how many nodes there are, and what each says of itself. */
export interface PoolOfNodes {
  readonly name: string;
  readonly count: number;
  /** The field or the rule that the count is from. */
  readonly countedBy: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly instanceType?: string | undefined;
  readonly kubeletVersion?: string | undefined;
  readonly osImage?: string | undefined;
  readonly isWindows?: boolean;
  /** The zones over which its nodes are spread, in order; none if they are not known. */
  readonly zones?: readonly string[];
  /** The size of the disk that images are on. */
  readonly diskGigabytes?: number | undefined;
}

interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** Where a document has pools, and how one is read; undefined: it has no nodes, or does not say how many. */
export interface PoolPart {
  readonly path: string;
  /** The fields that are read of a pool, beside those of its settings. */
  readonly fields: readonly string[];
  readonly pool: (pool: Fields, document: Fields) => PoolOfNodes | undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const texts = (value: unknown): readonly string[] => list(value).flatMap((each) => text(each) ?? []);

const mapping = (value: unknown): Fields => (isMapping(value) ? value : {});

/** Google's APIs write 64-bit numbers as texts. */
function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function labels(value: unknown): Readonly<Record<string, string>> {
  const written = Object.entries(mapping(value)).filter(([, one]) => one !== null && typeof one !== 'object');
  return Object.fromEntries(written.map(([name, one]) => [name, String(one)]));
}

/** Reads `sku=gpu:NoSchedule`. */
function taintOfText(written: string): readonly Taint[] {
  const [, key = '', value, effect = ''] = /^([^=:]+)(?:=([^:]*))?:(\w+)$/.exec(written) ?? [];
  return key === '' ? [] : [{ key, ...(value === undefined ? {} : { value }), effect }];
}

/** Reads `{ key, value, effect }`, in which Google writes `NO_SCHEDULE`. */
function taintOfFields(written: unknown): readonly Taint[] {
  const { key, value, effect } = mapping(written);
  const name = text(key);
  if (name === undefined) return [];
  const words = (text(effect) ?? 'NoSchedule').split('_');
  const camel = words.map((word) => `${word.charAt(0)}${word.slice(1).toLowerCase()}`);
  return [
    {
      key: name,
      ...(text(value) === undefined ? {} : { value: String(value) }),
      effect: words.length === 1 ? String(words[0]) : camel.join(''),
    },
  ];
}

/** A pool of AKS: its labels are those that AKS sets on the nodes. */
function agentPool(pool: Fields, cluster: Fields): PoolOfNodes | undefined {
  const [name, nodes] = [text(pool.name), count(pool.count)];
  if (name === undefined || nodes === undefined) return undefined;
  const image = text(pool.nodeImageVersion);
  const mode = text(pool.mode);
  const location = text(cluster.location)?.toLowerCase().replace(/\s/g, '');
  const release = text(pool.currentOrchestratorVersion) ?? text(pool.orchestratorVersion);
  return {
    name,
    count: nodes,
    countedBy: 'count',
    labels: {
      agentpool: name,
      'kubernetes.azure.com/agentpool': name,
      ...(image === undefined ? {} : { 'kubernetes.azure.com/node-image-version': image }),
      ...(mode === undefined ? {} : { 'kubernetes.azure.com/mode': mode.toLowerCase() }),
      ...labels(pool.nodeLabels),
    },
    taints: texts(pool.nodeTaints).flatMap(taintOfText),
    instanceType: text(pool.vmSize),
    kubeletVersion: release,
    isWindows: text(pool.osType) === 'Windows' || /^AKSWindows/.test(image ?? ''),
    zones: location === undefined ? [] : texts(pool.availabilityZones).map((zone) => `${location}-${zone}`),
    diskGigabytes: count(pool.osDiskSizeGb ?? pool.osDiskSizeGB),
  };
}

/** A pool of GKE, of which `initialNodeCount` is for each of its zones. */
function gkePool(pool: Fields): PoolOfNodes | undefined {
  const [name, each] = [text(pool.name), count(pool.initialNodeCount)];
  if (name === undefined || each === undefined) return undefined;
  const config = mapping(pool.config);
  const zones = texts(pool.locations);
  const version = text(pool.version);
  const image = text(config.imageType)?.toUpperCase() ?? '';
  const disk = text(config.diskType);
  const localSsds =
    count(mapping(config.ephemeralStorageLocalSsdConfig).localSsdCount) ??
    count(mapping(config.ephemeralStorageConfig).localSsdCount) ??
    0;
  return {
    name,
    count: each * Math.max(1, zones.length),
    countedBy: zones.length > 1 ? `initialNodeCount in each of ${zones.length} zones` : 'initialNodeCount',
    labels: {
      'cloud.google.com/gke-nodepool': name,
      ...(disk === undefined ? {} : { 'cloud.google.com/gke-boot-disk': disk }),
      ...(localSsds === 0 ? {} : { 'cloud.google.com/gke-ephemeral-storage-local-ssd': 'true' }),
      ...labels(config.labels),
    },
    taints: list(config.taints).flatMap(taintOfFields),
    instanceType: text(config.machineType),
    kubeletVersion: version,
    osImage: image.startsWith('COS') ? 'Container-Optimized OS from Google' : undefined,
    isWindows: image.startsWith('WINDOWS'),
    zones,
    diskGigabytes: localSsds === 0 ? count(config.diskSizeGb) : localSsds * 375,
  };
}

/** What eksctl makes of a group that does not say how many. */
const eksctlNodeCount = 2;

/** What Nodes of eksctl's families of node images say of their operating system, as far as it tells the image. */
const eksctlSystems = new Map([
  ['AmazonLinux2023', 'Amazon Linux 2023'],
  ['AmazonLinux2', 'Amazon Linux 2'],
  ['Bottlerocket', 'Bottlerocket OS'],
]);

/** A node group of eksctl; a managed one has the label of EKS too. */
function eksctlGroup(isManaged: boolean): PoolPart['pool'] {
  return (group) => {
    const name = text(group.name);
    if (name === undefined) return undefined;
    const [wanted, least] = [count(group.desiredCapacity), count(group.minSize)];
    const types = [
      ...texts(group.instanceTypes),
      ...texts(mapping(group.instancesDistribution).instanceTypes),
    ];
    const countedBy =
      wanted !== undefined ? 'desiredCapacity' : least !== undefined ? 'minSize' : 'what eksctl makes';
    return {
      name,
      count: wanted ?? least ?? eksctlNodeCount,
      countedBy,
      labels: {
        'alpha.eksctl.io/nodegroup-name': name,
        ...(isManaged ? { 'eks.amazonaws.com/nodegroup': name } : {}),
        ...labels(group.labels),
      },
      taints: Array.isArray(group.taints)
        ? group.taints.flatMap(taintOfFields)
        : Object.entries(labels(group.taints)).flatMap(([key, value]) => taintOfText(`${key}=${value}`)),
      instanceType: text(group.instanceType) ?? types[0],
      osImage: eksctlSystems.get(text(group.amiFamily) ?? ''),
      isWindows: text(group.amiFamily)?.startsWith('Windows') ?? false,
      zones: texts(group.availabilityZones),
      diskGigabytes: count(group.volumeSize),
    };
  };
}

/** An InstanceGroup of kops, which begins with its least size. */
function kopsGroup(group: Fields): PoolOfNodes | undefined {
  const spec = mapping(group.spec);
  const [name, nodes] = [text(mapping(group.metadata).name), count(spec.minSize)];
  if (name === undefined || nodes === undefined || text(spec.role) === 'Bastion') return undefined;
  const controlPlane = 'node-role.kubernetes.io/control-plane';
  const isControlPlane = ['Master', 'ControlPlane'].includes(text(spec.role) ?? '');
  const taints = texts(spec.taints).flatMap(taintOfText);
  return {
    name,
    count: nodes,
    countedBy: 'minSize',
    labels: {
      'kops.k8s.io/instancegroup': name,
      ...(isControlPlane ? { [controlPlane]: '' } : {}),
      ...labels(spec.nodeLabels),
    },
    taints: isControlPlane ? [{ key: controlPlane, effect: 'NoSchedule' }, ...taints] : taints,
    instanceType: text(spec.machineType),
    diskGigabytes: count(mapping(spec.rootVolume).size),
  };
}

const agentPoolFields = [
  'count',
  'mode',
  'osType',
  'nodeLabels',
  'nodeTaints',
  'availabilityZones',
  'currentOrchestratorVersion',
  'osDiskSizeGb',
];
const gkePoolFields = [
  'initialNodeCount',
  'locations',
  'config.imageType',
  'config.labels',
  'config.taints',
  'config.diskType',
  'config.diskSizeGb',
  'config.ephemeralStorageLocalSsdConfig.localSsdCount',
];
const eksctlFields = [
  'desiredCapacity',
  'minSize',
  'instanceType',
  'instanceTypes',
  'instancesDistribution.instanceTypes',
  'labels',
  'taints',
  'amiFamily',
  'availabilityZones',
  'volumeSize',
];

/** The pools in the documents of each cloud and tool. */
export const poolParts = {
  agentPool: { path: '', fields: agentPoolFields, pool: agentPool },
  agentPools: { path: 'agentPoolProfiles.*', fields: agentPoolFields, pool: agentPool },
  gkePool: { path: '', fields: gkePoolFields, pool: gkePool },
  gkePools: { path: 'nodePools.*', fields: gkePoolFields, pool: gkePool },
  eksctlGroups: { path: 'nodeGroups.*', fields: eksctlFields, pool: eksctlGroup(false) },
  eksctlManagedGroups: { path: 'managedNodeGroups.*', fields: eksctlFields, pool: eksctlGroup(true) },
  kopsGroup: {
    path: '',
    fields: [
      'spec.minSize',
      'spec.role',
      'spec.machineType',
      'spec.nodeLabels',
      'spec.taints',
      'spec.rootVolume.size',
    ],
    pool: kopsGroup,
  },
} as const satisfies Readonly<Record<string, PoolPart>>;
