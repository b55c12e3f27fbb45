/** Compares names so that `node-2` comes before `node-10`: runs of digits by value, the rest by UTF-16 code unit. */
export function naturalOrder(left: string, right: string): number {
  const lefts = left.match(/\d+|\D+/g) ?? [];
  const rights = right.match(/\d+|\D+/g) ?? [];
  for (let index = 0; index < Math.min(lefts.length, rights.length); index++) {
    const a = lefts[index] ?? '';
    const b = rights[index] ?? '';
    const byValue = /^\d/.test(a) && /^\d/.test(b) ? Number(a) - Number(b) : 0;
    if (byValue !== 0) return byValue;
    if (a !== b) return a < b ? -1 : 1;
  }
  return lefts.length - rights.length;
}
