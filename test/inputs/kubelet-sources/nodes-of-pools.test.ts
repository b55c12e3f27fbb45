import { expect, test } from 'vitest';
import { withoutSecrets } from '../../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { podYaml, scenarioYaml } from '../reading.ts';

const pod = { name: 'pod.yaml', text: podYaml('web', '{ containers: [{ name: a, image: b }] }') };

/** Of a file of pools: its nodes, where the pods run, and what is said; the same without secrets. */
function read(printed: unknown, options: RunRequest = {}, others: readonly (typeof pod)[] = [pod]) {
  const files = [{ name: 'pools.json', text: JSON.stringify(printed) }, ...others];
  const of = (sources: typeof files) => {
    const result = readInput(sources, options);
    if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
    const { nodes, pods, readings = [] } = result.input;
    return { nodes, pods, readings, warnings: result.warnings };
  };
  const found = of(files);
  const { nodes, pods } = of([...withoutSecrets(files).sources]);
  expect([nodes, pods]).toEqual([found.nodes, found.pods]);
  return found;
}

const agentPool = (name: string, more: object = {}) => ({
  name,
  vmSize: 'Standard_D8s_v5',
  count: 2,
  mode: 'User',
  osType: 'Linux',
  orchestratorVersion: '1.33.2',
  nodeImageVersion: 'AKSUbuntu-2204gen2containerd-202511.01.0',
  ...more,
});

test('the pools of az aks show are nodes with the labels and taints of AKS', () => {
  const agentPoolProfiles = [
    agentPool('system', { count: 1, maxPods: 30, nodeTaints: ['CriticalAddonsOnly=true:NoSchedule'] }),
    agentPool('gpu', { nodeLabels: { team: 'ml' }, vmSize: 'Standard_NC24ads_A100_v4' }),
    agentPool('off', { count: 0 }),
  ];
  const wanted = (name: string, selector: string) => ({
    name: `${name}.yaml`,
    text: podYaml(name, `{ nodeSelector: ${selector}, containers: [{ name: a, image: b }] }`),
  });
  const { nodes, pods, readings } = read(
    { kubernetesVersion: '1.33.2', location: 'West Europe', agentPoolProfiles },
    {},
    [wanted('a', '{ agentpool: gpu }'), wanted('b', '{ team: ml }'), pod],
  );
  expect(
    nodes.map(({ name, provider, machine, kubeletVersion, kubelet }) => [
      name,
      provider,
      machine,
      kubeletVersion,
      kubelet.maxPods,
    ]),
  ).toEqual([
    ['gpu-1', 'aks-ubuntu2204', 'Standard_NC24ads_A100_v4', 'v1.33.2', 110],
    ['gpu-2', 'aks-ubuntu2204', 'Standard_NC24ads_A100_v4', 'v1.33.2', 110],
    ['system-1', 'aks-ubuntu2204', 'Standard_D8s_v5', 'v1.33.2', 30],
  ]);
  expect(pods.map(({ nodeName }) => nodeName).every((name) => name?.startsWith('gpu-'))).toBe(true);
  expect(readings).toContain(
    'Nodes are made of pools, as the input has no Node object: system 1 (count), gpu 2 (count) (AKS cluster, pools.json).',
  );
});

test('a Windows pool is left out', () => {
  const { nodes, warnings } = read([agentPool('a'), agentPool('win', { osType: 'Windows' })]);
  expect(nodes.map(({ name }) => name)).toEqual(['a-1', 'a-2']);
  expect(warnings.join()).toMatch(/Windows .*node win-1, node win-2/);
});

const gkePool = {
  name: 'batch',
  version: '1.32.4-gke.1106006',
  initialNodeCount: 1,
  locations: ['europe-west1-b', 'europe-west1-c'],
  config: {
    machineType: 'n2-standard-8',
    imageType: 'COS_CONTAINERD',
    diskType: 'pd-standard',
    diskSizeGb: 200,
    labels: { team: 'ml' },
    taints: [{ key: 'dedicated', value: 'ml', effect: 'NO_SCHEDULE' }],
  },
};

