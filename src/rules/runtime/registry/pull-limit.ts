import { emptyFifo, type Fifo, peek, push, shift } from '../../collections/fifo.ts';
import { get, type SortedMap, set } from '../../collections/sorted-map.ts';
import type { RequestKind } from './request-fault.ts';

/**
 * How many pulls a registry allows, as Docker Hub counts them (docs.docker.com/docker-hub/usage/pulls): the
 * GET of an image's manifest is a pull, together with that of the index before it; HEADs, blobs, and requests
 * that are refused are free. Without credentials the address counts, with them the user, wherever from. The
 * window rolls: a pull counts for `windowMicros` from when it was made.
 */
export interface PullLimit {
  readonly pullsMax: number;
  readonly windowMicros: number;
  /** The limit for each user; absent: the same. */
  readonly authenticatedPullsMax?: number;
  /** Whether all nodes reach the registry from one address (NAT); absent: each has its own. */
  readonly sharedAddress?: boolean;
}

/** The counts by client. */
export type PullCounts = SortedMap<PullCount>;

interface PullCount {
  /** The times of the pulls that still count. */
  readonly pulls: Fifo<number>;
  /** How many requests have been refused since the last one that was not. */
  readonly refused: number;
}

/** The verdict of a limit on a request. `counter` is the client whose pulls count. */
export interface PullVerdict {
  readonly counts: PullCounts;
  readonly allowed: boolean;
  /** How many requests have been refused since the last one that was not, including this one. */
  readonly refused: number;
  readonly counter: string;
  readonly pullsMax: number;
  readonly windowMicros: number;
  /** If the request is refused: when the next pull will be allowed. */
  readonly untilMicros: number;
}

/** As much of a request as the limit depends on. */
export interface LimitedRequest {
  readonly method: 'HEAD' | 'GET';
  readonly kind: RequestKind;
  readonly client?: string;
  readonly identity?: string | undefined;
}

/** Whether a request can be refused for the pulls that were made before it. */
export function isLimited({ method, kind }: LimitedRequest): boolean {
  return method === 'GET' && (kind === 'tag' || kind === 'index' || kind === 'manifest');
}

/** Returns the verdict on a request that `isLimited`, and the counts after it. */
export function limitPull(
  counts: PullCounts,
  limit: PullLimit,
  request: LimitedRequest,
  nowMicros: number,
): PullVerdict {
  const counter = counterKey(limit, request);
  const pullsMax =
    request.identity === undefined ? limit.pullsMax : (limit.authenticatedPullsMax ?? limit.pullsMax);
  const before = get(counts, counter) ?? { pulls: emptyFifo<number>(), refused: 0 };
  let { pulls } = before;
  while (pulls.size > 0 && peek(pulls) + limit.windowMicros <= nowMicros) pulls = shift(pulls);
  const allowed = pulls.size < pullsMax;
  const refusedCount = allowed ? 0 : before.refused + 1;
  // A limit of 0 never ends.
  const untilMicros = pulls.size === 0 ? nowMicros + limit.windowMicros : peek(pulls) + limit.windowMicros;
  // Only the manifest counts, since the index before it belongs to the same pull.
  if (allowed && request.kind === 'manifest') pulls = push(pulls, nowMicros);
  const { windowMicros } = limit;
  return {
    counts: set(counts, counter, { pulls, refused: refusedCount }),
    allowed,
    refused: refusedCount,
    counter,
    pullsMax,
    windowMicros,
    untilMicros,
  };
}

function counterKey({ sharedAddress }: PullLimit, { identity, client }: LimitedRequest): string {
  if (identity !== undefined) return identity;
  return sharedAddress === true ? 'shared address' : (client ?? 'client');
}
