import { isMapping } from '../documents/mapping.ts';
import type { ProviderRow } from '../providers/provider-row.ts';
import { typeOfMachine } from './node-figures.ts';
import type { NodePlan } from './plan-nodes.ts';

/**
 * Returns the node's own maxPods, which `kubectl get node` shows as pods; if it shows none, the one that its
 * provider computes of the network interfaces of its instance type; nothing without either.
 */
export function maxPodsOf(plan: NodePlan, row: ProviderRow | undefined): { readonly maxPods?: number } {
  const status = plan.object?.node.status;
  const pods = Number(status?.allocatable?.pods ?? status?.capacity?.pods ?? Number.NaN);
  return Number.isSafeInteger(pods) && pods >= 0 ? { maxPods: pods } : podsOfInterfaces(plan, row);
}

/** What EKS allows on nodes of a managed group, by their processors. */
const managedGroup = { label: 'eks.amazonaws.com/nodegroup', cpus: 30, below: 110, from: 250 };

function podsOfInterfaces(plan: NodePlan, row: ProviderRow | undefined): { readonly maxPods?: number } {
  const rule = row?.facts.maxPods?.value;
  if (!isMapping(rule) || !('podsOfInterfaces' in rule)) return {};
  const type = typeOfMachine(plan);
  if (type?.podsMax === undefined) return {};
  const isManaged = plan.object?.node.metadata.labels?.[managedGroup.label] !== undefined;
  const ofGroup = type.cpus < managedGroup.cpus ? managedGroup.below : managedGroup.from;
  const { atMost = Infinity } = rule.podsOfInterfaces as { readonly atMost?: number };
  return { maxPods: Math.min(type.podsMax, atMost, isManaged ? ofGroup : Infinity) };
}
