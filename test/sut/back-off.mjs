/** The kubelet's table of failures: `flowcontrol.Backoff` of client-go. Times are nanoseconds. */
export class BackOff {
  /** @param {number} initial @param {number} max @param {(name: string) => boolean} mutated */
  constructor(initial, max, mutated) {
    this.initial = initial;
    this.max = max;
    this.mutated = mutated;
    /** @type {Map<string, { wait: number, since: number }>} */
    this.entries = new Map();
  }

  /** @param {number} since @param {number} now */
  hasExpired(since, now) {
    return this.mutated('back-off-expires-early') ? now - since >= 2 * this.max : now - since > 2 * this.max;
  }

  /** @param {string} key @param {number} now */
  isActive(key, now) {
    const entry = this.entries.get(key);
    if (entry === undefined || this.hasExpired(entry.since, now)) return false;
    return this.mutated('back-off-edge-refused') ? now - entry.since <= entry.wait : now - entry.since < entry.wait;
  }

  /** A pull failed. @param {string} key @param {number} now @param {number} asked when the pull was asked for */
  fail(key, now, asked) {
    const entry = this.entries.get(key);
    const since = this.mutated('back-off-from-pull-start') ? asked : now;
    if (entry === undefined || this.hasExpired(entry.since, now)) {
      const wait = this.mutated('back-off-first-capped') ? Math.min(this.initial, this.max) : this.initial;
      this.entries.set(key, { wait, since });
    } else if (!(this.mutated('back-off-counts-once') && this.isActive(key, now))) {
      const wait = this.mutated('back-off-not-capped') ? entry.wait * 2 : Math.min(entry.wait * 2, this.max);
      this.entries.set(key, { wait, since });
    }
  }

  /** A pull succeeded. @param {string} key @param {number} now */
  sweep(key, now) {
    if (this.mutated('back-off-reset-by-success')) this.entries.delete(key);
    for (const [other, { since }] of this.entries) if (this.hasExpired(since, now)) this.entries.delete(other);
  }
}
