import { textHash } from '../../../rules/values/text-hash.ts';

const prefix = 'windlass.files.';

/**
 * Keeps a packed input in this tab until it is closed, and returns its key; undefined if there is no room, or if
 * the browser forbids storage. The oldest ones make room.
 */
export function keepFiles(packed: string): string | undefined {
  const key = (textHash(packed) >>> 0).toString(36);
  try {
    const others = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));
    for (;;) {
      try {
        sessionStorage.setItem(prefix + key, packed);
        return key;
      } catch {
        const oldest = others.shift();
        if (oldest === undefined) return undefined;
        sessionStorage.removeItem(oldest);
      }
    }
  } catch {
    return undefined;
  }
}

/** Returns the packed input that was kept under this key; undefined if it is not there any more. */
export function keptFiles(key: string): string | undefined {
  try {
    return sessionStorage.getItem(prefix + key) ?? undefined;
  } catch {
    return undefined;
  }
}
