import { createFifo, emptyFifo, type Fifo, items, push } from '../../collections/fifo.ts';
import { get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import { withChanges } from '../../values/with-changes.ts';
import type { PlegRules } from './pleg-rules.ts';
import { emptyPodStatus, type PodStatus } from './pod-status.ts';

/** The cache's entry of a pod. */
interface CacheEntry {
  /** null: the inspection failed and returned nothing. */
  readonly status: PodStatus | null;
  readonly error: string | undefined;
  readonly modifiedMicros: number;
  /** When the runtime was last asked about this pod alone. */
  readonly observedMicros: number;
}

/** A call of `GetNewerThan` that waits. */
interface CacheWaiter<R> {
  readonly uid: string;
  readonly minMicros: number;
  readonly requester: R;
}

export interface CacheRules {
  /**
   * Whether a status that is older than the one in the cache is refused: with EventedPLEG the cache has two
   * writers.
   */
  readonly refusesOlder: boolean;
  readonly answersUnknownPodsAtOnce: boolean;
}

/**
 * The statuses of pods, how fresh they are, and who waits for fresher ones. R is the type of those who wait.
 */
export interface PodCache<R> {
  readonly entries: SortedMap<CacheEntry>;
  /** Every entry is at least as fresh as this; undefined: nothing has been listed yet. */
  readonly globalMicros: number | undefined;
  /** The waiters in the order in which they asked. */
  readonly waiting: Fifo<CacheWaiter<R>>;
  /** The waiters that can be answered, with their answers. */
  readonly freed: Fifo<{ readonly requester: R; readonly entry: CacheAnswer }>;
}

/** The result of `Get` and `GetNewerThan`. */
export type CacheAnswer = Pick<CacheEntry, 'status' | 'error'>;

/**
 * Returns an empty cache; mirrors `NewCache` of pkg/kubelet/container/cache.go, as do the functions below its
 * methods.
 */
export function emptyPodCache<R>(globalMicros?: number): PodCache<R> {
  return { entries: undefined, globalMicros, waiting: emptyFifo(), freed: emptyFifo() };
}

/** Returns the entry of the pod, if there is one. */
export function findCacheEntry<R>(cache: PodCache<R>, uid: string): CacheEntry | undefined {
  return get(cache.entries, uid);
}

/** Mirrors `Get`: the status is empty if the runtime does not have the pod. */
export function cached<R>(cache: PodCache<R>, uid: string): CacheAnswer {
  return findCacheEntry(cache, uid) ?? { status: emptyPodStatus(uid), error: undefined };
}

/** Mirrors `Set`. With `refusesOlder` an older status changes nothing, and `written` is false. */
export function withStatus<R>(
  cache: PodCache<R>,
  uid: string,
  answer: CacheAnswer,
  micros: number,
  rules: CacheRules,
): { readonly cache: PodCache<R>; readonly written: boolean } {
  const old = findCacheEntry(cache, uid);
  if (rules.refusesOlder && old !== undefined && old.modifiedMicros > micros)
    return { cache, written: false };
  const entry = {
    status: answer.status,
    error: answer.error,
    modifiedMicros: micros,
    observedMicros: micros,
  };
  return {
    cache: notified(withChanges(cache, { entries: set(cache.entries, uid, entry) }), uid, micros),
    written: true,
  };
}

/** Mirrors `SetObservedTime`: the pod was observed, whether it changed or not. */
export function withObservedTime<R>(cache: PodCache<R>, uid: string, micros: number): PodCache<R> {
  const entry = findCacheEntry(cache, uid);
  const entries =
    entry === undefined
      ? cache.entries
      : set(cache.entries, uid, withChanges(entry, { observedMicros: micros }));
  return notified(withChanges(cache, { entries }), uid, micros);
}

/** Mirrors `UpdateTime`: all pods were observed. */
export function withGlobalTime<R>(cache: PodCache<R>, micros: number): PodCache<R> {
  return notified(withChanges(cache, { globalMicros: micros }), undefined, micros);
}

/** Mirrors `Delete`, which answers no waiter. */
export function withoutPod<R>(cache: PodCache<R>, uid: string): PodCache<R> {
  return withChanges(cache, { entries: remove(cache.entries, uid) });
}

/**
 * Mirrors `GetNewerThan`: the waiter is answered at once if the cache has something strictly newer, else when
 * its time is not before `minMicros`.
 */
export function withWaiter<R>(cache: PodCache<R>, waiter: CacheWaiter<R>, rules: CacheRules): PodCache<R> {
  if (!isNewer(cache, waiter, rules)) return withChanges(cache, { waiting: push(cache.waiting, waiter) });
  return withChanges(cache, { freed: push(cache.freed, answerTo(cache, waiter)) });
}

function isNewer<R>(cache: PodCache<R>, { uid, minMicros }: CacheWaiter<R>, rules: CacheRules): boolean {
  const entry = findCacheEntry(cache, uid);
  if (entry === undefined && rules.answersUnknownPodsAtOnce) return true;
  if (cache.globalMicros !== undefined && cache.globalMicros > minMicros) return true;
  return entry !== undefined && Math.max(entry.modifiedMicros, entry.observedMicros) > minMicros;
}

function answerTo<R>(
  cache: PodCache<R>,
  { uid, requester }: CacheWaiter<R>,
): { readonly requester: R; readonly entry: CacheAnswer } {
  return { requester, entry: cached(cache, uid) };
}

/** Answers the waiters for this pod (undefined: for any pod) whose time has come. */
function notified<R>(cache: PodCache<R>, uid: string | undefined, micros: number): PodCache<R> {
  if (cache.waiting.size === 0) return cache;
  const isFreed = (waiter: CacheWaiter<R>): boolean =>
    (uid === undefined || waiter.uid === uid) && micros >= waiter.minMicros;
  const all = items(cache.waiting);
  const freed = all.filter(isFreed);
  if (freed.length === 0) return cache;
  const waiting = createFifo(all.filter((waiter) => !isFreed(waiter)));
  return withChanges(cache, {
    waiting,
    freed: freed.reduce((queue, waiter) => push(queue, answerTo(cache, waiter)), cache.freed),
  });
}

/**
 * The IPs that go into the cache with a new status: its own, or, where it has none and nothing of the pod
 * could have one, those of the status before it, which the pod keeps after its end. An error in between loses
 * them. Mirrors `getPodIPs` in pkg/kubelet/pleg/generic.go.
 */
export function keptIps(
  rules: PlegRules,
  status: PodStatus,
  cached: CacheEntry | undefined,
): readonly string[] {
  if (status.ips.length > 0 || cached === undefined || cached.error !== undefined) return status.ips;
  if (status.sandboxes.some(({ isReady }) => isReady)) return status.ips;
  const isAlive = status.containers.some(({ state }) => state === 'created' || state === 'running');
  if (rules.asksContainersForIps && status.sandboxes.length === 0 && isAlive) return status.ips;
  return cached.status?.ips ?? [];
}
