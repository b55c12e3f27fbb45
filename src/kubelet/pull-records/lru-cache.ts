import { firstOf, get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import { withChanges } from '../../collections/with-changes.ts';

/**
 * A cache that drops what was used longest ago. Never changed: `put`, `used` and `without` give a new one.
 * Mirrors `lruCache` in pkg/kubelet/images/pullmanager/mem_pullrecords.go (1.36).
 */
export interface LruCache<V> {
  readonly sizeMax: number;
  readonly size: number;
  /** Whether a key that is not in the cache is not on the disk either: nothing has been dropped, and all files could be read. */
  readonly isAuthoritative: boolean;
  readonly byKey: SortedMap<{ readonly value: V; readonly use: number }>;
  /** The keys by their last use, padded so that texts sort like numbers. */
  readonly byUse: SortedMap<string>;
  readonly uses: number;
}

/** Returns an empty cache of this size. It knows nothing yet, so it is not authoritative. */
export function emptyLruCache<V>(sizeMax: number): LruCache<V> {
  return { sizeMax, size: 0, isAuthoritative: false, byKey: undefined, byUse: undefined, uses: 0 };
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

/** Returns the cache with the key added. If that drops the key used longest ago, the cache is no longer authoritative. */
export function put<V>(cache: LruCache<V>, key: string, value: V): LruCache<V> {
  const use = cache.uses + 1;
  const before = get(cache.byKey, key);
  const byUse = set(before === undefined ? cache.byUse : remove(cache.byUse, rank(before.use)), rank(use), key);
  const size = before === undefined ? cache.size + 1 : cache.size;
  const grown = withChanges(cache, { size, uses: use, byUse, byKey: set(cache.byKey, key, { value, use }) });
  return size > cache.sizeMax ? { ...without(grown, firstOf(byUse)?.[1] ?? key), isAuthoritative: false } : grown;
}

/** Returns the cache without the key. */
export function without<V>(cache: LruCache<V>, key: string): LruCache<V> {
  const entry = get(cache.byKey, key);
  if (entry === undefined) return cache;
  return withChanges(cache, { size: cache.size - 1, byKey: remove(cache.byKey, key), byUse: remove(cache.byUse, rank(entry.use)) });
}

/**
 * Returns the cache after all of the disk has been read, as far as it fits. One that is authoritative stays as it is, and
 * so does one that has something while not everything fits. Mirrors `cacheRefreshingList` (1.36).
 */
export function refreshed<V>(cache: LruCache<V>, listed: readonly (readonly [string, V])[], hasErrors: boolean): LruCache<V> {
  if (cache.isAuthoritative) return cache;
  const isAuthoritative = !hasErrors && listed.length < cache.sizeMax;
  if (!isAuthoritative && cache.size > 0) return cache;
  const filled = listed.slice(0, cache.sizeMax).reduce((into, [key, value]) => put(into, key, value), emptyLruCache<V>(cache.sizeMax));
  return withChanges(filled, { isAuthoritative });
}

/** How full it is, in whole percent. */
export function fullPercent({ size, sizeMax }: LruCache<unknown>): number {
  return Math.floor((size * 100) / sizeMax);
}

function rank(use: number): string {
  return String(use).padStart(16, '0');
}
