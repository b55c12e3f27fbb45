/**
 * Returns a value that the page has stored for later visits; undefined if there is none, or if the browser
 * forbids storage (for files from disk it may).
 */
export function kept(key: string): string | undefined {
  try {
    return localStorage.getItem(`windlass.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value; undefined removes it. */
export function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`windlass.${key}`);
    else localStorage.setItem(`windlass.${key}`, value);
  } catch {
    // The page works without storage.
  }
}
