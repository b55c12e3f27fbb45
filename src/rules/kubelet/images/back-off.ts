/** The first and the longest window of a back-off: 10 s and 300 s in the image manager. */
export interface BackOffRules {
  readonly initialMicros: number;
  readonly maxMicros: number;
}

/** The window of one key, and when it began, which is the end of the last failure. */
interface BackOffEntry {
  readonly backOffMicros: number;
  readonly lastUpdateMicros: number;
}

/** Back-off by key; for images the key is the pod's UID and the image as written. */
export type BackOffTable = ReadonlyMap<string, BackOffEntry>;

export const emptyBackOffTable: BackOffTable = new Map();

/**
 * The table after a failure of `key` at `nowMicros`: the first window is the initial one, uncapped; each
 * later one doubles up to the maximum, until the entry has expired. Mirrors `Backoff.Next` in
 * client-go/util/flowcontrol.
 */
export function nextBackOff(
  table: BackOffTable,
  rules: BackOffRules,
  key: string,
  nowMicros: number,
): BackOffTable {
  const entry = table.get(key);
  const backOffMicros =
    entry === undefined || hasExpired(entry, rules, nowMicros)
      ? rules.initialMicros
      : Math.min(2 * entry.backOffMicros, rules.maxMicros);
  return new Map(table).set(key, { backOffMicros, lastUpdateMicros: nowMicros });
}

/**
 * Whether `key` must still wait at `nowMicros`; at the very end of the window it need not.
 * Mirrors `Backoff.IsInBackOffSinceUpdate` in client-go/util/flowcontrol.
 */
export function isInBackOffSinceUpdate(
  table: BackOffTable,
  rules: BackOffRules,
  key: string,
  nowMicros: number,
): boolean {
  const entry = table.get(key);
  if (entry === undefined || hasExpired(entry, rules, nowMicros)) {
    return false;
  }
  return nowMicros - entry.lastUpdateMicros < entry.backOffMicros;
}

/**
 * The table without expired entries; the image manager asks for it after each successful pull. Mirrors
 * `Backoff.GC`.
 */
export function dropExpiredBackOffs(
  table: BackOffTable,
  rules: BackOffRules,
  nowMicros: number,
): BackOffTable {
  const remainingEntries = [...table].filter(([, entry]) => !hasExpired(entry, rules, nowMicros));
  return remainingEntries.length === table.size ? table : new Map(remainingEntries);
}

/**
 * For how long after its last failure a key is remembered: to that moment, and not after it. Mirrors
 * `hasExpired`.
 */
export function backOffKeptMicros(rules: BackOffRules): number {
  return 2 * rules.maxMicros;
}

function hasExpired(entry: BackOffEntry, rules: BackOffRules, nowMicros: number): boolean {
  return nowMicros - entry.lastUpdateMicros > backOffKeptMicros(rules);
}
