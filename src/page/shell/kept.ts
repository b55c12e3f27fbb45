/** What the page remembers from visit to visit; where the browser forbids it (files from disk may), it forgets. */
export function kept(key: string): string | undefined {
  try {
    return localStorage.getItem(`windlass.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a value; undefined forgets it. */
export function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`windlass.${key}`);
    else localStorage.setItem(`windlass.${key}`, value);
  } catch {
    // Nothing to be done: the page works without.
  }
}
