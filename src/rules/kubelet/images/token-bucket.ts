import { durationSeconds } from '../go/go-duration.ts';

/** registryPullQPS and registryBurst. There is no bucket for `qps` 0, which means no limit. */
export interface TokenBucketRules {
  readonly qps: number;
  readonly burst: number;
}

export interface TokenBucket {
  readonly tokens: number;
  /** The time as of which `tokens` counts: the last accepted request. */
  readonly lastMicros: number;
}

/** A bucket that holds `burst` tokens, as a kubelet starts with it. */
export function fullTokenBucket(rules: TokenBucketRules, nowMicros: number): TokenBucket {
  return { tokens: rules.burst, lastMicros: nowMicros };
}

/**
 * Asks for one token. A refusal leaves the bucket as it was, its time too.
 *
 * Mirrors `Limiter.AllowN(now, 1)` of golang.org/x/time/rate v0.14.0 to the last bit, because runs are
 * compared with the real one: the rate is a float32 widened to float64, time is seconds plus nanoseconds/1e9,
 * and a lack of tokens that would be made up in less than a nanosecond passes.
 */
export function takeToken(
  rules: TokenBucketRules,
  bucket: TokenBucket,
  nowMicros: number,
): { accepted: boolean; bucket: TokenBucket } {
  const tokensPerSecond = Math.fround(rules.qps);
  const elapsedMicros = Math.max(0, nowMicros - bucket.lastMicros);
  const refilled =
    bucket.tokens + (tokensPerSecond <= 0 ? 0 : durationSeconds(elapsedMicros) * tokensPerSecond);
  const tokens = Math.min(refilled, rules.burst) - 1;
  const accepted = rules.burst >= 1 && waitNanos(tokens, tokensPerSecond) <= 0;
  return accepted ? { accepted, bucket: { tokens, lastMicros: nowMicros } } : { accepted, bucket };
}

// Mirrors `Limit.durationFromTokens`.
function waitNanos(tokens: number, tokensPerSecond: number): number {
  if (tokens >= 0) {
    return 0;
  }
  return tokensPerSecond <= 0 ? Number.POSITIVE_INFINITY : Math.trunc((-tokens / tokensPerSecond) * 1e9);
}
