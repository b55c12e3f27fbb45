import type { ClusterController, ClusterObjects, ClusterPod } from './cluster-objects.ts';

/**
 * Returns the objects that would make pods and have none in the files. The others are left out: their pods are there, on the nodes where
 * the scheduler has put them.
 */
export function controllersWithoutPods({ controllers, pods }: Pick<ClusterObjects, 'controllers' | 'pods'>): ClusterController[] {
  const ownerOf = new Map(controllers.map((one) => [keyOf(one.metadata.namespace, one.kind, one.metadata.name), ownersOf(one)]));
  const withPods = new Set(pods.flatMap((pod) => [...ownersOf(pod), ...guessedOwners(pod)]));
  // A Set that grows while it is gone through: owners of owners.
  for (const key of withPods) for (const owner of ownerOf.get(key) ?? []) withPods.add(owner);
  return controllers.filter((one) => {
    const { replicas } = one.spec;
    return replicas !== 0 && !withPods.has(keyOf(one.metadata.namespace, one.kind, one.metadata.name)) && ownersOf(one).length === 0;
  });
}

function ownersOf({ metadata }: Pick<ClusterPod, 'metadata'>): string[] {
  return (metadata.ownerReferences ?? [])
    .filter(({ controller }) => controller ?? true)
    .map(({ kind, name }) => keyOf(metadata.namespace, kind, name));
}

/** ReplicaSets and Jobs are seldom in the files, but the names of those that a controller makes tell whose they are. */
function guessedOwners({ metadata }: ClusterPod): string[] {
  return (metadata.ownerReferences ?? []).flatMap(({ kind, name }) => {
    const owner = kind === 'ReplicaSet' ? 'Deployment' : kind === 'Job' ? 'CronJob' : undefined;
    return owner === undefined ? [] : [keyOf(metadata.namespace, owner, name.replace(/-[a-z0-9]+$/, ''))];
  });
}

function keyOf(namespace: string | null | undefined, kind: string, name: string | null | undefined): string {
  return `${namespace || 'default'}/${kind}/${name ?? ''}`;
}
