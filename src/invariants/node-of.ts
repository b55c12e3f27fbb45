/** The node that an actor belongs to: the first part of its name. */
export function nodeOf(actor: string): string {
  const slash = actor.indexOf('/');
  return slash < 0 ? actor : actor.slice(0, slash);
}
