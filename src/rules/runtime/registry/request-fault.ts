import { isSameImage } from '../images/image-location.ts';

/** What a request asks for. `token`: a bearer token from the token server. */
export type RequestKind = 'tag' | 'index' | 'manifest' | 'config' | 'layer' | 'token';

/** Which requests a fault meets: those that match every field, and no more than `times` of them. */
export interface RequestMatch {
  /** A host; absent: every registry. */
  readonly registry?: string;
  /** A name after the default tag, in any spelling; absent: every image. */
  readonly image?: string;
  /** The kinds of requests; absent: every kind but `token`, since tokens come from a server of their own. */
  readonly requests?: readonly RequestKind[];
  /** The layer's place in its manifest, from 0; absent: every layer, and what is no layer. */
  readonly layer?: number;
  /** How many matching requests the fault meets, counted for each registry; absent: all. */
  readonly times?: number;
}

/**
 * Whether a request is one of those meant; `met` of them have been met before. The registry is not looked at.
 */
export function meetsRequest(
  match: RequestMatch,
  request: { readonly image: string; readonly kind: RequestKind; readonly layer?: number },
  met: number,
): boolean {
  if (match.times !== undefined && met >= match.times) return false;
  if (match.image !== undefined && !isSameImage(match.image, request.image)) return false;
  if (match.layer !== undefined && match.layer !== request.layer) return false;
  return match.requests === undefined ? request.kind !== 'token' : match.requests.includes(request.kind);
}

/**
 * A fault of single requests. `afterBytes` counts the bytes of the response it happens to, not those of the
 * layer: a body that has no more of them arrives whole. Only layers have bodies that a fault can happen to;
 * the rest comes with its answer. `pauseMicros`: before it happens nothing comes for so long, as where a
 * proxy gives up waiting for what is behind it.
 */
export type RequestFault = RequestMatch &
  (
    | {
        readonly kind: 'badStatus';
        readonly status: number;
        readonly pauseMicros?: number;
        /** The message in the body, as far as runtimes show it (`denied`); absent: none. */
        readonly message?: string;
        /** The answer has no body, so that its connection can be used for the next request. */
        readonly emptyBody?: true;
      }
    /** The request is not answered, and its connection stays open, as long as the fault lasts. */
    | { readonly kind: 'unanswered' }
    /** The connection is reset (RST) instead of an answer, or after so many bytes of a layer. */
    | { readonly kind: 'connectionReset'; readonly afterBytes?: number; readonly pauseMicros?: number }
    /** The body ends too early, but in an orderly way (FIN). */
    | { readonly kind: 'cutBody'; readonly afterBytes: number; readonly pauseMicros?: number }
    /** No more bytes arrive, and the connection stays open. */
    | { readonly kind: 'stalledBody'; readonly afterBytes: number }
    /** From there on bytes arrive at this rate at most. */
    | { readonly kind: 'trickle'; readonly afterBytes: number; readonly bytesPerSecond: number }
    /** All bytes arrive, but they are the wrong ones. */
    | { readonly kind: 'wrongDigest' }
  );

/**
 * How the body of a layer goes wrong, after so many bytes of this response. `cut`: an orderly end (FIN) too
 * early; `reset`: RST; `stalled`: no byte more, with the connection open; `corrupt`: all bytes, and the wrong
 * ones; `trickle`: from there on at `bytesPerSecond`.
 */
export interface BodyFault {
  readonly kind: 'cut' | 'reset' | 'stalled' | 'corrupt' | 'trickle';
  readonly afterBytes: number;
  readonly bytesPerSecond?: number;
  /** For cut and reset: how long no bytes arrive before the body ends; absent: it ends at once. */
  readonly pauseMicros?: number;
  /** The id of the fault, as causes in the trace name it. */
  readonly fault: string;
}

/** Returns the effect of a fault on the body of a layer; undefined if it prevents the answer itself. */
export function selectBodyFault(id: string, fault: RequestFault): BodyFault | undefined {
  switch (fault.kind) {
    case 'badStatus':
    case 'unanswered':
      return undefined;
    case 'connectionReset':
      return fault.afterBytes === undefined
        ? undefined
        : { kind: 'reset', afterBytes: fault.afterBytes, fault: id, ...definedPause(fault) };
    case 'cutBody':
      return { kind: 'cut', afterBytes: fault.afterBytes, fault: id, ...definedPause(fault) };
    case 'stalledBody':
      return { kind: 'stalled', afterBytes: fault.afterBytes, fault: id };
    case 'trickle':
      return {
        kind: 'trickle',
        afterBytes: fault.afterBytes,
        bytesPerSecond: fault.bytesPerSecond,
        fault: id,
      };
    case 'wrongDigest':
      return { kind: 'corrupt', afterBytes: 0, fault: id };
  }
}

/** Returns how long no bytes arrive before the fault happens, if it says so. */
export function definedPause({ pauseMicros }: { readonly pauseMicros?: number }): {
  readonly pauseMicros?: number;
} {
  return pauseMicros === undefined ? {} : { pauseMicros };
}

/**
 * Returns the digest of what came instead of the content with this digest. A simulated layer has no bytes to
 * hash: the digits are turned round.
 */
export function reversedDigest(digest: string): string {
  const [algorithm = '', hex = ''] = digest.split(':');
  return `${algorithm}:${[...hex].reverse().join('')}`;
}
