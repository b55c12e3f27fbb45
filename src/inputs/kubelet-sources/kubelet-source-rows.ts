import { isMapping } from '../documents/mapping.ts';
import type { Part, Path } from '../documents/source-document.ts';
import type { KubeletLayer } from './kubelet-layer.ts';
import type { NodeSelector } from './node-selector.ts';
import {
  agentPoolNodes,
  controlPlaneNodes,
  eksctlNodes,
  gkePoolNodes,
  instanceGroupNodes,
  kindNodes,
  machineConfigPoolNodes,
  machineTypeNodes,
  nodeClassNodes,
  nodePoolNodes,
} from './nodes-of-source.ts';

/** The form in which a part of a source has settings of the kubelet. */
export type SourceForm =
  /** Fields of KubeletConfiguration. */
  | 'fields'
  /** A text with a KubeletConfiguration, or with a document of kubeadm. */
  | 'text'
  /** The user data of a cloud's machine: a NodeConfig, alone or in parts of MIME. */
  | 'userData'
  /** Flags, with or without dashes, as a text or a list. */
  | 'flags'
  /** Flags by name; also kubeadm's newer lists of name and value. */
  | 'flagsByName'
  /** The values of flags by the names of the fields, as texts or values. */
  | 'flagsByField'
  /** Fields of KubeletConfiguration by the names that the APIs of Azure and Google have for them. */
  | 'cloudFields'
  /** The number of pulls at once; one means serialized. */
  | 'parallelPulls'
  /** The kubelet's release, as it is or as the tag of an image. */
  | 'release';

export interface SourcePart {
  /** The path from the document's root; `*` stands for each item of a list. */
  readonly path: string;
  readonly form: SourceForm;
  /** The field, if the part is a single one. */
  readonly field?: string;
  /** The nodes that it is for, by the document and the path of what was found; undefined: all. */
  readonly nodes?: (document: Readonly<Record<string, unknown>>, path: Path) => NodeSelector | undefined;
}

/** The form in which a part of a source has settings of the container runtime. */
export type RuntimeForm =
  /** A text with a part of containerd's config.toml. */
  | 'containerdConfig'
  /**
   * A file to be written, with `path` and `content`: a part of containerd's config.toml if it is Talos'
   * folder of these.
   */
  | 'file'
  /** Mirrors by registry: `endpoint` of k3s, `endpoints` of Talos. */
  | 'mirrors'
  /** The mirrors of one registry, which is `name`. */
  | 'namedMirrors'
  /** Credentials and certificates by registry: only whether there are any matters. */
  | 'registryConfigs'
  /** Whether the registries themselves are not asked after their mirrors. */
  | 'noFallback'
  /** One setting of the Scenario's runtimeConfig. */
  | 'sandbox_image'
  | 'snapshotter';

interface RuntimePart {
  readonly path: string;
  readonly form: RuntimeForm;
}

/**
 * A kind of document, besides KubeletConfiguration itself, in which clusters keep settings of their kubelets
 * and runtimes.
 */
export interface KubeletSourceRow {
  readonly title: string;
  /** Where people find it. */
  readonly where: string;
  /** Its identification. The group of an apiVersion is the part before the slash. */
  readonly group?: string;
  readonly kinds?: readonly string[];
  /** For a document without a kind, or one whose kind is not enough. */
  readonly is?: (value: Readonly<Record<string, unknown>>, file: string) => boolean;
  readonly parts: readonly SourcePart[];
  readonly runtimeParts?: readonly RuntimePart[];
  /** What affects pulls and is not read, with the reason; a run whose document has it says so. */
  readonly notRead?: readonly { readonly path: string; readonly why: string }[];
  readonly rank: KubeletLayer['rank'];
  /** The provider that alone has such documents, by its id, or by the file's name where that decides. */
  readonly provider?: string | ((file: string) => string);
  readonly isOneOfSeveral?: true;
  /** Whether several in one file are merged, as those of several files are not. */
  readonly isMergedInFile?: true;
  /** The fields that say which nodes it is for, beside its settings. */
  readonly selectorPaths?: readonly string[];
}

