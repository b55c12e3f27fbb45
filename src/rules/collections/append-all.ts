/**
 * Puts items at the end of a list. `list.push(...items)` hands each item over as an argument, of which a call
 * takes some 100,000: a long list in an input would end in an internal error.
 */
export function appendAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
