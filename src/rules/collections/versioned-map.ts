/**
 * An immutable map in the order of insertion: `with` returns another version, at constant cost. All versions
 * share one `Map`, which belongs to the latest; each other one knows in what it differs from the next.
 * Reading an old version costs as much as has changed since; a change of one copies it first.
 */
export class VersionedMap<K, V> implements ReadonlyMap<K, V> {
  readonly size: number;
  /** Of the latest version. */
  #map: Map<K, V> | undefined;
  /** Of another: the version after it, and the key that this one has another value for, or lacks. */
  #next: VersionedMap<K, V> | undefined;
  #key: K | undefined;
  #value: V | undefined;
  #isPresent = false;

  constructor(entries: Iterable<readonly [K, V]> = []) {
    this.#map = entries instanceof Map ? (entries as Map<K, V>) : new Map(entries);
    this.size = this.#map.size;
  }

  get(key: K): V | undefined {
    const version = this.#decisive(key);
    return version.#map === undefined ? version.#value : version.#map.get(key);
  }

  has(key: K): boolean {
    const version = this.#decisive(key);
    return version.#map === undefined ? version.#isPresent : version.#map.has(key);
  }

  /** Returns the map with `key` set to `value`. */
  with(key: K, value: V): VersionedMap<K, V> {
    const map = this.#ownMap();
    this.#key = key;
    this.#value = map.get(key);
    this.#isPresent = map.has(key);
    map.set(key, value);
    this.#map = undefined;
    this.#next = new VersionedMap(map);
    return this.#next;
  }

  /** Returns the map without `key`, at the cost of the whole map. */
  without(key: K): VersionedMap<K, V> {
    if (!this.has(key)) return this;
    const remaining = new Map(this);
    remaining.delete(key);
    return new VersionedMap(remaining);
  }

  keys(): MapIterator<K> {
    return this.#ownMap().keys();
  }

  values(): MapIterator<V> {
    return this.#ownMap().values();
  }

  entries(): MapIterator<[K, V]> {
    return this.#ownMap().entries();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.#ownMap().entries();
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  /** The first version from this one on that changed the key, otherwise the latest: what this one has. */
  #decisive(key: K): VersionedMap<K, V> {
    let version: VersionedMap<K, V> = this;
    while (version.#next !== undefined && version.#key !== key) version = version.#next;
    return version;
  }

  /** The map of this version; an old one gets a copy, in which the latest changes are undone first. */
  #ownMap(): Map<K, V> {
    if (this.#map !== undefined) return this.#map;
    const laterVersions: VersionedMap<K, V>[] = [];
    let version: VersionedMap<K, V> = this;
    while (version.#next !== undefined) {
      laterVersions.push(version);
      version = version.#next;
    }
    const map = new Map(version.#map);
    for (const laterVersion of laterVersions.reverse()) {
      if (laterVersion.#isPresent) map.set(laterVersion.#key as K, laterVersion.#value as V);
      else map.delete(laterVersion.#key as K);
    }
    this.#map = map;
    this.#next = undefined;
    return map;
  }
}
