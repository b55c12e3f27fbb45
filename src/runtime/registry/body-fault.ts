import type { RequestFault } from './request-fault.ts';

/**
 * How the body of a layer goes wrong, after so many bytes of this response. `cut`: an orderly end (FIN) too early; `reset`: RST;
 * `stalled`: no byte more, with the connection open; `corrupt`: all bytes, and the wrong ones; `trickle`: from there on at
 * `bytesPerSecond`.
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
export function bodyFaultOf(id: string, fault: RequestFault): BodyFault | undefined {
  switch (fault.kind) {
    case 'badStatus':
    case 'unanswered':
      return undefined;
    case 'connectionReset':
      return fault.afterBytes === undefined ? undefined : { kind: 'reset', afterBytes: fault.afterBytes, fault: id, ...pauseOf(fault) };
    case 'cutBody':
      return { kind: 'cut', afterBytes: fault.afterBytes, fault: id, ...pauseOf(fault) };
    case 'stalledBody':
      return { kind: 'stalled', afterBytes: fault.afterBytes, fault: id };
    case 'trickle':
      return { kind: 'trickle', afterBytes: fault.afterBytes, bytesPerSecond: fault.bytesPerSecond, fault: id };
    case 'wrongDigest':
      return { kind: 'corrupt', afterBytes: 0, fault: id };
  }
}

/** Returns how long no bytes arrive before the fault happens, if it says so. */
export function pauseOf({ pauseMicros }: { readonly pauseMicros?: number }): { readonly pauseMicros?: number } {
  return pauseMicros === undefined ? {} : { pauseMicros };
}

/**
 * Returns the digest of what came instead of the content with this digest. A simulated layer has no bytes to hash: the
 * digits are turned round.
 */
export function wrongDigestOf(digest: string): string {
  const [algorithm = '', hex = ''] = digest.split(':');
  return `${algorithm}:${[...hex].reverse().join('')}`;
}
