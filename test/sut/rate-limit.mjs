/**
 * The token bucket of registryPullQPS and registryBurst: x/time/rate, as client-go uses it. Times are
 * nanoseconds.
 */
export class RateLimit {
  /** @param {number} qps @param {number} burst @param {(name: string) => boolean} mutated */
  constructor(qps, burst, mutated) {
    this.qps = mutated('bucket-double-precision') ? qps : Math.fround(qps);
    this.burst = mutated('burst-ignored') ? Math.min(burst, 1) : burst;
    if (mutated('burst-zero-is-one')) this.burst = Math.max(this.burst, 1);
    this.tokens = mutated('bucket-starts-with-one') ? Math.min(1, this.burst) : this.burst;
    this.last = 0;
    this.mutated = mutated;
  }

  /** @param {number} now @returns {boolean} whether a token was there */
  tryAccept(now) {
    const elapsed = now - this.last;
    const seconds = Math.floor(elapsed / 1e9) + (elapsed % 1e9) / 1e9;
    const cap = this.mutated('bucket-without-cap') ? Number.POSITIVE_INFINITY : this.burst;
    const left = Math.min(cap, this.tokens + seconds * this.qps) - 1;
    const accepted = this.burst >= 1 && (left >= 0 || Math.trunc((-left / this.qps) * 1e9) <= 0);
    if (accepted || this.mutated('token-spent-by-refusal')) {
      this.tokens = this.mutated('bucket-whole-tokens') ? Math.floor(left) : left;
      this.last = now;
    } else if (this.mutated('bucket-clock-on-refusal')) {
      this.last = now;
    }
    return accepted;
  }
}
