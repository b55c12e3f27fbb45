/** A map, of whatever kind. */
interface Entries<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Returns the value of a key. If the map has none yet, makes one and inserts it. */
export function getOrInsert<Key, Value>(
  map: Entries<Key, Value>,
  key: Key,
  make: () => NoInfer<Value>,
): Value {
  const presentValue = map.get(key);
  if (presentValue !== undefined) return presentValue;
  const newValue = make();
  map.set(key, newValue);
  return newValue;
}
