import { isMapping } from '../documents/mapping.ts';
import type { Path } from '../documents/source-document.ts';
import type { LabelSelectorDocument } from '../workloads/kubernetes-shapes.ts';
import type { NodeSelector } from './node-selector.ts';

type Fields = Readonly<Record<string, unknown>>;

const nameOf = ({ metadata }: Fields): string | undefined =>
  isMapping(metadata) && typeof metadata.name === 'string' ? metadata.name : undefined;

function withLabel(label: string, name: string | undefined): NodeSelector | undefined {
  return name === undefined ? undefined : { by: 'anyLabel', labels: [[label, name]] };
}

/** Returns the item of a list in which a part was found: `nodeGroups[0]` for `nodeGroups[0].kubeletExtraConfig`. */
function itemOf(document: Fields, [list, index]: Path): Fields {
  const items = document[String(list)];
  const item: unknown = Array.isArray(items) ? items[Number(index)] : undefined;
  return isMapping(item) ? item : {};
}

/**
 * The node of kind's list. Their names end in `-control-plane`, `-control-plane2`, `-worker`, `-worker2`
 * (`MakeNodeNamer` of kind); what stands before it is the cluster's name, which `--name` may replace.
 */
export function kindNodes(document: Fields, path: Path): NodeSelector {
  const roleOf = (node: unknown) => (isMapping(node) && node.role === 'worker' ? 'worker' : 'control-plane');
  const role = roleOf(itemOf(document, path));
  const before = Array.isArray(document.nodes) ? document.nodes.slice(0, Number(path[1])) : [];
  const number = before.filter((node) => roleOf(node) === role).length + 1;
  return { by: 'names', names: [`*-${role}${number === 1 ? '' : number}`] };
}

/** The nodes of a type of Talos; a patch without a type is for all. */
export function machineTypeNodes({ machine }: Fields): NodeSelector | undefined {
  const type = isMapping(machine) ? machine.type : undefined;
  if (type === 'worker') return { by: 'role', role: 'worker' };
  return type === 'controlplane' || type === 'init' ? { by: 'role', role: 'control-plane' } : undefined;
}

export function controlPlaneNodes(): NodeSelector {
  return { by: 'role', role: 'control-plane' };
}

export function instanceGroupNodes(document: Fields): NodeSelector | undefined {
  return withLabel('kops.k8s.io/instancegroup', nameOf(document));
}

export function machineConfigPoolNodes({ spec }: Fields): NodeSelector {
  const selector = isMapping(spec) ? spec.machineConfigPoolSelector : undefined;
  return {
    by: 'machineConfigPools',
    selector: isMapping(selector) ? (selector as LabelSelectorDocument) : undefined,
  };
}

export function nodePoolNodes(document: Fields): NodeSelector | undefined {
  return withLabel('karpenter.sh/nodepool', nameOf(document));
}

/** Karpenter labels a node with the name of its class, by the class's group and kind. */
export function nodeClassNodes(document: Fields): NodeSelector | undefined {
  const name = nameOf(document);
  const { kind, apiVersion } = document;
  if (name === undefined || typeof kind !== 'string' || typeof apiVersion !== 'string') return undefined;
  const label = `${apiVersion.split('/', 1)[0]}/${kind.toLowerCase()}`;
  return { by: 'nodeClass', label, kind, name };
}

export function eksctlNodes(document: Fields, path: Path): NodeSelector | undefined {
  const { name } = itemOf(document, path);
  if (typeof name !== 'string') return undefined;
  return {
    by: 'anyLabel',
    labels: [
      ['alpha.eksctl.io/nodegroup-name', name],
      ['eks.amazonaws.com/nodegroup', name],
    ],
  };
}

export function agentPoolNodes({ name }: Fields): NodeSelector | undefined {
  return withLabel('kubernetes.azure.com/agentpool', typeof name === 'string' ? name : undefined);
}

/** The nodes of the pool in the list of a cluster in which a part was found. */
export function listedAgentPoolNodes(document: Fields, path: Path): NodeSelector | undefined {
  return agentPoolNodes(itemOf(document, path));
}

export function listedGkePoolNodes(document: Fields, path: Path): NodeSelector | undefined {
  return gkePoolNodes(itemOf(document, path));
}

export function gkePoolNodes({ name }: Fields): NodeSelector | undefined {
  return withLabel('cloud.google.com/gke-nodepool', typeof name === 'string' ? name : undefined);
}