const hasNoKind = (value: Readonly<Record<string, unknown>>) =>
  value.kind === undefined && value.apiVersion === undefined;
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
    title: 'EKS NodeConfig',
    where: 'user data of a node of EKS (nodeadm), alone or in a part of MIME',
    group: 'node.eks.aws',
    kinds: ['NodeConfig'],
    parts: [
      { path: 'spec.kubelet.config', form: 'fields' },
      { path: 'spec.kubelet.flags', form: 'flags' },
    ],
    runtimeParts: [{ path: 'spec.containerd.config', form: 'containerdConfig' }],
    notRead: [{ path: 'spec.featureGates.FastImagePull', why: 'the SOCI snapshotter is not simulated' }],
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
      { path: 'machine.registries.mirrors', form: 'mirrors' },
      { path: 'machine.registries.config', form: 'registryConfigs' },
      { path: 'machine.files.*', form: 'file' },
    ],
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
  {
    title: 'OpenShift KubeletConfig',
    where: '`oc get kubeletconfig -o yaml`',
    group: 'machineconfiguration.openshift.io',
    kinds: ['KubeletConfig'],
    parts: [{ path: 'spec.kubeletConfig', form: 'fields', nodes: machineConfigPoolNodes }],
    selectorPaths: ['spec.machineConfigPoolSelector'],
    rank: 'over',
    isOneOfSeveral: true,
    provider: 'openshift-4',
  },
  {
    title: 'OpenShift MachineConfigPool',
    where: '`oc get machineconfigpool -o yaml`: to which nodes a KubeletConfig applies',
    group: 'machineconfiguration.openshift.io',
    kinds: ['MachineConfigPool'],
    parts: [],
    selectorPaths: ['metadata.name', 'metadata.labels', 'spec.nodeSelector'],
    rank: 'over',
    isOneOfSeveral: true,
    provider: 'openshift-4',
  },
  {
    title: 'Karpenter NodePool',
    where: '`kubectl get nodepools -o yaml`; `kubelet` in v1beta1 only',
    group: 'karpenter.sh',
    kinds: ['NodePool'],
    parts: [{ path: 'spec.template.spec.kubelet', form: 'fields', nodes: nodePoolNodes }],
    selectorPaths: ['metadata.name', 'spec.template.spec.nodeClassRef'],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'Karpenter EC2NodeClass',
    where: '`kubectl get ec2nodeclasses -o yaml`',
    group: 'karpenter.k8s.aws',
    kinds: ['EC2NodeClass'],
    parts: [
      { path: 'spec.userData', form: 'userData', nodes: nodeClassNodes },
      { path: 'spec.kubelet', form: 'fields', nodes: nodeClassNodes },
    ],
    selectorPaths: ['metadata.name'],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'Karpenter AKSNodeClass',
    where: '`kubectl get aksnodeclasses -o yaml`',
    group: 'karpenter.azure.com',
    kinds: ['AKSNodeClass'],
    parts: [
      { path: 'spec.kubelet', form: 'fields', nodes: nodeClassNodes },
      { path: 'spec.maxPods', form: 'fields', field: 'maxPods', nodes: nodeClassNodes },
    ],
    selectorPaths: ['metadata.name'],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'eksctl ClusterConfig',
    where: '`eksctl create cluster -f`',
    group: 'eksctl.io',
    kinds: ['ClusterConfig'],
    parts: [
      { path: 'metadata.version', form: 'release' },
      ...['nodeGroups', 'managedNodeGroups'].flatMap((groups): readonly SourcePart[] => [
        { path: `${groups}.*.maxPodsPerNode`, form: 'fields', field: 'maxPods', nodes: eksctlNodes },
        { path: `${groups}.*.overrideBootstrapCommand`, form: 'userData', nodes: eksctlNodes },
        { path: `${groups}.*.kubeletExtraConfig`, form: 'fields', nodes: eksctlNodes },
      ]),
    ],
    selectorPaths: ['nodeGroups.*.name', 'managedNodeGroups.*.name'],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'AKS node pool',
    where: '`az aks nodepool show`',
    is: (value) =>
      hasNoKind(value) &&
      typeof value.name === 'string' &&
      (typeof value.vmSize === 'string' || typeof value.orchestratorVersion === 'string'),
    parts: [
      { path: 'kubeletConfig', form: 'cloudFields', nodes: agentPoolNodes },
      { path: 'maxPods', form: 'fields', field: 'maxPods', nodes: agentPoolNodes },
      { path: 'orchestratorVersion', form: 'release' },
    ],
    selectorPaths: ['name', 'vmSize'],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'GKE node pool',
    where: '`gcloud container node-pools describe`',
    is: (value) =>
      hasNoKind(value) &&
      typeof value.name === 'string' &&
      isMapping(value.config) &&
      typeof value.config.machineType === 'string',
    parts: [
      { path: 'config.kubeletConfig', form: 'cloudFields', nodes: gkePoolNodes },
      { path: 'version', form: 'release' },
    ],
    selectorPaths: ['name', 'config.machineType'],
    rank: 'over',
    isOneOfSeveral: true,
  },
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
