import type { PodRef } from '../trace/observation.ts';

const images = '/images/';

/** The node that an actor is on: the first part of its name. */
export function nodeOf(actor: string): string {
  const slash = actor.indexOf('/');
  return slash < 0 ? actor : actor.slice(0, slash);
}

/** The pull that the runtime works for: `node-1/images/kubelet/default/web-0/app` (or its `#fetch-0`) is `node-1/kubelet/default/web-0/app`'s. */
export function callerOf(actor: string): string {
  // Asked for each record of a long trace: a pattern would take most of a report's time.
  const slash = actor.indexOf('/');
  if (slash < 0 || !actor.startsWith(images, slash)) return actor;
  const from = slash + images.length;
  const fetch = actor.indexOf('#', from);
  return `${actor.slice(0, slash)}/${actor.slice(from, fetch < 0 ? actor.length : fetch)}`;
}

/** The name by which the runtime calls for itself when the sandbox of this pod needs an image. */
export function sandboxPullOf({ node, pod }: { readonly node: string; readonly pod: PodRef }): string {
  return `${node}/sandboxes/${pod.namespace}/${pod.name}`;
}
