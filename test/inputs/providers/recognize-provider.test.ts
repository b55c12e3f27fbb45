import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { NodeInput } from '../../../src/run/simulation-input.ts';
import { accepted } from '../reading.ts';

interface Said {
  readonly version?: string;
  readonly runtime?: string;
  readonly os?: string;
  readonly providerID?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A Node in the shape of `kubectl get node -o yaml`, and a pod. */
function dump({
  version = 'v1.33.4',
  runtime = 'containerd://2.1.4',
  os = '',
  providerID,
  labels = {},
}: Said): string {
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n', labels: { 'kubernetes.io/hostname': 'n', ...labels } },
    spec: providerID === undefined ? {} : { providerID },
    status: {
      capacity: { cpu: '4', pods: '110' },
      nodeInfo: {
        kubeletVersion: version,
        containerRuntimeVersion: runtime,
        osImage: os,
        architecture: 'amd64',
        operatingSystem: 'linux',
      },
    },
  };
  return [JSON.stringify(node), pod].join('\n---\n');
}

const pod = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: a:1 }] }
`;

function nodeOf(text: string, options = {}): NodeInput {
  const [node] = accepted(text, options).input.nodes;
  if (node === undefined) throw new Error('no node');
  return node;
}

const aws = 'aws:///eu-west-1a/i-0123456789abcdef0';
const azure =
  'azure:///subscriptions/s/resourceGroups/r/providers/Microsoft.Compute/virtualMachineScaleSets/v/virtualMachines/0';

// What each node image of shared/providers says of itself, and what its own files set.
test.each<
  [
    id: string,
    said: Said,
    expected: { serial: boolean; max?: number; imagefs?: boolean; pause?: string; onDisk?: boolean },
  ]
>([
  [
    'eks-al2023',
    { version: 'v1.33.4-eks-99d6cc0', os: 'Amazon Linux 2023.8.20250818', providerID: aws },
    { serial: false, imagefs: false, pause: 'localhost/kubernetes/pause:latest', onDisk: true },
  ],
  [
    'eks-al2',
    { version: 'v1.29.8-eks-a737599', os: 'Amazon Linux 2', runtime: 'containerd://1.7.11', providerID: aws },
    { serial: false, imagefs: false, onDisk: true },
  ],
  [
    'bottlerocket',
    { version: 'v1.33.1-eks-b9364f6', os: 'Bottlerocket OS 1.46.0 (aws-k8s-1.33)', providerID: aws },
    { serial: false, imagefs: true, pause: 'localhost/kubernetes/pause:0.1.0', onDisk: true },
  ],
  [
    'eks-auto-mode',
    {
      version: 'v1.33.1-eks-7308294',
      os: 'Bottlerocket (EKS Auto, Standard) 2025.9.3',
      labels: { 'eks.amazonaws.com/compute-type': 'auto' },
    },
    { serial: true },
  ],
  ['eks', { version: 'v1.33.4-eks-1' }, { serial: false, imagefs: true }],
  [
    'aks-ubuntu2204',
    {
      version: 'v1.33.2',
      os: 'Ubuntu 22.04.5 LTS',
      providerID: azure,
      labels: {
        'kubernetes.azure.com/agentpool': 'a',
        'kubernetes.azure.com/node-image-version': 'AKSUbuntu-2204gen2containerd-202508.20.1',
      },
    },
    { serial: false, imagefs: false, pause: 'mcr.microsoft.com/oss/kubernetes/pause:3.6', onDisk: true },
  ],
  [
    'aks-ubuntu2404',
    {
      version: 'v1.35.2',
      os: 'Ubuntu 24.04.4 LTS',
      runtime: 'containerd://2.3.1',
      labels: {
        'kubernetes.azure.com/agentpool': 'np3',
        'kubernetes.azure.com/node-image-version': 'AKSUbuntu-2404gen2containerd-202608.14.0',
      },
    },
    { serial: false, pause: 'mcr.microsoft.com/oss/v2/kubernetes/pause:3.10.2', onDisk: true },
  ],
  [
    'aks-ubuntu2204',
    { version: 'v1.30.9', os: 'Ubuntu 22.04.5 LTS', labels: { 'kubernetes.azure.com/agentpool': 'a' } },
    { serial: true, imagefs: false, onDisk: true },
  ],
  [
    'aks-azurelinux3',
    {
      version: 'v1.33.2',
      os: 'Microsoft Azure Linux 3.0',
      labels: { 'kubernetes.azure.com/agentpool': 'a' },
    },
    { serial: false, imagefs: false, onDisk: true },
  ],
  [
    'aks',
    { version: 'v1.33.2', os: 'CBL-Mariner/Linux', labels: { 'kubernetes.azure.com/agentpool': 'a' } },
    { serial: false, imagefs: false, onDisk: true },
  ],
  [
    'gke',
    {
      version: 'v1.33.2-gke.1240000',
      os: 'Container-Optimized OS from Google',
      labels: { 'cloud.google.com/gke-nodepool': 'p', 'cloud.google.com/gke-boot-disk': 'pd-standard' },
    },
    { serial: false, max: 2, imagefs: true },
  ],
  [
    'gke',
    {
      version: 'v1.33.2-gke.1240000',
      os: 'Container-Optimized OS from Google',
      labels: { 'cloud.google.com/gke-boot-disk': 'pd-balanced' },
    },
    { serial: false, max: 3, imagefs: true },
  ],
  [
    'openshift-4',
    {
      version: 'v1.31.8',
      os: 'Red Hat Enterprise Linux CoreOS 418.94.202506121335-0',
      runtime: 'cri-o://1.31.9-2.rhaos4.18',
      labels: { 'node.openshift.io/os_id': 'rhel' },
    },
    { serial: false, imagefs: true },
  ],
  [
    'k3s',
    {
      version: 'v1.33.4+k3s1',
      os: 'Ubuntu 24.04.1 LTS',
      runtime: 'containerd://2.0.5-k3s2',
      providerID: 'k3s://n',
    },
    { serial: false, imagefs: true, pause: 'docker.io/rancher/mirrored-pause:3.6', onDisk: false },
  ],
  [
    'rke2',
    { version: 'v1.32.8+rke2r1', runtime: 'containerd://2.0.5-k3s2' },
    { serial: false, imagefs: true, pause: 'docker.io/rancher/mirrored-pause:3.6' },
  ],
  [
    'k3s',
    { version: 'v1.36.3+k3s1', runtime: 'containerd://2.3.2-k3s1' },
    { serial: false, pause: 'docker.io/rancher/mirrored-pause:3.10.2', onDisk: false },
  ],
  [
    'k3s',
    { version: 'v1.36.2+k3s1', runtime: 'containerd://2.2.5-k3s1' },
    { serial: false, pause: 'docker.io/rancher/mirrored-pause:3.6' },
  ],
  [
    'rke2',
    { version: 'v1.33.13+rke2r1', runtime: 'containerd://2.1.5-k3s1' },
    { serial: false, pause: 'docker.io/rancher/mirrored-pause:3.6' },
  ],
  [
    'rke2',
    { version: 'v1.33.13+rke2r2', runtime: 'containerd://2.1.5-k3s1' },
    { serial: false, pause: 'docker.io/rancher/mirrored-pause:3.10.2' },
  ],
  [
    'talos',
    { os: 'Talos (v1.11.0)' },
    { serial: false, imagefs: true, pause: 'registry.k8s.io/pause:3.10', onDisk: false },
  ],
  [
    'talos',
    { version: 'v1.31.1', runtime: 'containerd://2.0.0', os: 'Talos (v1.8.4)' },
    { serial: false, pause: 'registry.k8s.io/pause:3.9' },
  ],
  [
    'talos',
    { version: 'v1.36.0', runtime: 'containerd://2.2.7', os: 'Talos (v1.13.9)' },
    { serial: false, pause: 'registry.k8s.io/pause:3.10.1' },
  ],
  [
    'eks-al2023',
    { version: 'v1.31.4-eks-aeac579', runtime: 'containerd://1.7.25', os: 'Amazon Linux 2023.6.20250128' },
    { serial: false, imagefs: false, pause: 'localhost/kubernetes/pause:latest', onDisk: true },
  ],
  [
    'bottlerocket',
    {
      version: 'v1.30.4-eks-16b398d',
      runtime: 'containerd://1.7.22+bottlerocket',
      os: 'Bottlerocket OS 1.26.2 (aws-k8s-1.30)',
    },
    { serial: false, imagefs: true, pause: 'localhost/kubernetes/pause:0.1.0', onDisk: true },
  ],
  [
    'kind',
    { version: 'v1.29.0', runtime: 'containerd://1.7.13', providerID: 'kind://docker/kind/kind-worker' },
    { serial: true, pause: 'registry.k8s.io/pause:3.7', onDisk: true },
  ],
  [
    'kind',
    {
      version: 'v1.34.0',
      os: 'Debian GNU/Linux 12 (bookworm)',
      providerID: 'kind://docker/kind/kind-worker',
    },
    { serial: true, imagefs: true, pause: 'registry.k8s.io/pause:3.10', onDisk: true },
  ],
  [
    'minikube',
    { labels: { 'minikube.k8s.io/name': 'minikube' } },
    { serial: true, pause: 'registry.k8s.io/pause:3.10', onDisk: true },
  ],
  [
    'minikube',
    { version: 'v1.30.0', runtime: 'containerd://1.7.15', labels: { 'minikube.k8s.io/name': 'm' } },
    { serial: true, pause: 'registry.k8s.io/pause:3.9', onDisk: true },
  ],
  [
    'microk8s',
    { version: 'v1.31.5', runtime: 'containerd://1.6.28', labels: { 'microk8s.io/cluster': 'true' } },
    { serial: false, pause: 'registry.k8s.io/pause:3.7' },
  ],
  [
    'microk8s',
    { labels: { 'microk8s.io/cluster': 'true' } },
    { serial: false, pause: 'registry.k8s.io/pause:3.10' },
  ],
  [
    'canonical-k8s',
    { labels: { 'k8sd.io/role': 'worker' } },
    { serial: false, pause: 'ghcr.io/canonical/k8s-snap/pause:3.10' },
  ],
  [
    'aks-ubuntu2404',
    {
      version: 'v1.34.1',
      os: 'Ubuntu 24.04.3 LTS',
      providerID: azure,
      labels: {
        'kubernetes.azure.com/agentpool': 'np2',
        'kubernetes.azure.com/node-image-version': 'AKSUbuntu-2404gen2containerd-202511.02.0',
      },
    },
    { serial: false, imagefs: false, pause: 'mcr.microsoft.com/oss/v2/kubernetes/pause:3.6', onDisk: true },
  ],
  ['flatcar', { os: 'Flatcar Container Linux by Kinvolk 4230.2.2 (Oklo)' }, { serial: true, imagefs: true }],
  [
    'huawei-cce',
    { version: 'v1.25.10-r0-25.3.19', labels: { 'cce.cloud.com/cce-nodepool': 'p' } },
    { serial: false },
  ],
  ['huawei-cce', { version: 'v1.17.9-r0-CCE20.7.1.B003-17.36.3' }, { serial: true }],
  [
    'k0s',
    { version: 'v1.33.4+k0s', labels: { 'node.k0sproject.io/role': 'worker' } },
    { serial: true, onDisk: false },
  ],
])('%s is known by what its Node says, and has what it sets: %j', (id, said, expected) => {
  const { provider, kubelet, sandboxImage, presentImages } = nodeOf(dump(said));
  expect(provider).toBe(id);
  expect([kubelet.serializeImagePulls, kubelet.maxParallelImagePulls]).toEqual([
    expected.serial,
    expected.max ?? null,
  ]);
  if (expected.imagefs !== undefined)
    expect(Object.hasOwn(kubelet.evictionHard ?? { 'imagefs.available': '15%' }, 'imagefs.available')).toBe(
      expected.imagefs,
    );
  if (expected.pause !== undefined) expect(sandboxImage).toBe(expected.pause);
  if (expected.onDisk !== undefined) expect(presentImages.includes(sandboxImage ?? '')).toBe(expected.onDisk);
});

test.each<[string, Said, RegExp]>([
  ['kops on AWS', { os: 'Ubuntu 22.04.5 LTS', providerID: aws }, /providerID aws:\/\/ is no proof of EKS/],
  ['Amazon Linux outside EKS', { os: 'Amazon Linux 2023.8', providerID: aws }, /no proof of EKS/],
  ['Cluster API on Azure', { os: 'Ubuntu 22.04.5 LTS', providerID: azure }, /no proof of AKS/],
  ['a machine of GCE', { os: 'Debian GNU/Linux 12', providerID: 'gce://p/z/n' }, /no proof of GKE/],
])('%s gets no provider’s defaults, and a run says why', (_, said, doubt) => {
  const { input } = accepted(dump(said));
  expect(input.nodes[0]?.provider).toBeUndefined();
  expect(input.nodes[0]?.kubelet.serializeImagePulls).toBe(true);
  expect(input.assumptions.join('\n')).toMatch(doubt);
});

test.each<[string, Said]>([
  [
    'DigitalOcean',
    { version: 'v1.33.1', os: 'Debian GNU/Linux 12 (bookworm)', providerID: 'digitalocean://1' },
  ],
  [
    'Oracle',
    {
      version: 'v1.33.1',
      os: 'Oracle Linux Server 8.10',
      runtime: 'cri-o://1.33.1',
      providerID: 'ocid1.instance.oc1',
    },
  ],
  ['Alibaba', { version: 'v1.33.1-aliyun.1', os: 'Alibaba Cloud Linux 3', providerID: 'cn-hangzhou.i-1' }],
])('of %s, which has no row, nothing is claimed', (_, said) => {
  const { input } = accepted(dump(said));
  expect(input.nodes[0]?.provider).toBeUndefined();
  expect(input.readings ?? []).toEqual([]);
});

const nodeConfig = `apiVersion: node.eks.aws/v1alpha1
kind: NodeConfig
spec: { kubelet: { config: { maxPods: 58 } } }
`;

test('a Node that tells only the provider is of the node image of its documents', () => {
  const { input } = accepted(
    `${dump({ version: 'v1.33.4-eks-1', runtime: 'containerd://1.7.27' })}---\n${nodeConfig}`,
  );
  expect(input.nodes[0]?.provider).toBe('eks-al2023');
  expect(input.readings?.[0]).toMatch(
    /^Provider EKS AL2023 \(kubeletVersion v1\.33\.4-eks-1, EKS NodeConfig\): pulls in parallel, source awslabs\/amazon-eks-ami nodeadm\/internal\/kubelet\/config\.go:124\.$/,
  );
});

test('documents of a provider decide without Nodes, and a Node of another provider does not follow them', () => {
  expect(nodeOf(`${pod}---\n${nodeConfig}`).provider).toBe('eks-al2023');
  expect(nodeOf(`${dump({ providerID: 'kind://docker/kind/n' })}---\n${nodeConfig}`).provider).toBe('kind');
});

// Their Nodes say nothing of them.
test.each([
  ['kubespray', { serial: true, max: 1, pause: 'registry.k8s.io/pause:3.10', onDisk: true }],
  ['cluster-api', { serial: true, max: null, pause: 'registry.k8s.io/pause:3.10.2', onDisk: true }],
  ['kubermatic', { serial: false, max: 10 }],
  ['gce-kube-up', { serial: true, max: null, pause: 'registry.k8s.io/pause:3.10' }],
] as const)('%s is told by an option alone, and sets: %j', (id, expected) => {
  const text = dump({ os: 'Ubuntu 24.04.3 LTS', runtime: 'containerd://2.0.5' });
  const { kubelet, provider, sandboxImage, presentImages } = nodeOf(text, { provider: id });
  expect(nodeOf(text).provider).toBeUndefined();
  expect(provider).toBe(id);
  expect(kubelet).toMatchObject({
    serializeImagePulls: expected.serial,
    maxParallelImagePulls: expected.max,
  });
  if ('pause' in expected) expect(sandboxImage).toBe(expected.pause);
  if ('onDisk' in expected) expect(presentImages.includes(sandboxImage ?? '')).toBe(expected.onDisk);
});

test('options and Scenarios name a provider, or none', () => {
  const text = dump({ version: 'v1.33.4-eks-1' });
  expect(nodeOf(text, { provider: 'k3s' }).provider).toBe('k3s');
  expect(nodeOf(text, { provider: 'none' }).kubelet.serializeImagePulls).toBe(true);
  const scenario = (where: string) =>
    `---\napiVersion: windlass.dev/v1alpha1\nkind: Scenario\nnodes: { ${where} }\n`;
  expect(nodeOf(`${pod}${scenario('defaults: { provider: openshift-4 }')}`).runtime).toBe('cri-o://1.35');
  expect(nodeOf(`${text}${scenario('named: { n: { provider: talos } }')}`).provider).toBe('talos');
  expect(nodeOf(`${text}${scenario('defaults: { provider: talos }')}`).provider).toBe('eks');
});

test('the user’s own configuration wins, and its evictionHard replaces that of the provider as a whole', () => {
  const configuration = {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    serializeImagePulls: true,
    evictionHard: { 'imagefs.available': '20%' },
  };
  const text = `${dump({ version: 'v1.33.4+k3s1' })}\n---\n${JSON.stringify(configuration)}`;
  const { kubelet } = nodeOf(text);
  expect(kubelet.serializeImagePulls).toBe(true);
  expect(Object.keys(kubelet.evictionHard ?? {})).toEqual(['imagefs.available']);
  expect(nodeOf(text, { set: ['serializeImagePulls=false'] }).kubelet.serializeImagePulls).toBe(false);
});

test('nodes of several providers run side by side, each with its own settings', () => {
  const [kind = '', rest = ''] = dump({ providerID: 'kind://docker/kind/n' }).split('\n---\n');
  const other = {
    ...(parse(kind) as object),
    metadata: { name: 'm' },
    spec: { providerID: aws },
    status: { nodeInfo: { kubeletVersion: 'v1.33.1-eks-1' } },
  };
  const { input } = accepted([kind, JSON.stringify(other), rest].join('\n---\n'));
  expect(input.nodes.map(({ provider, kubelet }) => [provider, kubelet.serializeImagePulls])).toEqual([
    ['eks', false],
    ['kind', true],
  ]);
});

test('nodes of one provider share a sentence, also where only the provider is known', () => {
  const names = ['n1', 'n2', 'n3'];
  const nodes = names.map((name) =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name },
      status: { nodeInfo: { kubeletVersion: 'v1.33.4-eks-1' } },
    }),
  );
  const { input } = accepted([...nodes, pod].join('\n---\n'));
  expect(input.nodes.map(({ provider }) => provider)).toEqual(['eks', 'eks', 'eks']);
  expect(input.readings?.filter((sentence) => sentence.startsWith('Provider'))).toEqual([
    'Provider EKS (kubeletVersion v1.33.4-eks-1): pulls in parallel, not certain, source awslabs/amazon-eks-ami nodeadm/internal/kubelet/config.go:124.',
  ]);
});
