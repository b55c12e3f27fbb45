const hour = 3600e9;
const keysMax = 20;

/** The kubelet's table of failures: `flowcontrol.Backoff` of client-go. Times are nanoseconds. */
export class BackOff {
  /** @param {number} initial @param {number} max @param {(name: string) => boolean} mutated */
  constructor(initial, max, mutated) {
    const hoursAsMinutes = (/** @type {number} */ time) =>
      mutated('back-off-hours-as-minutes') && time >= hour ? time / 60 : time;
    this.initial = hoursAsMinutes(initial);
    this.max = hoursAsMinutes(max);
    this.mutated = mutated;
    this.forgetsAt = mutated('back-off-lost-after-an-hour')
      ? hour
      : mutated('back-off-lost-after-a-day')
        ? 24 * hour
        : Number.POSITIVE_INFINITY;
    /** @type {Map<string, { wait: number, since: number, failures: number }>} */
    this.entries = new Map();
  }

  /** @param {{ since: number, wait: number }} entry @param {number} now */
  hasExpired({ since, wait }, now) {
    const age = now - since - (this.mutated('back-off-expiry-after-window') ? wait : 0);
    if (this.mutated('back-off-kept-an-hour') && age > hour) return true;
    if (this.mutated('back-off-kept-a-day') && age > 24 * hour) return true;
    if (this.mutated('back-off-expires-at-maximum')) return age > this.max;
    return this.mutated('back-off-expires-early') ? age >= 2 * this.max : age > 2 * this.max;
  }

  /** @param {string} key @param {number} now */
  isActive(key, now) {
    this.forgetIfDue(now);
    const entry = this.entries.get(key);
    if (entry === undefined || this.hasExpired(entry, now)) return false;
    if (this.mutated('back-off-in-milliseconds'))
      return Math.floor((now - entry.since) / 1e6) < Math.floor(entry.wait / 1e6);
    return this.mutated('back-off-edge-refused')
      ? now - entry.since <= entry.wait
      : now - entry.since < entry.wait;
  }

  /**
   * A pull failed. @param {string} key @param {number} now @param {number} asked when the pull was asked for
   */
  fail(key, now, asked) {
    this.forgetIfDue(now);
    const entry = this.entries.get(key);
    const since = this.mutated('back-off-from-pull-start') ? asked : now;
    if (entry === undefined || this.hasExpired(entry, now)) {
      const wait = this.mutated('back-off-first-capped') ? Math.min(this.initial, this.max) : this.initial;
      const pod = key.slice(0, key.indexOf('_') + 1);
      const isSpared =
        this.mutated('back-off-never-first-window') &&
        [...this.entries.keys()].some(
          (other) => other !== key && other.startsWith(pod) && this.isActive(other, now),
        );
      if (!isSpared) this.entries.set(key, { wait, since, failures: 1 });
    } else if (!(this.mutated('back-off-counts-once') && this.isActive(key, now))) {
      const doubled = entry.wait * (this.mutated('back-off-triples') && entry.failures === 3 ? 3 : 2);
      const stays = this.mutated('back-off-cap-not-reached') && doubled > this.max;
      const wait = this.mutated('back-off-not-capped')
        ? doubled
        : stays
          ? entry.wait
          : Math.min(doubled, this.max);
      const anew = this.mutated('back-off-wrong-after-six') && entry.failures >= 6;
      this.entries.set(key, {
        wait: anew ? this.initial : wait,
        since: this.mutated('back-off-window-from-first') && this.isActive(key, now) ? entry.since : since,
        failures: anew ? 1 : entry.failures + 1,
      });
    }
    if (this.mutated('back-off-keys-evicted'))
      for (const oldest of [...this.entries.keys()].slice(0, -keysMax)) this.entries.delete(oldest);
  }

  /** @param {number} now */
  forgetIfDue(now) {
    if (now < this.forgetsAt) return;
    this.entries.clear();
    this.forgetsAt = Number.POSITIVE_INFINITY;
  }

  /** A pull succeeded. @param {string} key @param {number} now */
  sweep(key, now) {
    if (this.mutated('back-off-reset-by-success')) this.entries.delete(key);
    for (const [other, entry] of this.entries) {
      const age = now - entry.since;
      const isFinished = this.mutated('sweep-drops-finished') && age >= entry.wait;
      const isOld = this.mutated('sweep-at-maximum') && age > this.max;
      if (isFinished || isOld || this.hasExpired(entry, now)) this.entries.delete(other);
    }
  }
}
