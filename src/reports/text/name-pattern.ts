/**
 * Returns whether a name matches a pattern in which `*` stands for any characters and `?` for one. A pattern
 * with a slash is compared with `namespace/name`, one without only with the name.
 */
export function matchesName(
  pattern: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): boolean {
  return fitsPattern(pattern, pattern.includes('/') ? `${namespace}/${name}` : name);
}

/**
 * Returns whether a text matches a pattern in which `*` stands for any characters and `?` for one. Walks
 * through both and returns to the last `*` where they differ: the cost is at most one length times the other.
 */
export function fitsPattern(pattern: string, text: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let starAt = 0;
  while (at < text.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern;
      starAt = at;
      inPattern += 1;
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === text[at]) {
      at += 1;
      inPattern += 1;
    } else if (star >= 0) {
      starAt += 1;
      at = starAt;
      inPattern = star + 1;
    } else return false;
  }
  return [...pattern.slice(inPattern)].every((rest) => rest === '*');
}