test('a pool of GKE has initialNodeCount nodes in each zone, on its disk, with its taints', () => {
  const tolerant = {
    name: 'pod.yaml',
    text: podYaml(
      'web',
      `{ tolerations: [{ key: dedicated, value: ml, effect: NoSchedule }], containers: [{ name: a, image: b }],
         nodeSelector: { topology.kubernetes.io/zone: europe-west1-c, cloud.google.com/gke-nodepool: batch } }`,
    ),
  };
  const { nodes, pods } = read({ name: 'c', nodePools: [gkePool] }, {}, [tolerant]);
  expect(nodes.map(({ name, provider, kubelet }) => [name, provider, kubelet.maxParallelImagePulls])).toEqual(
    [
      ['batch-1', 'gke', 2],
      ['batch-2', 'gke', 2],
    ],
  );
  // 0.12 MB/s for each GB.
  expect(nodes[0]).toMatchObject({ diskKind: 'pd-standard', machine: 'n2-standard-8' });
  expect((nodes[0]?.diskBytesPerSecond ?? 0) / 1e6).toBeCloseTo(24, 1);
  expect(pods.map(({ nodeName }) => nodeName)).toEqual(['batch-2']);
  expect(read([gkePool], {}, [tolerant]).nodes).toHaveLength(2);
  expect(() => read([gkePool])).not.toThrow();
  expect(read([gkePool]).pods).toEqual([]);
});

test('groups of eksctl are nodes of EKS, as many as are wanted, at least, or as eksctl makes', () => {
  const cluster = {
    apiVersion: 'eksctl.io/v1alpha5',
    kind: 'ClusterConfig',
    metadata: { name: 'c', version: '1.33' },
    nodeGroups: [{ name: 'own', instanceType: 'c5a.xlarge', minSize: 1, amiFamily: 'AmazonLinux2023' }],
    managedNodeGroups: [
      { name: 'big', instanceTypes: ['m5.2xlarge'], desiredCapacity: 1, amiFamily: 'AmazonLinux2023' },
      { name: 'plain', amiFamily: 'AmazonLinux2023', taints: [{ key: 'a', effect: 'NoSchedule' }] },
    ],
  };
  const { nodes, readings } = read(cluster);
  expect(nodes.map(({ name, provider, machine }) => [name, provider, machine])).toEqual([
    ['big-1', 'eks-al2023', 'm5.2xlarge'],
    ['own-1', 'eks-al2023', 'c5a.xlarge'],
    ['plain-1', 'eks-al2023', undefined],
    ['plain-2', 'eks-al2023', undefined],
  ]);
  expect(readings.join('\n')).toMatch(
    /own 1 \(minSize\), big 1 \(desiredCapacity\), plain 2 \(what eksctl makes\)/,
  );
});

test('an InstanceGroup of kops has its least nodes, those of the control plane with their taint', () => {
  const group = (name: string, role: string) => ({
    apiVersion: 'kops.k8s.io/v1alpha2',
    kind: 'InstanceGroup',
    metadata: { name },
    spec: { role, minSize: 1, maxSize: 5, machineType: 't3.medium' },
  });
  const items = [group('masters', 'Master'), group('nodes', 'Node'), group('bastions', 'Bastion')];
  const { nodes, pods } = read({ apiVersion: 'v1', kind: 'List', items });
  expect(nodes.map(({ name, machine }) => [name, machine])).toEqual([
    ['masters-1', 't3.medium'],
    ['nodes-1', 't3.medium'],
  ]);
  expect(pods.map(({ nodeName }) => nodeName)).toEqual(['nodes-1']);
});

test('Node objects, a number of nodes and names that are no pool’s come before pools', () => {
  const node = { name: 'n.yaml', text: '{ apiVersion: v1, kind: Node, metadata: { name: n } }' };
  const names = ({ nodes }: ReturnType<typeof read>) => nodes.map(({ name }) => name);
  expect(names(read([agentPool('a')], {}, [pod, node]))).toEqual(['n']);
  expect(names(read([agentPool('a')], { nodes: 1 }))).toEqual(['node-1']);
  const named = (name: string) => ({
    name: 's.yaml',
    text: scenarioYaml(`nodes: { named: { ${name}: { cpus: 3 } } }`),
  });
  expect(names(read([agentPool('a')], {}, [pod, named('x')]))).toEqual(['x']);
  const { nodes } = read([agentPool('a')], {}, [pod, named('a-2')]);
  expect(nodes.map(({ cpus }) => cpus === 3)).toEqual([false, true]);
});

const selecting = (name: string, selector: string) => ({
  name: `${name}.yaml`,
  text: podYaml(name, `{ nodeSelector: ${selector}, containers: [{ name: a, image: b }] }`),
});

