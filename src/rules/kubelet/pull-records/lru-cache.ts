import { entries, get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import { withChanges } from '../../values/with-changes.ts';

/**
 * A cache that drops what was used longest ago. Never changed: `put`, `used` and `without` give a new one.
 * Mirrors `lruCache` in pkg/kubelet/images/pullmanager/mem_pullrecords.go (1.36).
 */
export interface LruCache<V> {
  readonly sizeMax: number;
  readonly size: number;
  /**
   * Whether a key that is not in the cache is not on the disk either: nothing has been dropped, and all files
   * could be read.
   */
  readonly isAuthoritative: boolean;
  readonly byKey: SortedMap<{ readonly value: V; readonly use: number }>;
  readonly uses: number;
}

/** Returns an empty cache of this size. It knows nothing yet, so it is not authoritative. */
export function emptyLruCache<V>(sizeMax: number): LruCache<V> {
  return { sizeMax, size: 0, isAuthoritative: false, byKey: undefined, uses: 0 };
}

/** Returns the value of a key without using it, or undefined. */
export function peekCached<V>({ byKey }: LruCache<V>, key: string): V | undefined {
  return get(byKey, key)?.value;
}

/** Returns the cache with this key marked as used last, if it is there. */
export function used<V>(cache: LruCache<V>, key: string): LruCache<V> {
  const entry = get(cache.byKey, key);
  return entry === undefined || entry.use === cache.uses ? cache : put(cache, key, entry.value);
}

/**
 * Returns the cache with the key added. If that drops the key used longest ago, the cache is no longer
 * authoritative.
 */
export function put<V>(
  { sizeMax, size, isAuthoritative, byKey, uses }: LruCache<V>,
  key: string,
  value: V,
): LruCache<V> {
  const use = uses + 1;
  const isKnown = get(byKey, key) !== undefined;
  const grown = {
    sizeMax,
    size: isKnown ? size : size + 1,
    isAuthoritative,
    byKey: set(byKey, key, { value, use }),
    uses: use,
  };
  return grown.size > sizeMax
    ? withChanges(without(grown, usedLongestAgo(grown)), { isAuthoritative: false })
    : grown;
}

/** Returns the cache without the key. */
export function without<V>(cache: LruCache<V>, key: string): LruCache<V> {
  if (get(cache.byKey, key) === undefined) return cache;
  return withChanges(cache, { size: cache.size - 1, byKey: remove(cache.byKey, key) });
}

/**
 * Returns the cache after all of the disk has been read, as far as it fits. One that is authoritative stays
 * as it is, and so does one that has something while not everything fits. Mirrors `cacheRefreshingList`
 * (1.36).
 */
export function refreshed<V>(
  cache: LruCache<V>,
  listed: readonly (readonly [string, V])[],
  hasErrors: boolean,
): LruCache<V> {
  if (cache.isAuthoritative) return cache;
  const isAuthoritative = !hasErrors && listed.length < cache.sizeMax;
  if (!isAuthoritative && cache.size > 0) return cache;
  const filled = listed
    .slice(0, cache.sizeMax)
    .reduce((into, [key, value]) => put(into, key, value), emptyLruCache<V>(cache.sizeMax));
  return withChanges(filled, { isAuthoritative });
}

/** How full it is, in whole percent. */
export function fullPercent({ size, sizeMax }: LruCache<unknown>): number {
  return Math.floor((size * 100) / sizeMax);
}

/**
 * Looks at every key. An order of uses that is kept at each of them would cost more than to look where a key
 * has to go, which is rare.
 */
function usedLongestAgo(cache: LruCache<unknown>): string {
  const [oldest] = entries(cache.byKey).reduce((one, other) => (other[1].use < one[1].use ? other : one));
  return oldest;
}
