import { isMapping } from '../documents/mapping.ts';
import type { LabelSelectorDocument } from '../workloads/kubernetes-shapes.ts';
import { matchesSelector } from '../workloads/label-requirement.ts';

/** A document that says which nodes belong together: a MachineConfigPool, or Karpenter's NodePool. */
export interface PoolDocument {
  readonly kind: string;
  readonly metadata?: unknown;
  readonly spec?: unknown;
}

/** Returns the documents about pools, of those that have settings of kubelets. */
export function poolDocuments(sources: readonly { readonly value: unknown }[]): readonly PoolDocument[] {
  return sources.flatMap(({ value }) =>
    isMapping(value) && (value.kind === 'MachineConfigPool' || value.kind === 'NodePool')
      ? [{ ...value, kind: value.kind }]
      : [],
  );
}

interface MachineConfigPool {
  readonly name: string;
  readonly labels: Readonly<Record<string, unknown>>;
  readonly nodeSelector: LabelSelectorDocument | undefined;
}

const builtIn = (name: 'master' | 'worker'): MachineConfigPool => ({
  name,
  labels: {
    'machineconfiguration.openshift.io/mco-built-in': '',
    [`pools.operator.machineconfiguration.openshift.io/${name}`]: '',
  },
  nodeSelector: { matchLabels: { [`node-role.kubernetes.io/${name}`]: '' } },
});

/** Returns the pools of the input, and those that every OpenShift cluster has where the input lacks them. */
export function machineConfigPools(documents: readonly PoolDocument[]): readonly MachineConfigPool[] {
  const pools = documents.flatMap(({ kind, metadata, spec }) => {
    if (kind !== 'MachineConfigPool' || !isMapping(metadata) || typeof metadata.name !== 'string') return [];
    const nodeSelector = isMapping(spec) && isMapping(spec.nodeSelector) ? spec.nodeSelector : undefined;
    const labels = isMapping(metadata.labels) ? metadata.labels : {};
    return [{ name: metadata.name, labels, nodeSelector: nodeSelector as LabelSelectorDocument | undefined }];
  });
  const missing = (['master', 'worker'] as const).filter((name) => !pools.some((pool) => pool.name === name));
  return [...pools, ...missing.map(builtIn)];
}

/**
 * Returns the pools that a KubeletConfig selects. An empty selector selects none. Mirrors
 * `getPoolsForKubeletConfig` of OpenShift's machine-config-operator.
 */
export function poolsSelected(
  pools: readonly MachineConfigPool[],
  selector: LabelSelectorDocument | undefined,
): readonly MachineConfigPool[] {
  const { matchLabels, matchExpressions } = selector ?? {};
  const isEmpty = Object.keys(matchLabels ?? {}).length === 0 && (matchExpressions ?? []).length === 0;
  return isEmpty ? [] : pools.filter(({ labels }) => matchesSelector(selector, labels));
}

/**
 * Returns the pools of a node, its own first: a custom pool has the settings of worker too, and its own
 * replace them. Nodes of the control plane are in master. Mirrors `GetPoolsForNode` and
 * `MergeMachineConfigs` of the machine-config-operator.
 */
export function poolsOfNode(
  pools: readonly MachineConfigPool[],
  labels: Readonly<Record<string, unknown>>,
): readonly MachineConfigPool[] {
  const matching = pools.filter(({ nodeSelector }) => matchesSelector(nodeSelector, labels));
  const named = (name: string) => matching.filter((pool) => pool.name === name);
  const [custom] = matching.filter(({ name }) => name !== 'master' && name !== 'worker');
  const [master] = named('master');
  if (master !== undefined) return [master];
  return [...(custom === undefined ? [] : [custom]), ...named('worker')];
}
