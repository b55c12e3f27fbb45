import {
  fullTokenBucket,
  type TokenBucket,
  type TokenBucketRules,
  takeToken,
} from '../../rules/kubelet/images/token-bucket.ts';
import type { RecordOf } from '../../trace/record.ts';
import { type Series, SeriesBuilder } from './series-builder.ts';

/**
 * Follows the token bucket of one node's registryPullQPS. Each PullImage call of its kubelet took a token;
 * refused pulls took none. The level rises continuously; the series has points where it passes a whole token.
 */
export class TokenLevel {
  readonly #series = new SeriesBuilder(0);
  #rules: TokenBucketRules | undefined;
  #bucket: TokenBucket | undefined;
  #burstMax: number | undefined;

  /** `settings` are those of the kubelet, which starts with a full bucket. */
  start(settings: Readonly<Record<string, unknown>>, atMs: number): void {
    this.#refill(atMs);
    const { registryPullQPS: qps, registryBurst: burst } = settings;
    this.#rules =
      typeof qps === 'number' && typeof burst === 'number' && qps > 0 ? { qps, burst } : undefined;
    this.#bucket = this.#rules && fullTokenBucket(this.#rules, microsOf(atMs));
    this.#series.set(atMs, this.#bucket?.tokens ?? 0);
    if (this.#rules !== undefined) this.#burstMax = Math.max(this.#burstMax ?? 0, this.#rules.burst);
  }

  note(record: RecordOf<'runtime'>): void {
    if (record.op !== 'PullImage' || this.#rules === undefined || this.#bucket === undefined) return;
    this.#refill(record.at);
    this.#bucket = takeToken(this.#rules, this.#bucket, microsOf(record.at)).bucket;
    // A shortage that takes less than a nanosecond to refill is ignored.
    this.#series.set(record.at, Math.max(0, this.#bucket.tokens));
  }

  /** Absent if pulls are not throttled. */
  finish(endMs: number): { readonly tokens?: Series; readonly tokensMax?: number } {
    this.#refill(endMs);
    return this.#burstMax === undefined ? {} : { tokens: this.#series.finish(), tokensMax: this.#burstMax };
  }

  /** Adds points for the whole tokens that have come since the last call, up to that time. */
  #refill(atMs: number): void {
    if (this.#rules === undefined || this.#bucket === undefined) return;
    const { qps, burst } = this.#rules;
    const { tokens, lastMicros } = this.#bucket;
    for (let level = Math.floor(tokens) + 1; level <= burst; level++) {
      const reachedMs = (lastMicros + ((level - tokens) / qps) * 1e6) / 1000;
      if (reachedMs > atMs) return;
      this.#series.set(reachedMs, level);
    }
  }
}

function microsOf(atMs: number): number {
  return Math.round(atMs * 1000);
}
