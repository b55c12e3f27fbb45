import type { KubernetesEvent } from './kubernetes-event.ts';
import { isOfKubelet } from './pod-sighting.ts';

/** What made a pod. */
export interface PodOwnerName {
  readonly kind: string;
  readonly name: string;
}

/** Letters and digits of generated names (SafeEncodeString and rand.String in apimachinery's util/rand). */
const generated = '[bcdfghjklmnpqrstvwxz2456789]';
const ofReplicaSet = new RegExp(`^(.+-(?:${generated}{5,10}))-${generated}{5}$`);
const ofController = new RegExp(`^(.+)-${generated}{5}$`);
const ofStatefulSet = /^(.+)-\d{1,5}$/;
const created = /^Created pod: (\S+)$/;

/** Returns the controllers that say in their events that they made a pod, by `namespace/name` of the pod. */
export function namedOwners(events: readonly KubernetesEvent[]): Map<string, PodOwnerName> {
  const owners = new Map<string, PodOwnerName>();
  for (const event of events) {
    const { kind, namespace, name } = event.object;
    const pod = created.exec(event.message)?.[1];
    if (event.reason === 'SuccessfulCreate' && pod !== undefined)
      owners.set(`${namespace}/${pod}`, { kind, name });
    else if (event.reason === 'SuccessfulCreate' && kind === 'StatefulSet') {
      const ordinal = /create Pod (\S+) in StatefulSet/.exec(event.message)?.[1];
      if (ordinal !== undefined) owners.set(`${namespace}/${ordinal}`, { kind, name });
    }
  }
  return owners;
}

/**
 * Returns what most likely made a pod of this name: a ReplicaSet by its two generated parts, the kubelet itself
 * by the node's name, a DaemonSet by one generated part and its pods on other nodes, else a Job, if there are
 * other nodes; a StatefulSet by a number at the end. undefined: the name shows none.
 */
export function ownerByName(
  name: string,
  node: string | undefined,
  nodesOfBase: ReadonlyMap<string, ReadonlySet<string>>,
): PodOwnerName | undefined {
  if (node !== undefined && name.endsWith(`-${node}`)) return { kind: 'Node', name: node };
  const replicaSet = ofReplicaSet.exec(name)?.[1];
  if (replicaSet !== undefined) return { kind: 'ReplicaSet', name: replicaSet };
  const base = ofController.exec(name)?.[1];
  if (base !== undefined) {
    if ((nodesOfBase.get(base)?.size ?? 0) > 1) return { kind: 'DaemonSet', name: base };
    return new Set([...nodesOfBase.values()].flatMap((nodes) => [...nodes])).size > 1
      ? { kind: 'Job', name: base }
      : undefined;
  }
  const set = ofStatefulSet.exec(name)?.[1];
  return set === undefined ? undefined : { kind: 'StatefulSet', name: set };
}

/** Returns on which nodes the pods are whose names have one generated part, by the part before it. */
export function nodesByBase(events: readonly KubernetesEvent[]): Map<string, Set<string>> {
  const nodes = new Map<string, Set<string>>();
  for (const event of events) {
    const base = ofController.exec(event.object.name)?.[1];
    if (event.object.kind !== 'Pod' || base === undefined || event.node === undefined || !isOfKubelet(event))
      continue;
    nodes.set(base, (nodes.get(base) ?? new Set()).add(event.node));
  }
  return nodes;
}
