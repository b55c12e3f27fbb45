/** The kubelet's pull that an actor of the runtime works for: `node-1/kubelet/…/app` of `node-1/images/kubelet/…/app#fetch-2`. */
export function callerOf(actor: string): string {
  return actor.replace(/^([^/]*)\/images\/([^#]*).*$/, '$1/$2');
}