test.each([
  ['kubernetes.io/arch: amd64', 'x64-1'],
  ['beta.kubernetes.io/arch: arm64', 'arm-1'],
  ['beta.kubernetes.io/os: linux, beta.kubernetes.io/instance-type: Standard_D8ps_v5', 'arm-1'],
  ['kubernetes.azure.com/os-sku: Ubuntu', 'x64-1'],
  ['kubernetes.azure.com/scalesetpriority: spot', 'arm-1'],
  ['topology.kubernetes.io/region: westeurope, kubernetes.io/arch: amd64', 'x64-1'],
])('a pod that selects %s finds its pool of AKS', (selector, node) => {
  const agentPoolProfiles = [
    agentPool('x64', { count: 1, osSku: 'Ubuntu' }),
    agentPool('arm', { count: 1, vmSize: 'Standard_D8ps_v5', scaleSetPriority: 'Spot' }),
  ];
  const cluster = { kubernetesVersion: '1.33.2', location: 'westeurope', agentPoolProfiles };
  const { nodes, pods } = read(cluster, {}, [selecting('a', `{ ${selector} }`)]);
  expect(pods.map(({ nodeName }) => nodeName)).toEqual([node]);
  expect(nodes.map(({ platform }) => platform)).toEqual(['linux/arm64', 'linux/amd64']);
});

test.each([
  ['cloud.google.com/gke-spot: "true"', 'batch-1'],
  ['cloud.google.com/gke-provisioning: standard', 'arm-1'],
  ['cloud.google.com/gke-os-distribution: cos, kubernetes.io/arch: amd64', 'batch-1'],
  ['cloud.google.com/machine-family: t2a, kubernetes.io/arch: arm64', 'arm-1'],
  ['cloud.google.com/gke-accelerator: nvidia-l4', 'batch-1'],
  ['topology.kubernetes.io/region: europe-west1, kubernetes.io/arch: amd64', 'batch-1'],
])('a pod that selects %s finds its pool of GKE', (selector, node) => {
  const [locations, { taints: _, ...config }] = [['europe-west1-b'], gkePool.config];
  const accelerators = [{ acceleratorCount: '1', acceleratorType: 'nvidia-l4' }];
  const nodePools = [
    { ...gkePool, locations, config: { ...config, spot: true, accelerators } },
    { ...gkePool, locations, name: 'arm', config: { ...config, machineType: 't2a-standard-4' } },
  ];
  const { pods } = read({ name: 'c', nodePools }, {}, [selecting('a', `{ ${selector} }`)]);
  expect(pods.map(({ nodeName }) => nodeName)).toEqual([node]);
});

const eksctl = (groups: object) => ({
  apiVersion: 'eksctl.io/v1alpha5',
  kind: 'ClusterConfig',
  metadata: { name: 'shop', region: 'eu-west-1', version: '1.33' },
  availabilityZones: ['eu-west-1a', 'eu-west-1b'],
  ...groups,
});

test.each([
  ['eks.amazonaws.com/capacityType: SPOT', 'cheap-1'],
  ['eks.amazonaws.com/capacityType: ON_DEMAND', 'calm-1'],
  ['kubernetes.io/arch: arm64, alpha.eksctl.io/cluster-name: shop', 'cheap-1'],
  ['topology.kubernetes.io/region: eu-west-1, kubernetes.io/arch: amd64', 'calm-1'],
  ['topology.kubernetes.io/zone: eu-west-1b', 'calm-2'],
])('a pod that selects %s finds its group of eksctl', (selector, node) => {
  const managedNodeGroups = [
    { name: 'cheap', instanceType: 'm7g.large', spot: true, desiredCapacity: 1 },
    { name: 'calm', instanceType: 'm5.large', desiredCapacity: 2 },
  ];
  const { pods } = read(eksctl({ managedNodeGroups }), {}, [selecting('a', `{ ${selector} }`)]);
  expect(pods.map(({ nodeName }) => nodeName)).toEqual([node]);
});

test('of a group of eksctl with mixed types the first stands for all', () => {
  const group = {
    name: 'mixed',
    instanceType: 'mixed',
    instancesDistribution: { instanceTypes: ['c5.large'] },
  };
  expect(read(eksctl({ nodeGroups: [group] })).nodes[0]?.machine).toBe('c5.large');
});

