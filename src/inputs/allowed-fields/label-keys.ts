import { isMapping } from '../documents/mapping.ts';
import { nodeClassLabels, poolLabels, roleLabels } from '../kubelet-sources/node-selector.ts';

/** Labels that distinguish nodes without any selector. */
const alwaysAsked = ['kubernetes.io/hostname', ...roleLabels, ...poolLabels, ...nodeClassLabels];

/**
 * Returns the keys of labels that selectors, affinities and constraints in these values ask for. A run reads
 * no others.
 */
export function askedLabelKeys(values: readonly unknown[]): ReadonlySet<string> {
  const keys = new Set<string>(alwaysAsked);
  const seen = new Set<object>();
  const pending: unknown[] = [...values];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isMapping(value)) for (const key of keysAskedIn(value)) keys.add(key);
    for (const inner of Object.values(value)) if (typeof inner === 'object') pending.push(inner);
  }
  return keys;
}

function keysAskedIn({
  nodeSelector,
  matchLabels,
  matchExpressions,
  topologyKey,
  matchLabelKeys,
  selector,
}: Readonly<Record<string, unknown>>) {
  const texts = (list: unknown) =>
    (Array.isArray(list) ? list : []).filter((one): one is string => typeof one === 'string');
  const expressions = Array.isArray(matchExpressions)
    ? matchExpressions.map((one) => (isMapping(one) ? one.key : undefined))
    : [];
  return [
    // A ReplicationController's selector is a map of labels.
    ...[nodeSelector, matchLabels, selector].flatMap((map) => (isMapping(map) ? Object.keys(map) : [])),
    ...texts(expressions),
    ...texts([topologyKey]),
    ...texts(matchLabelKeys),
  ];
}

/**
 * Returns an object's labels of these keys. An object without labels, and one without any of them, are not
 * the same.
 */
export function labelsOfKeys(labels: unknown, keys: ReadonlySet<string>): unknown {
  if (!isMapping(labels)) return undefined;
  return Object.fromEntries(
    Object.entries(labels).filter(([key, value]) => keys.has(key) && typeof value === 'string'),
  );
}
