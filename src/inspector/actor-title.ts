import type { ActorEntry } from './actor-entry.ts';

type Titled = Pick<ActorEntry, 'actor' | 'name' | 'count' | 'nodes' | 'pod' | 'container' | 'part'>;

/**
 * Returns what distinguishes an actor from others of its machine, without the node: the pod and container for which it works, otherwise its
 * name.
 */
export function actorTitle({ actor, name = actor, count, nodes, pod, container, part }: Titled): string {
  const [node, other] = nodes ?? [];
  const ofNode = node !== undefined && other === undefined && name.startsWith(`${node}/`) ? name.slice(node.length + 1) : name;
  const whose = pod === undefined ? ofNode : [podText(pod), ...(container === undefined ? [] : [container])].join('/');
  return [whose, ...(part === undefined ? [] : [part]), ...(count === undefined ? [] : [`#${count}`])].join(' ');
}

/** Returns the machine and its title. An actor that works for no pod keeps the name of its node. */
export function actorLabel(actor: Titled & Pick<ActorEntry, 'machine'>): string {
  return `${actor.machine} ${actor.pod === undefined ? (actor.name ?? actor.actor) : actorTitle(actor)}`;
}

/** Returns the pod as people write it, `default/web-0`. */
export function podText({ namespace, name }: NonNullable<ActorEntry['pod']>): string {
  return `${namespace}/${name}`;
}
