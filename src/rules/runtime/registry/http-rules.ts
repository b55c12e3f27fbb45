import type { PullError } from '../errors/pull-error.ts';
import type { RuntimeProfile, RuntimeWording } from '../profiles/runtime-profile.ts';

/**
 * The rules of a runtime for its requests, beside the number of tries for each status. Read from containerd
 * 1.6.20, 1.7.27, 2.1.9 and 2.4.2.
 */
interface HttpRules {
  /** The most requests for one thing at one host, whatever the answers are. */
  readonly requestsMax: number;
  /** Whether a HEAD that is answered with 403 is followed by a GET, to get the reason. */
  readonly asksWhyForbidden: boolean;
  /** Whether the body of an error is read to its end, so that its connection can be used again. */
  readonly readsErrors: boolean;
  /** The rank of an error while a name is resolved: the first of those with the highest rank is reported. */
  readonly errorRank: (error: PullError) => number;
  /** The highest rank of an error after which a digest is still looked for among blobs. */
  readonly blobsRankMax: number;
  /** Whether the errors of all hosts are reported while a name is resolved, and not only the worst one. */
  readonly reportsMirrors?: true;
  /**
   * How long the runtime waits before it repeats a request after a 429, by the number of requests so far;
   * absent: as long as otherwise.
   */
  readonly pauseMicros?: (requests: number) => number;
}

/**
 * Returns the rules of the runtime with this wording. A runtime whose source was not read has those of
 * containerd 2.4.
 */
export function selectHttpRules(wording: RuntimeWording): HttpRules {
  if (wording === 'cri-o://1.33') return ofCriO;
  if (wording === 'containerd://2.1') return between;
  return wording === 'containerd://1.6' || wording === 'containerd://1.7' ? older : newer;
}

/** The rank of what ends the search: the name is resolved, though to no image. */
const last = 4;

/** `Resolve` keeps the first error that is not a 404 (remotes/docker/resolver.go). */
const older: HttpRules = {
  requestsMax: 6,
  asksWhyForbidden: false,
  readsErrors: false,
  errorRank: (error) => (error.kind === 'webPage' ? last : isNotFound(error) ? 0 : 1),
  blobsRankMax: 1,
};

/**
 * `firstErrPriority` of `Resolve`, `maxAttempts` and `withGETErrorBody` (core/remotes/docker/resolver.go).
 */
const newer: HttpRules = {
  requestsMax: 5,
  asksWhyForbidden: true,
  readsErrors: true,
  errorRank: (error) =>
    error.kind === 'webPage' ? last : error.kind !== 'status' ? 1 : isNotFound(error) ? 2 : 3,
  blobsRankMax: 2,
};

/** What 2.3.4 made otherwise: it counts tries (`maxAttempts`) and asks why something is forbidden. */
const between: HttpRules = { ...newer, requestsMax: 6, asksWhyForbidden: false };

/**
 * 2 s, doubled each time, at most 60 s (`backoffInitialDelay` in docker/docker_client.go of containers/image
 * v5.36).
 */
const ofCriO: HttpRules = {
  ...newer,
  asksWhyForbidden: false,
  // A manifest is no blob (newImageSource in docker/docker_image_src.go).
  blobsRankMax: -1,
  reportsMirrors: true,
  pauseMicros: (requests) => Math.min(60, 2 ** requests) * 1e6,
};

function isNotFound(error: PullError): boolean {
  return error.kind === 'status' && error.status === 404;
}

/** The requests for one thing at one host so far. */
export interface Tries {
  readonly requests: number;
  /** How many of the last answers had the same status. */
  readonly sameStatus: number;
  readonly isLastHost: boolean;
}

/**
 * Returns whether a request is made again after an answer with this status. A server error is retried at the
 * last host only, and not twice in a row. Mirrors `retryRequest`.
 */
export function mayRetry(
  profile: RuntimeProfile,
  status: number,
  { requests, sameStatus, isLastHost }: Tries,
): boolean {
  if (!(isLastHost || status === 429 || status === 408)) return false;
  return sameStatus < profile.requestsMax(status) && requests < selectHttpRules(profile.wording).requestsMax;
}

/**
 * Returns what is reported of two errors while a tag is resolved, the second of which is that of a later host:
 * the worse one, or both.
 */
export function worseError(rules: HttpRules, kept: PullError | undefined, error: PullError): PullError {
  if (rules.reportsMirrors && kept !== undefined) {
    const mirrors = kept.kind === 'everyHost' ? [...kept.mirrors, kept.last] : [kept];
    return { kind: 'everyHost', mirrors, last: error };
  }
  return kept === undefined || rules.errorRank(error) > rules.errorRank(kept) ? error : kept;
}
