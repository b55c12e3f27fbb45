import type { PullError } from '../errors/pull-error.ts';
import type { RuntimeProfile, RuntimeWording } from '../profiles/runtime-profile.ts';

/** How a runtime goes about requests, beside their number for each status. Read from containerd 1.6.20, 1.7.27 and 2.4.2. */
export interface HttpRules {
  /** Requests for one thing at one host, whatever the answers are. */
  readonly requestsMax: number;
  /** A HEAD that is answered with 403 is followed by a GET, for the text. */
  readonly asksWhyForbidden: boolean;
  /** The body of an error is read to its end, so that its connection can be used again. */
  readonly readsErrors: boolean;
  /** While it resolves: of several errors the first of the highest rank is told. */
  readonly errorRank: (error: PullError) => number;
  /** A digest that no host has as a manifest is looked for among blobs, where no error of a higher rank has come. */
  readonly blobsRankMax: number;
  /** How long the runtime waits before it asks again after a 429, by the requests that were made; absent: no longer than before others. */
  readonly pauseMicros?: (requests: number) => number;
}

/** Returns the rules of the runtime that is worded like this; what was not read goes by containerd 2.4. */
export function httpRulesOf(wording: RuntimeWording): HttpRules {
  if (wording === 'cri-o://1.33') return ofCriO;
  return wording === 'containerd://1.6' || wording === 'containerd://1.7' ? older : newer;
}

/** `Resolve` keeps the first error that is not a 404 (remotes/docker/resolver.go). */
const older: HttpRules = {
  requestsMax: 6,
  asksWhyForbidden: false,
  readsErrors: false,
  errorRank: (error) => (isNotFound(error) ? 0 : 1),
  blobsRankMax: 1,
};

/** `firstErrPriority` of `Resolve`, `maxAttempts` and `withGETErrorBody` (core/remotes/docker/resolver.go). */
const newer: HttpRules = {
  requestsMax: 5,
  asksWhyForbidden: true,
  readsErrors: true,
  errorRank: (error) => (error.kind !== 'status' ? 1 : isNotFound(error) ? 2 : 3),
  blobsRankMax: 2,
};

/** 2 s, doubled each time, at most 60 s (`backoffInitialDelay` in docker/docker_client.go of containers/image v5.36). */
const ofCriO: HttpRules = {
  ...newer,
  asksWhyForbidden: false,
  pauseMicros: (requests) => Math.min(60, 2 ** requests) * 1e6,
};

function isNotFound(error: PullError): boolean {
  return error.kind === 'status' && error.status === 404;
}

/** What has become of the requests for one thing at one host. */
export interface Tries {
  readonly requests: number;
  /** How many of the last answers had the same status. */
  readonly sameStatus: number;
  readonly isLastHost: boolean;
}

/**
 * Returns whether a request is made again after an answer with this status. A server error is retried at the last
 * host only, and not twice in a row. Mirrors `retryRequest`.
 */
export function mayRetry(profile: RuntimeProfile, status: number, { requests, sameStatus, isLastHost }: Tries): boolean {
  if (!(isLastHost || status === 429 || status === 408)) return false;
  return sameStatus < profile.requestsMax(status) && requests < httpRulesOf(profile.wording).requestsMax;
}

/** Returns the error that is told of two while a tag is resolved. */
export function worseError(rules: HttpRules, kept: PullError | undefined, error: PullError): PullError {
  return kept === undefined || rules.errorRank(error) > rules.errorRank(kept) ? error : kept;
}
