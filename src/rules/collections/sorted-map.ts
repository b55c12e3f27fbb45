import { mixBits, textHash } from '../values/text-hash.ts';
/**
 * An immutable map: `set` and `remove` return a new one and share the rest, at O(log n). Copying a table at
 * each change would make n pulls cost n². It is a treap whose priorities are hashes of the keys: the same
 * content has the same shape, whatever the order of insertion, so states of an exploration compare equal.
 */
export type SortedMap<V> = Branch<V> | undefined;

interface Branch<V> {
  readonly key: string;
  readonly value: V;
  readonly priority: number;
  readonly left: SortedMap<V>;
  readonly right: SortedMap<V>;
}

/** Returns the map of these entries. */
export function createSortedMap<V>(entries: Iterable<readonly [string, V]>): SortedMap<V> {
  let map: SortedMap<V>;
  for (const [key, value] of entries) map = set(map, key, value);
  return map;
}

/** Returns the value of `key`, or undefined. */
export function get<V>(map: SortedMap<V>, key: string): V | undefined {
  let branch = map;
  while (branch !== undefined) {
    if (key === branch.key) return branch.value;
    branch = key < branch.key ? branch.left : branch.right;
  }
  return undefined;
}

/** Returns the map with `key` set to `value`. */
export function set<V>(map: SortedMap<V>, key: string, value: V): Branch<V> {
  if (map === undefined) return { key, value, priority: keyPriority(key), left: undefined, right: undefined };
  if (key === map.key) return { key, value, priority: map.priority, left: map.left, right: map.right };
  if (key < map.key) {
    const leftBranch = set(map.left, key, value);
    if (!isAbove(leftBranch, map)) return withBranches(map, leftBranch, map.right);
    return withBranches(leftBranch, leftBranch.left, withBranches(map, leftBranch.right, map.right));
  }
  const rightBranch = set(map.right, key, value);
  if (!isAbove(rightBranch, map)) return withBranches(map, map.left, rightBranch);
  return withBranches(rightBranch, withBranches(map, map.left, rightBranch.left), rightBranch.right);
}

/** Returns the map without `key`. */
export function remove<V>(map: SortedMap<V>, key: string): SortedMap<V> {
  if (map === undefined) return undefined;
  if (key === map.key) return join(map.left, map.right);
  if (key < map.key) {
    const remainingLeft = remove(map.left, key);
    return remainingLeft === map.left ? map : withBranches(map, remainingLeft, map.right);
  }
  const remainingRight = remove(map.right, key);
  return remainingRight === map.right ? map : withBranches(map, map.left, remainingRight);
}

/** Returns the entries in the order of their keys. */
export function entries<V>(map: SortedMap<V>): readonly (readonly [string, V])[] {
  const entryList: (readonly [string, V])[] = [];
  const walk = (branch: SortedMap<V>): void => {
    if (branch === undefined) return;
    walk(branch.left);
    entryList.push([branch.key, branch.value]);
    walk(branch.right);
  };
  walk(map);
  return entryList;
}

/**
 * Returns the values whose keys begin with `prefix`, in the order of their keys. The cost is that of these
 * values and the way to them.
 */
export function valuesUnder<V>(map: SortedMap<V>, prefix: string): readonly V[] {
  const selected: V[] = [];
  const walk = (branch: SortedMap<V>): void => {
    if (branch === undefined) return;
    const isUnder = branch.key.startsWith(prefix);
    if (isUnder || branch.key > prefix) walk(branch.left);
    if (isUnder) selected.push(branch.value);
    if (isUnder || branch.key < prefix) walk(branch.right);
  };
  walk(map);
  return selected;
}

function join<V>(left: SortedMap<V>, right: SortedMap<V>): SortedMap<V> {
  if (left === undefined) return right;
  if (right === undefined) return left;
  if (isAbove(left, right)) return withBranches(left, left.left, join(left.right, right));
  return withBranches(right, join(left, right.left), right.right);
}

/**
 * Returns the entry with other branches below it. Spreading would give objects of many shapes
 * (docs/decisions/speed.md).
 */
function withBranches<V>(
  { key, value, priority }: Branch<V>,
  left: SortedMap<V>,
  right: SortedMap<V>,
): Branch<V> {
  return { key, value, priority, left, right };
}

/** Equal hashes are rare. The key decides then, so that the shape depends only on the content. */
function isAbove<V>(one: Branch<V>, other: Branch<V>): boolean {
  return one.priority > other.priority || (one.priority === other.priority && one.key > other.key);
}

/** Neighbouring keys must not get neighbouring priorities. */
function keyPriority(key: string): number {
  return mixBits(textHash(key)) >>> 0;
}
