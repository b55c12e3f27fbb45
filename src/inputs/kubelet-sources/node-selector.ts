import { isMapping } from '../documents/mapping.ts';
import { textPattern } from '../documents/text-pattern.ts';
import type { LabelSelectorDocument } from '../workloads/kubernetes-shapes.ts';
import { matchesSelector } from '../workloads/label-requirement.ts';
import { machineConfigPools, type PoolDocument, poolsOfNode, poolsSelected } from './machine-config-pools.ts';

/** Which nodes a document, or a part of one, is for. */
export type NodeSelector =
  /** Nodes by name; `*` in a name stands for any text. */
  | { readonly by: 'names'; readonly names: readonly string[] }
  /** Nodes with one of these labels and values. */
  | { readonly by: 'anyLabel'; readonly labels: readonly (readonly [name: string, value: string])[] }
  /** Nodes with all of these labels and values. */
  | { readonly by: 'allLabels'; readonly labels: Readonly<Record<string, string>> }
  /** Nodes of the control plane, or all others. */
  | { readonly by: 'role'; readonly role: 'control-plane' | 'worker' }
  /** Nodes of the Karpenter NodePools that use this class, which nodes have as a label too. */
  | {
      readonly by: 'nodeClass';
      readonly label: string;
      readonly kind: string;
      readonly name: string;
    }
  /** Nodes of OpenShift's MachineConfigPools with labels that match. Each node has one such document. */
  | { readonly by: 'machineConfigPools'; readonly selector: LabelSelectorDocument | undefined };

/** What decides of a node whether a document is for it. */
export interface NodeIdentity {
  readonly name: string;
  readonly labels: Readonly<Record<string, unknown>>;
}

/** Returns the identity of a Node object before its fields are checked. */
export function identityOfObject({ value }: { readonly value: unknown }): NodeIdentity {
  const metadata = isMapping(value) && isMapping(value.metadata) ? value.metadata : {};
  return { name: String(metadata.name), labels: isMapping(metadata.labels) ? metadata.labels : {} };
}

const controlPlaneLabels = [
  'node-role.kubernetes.io/control-plane',
  'node-role.kubernetes.io/master',
] as const;

/** Labels of a node's role. */
export const roleLabels = ['node-role.kubernetes.io/worker', ...controlPlaneLabels] as const;

/** Labels with the name of a node's class of Karpenter. */
export const nodeClassLabels = [
  'karpenter.k8s.aws/ec2nodeclass',
  'karpenter.azure.com/aksnodeclass',
] as const;

/** Labels by which providers mark the nodes of a pool, whose name is the value. */
export const poolLabels = [
  'eks.amazonaws.com/nodegroup',
  'alpha.eksctl.io/nodegroup-name',
  'karpenter.sh/nodepool',
  'cloud.google.com/gke-nodepool',
  'kubernetes.azure.com/agentpool',
  'kops.k8s.io/instancegroup',
  'doks.digitalocean.com/node-pool',
] as const;

/** Returns the selector in words, after "nodes". */
export function selectorWords(selector: NodeSelector): string {
  switch (selector.by) {
    case 'names':
      return `named ${selector.names.join(', ')}`;
    case 'anyLabel':
      return `with the label ${selector.labels.map(labelText).join(' or ')}`;
    case 'allLabels':
      return `with the labels ${Object.entries(selector.labels).map(labelText).join(', ')}`;
    case 'role':
      return selector.role === 'worker' ? 'outside the control plane' : 'of the control plane';
    case 'nodeClass':
      return `of ${selector.kind} ${selector.name}`;
    case 'machineConfigPools': {
      const { matchLabels = {}, matchExpressions = [] } = selector.selector ?? {};
      const labels = Object.entries(matchLabels ?? {}).map(([name, value]) =>
        labelText([name, String(value)]),
      );
      const keys = (matchExpressions ?? []).map(({ key }) => String(key));
      return `of the MachineConfigPools with ${[...labels, ...keys].join(', ') || 'no label'}`;
    }
  }
}

function labelText([name, value]: readonly [string, string]): string {
  return value === '' ? name : `${name}=${value}`;
}

/**
 * Returns how much a document with this selector is a node's own: 0 if it is not for the node, and the more
 * the closer. A closer document of OpenShift replaces the others; all other documents have 0 or 1.
 */
export function closenessTo(
  selector: NodeSelector,
  node: NodeIdentity,
  documents: readonly PoolDocument[],
): number {
  switch (selector.by) {
    case 'names':
      return selector.names.some((name) => textPattern(name)(node.name)) ? 1 : 0;
    case 'anyLabel':
      return selector.labels.some(([name, value]) => node.labels[name] === value) ? 1 : 0;
    case 'allLabels':
      return matchesSelector({ matchLabels: { ...selector.labels } }, node.labels) ? 1 : 0;
    case 'role':
      return isOfControlPlane(node) === (selector.role === 'control-plane') ? 1 : 0;
    case 'nodeClass': {
      const pools = poolsOfClass(selector, documents);
      const isOfPool = pools.some((pool) => node.labels['karpenter.sh/nodepool'] === pool);
      return isOfPool || node.labels[selector.label] === selector.name ? 1 : 0;
    }
    case 'machineConfigPools': {
      const pools = machineConfigPools(documents);
      const selected = poolsSelected(pools, selector.selector);
      const ofNode = poolsOfNode(pools, node.labels);
      const index = ofNode.findIndex((pool) => selected.includes(pool));
      return index < 0 ? 0 : ofNode.length - index;
    }
  }
}

function isOfControlPlane({ labels }: NodeIdentity): boolean {
  return controlPlaneLabels.some((label) => labels[label] !== undefined);
}

function poolsOfClass(
  { kind, name }: { readonly kind: string; readonly name: string },
  documents: readonly PoolDocument[],
): readonly unknown[] {
  return documents.flatMap(({ kind: poolKind, metadata, spec }) => {
    if (poolKind !== 'NodePool' || !isMapping(spec) || !isMapping(spec.template)) return [];
    const template = isMapping(spec.template.spec) ? spec.template.spec : {};
    const reference = isMapping(template.nodeClassRef) ? template.nodeClassRef : {};
    const isOfKind = reference.kind === undefined || reference.kind === kind;
    return isOfKind && reference.name === name && isMapping(metadata) ? [metadata.name] : [];
  });
}

/** Whether the input says of these nodes which they are; of OpenShift's pools it may lack the pool. */
export function isForKnownPools(selector: NodeSelector, documents: readonly PoolDocument[]): boolean {
  return (
    selector.by !== 'machineConfigPools' ||
    poolsSelected(machineConfigPools(documents), selector.selector).length > 0
  );
}
