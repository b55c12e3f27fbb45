import type { ActorStarted } from '../trace/step-record.ts';

/**
 * What people call an actor: what kind it is, then whose; several work for one container. What is of a pod goes by the pod's
 * name, without its node.
 */
export function actorLabel({ machine, name, actor }: Pick<ActorStarted, 'machine' | 'name' | 'actor'>): string {
  const whose = name ?? actor;
  return `${machine} ${/^[^/]+\/(?:images\/)?kubelet\/([^/]+\/.+)$/.exec(whose)?.[1] ?? whose}`;
}
