import { isMapping } from '../documents/is-mapping.ts';
import type { Path } from '../documents/source-document.ts';
import type { KubeletLayer } from './kubelet-layer.ts';

/** The form in which a part of a source has settings of the kubelet. */
export type SourceForm =
  /** Fields of KubeletConfiguration. */
  | 'fields'
  /** A text with a KubeletConfiguration, or with a document of kubeadm. */
  | 'text'
  /** Flags, with or without dashes, as a text or a list. */
  | 'flags'
  /** Flags by name; also kubeadm's newer lists of name and value. */
  | 'flagsByName'
  /** The values of flags by the names of the fields, as texts or values. */
  | 'flagsByField'
  /** The number of pulls at once; one means serialized. */
  | 'parallelPulls';

export interface SourcePart {
  /** The path from the document's root; `*` stands for each item of a list. */
  readonly path: string;
  readonly form: SourceForm;
  /** The field, if the part is a single one. */
  readonly field?: string;
  /** Whether it applies only to some nodes. It is then not read, and a warning says so if it sets anything. */
  readonly isOfSomeNodes?: true;
}

/** A kind of document, besides KubeletConfiguration itself, in which clusters keep settings of their kubelets. */
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
  readonly rank: KubeletLayer['rank'];
  /** Settings that apply if the document says nothing else, with their source. */
  readonly below?: Readonly<Record<string, unknown>>;
  readonly belowSource?: string;
  readonly isOneOfSeveral?: true;
}

const hasNoKind = (value: Readonly<Record<string, unknown>>) => value.kind === undefined && value.apiVersion === undefined;
const hasKey = (value: Readonly<Record<string, unknown>>, pattern: RegExp) => Object.keys(value).some((key) => pattern.test(key));

/** Whether kubeadm would take a file with this name for a patch of the KubeletConfiguration. */
export function isKubeletPatch(file: string): boolean {
  return /(?:^|[/\\])kubeletconfiguration[^/\\]*\.(?:ya?ml|json)$/i.test(file);
}

/** The rows, of which the table in docs/guides/your-cluster.md is made. */
export const kubeletSourceRows: readonly KubeletSourceRow[] = [
  {
    title: "kubeadm's ConfigMap kubelet-config",
    where: '`kubectl get configmap kubelet-config -n kube-system -o yaml`, of kubeadm and kind',
    kinds: ['ConfigMap'],
    is: ({ data }) => isMapping(data) && typeof data.kubelet === 'string' && /kind["']?:\s*["']?KubeletConfiguration/.test(data.kubelet),
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
    rank: 'over',
  },
  {
    title: 'kubeadm configuration',
    where: '`kubeadm init --config`, `kubeadm join --config`; a KubeletConfiguration among its documents is read as such',
    group: 'kubeadm.k8s.io',
    kinds: ['InitConfiguration', 'JoinConfiguration'],
    parts: [{ path: 'nodeRegistration.kubeletExtraArgs', form: 'flagsByName' }],
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
      { path: 'nodes.*.kubeadmConfigPatches.*', form: 'text', isOfSomeNodes: true },
    ],
    rank: 'over',
  },
  {
    title: 'k3s configuration',
    where: "`/etc/rancher/k3s/config.yaml`, and RKE2's",
    is: (value) =>
      hasNoKind(value) && hasKey(value, /^(?:kubelet-arg\+?|write-kubeconfig-mode|tls-san|cluster-init|agent-token|flannel-backend)$/),
    parts: [
      { path: 'kubelet-arg', form: 'flags' },
      { path: 'kubelet-arg+', form: 'flags' },
    ],
    rank: 'over',
    below: { serializeImagePulls: false, evictionHard: { 'imagefs.available': '5%', 'nodefs.available': '5%' } },
    belowSource: 'kubeletArgsAndConfig and defaultKubeletConfig in pkg/daemons/agent of k3s',
  },
  {
    title: 'kops Cluster',
    where: '`kops get cluster -o yaml`',
    group: 'kops.k8s.io',
    kinds: ['Cluster'],
    parts: [
      { path: 'spec.kubelet', form: 'flagsByField' },
      { path: 'spec.controlPlaneKubelet', form: 'flagsByField', isOfSomeNodes: true },
      { path: 'spec.masterKubelet', form: 'flagsByField', isOfSomeNodes: true },
    ],
    rank: 'over',
  },
  {
    title: 'kops InstanceGroup',
    where: '`kops get instancegroups -o yaml`; over what the Cluster says',
    group: 'kops.k8s.io',
    kinds: ['InstanceGroup'],
    parts: [{ path: 'spec.kubelet', form: 'flagsByField' }],
    rank: 'over',
  },
  {
    title: 'kubespray variables',
    where: '`group_vars/k8s_cluster/*.yml`',
    is: (value) => hasNoKind(value) && hasKey(value, /^kubelet_[a-z_]+$/),
    parts: [
      { path: 'kubelet_max_pods', form: 'fields', field: 'maxPods' },
      { path: 'kubelet_max_parallel_image_pulls', form: 'parallelPulls' },
      { path: 'kubelet_config_extra_args', form: 'fields' },
      { path: 'kubelet_node_config_extra_args', form: 'fields' },
      { path: 'kubelet_custom_flags', form: 'flags' },
      { path: 'kubelet_node_custom_flags', form: 'flags' },
    ],
    rank: 'over',
    isOneOfSeveral: true,
  },
  {
    title: 'OpenShift KubeletConfig',
    where: '`oc get kubeletconfig -o yaml`',
    group: 'machineconfiguration.openshift.io',
    kinds: ['KubeletConfig'],
    parts: [{ path: 'spec.kubeletConfig', form: 'fields' }],
    rank: 'over',
  },
];

/** Returns the row of a document, or of an object in a list; undefined if it has no settings of kubelets. */
export function kubeletSourceRow(value: unknown, file: string): KubeletSourceRow | undefined {
  if (!isMapping(value)) return undefined;
  const { kind, apiVersion } = value;
  const group = typeof apiVersion === 'string' && apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return kubeletSourceRows.find((row) => {
    if (row.kinds !== undefined && (typeof kind !== 'string' || !row.kinds.includes(kind) || group !== (row.group ?? ''))) return false;
    return row.is === undefined || row.is(value, file);
  });
}

/** A part of a document with settings: the value and its place. */
export interface FoundPart {
  readonly path: Path;
  readonly value: unknown;
}

/** Returns what stands at a path, once for each item if it has a `*`. */
export function partsAt(value: unknown, [step, ...rest]: readonly string[]): readonly FoundPart[] {
  if (step === undefined) return [{ path: [], value }];
  const children: readonly (readonly [string | number, unknown])[] =
    step === '*' ? (Array.isArray(value) ? [...value.entries()] : []) : isMapping(value) ? [[step, value[step]]] : [];
  return children.flatMap(([key, child]) => partsAt(child, rest).map((found) => ({ ...found, path: [key, ...found.path] })));
}
