/** The runtime's pull that an actor works for: the name without the connection's, `node-1/images/…/app` of `…/app#fetch-2`. */
export function pullOfWork(actor: string): string {
  return actor.replace(/#fetch-\d+$/, '');
}
