import { isMapping } from '../documents/mapping.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A pool as its document has it: how many nodes there are, and what each says of itself. */
export interface PoolOfNodes {
  readonly name: string;
  /** Undefined: it does not say how many. */
  readonly count: number | undefined;
  /** The field or the rule that the count is from. */
  readonly countedBy: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly instanceType?: string | undefined;
  readonly kubeletVersion?: string | undefined;
  readonly osImage?: string | undefined;
  readonly isWindows?: boolean;
  /** `amd64` or `arm64`; absent: as its instance type has it. */
  readonly architecture?: string | undefined;
  /** The zones over which its nodes are spread, in order; none if they are not known. */
  readonly zones?: readonly string[];
  readonly region?: string | undefined;
  /** The size of the disk that images are on. */
  readonly diskGigabytes?: number | undefined;
}

interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** Where a document has pools, and how one is read; undefined: it has no name, or its machines are no nodes. */
export interface PoolPart {
  readonly path: string;
  /** The fields of which the first that is there says how many nodes it has. */
  readonly counts: readonly string[];
  /** The fields that are read of a pool, beside those of its settings. */
  readonly fields: readonly string[];
  readonly pool: (pool: Fields, document: Fields) => PoolOfNodes | undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const texts = (value: unknown): readonly string[] => list(value).flatMap((each) => text(each) ?? []);

const mapping = (value: unknown): Fields => (isMapping(value) ? value : {});

/** Returns a number of things; undefined for what is none. Google's APIs write 64-bit numbers as texts. */
export function count(value: unknown): number | undefined {
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
  const name = text(pool.name);
  if (name === undefined) return undefined;
  const image = text(pool.nodeImageVersion);
  const [mode, system] = [text(pool.mode), text(pool.osSku)];
  const location = text(cluster.location)?.toLowerCase().replace(/\s/g, '');
  const release = text(pool.currentOrchestratorVersion) ?? text(pool.orchestratorVersion);
  return {
    name,
    count: count(pool.count),
    countedBy: 'count',
    labels: {
      agentpool: name,
      'kubernetes.azure.com/agentpool': name,
      ...(image === undefined ? {} : { 'kubernetes.azure.com/node-image-version': image }),
      ...(mode === undefined ? {} : { 'kubernetes.azure.com/mode': mode.toLowerCase() }),
      ...(system === undefined ? {} : { 'kubernetes.azure.com/os-sku': system }),
      ...(text(pool.scaleSetPriority) === 'Spot' ? { 'kubernetes.azure.com/scalesetpriority': 'spot' } : {}),
      ...labels(pool.nodeLabels),
    },
    taints: texts(pool.nodeTaints).flatMap(taintOfText),
    instanceType: text(pool.vmSize),
    kubeletVersion: release,
    isWindows: text(pool.osType) === 'Windows' || /^AKSWindows/.test(image ?? ''),
    architecture: /arm64/i.test(image ?? '') ? 'arm64' : undefined,
    zones: location === undefined ? [] : texts(pool.availabilityZones).map((zone) => `${location}-${zone}`),
    region: location,
    diskGigabytes: count(pool.osDiskSizeGb ?? pool.osDiskSizeGB),
  };
}

/** The labels by which pods ask GKE for machines of a kind. */
function gkeMachineLabels(config: Fields, image: string): Readonly<Record<string, string>> {
  const system = ['COS', 'UBUNTU', 'WINDOWS'].find((each) => image.startsWith(each));
  const provisioning =
    config.spot === true ? 'spot' : config.preemptible === true ? 'preemptible' : 'standard';
  const [family] = text(config.machineType)?.split('-', 1) ?? [];
  const accelerator = text(mapping(list(config.accelerators)[0]).acceleratorType);
  return {
    'cloud.google.com/gke-provisioning': provisioning,
    ...(provisioning === 'standard' ? {} : { [`cloud.google.com/gke-${provisioning}`]: 'true' }),
    ...(system === undefined ? {} : { 'cloud.google.com/gke-os-distribution': system.toLowerCase() }),
    ...(family === undefined ? {} : { 'cloud.google.com/machine-family': family }),
    ...(accelerator === undefined ? {} : { 'cloud.google.com/gke-accelerator': accelerator }),
  };
}

/** A pool of GKE, of which `initialNodeCount` is for each of its zones; gcloud leaves out a number that is 0. */
function gkePool(pool: Fields): PoolOfNodes | undefined {
  const [name, each] = [text(pool.name), count(pool.initialNodeCount)];
  if (name === undefined) return undefined;
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
    count: each === undefined ? undefined : each * Math.max(1, zones.length),
    countedBy: zones.length > 1 ? `initialNodeCount in each of ${zones.length} zones` : 'initialNodeCount',
    labels: {
      'cloud.google.com/gke-nodepool': name,
      ...gkeMachineLabels(config, image),
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
    region: zones[0]?.replace(/-[a-z]$/, ''),
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

/** The first of several types stands for all; eksctl writes `mixed` where a group has several. */
function instanceTypeOfGroup(own: string | undefined, types: readonly string[]): string | undefined {
  return own === undefined || own === 'mixed' ? types[0] : own;
}

/** A node group of eksctl; a managed one has the label of EKS too. */
function eksctlGroup(isManaged: boolean): PoolPart['pool'] {
  return (group, cluster) => {
    const [name, { name: clusterName, region }] = [text(group.name), mapping(cluster.metadata)];
    if (name === undefined) return undefined;
    const ownZones = texts(group.availabilityZones);
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
        ...(text(clusterName) === undefined ? {} : { 'alpha.eksctl.io/cluster-name': String(clusterName) }),
        ...(isManaged
          ? {
              'eks.amazonaws.com/nodegroup': name,
              'eks.amazonaws.com/capacityType': group.spot === true ? 'SPOT' : 'ON_DEMAND',
            }
          : {}),
        ...labels(group.labels),
      },
      taints: Array.isArray(group.taints)
        ? group.taints.flatMap(taintOfFields)
        : Object.entries(labels(group.taints)).flatMap(([key, value]) => taintOfText(`${key}=${value}`)),
      instanceType: instanceTypeOfGroup(text(group.instanceType), types),
      osImage: eksctlSystems.get(text(group.amiFamily) ?? ''),
      isWindows: text(group.amiFamily)?.startsWith('Windows') ?? false,
      zones: ownZones.length > 0 ? ownZones : texts(cluster.availabilityZones),
      region: text(region),
      diskGigabytes: count(group.volumeSize),
    };
  };
}

/** An InstanceGroup of kops, which begins with its least size. */
function kopsGroup(group: Fields): PoolOfNodes | undefined {
  const spec = mapping(group.spec);
  const name = text(mapping(group.metadata).name);
  if (name === undefined || text(spec.role) === 'Bastion') return undefined;
  const controlPlane = 'node-role.kubernetes.io/control-plane';
  const isControlPlane = ['Master', 'ControlPlane'].includes(text(spec.role) ?? '');
  // Subnets are called after their zones unless somebody names them otherwise.
  const zones = texts(spec.subnets).filter((subnet) => /^[a-z]{2}(?:-[a-z]+)+-\d[a-z]$/.test(subnet));
  const taints = texts(spec.taints).flatMap(taintOfText);
  return {
    name,
    count: count(spec.minSize),
    countedBy: 'minSize',
    labels: {
      'kops.k8s.io/instancegroup': name,
      [isControlPlane ? controlPlane : 'node-role.kubernetes.io/node']: '',
      ...labels(spec.nodeLabels),
    },
    taints: isControlPlane ? [{ key: controlPlane, effect: 'NoSchedule' }, ...taints] : taints,
    instanceType: text(spec.machineType),
    zones,
    region: zones[0]?.slice(0, -1),
    diskGigabytes: count(mapping(spec.rootVolume).size),
  };
}

/** The one value that requirements of a NodePool allow for a label; of several the first. */
function valuesOfRequirements(written: unknown): Readonly<Record<string, string>> {
  const requirements = list(written).map(mapping);
  const single = requirements.flatMap(({ key, operator, values }): [string, string][] => {
    const [name, first] = [text(key), texts(values)[0]];
    return name === undefined || first === undefined || operator !== 'In' ? [] : [[name, first]];
  });
  return Object.fromEntries(single);
}

/** A NodePool of Karpenter, which has no number: its nodes come when they are requested. */
function karpenterPool(pool: Fields): PoolOfNodes | undefined {
  const name = text(mapping(pool.metadata).name);
  if (name === undefined) return undefined;
  const template = mapping(mapping(pool.spec).template);
  const { taints, requirements, nodeClassRef } = mapping(template.spec);
  const { group, kind, name: className } = mapping(nodeClassRef);
  const isClassNamed = [group, kind, className].every((part) => text(part) !== undefined);
  const required = valuesOfRequirements(requirements);
  return {
    name,
    count: undefined,
    countedBy: 'no field',
    labels: {
      'karpenter.sh/nodepool': name,
      ...(isClassNamed ? { [`${group}/${String(kind).toLowerCase()}`]: String(className) } : {}),
      ...required,
      ...labels(mapping(template.metadata).labels),
    },
    taints: list(taints).flatMap(taintOfFields),
    instanceType: required['node.kubernetes.io/instance-type'],
    architecture: required['kubernetes.io/arch'],
    isWindows: required['kubernetes.io/os'] === 'windows',
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
  'osSku',
  'scaleSetPriority',
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
  'config.spot',
  'config.preemptible',
  'config.accelerators.*.acceleratorType',
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
  'spot',
];

const gkeCounts = ['initialNodeCount'];
const eksctlCounts = ['desiredCapacity', 'minSize'];

/** The pools in the documents of each cloud and tool. */
export const poolParts = {
  agentPool: { path: '', counts: ['count'], fields: agentPoolFields, pool: agentPool },
  agentPools: { path: 'agentPoolProfiles.*', counts: ['count'], fields: agentPoolFields, pool: agentPool },
  gkePool: { path: '', counts: gkeCounts, fields: gkePoolFields, pool: gkePool },
  gkePools: { path: 'nodePools.*', counts: gkeCounts, fields: gkePoolFields, pool: gkePool },
  eksctlGroups: {
    path: 'nodeGroups.*',
    counts: eksctlCounts,
    fields: eksctlFields,
    pool: eksctlGroup(false),
  },
  eksctlManagedGroups: {
    path: 'managedNodeGroups.*',
    counts: eksctlCounts,
    fields: eksctlFields,
    pool: eksctlGroup(true),
  },
  kopsGroup: {
    path: '',
    counts: ['spec.minSize'],
    fields: [
      'spec.minSize',
      'spec.role',
      'spec.machineType',
      'spec.nodeLabels',
      'spec.taints',
      'spec.rootVolume.size',
      'spec.subnets',
    ],
    pool: kopsGroup,
  },
  karpenterPool: {
    path: '',
    counts: [],
    fields: ['spec.template.metadata.labels', 'spec.template.spec.taints', 'spec.template.spec.requirements'],
    pool: karpenterPool,
  },
} as const satisfies Readonly<Record<string, PoolPart>>;