test('the subnets of a kops InstanceGroup are its zones', () => {
  const spec = { role: 'Node', minSize: 1, machineType: 't4g.medium', subnets: ['eu-west-1a', 'utility'] };
  const group = { apiVersion: 'kops.k8s.io/v1alpha2', kind: 'InstanceGroup', metadata: { name: 'n' }, spec };
  const wanted = selecting('a', '{ topology.kubernetes.io/zone: eu-west-1a, kubernetes.io/arch: arm64 }');
  expect(read(group, {}, [wanted]).pods.map(({ nodeName }) => nodeName)).toEqual(['n-1']);
});

const nodePool = {
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name: 'gpu' },
  spec: {
    template: {
      metadata: { labels: { team: 'ml' } },
      spec: {
        taints: [{ key: 'gpu', effect: 'NoSchedule' }],
        requirements: [
          { key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['g5g.2xlarge'] },
          { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot', 'on-demand'] },
        ],
      },
    },
  },
};

test.each([
  [
    'a pool of AKS with no node',
    [agentPool('gpu', { count: 0, vmSize: 'Standard_D8ps_v5', nodeLabels: { team: 'ml' } })],
  ],
  ['a NodePool of Karpenter', nodePool],
  [
    'a pool of GKE whose number gcloud leaves out',
    [
      {
        ...gkePool,
        name: 'gpu',
        initialNodeCount: undefined,
        config: { machineType: 't2a-standard-4', labels: { team: 'ml' } },
      },
    ],
  ],
])('nodes that join %s are like it, also beside Node objects', (_, pool) => {
  const wanted = {
    name: 'a.yaml',
    text: podYaml(
      'a',
      '{ nodeSelector: { team: ml, kubernetes.io/arch: arm64 }, containers: [{ name: a, image: b }], tolerations: [{ operator: Exists }] }',
    ),
  };
  const node = {
    name: 'n.yaml',
    text: '{ apiVersion: v1, kind: Node, metadata: { name: n, labels: { a: b } } }',
  };
  for (const options of [{ join: ['gpu: 1 at 1s'] }, { autoscale: 'gpu: 3' }]) {
    const { pods, nodes } = read(pool, options, [wanted, node]);
    expect(pods.map(({ nodeName }) => nodeName)).toEqual(['gpu-1']);
    expect(nodes.map(({ name, platform }) => [name, platform])).toEqual([
      ['n', 'linux/amd64'],
      ['gpu-1', 'linux/arm64'],
    ]);
  }
});

test.each([
  [[agentPool('a', { count: 'three' })], '$count', '"three"'],
  [{ name: 'c', nodePools: [{ ...gkePool, initialNodeCount: -1 }] }, 'nodePools[0].initialNodeCount', '-1'],
  [eksctl({ nodeGroups: [{ name: 'a', desiredCapacity: 1.5 }] }), 'nodeGroups[0].desiredCapacity', '1.5'],
])('a number of nodes that is none is an error at its place: %j', (printed, field, shown) => {
  const file = { name: 'pools.json', text: JSON.stringify(printed) };
  const result = readInput([file, pod], {});
  expect(result.ok ? [] : result.errors.map(({ message, line, column }) => [message, line, column])).toEqual([
    [
      expect.stringContaining(`${field.replace('$', '')} must be a number of nodes, not ${shown}`),
      1,
      expect.any(Number),
    ],
  ]);
  const node = { name: 'n.yaml', text: '{ apiVersion: v1, kind: Node, metadata: { name: n } }' };
  expect(readInput([file, pod, node], {}).ok).toBe(true);
});

test.each([
  [
    [agentPool('b'), agentPool('a', { count: 2_000_000_000 })],
    'the pools have 2000000002 nodes, of which 2000000000 are of a',
  ],
  [
    { name: 'c', nodePools: [{ ...gkePool, initialNodeCount: 6000 }] },
    'the pools have 12000 nodes, of which 12000 are of batch',
  ],
])('pools of more nodes than a run may have are an error at the largest number: %j', (printed, words) => {
  const text = JSON.stringify(printed);
  const result = readInput([{ name: 'pools.json', text }, pod], {});
  const errors = result.ok ? [] : result.errors;
  expect(errors.map(({ message }) => message)).toEqual([`${words}: at most 10000 are simulated`]);
  expect(text.slice((errors[0]?.column ?? 0) - 1)).toMatch(/^(?:2000000000|6000)/);
});
