import type { RequestMatch } from './request-match.ts';

/**
 * A fault of single requests. `afterBytes` counts the bytes of the response it happens to, not those of the layer: a body
 * that has no more of them arrives whole. Only layers have bodies that a fault can happen to; the rest comes with its answer.
 * `pauseMicros`: before it happens nothing comes for so long, as where a proxy gives up waiting for what is behind it.
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
