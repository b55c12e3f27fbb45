import { itemAt, itemsBetween, type OrderedTree, put, takeOut } from '../../collections/ordered-tree.ts';
import { evenLevel } from './fair-level.ts';
import {
  clockAt,
  endMicros,
  type FlowBundle,
  type LinkBundle,
  type PoolClock,
  placed,
  servedAt,
} from './flow-bundle.ts';

/**
 * The bundles of one registry in the order of their ceilings. Bundles with a ceiling above the level all have
 * the rate of the level and share one clock; each of the others has the rate of its ceiling. A change of the
 * level costs only the bundles that it passes.
 */
export interface FlowPool<T> extends PoolClock {
  readonly bundles: OrderedTree<FlowBundle<T>, PoolSummary<T>>;
  /**
   * The links of limited capacity that also carry flows of other registries, ordered by their own levels. The
   * rates on them may depend on this registry's level.
   */
  readonly sharing: OrderedTree<string>;
}

interface PoolSummary<T> {
  readonly flows: number;
  /** The sum of the rates that they would have at their ceilings. */
  readonly bytesPerSecond: number;
  readonly nextOfOwn: FlowBundle<T> | undefined;
  readonly nextByClock: FlowBundle<T> | undefined;
}

/** The pool of a registry without flows. */
export const emptyPool = { bundles: undefined, sharing: undefined, level: Infinity, clock: 0, asOfMicros: 0 };

/** Returns the bundle of the link; undefined if it has no flows yet. */
export function findBundle<T>(
  pool: FlowPool<T>,
  { ceiling, sequence }: LinkBundle,
): FlowBundle<T> | undefined {
  return itemAt(pool.bundles, ceiling, sequence);
}

/**
 * Returns the pool with `after` in place of `before`; either may be undefined. What was served so far stays.
 */
export function replaced<T>(
  pool: FlowPool<T>,
  before: FlowBundle<T> | undefined,
  after: (LinkBundle & Pick<FlowBundle<T>, 'ends'>) | undefined,
  nowMicros: number,
): FlowPool<T> {
  const now = poolWith(pool, pool.bundles, pool.level, nowMicros);
  const isMoved = before !== undefined && before.ceiling !== after?.ceiling;
  const otherBundles = isMoved
    ? takeOut(pool.bundles, before.ceiling, before.sequence, summarise<T>)
    : pool.bundles;
  if (after === undefined) return poolWith(pool, otherBundles, pool.level, nowMicros);
  const served = before === undefined ? 0 : servedAt(before, pool, nowMicros);
  const bundles = put(
    otherBundles,
    after.ceiling,
    after.sequence,
    placed(after, served, now, nowMicros),
    summarise<T>,
  );
  return poolWith(pool, bundles, pool.level, nowMicros);
}

/**
 * Returns the pool with the level that this egress allows. The cost is that of the bundles that the level
 * passes.
 */
export function relevelled<T>(pool: FlowPool<T>, egress: number, nowMicros: number): FlowPool<T> {
  const level = levelIn(pool.bundles, egress);
  if (level === pool.level) return pool;
  const after = poolWith(pool, pool.bundles, level, nowMicros);
  const turning = itemsBetween(pool.bundles, Math.min(level, pool.level), Math.max(level, pool.level));
  let bundles = pool.bundles;
  for (const bundle of turning) {
    const served = servedAt(bundle, pool, nowMicros);
    bundles = put(
      bundles,
      bundle.ceiling,
      bundle.sequence,
      placed(bundle, served, after, nowMicros),
      summarise<T>,
    );
  }
  return poolWith(pool, bundles, level, nowMicros);
}

/** Returns the bundle whose flow ends next, and when; undefined if none can end. */
export function nextInPool<T>(
  pool: FlowPool<T>,
): { readonly bundle: FlowBundle<T>; readonly endMicros: number } | undefined {
  const nextOfOwn = pool.bundles?.summary.nextOfOwn;
  const floating = pool.bundles?.summary.nextByClock;
  const ownMicros = nextOfOwn?.end ?? Infinity;
  const floatingMicros =
    floating === undefined ? Infinity : endMicros(floating.end - pool.clock, pool.level, pool.asOfMicros);
  const isOwn =
    ownMicros < floatingMicros ||
    (ownMicros === floatingMicros && (nextOfOwn?.sequence ?? 0) < (floating?.sequence ?? 0));
  const [bundle, at] = isOwn ? [nextOfOwn, ownMicros] : [floating, floatingMicros];
  return bundle === undefined || at === Infinity ? undefined : { bundle, endMicros: at };
}

/** Returns the highest level at which this egress carries all of its bundles. */
export function levelIn<T>(bundles: FlowPool<T>['bundles'], egress: number): number {
  if (egress === Infinity || bundles === undefined || bundles.summary.bytesPerSecond <= egress)
    return Infinity;
  let { flows } = bundles.summary;
  let remainingBytesPerSecond = egress;
  for (let subtree: FlowPool<T>['bundles'] = bundles; subtree !== undefined; ) {
    const value: FlowBundle<T> = subtree.value;
    const lowerBundles: Pick<PoolSummary<T>, 'flows' | 'bytesPerSecond'> = subtree.left?.summary ?? {
      flows: 0,
      bytesPerSecond: 0,
    };
    const fits: boolean =
      lowerBundles.bytesPerSecond + value.ceiling * (flows - lowerBundles.flows) <= remainingBytesPerSecond;
    if (fits) {
      remainingBytesPerSecond -= lowerBundles.bytesPerSecond + value.ceiling * value.flows;
      flows -= lowerBundles.flows + value.flows;
    }
    subtree = fits ? subtree.right : subtree.left;
  }
  return evenLevel(egress, remainingBytesPerSecond, flows);
}

/** Returns the pool at this moment with other bundles or another level. */
function poolWith<T>(
  pool: FlowPool<T>,
  bundles: FlowPool<T>['bundles'],
  level: number,
  nowMicros: number,
): FlowPool<T> {
  return { bundles, sharing: pool.sharing, level, clock: clockAt(pool, nowMicros), asOfMicros: nowMicros };
}

function summarise<T>(
  bundle: FlowBundle<T>,
  left: PoolSummary<T> | undefined,
  right: PoolSummary<T> | undefined,
): PoolSummary<T> {
  return {
    flows: bundle.flows + (left?.flows ?? 0) + (right?.flows ?? 0),
    bytesPerSecond:
      bundle.flows * bundle.ceiling + (left?.bytesPerSecond ?? 0) + (right?.bytesPerSecond ?? 0),
    nextOfOwn: earliest(earliest(bundle.isFloating ? undefined : bundle, left?.nextOfOwn), right?.nextOfOwn),
    nextByClock: earliest(
      earliest(bundle.isFloating ? bundle : undefined, left?.nextByClock),
      right?.nextByClock,
    ),
  };
}

function earliest<T>(
  one: FlowBundle<T> | undefined,
  other: FlowBundle<T> | undefined,
): FlowBundle<T> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.end !== other.end) return one.end < other.end ? one : other;
  return one.sequence < other.sequence ? one : other;
}
