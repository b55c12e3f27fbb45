/** A map that forgets what was used longest ago. Mirrors `lru.Cache` of k8s.io/utils (v0.36.3) and groupcache. */
export class LruCache<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #entriesMax: number;

  /** `entriesMax`: at least 1. */
  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  /** Returns the value, and counts that as a use. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Puts the value in; the one used longest ago goes where there is no room. */
  add(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#entriesMax) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
