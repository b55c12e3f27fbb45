import { isMapping } from '../documents/mapping.ts';
import type { Part, Path } from '../documents/source-document.ts';
import { hasNoKind, type KubeletSourceRow, type SourcePart } from './kubelet-source-row.ts';
import type { NodeSelector } from './node-selector.ts';
import { controlPlaneNodes, instanceGroupNodes, kindNodes, machineTypeNodes } from './nodes-of-source.ts';
import { poolParts } from './pool-of-source.ts';
import { poolSourceRows } from './pool-source-rows.ts';

const hasKey = (value: Readonly<Record<string, unknown>>, pattern: RegExp) =>
  Object.keys(value).some((key) => pattern.test(key));

/** Whether kubeadm would take a file with this name for a patch of the KubeletConfiguration. */
export function isKubeletPatch(file: string): boolean {
  return /(?:^|[/\\])kubeletconfiguration[^/\\]*\.(?:ya?ml|json)$/i.test(file);
}

/** RKE2 reads the same files as k3s, in a folder of its own. */
function rancherProvider(file: string): string {
  return /(?:^|[/\\])rke2[/\\]/.test(file) ? 'rke2' : 'k3s';
}

/** The rows, of which the table in docs/guides/your-cluster.md is made. */
export const kubeletSourceRows: readonly KubeletSourceRow[] = [
  {
    title: "kubeadm's ConfigMap kubelet-config",
    where: '`kubectl get configmap kubelet-config -n kube-system -o yaml`, of kubeadm and kind',
    kinds: ['ConfigMap'],
    is: ({ data }) =>
      isMapping(data) &&
      typeof data.kubelet === 'string' &&
      /kind["']?:\s*["']?KubeletConfiguration/.test(data.kubelet),
    parts: [{ path: 'data.kubelet', form: 'text' }],
    rank: 'base',
  },
  {
    title: '/configz of a kubelet',
    where: '`kubectl get --raw /api/v1/nodes/<node>/proxy/configz`',
    is: (value) => hasNoKind(value) && isMapping(value.kubeletconfig),
    parts: [{ path: 'kubeletconfig', form: 'fields' }],
    rank: 'base',
  },
  {
    title: 'CredentialProviderConfig',
    where:
      'the file of `--image-credential-provider-config`, such as /etc/eks/image-credential-provider/config.json; several, each named after its nodes, or a folder of them since 1.34',
    group: 'kubelet.config.k8s.io',
    kinds: ['CredentialProviderConfig'],
    parts: [],
    credentialParts: [{ path: '' }],
    rank: 'over',
  },
  {
    title: 'EKS NodeConfig',
    where: 'user data of a node of EKS (nodeadm), alone or in a part of MIME',
    group: 'node.eks.aws',
    kinds: ['NodeConfig'],
    parts: [
      { path: 'spec.kubelet.config', form: 'fields' },
      { path: 'spec.kubelet.flags', form: 'flags' },
    ],
    runtimeParts: [
      { path: 'spec.containerd.config', form: 'containerdConfig' },
      { path: 'spec.featureGates.FastImagePull', form: 'fastImagePull' },
    ],
    rank: 'over',
    isMergedInFile: true,
    provider: 'eks-al2023',
  },
  {
    title: 'kubeadm configuration',
    where:
      '`kubeadm init --config`, `kubeadm join --config`; a KubeletConfiguration among its documents is read as such',
    group: 'kubeadm.k8s.io',
    kinds: ['InitConfiguration', 'JoinConfiguration', 'ClusterConfiguration'],
    parts: [
      { path: 'nodeRegistration.kubeletExtraArgs', form: 'flagsByName' },
      { path: 'kubernetesVersion', form: 'release' },
    ],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'kubeadm patch of KubeletConfiguration',
    where:
      'the folder of `kubeadm init --patches`: `kubeletconfiguration+strategic.yaml`, `kubeletconfiguration0+merge.yaml`, `kubeletconfiguration+json.yaml`',
    is: (value, file) => value.kind === undefined && isKubeletPatch(file),
    parts: [{ path: '', form: 'fields' }],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'kind Cluster',
    where: '`kind create cluster --config`',
    group: 'kind.x-k8s.io',
    kinds: ['Cluster'],
    parts: [
      { path: 'featureGates', form: 'fields', field: 'featureGates' },
      { path: 'kubeadmConfigPatches.*', form: 'text' },
      { path: 'nodes.*.image', form: 'release' },
      { path: 'nodes.*.kubeadmConfigPatches.*', form: 'text', nodes: kindNodes },
    ],
    selectorPaths: ['name', 'nodes.*.role'],
    runtimeParts: [{ path: 'containerdConfigPatches.*', form: 'containerdConfig' }],
    notRead: [{ path: 'containerdConfigPatchesJSON6902', why: 'use containerdConfigPatches' }],
    rank: 'over',
    provider: 'kind',
  },
  {
    title: 'k3s configuration',
    where: "`/etc/rancher/k3s/config.yaml`, and RKE2's",
    is: (value) =>
      hasNoKind(value) &&
      hasKey(
        value,
        /^(?:kubelet-arg\+?|write-kubeconfig-mode|tls-san|cluster-init|agent-token|flannel-backend|pause-image|embedded-registry|disable-default-registry-endpoint)$/,
      ),
    parts: [
      { path: 'kubelet-arg', form: 'flags' },
      { path: 'kubelet-arg+', form: 'flags' },
    ],
    runtimeParts: [
      { path: 'pause-image', form: 'sandbox_image' },
      { path: 'snapshotter', form: 'snapshotter' },
      { path: 'disable-default-registry-endpoint', form: 'noFallback' },
    ],
    notRead: [{ path: 'embedded-registry', why: 'use peers of a Scenario' }],
    rank: 'over',
    provider: rancherProvider,
  },
  {
    title: 'k3s registries',
    where: "`/etc/rancher/k3s/registries.yaml`, and RKE2's",
    is: (value, file) =>
      hasNoKind(value) &&
      (/(?:^|[/\\])registries\.ya?ml$/.test(file) ||
        (isMapping(value.mirrors) &&
          Object.values(value.mirrors).some(
            (mirror) => isMapping(mirror) && Array.isArray(mirror.endpoint),
          ))),
    parts: [],
    runtimeParts: [
      { path: 'mirrors', form: 'mirrors' },
      { path: 'configs', form: 'registryConfigs' },
    ],
    rank: 'over',
    isOneOfSeveral: true,
    provider: rancherProvider,
  },
  {
    title: 'Talos machine configuration',
    where: '`talosctl gen config`, `talosctl get machineconfig -o yaml`, patches of it',
    is: (value) =>
      hasNoKind(value) &&
      isMapping(value.machine) &&
      hasKey(value.machine, /^(?:type|kubelet|registries|files|install)$/),
    parts: [
      { path: 'machine.kubelet.extraConfig', form: 'fields', nodes: machineTypeNodes },
      { path: 'machine.kubelet.extraArgs', form: 'flagsByName', nodes: machineTypeNodes },
      { path: 'machine.kubelet.image', form: 'release' },
    ],
    runtimeParts: [
      { path: 'machine.registries.mirrors', form: 'mirrors', nodes: machineTypeNodes },
      { path: 'machine.registries.config', form: 'registryConfigs', nodes: machineTypeNodes },
      { path: 'machine.files.*', form: 'file', nodes: machineTypeNodes },
    ],
    credentialParts: [{ path: 'machine.kubelet.credentialProviderConfig', nodes: machineTypeNodes }],
    selectorPaths: ['machine.type'],
    rank: 'over',
    isOneOfSeveral: true,
    provider: 'talos',
  },
  {
    title: 'Talos documents',
    where:
      'KubeletConfig, RegistryMirrorConfig and CRICustomizationConfig beside the machine configuration, Talos 1.12 and later',
    kinds: ['KubeletConfig', 'RegistryMirrorConfig', 'CRICustomizationConfig'],
    is: ({ apiVersion }) => apiVersion === 'v1alpha1',
    parts: [
      { path: 'config', form: 'fields' },
      { path: 'extraArgs', form: 'flagsByName' },
    ],
    runtimeParts: [
      { path: '', form: 'namedMirrors' },
      { path: 'content', form: 'containerdConfig' },
    ],
    rank: 'over',
    isOneOfSeveral: true,
    provider: 'talos',
  },
  {
    title: 'kops Cluster',
    where: '`kops get cluster -o yaml`',
    group: 'kops.k8s.io',
    kinds: ['Cluster'],
    parts: [
      { path: 'spec.kubelet', form: 'flagsByField' },
      { path: 'spec.kubernetesVersion', form: 'release' },
      { path: 'spec.controlPlaneKubelet', form: 'flagsByField', nodes: controlPlaneNodes },
      { path: 'spec.masterKubelet', form: 'flagsByField', nodes: controlPlaneNodes },
    ],
    rank: 'over',
  },
  {
    title: 'kops InstanceGroup',
    where: '`kops get instancegroups -o yaml`; over what the Cluster says',
    group: 'kops.k8s.io',
    kinds: ['InstanceGroup'],
    parts: [{ path: 'spec.kubelet', form: 'flagsByField', nodes: instanceGroupNodes }],
    selectorPaths: ['metadata.name'],
    pools: [poolParts.kopsGroup],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'kubespray variables',
    where: '`group_vars/k8s_cluster/*.yml`',
    is: (value) => hasNoKind(value) && hasKey(value, /^(?:kubelet_[a-z_]+|kube_version)$/),
    parts: [
      { path: 'kube_version', form: 'release' },
      { path: 'kubelet_max_pods', form: 'fields', field: 'maxPods' },
      { path: 'kubelet_max_parallel_image_pulls', form: 'parallelPulls' },
      { path: 'kubelet_config_extra_args', form: 'fields' },
      { path: 'kubelet_node_config_extra_args', form: 'fields' },
      { path: 'kubelet_custom_flags', form: 'flags' },
      { path: 'kubelet_node_custom_flags', form: 'flags' },
    ],
    rank: 'over',
    isOneOfSeveral: true,
    provider: 'kubespray',
  },
  ...poolSourceRows,
];

/** Returns the row of a document, or of an object in a list; undefined if it has no settings of kubelets. */
export function kubeletSourceRow(value: unknown, file: string): KubeletSourceRow | undefined {
  if (!isMapping(value)) return undefined;
  const { kind, apiVersion } = value;
  const group =
    typeof apiVersion === 'string' && apiVersion.includes('/')
      ? apiVersion.slice(0, apiVersion.indexOf('/'))
      : '';
  return kubeletSourceRows.find((row) => {
    if (
      row.kinds !== undefined &&
      (typeof kind !== 'string' || !row.kinds.includes(kind) || group !== (row.group ?? ''))
    )
      return false;
    return row.is === undefined || row.is(value, file);
  });
}

/** A part of a document with settings: the value and its place. */
export interface FoundPart {
  readonly path: Path;
  readonly value: unknown;
}

/** Returns what stands at a path, once for each item of a list or mapping if it has a `*`. */
function partsAt(value: unknown, [step, ...rest]: readonly string[]): readonly FoundPart[] {
  if (step === undefined) return [{ path: [], value }];
  const children: readonly (readonly [string | number, unknown])[] =
    step === '*' ? itemsOf(value) : isMapping(value) ? [[step, value[step]]] : [];
  return children.flatMap(([key, child]) =>
    partsAt(child, rest).map((found) => ({ ...found, path: [key, ...found.path] })),
  );
}

function itemsOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  return Array.isArray(value) ? [...value.entries()] : isMapping(value) ? Object.entries(value) : [];
}

/** A document of a row, or an object in one. */
export interface ClusterSource extends Part {
  readonly row: KubeletSourceRow;
}

/**
 * Returns the settings at the parts of a source that are not empty, with their paths from the document's
 * root.
 */
export function partsOf<T extends { readonly path: string }>(
  parts: readonly T[],
  { path, value }: Pick<ClusterSource, 'path' | 'value'>,
): readonly (FoundPart & { readonly part: T })[] {
  return parts.flatMap((part) =>
    partsAt(value, part.path === '' ? [] : part.path.split('.'))
      .filter((found) => found.value !== undefined && found.value !== null)
      .map((found) => ({ part, path: [...path, ...found.path], value: found.value })),
  );
}

/** Returns the nodes that a part of a source is for, by its path from the document's root; undefined: all. */
export function nodesOfPart(
  { nodes }: Pick<SourcePart, 'nodes'>,
  { path, value }: Pick<ClusterSource, 'path' | 'value'>,
  pathOfPart: Path,
): NodeSelector | undefined {
  return isMapping(value) ? nodes?.(value, pathOfPart.slice(path.length)) : undefined;
}
