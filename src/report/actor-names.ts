/** The node that an actor is on: the first part of its name. */
export function nodeOf(actor: string): string {
  const slash = actor.indexOf('/');
  return slash < 0 ? actor : actor.slice(0, slash);
}

/** The pull that the runtime works for: `node-1/images/kubelet/default/web-0/app` (or its `#fetch-0`) is `node-1/kubelet/default/web-0/app`'s. */
export function callerOf(actor: string): string {
  return actor.replace(/^([^/]*)\/images\/([^#]*).*$/, '$1/$2');
}
