/**
 * The token bucket of registryPullQPS and registryBurst: x/time/rate, as client-go uses it. Times are
 * nanoseconds.
 */
export class RateLimit {
  /** @param {number} qps @param {number} burst @param {(name: string) => boolean} mutated */
  constructor(qps, burst, mutated) {
    this.qps = Math.fround(qps);
    this.burst = mutated('burst-ignored') ? Math.min(burst, 1) : burst;
    this.tokens = this.burst;
    this.last = 0;
    this.mutated = mutated;
  }

  /** @param {number} now @returns {boolean} whether a token was there */
  tryAccept(now) {
    const elapsed = now - this.last;
    const seconds = Math.floor(elapsed / 1e9) + (elapsed % 1e9) / 1e9;
    const left = Math.min(this.burst, this.tokens + seconds * this.qps) - 1;
    const accepted = this.burst >= 1 && (left >= 0 || Math.trunc((-left / this.qps) * 1e9) <= 0);
    if (accepted || this.mutated('token-spent-by-refusal')) {
      this.tokens = left;
      this.last = now;
    }
    return accepted;
  }
}
