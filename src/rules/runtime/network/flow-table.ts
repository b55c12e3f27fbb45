import { firstBranch, noSummary, type OrderedTree, put, takeOut } from '../../collections/ordered-tree.ts';
import { entries, get, remove, type SortedMap, set, valuesUnder } from '../../collections/sorted-map.ts';
import { withChanges } from '../../values/with-changes.ts';
import type { Capacities } from './capacities.ts';
import { endMicros, type Flow, type FlowBundle, type LinkBundle, servedAt } from './flow-bundle.ts';
import { type ChangedBundle, type FlowBundles, FlowChange } from './flow-change.ts';
import type { FlowLink } from './flow-link.ts';
import { emptyPool, findBundle, nextInPool } from './flow-pool.ts';

/**
 * The active flows, in bundles with equal rates: the flows over one link from one registry with the same
 * limit of their own. A change costs the bundles of its link, which are few, and the logarithm of the number
 * of all others. Only where a registry's egress limits flows on links that other registries use too, or where
 * unpacking wants more processors than these flows can leave, does a change of its level also cost these
 * links.
 */
export interface FlowTable<T> extends FlowBundles<T> {
  /** The place of each flow, by its id. */
  readonly flows: SortedMap<FlowPlace>;
  /** The bundle with the next end of each registry, in the order of these ends. */
  readonly nextEnds: OrderedTree<FlowBundle<T>>;
  readonly sequence: number;
}

/** The place of a flow in its bundle. */
interface FlowPlace {
  readonly linkId: string;
  readonly bytes: number;
  /** The sequence number of the bundle. */
  readonly bundle: number;
  /** The served bytes of the bundle at which the flow ends, in millionths of a byte. */
  readonly rank: number;
  readonly sequence: number;
}

/** The rate of one flow of a bundle. */
export interface FlowRate {
  readonly linkId: string;
  readonly registry: string;
  readonly flows: number;
  readonly bytesPerSecond: number;
}

/** Returns a table without flows. */
export function emptyFlowTable<T>(): FlowTable<T> {
  return { links: undefined, pools: undefined, flows: undefined, nextEnds: undefined, sequence: 0 };
}

/** Returns the table with one more flow. */
export function startFlow<T>(
  table: FlowTable<T>,
  capacities: Capacities,
  nowMicros: number,
  flow: Flow<T>,
): FlowTable<T> {
  const { sequence } = table;
  const { id, bytes, linkId, registry, bytesPerSecondMax = Infinity } = flow;
  const link = get(table.links, linkId);
  const knownBundle = link?.bundles.find(
    (bundle) => bundle.registry === registry && bundle.bytesPerSecondMax === bytesPerSecondMax,
  );
  const moving = knownBundle && movingBundle(table, knownBundle);
  const pool = get(table.pools, registry) ?? emptyPool;
  const rank = (moving === undefined ? 0 : servedAt(moving, pool, nowMicros)) + bytes * 1e6;
  const bundle: LinkBundle = knownBundle ?? {
    linkId,
    registry,
    bytesPerSecondMax,
    sequence,
    flows: 0,
    ceiling: 0,
  };
  const flowEnds = put(moving?.ends, rank, sequence, flow, noSummary);
  const flowPlace: FlowPlace = { linkId, bytes, bundle: bundle.sequence, rank, sequence };
  const after = withChanges(table, { flows: set(table.flows, id, flowPlace), sequence: sequence + 1 });
  return withChangedBundle(after, capacities, nowMicros, {
    bundle: withChanges(bundle, { flows: bundle.flows + 1 }),
    ends: flowEnds,
  });
}

/** Returns the table without the flow of this id; the same table if the flow is not active. */
export function cancelFlow<T>(
  table: FlowTable<T>,
  capacities: Capacities,
  nowMicros: number,
  flow: { readonly id: string },
): FlowTable<T> {
  return without(table, capacities, nowMicros, flow.id);
}

/** Returns the flow that ends next; throws if there is none. */
export function firstToEnd<T>(table: FlowTable<T>): Flow<T> {
  const flow = firstBranch(firstBranch(table.nextEnds)?.value.ends)?.value;
  if (flow === undefined) throw new Error('flow table: no flow is under way');
  return flow;
}

/** Returns the table without the flow that ends next. */
export function endFlow<T>(table: FlowTable<T>, capacities: Capacities, nowMicros: number): FlowTable<T> {
  return without(table, capacities, nowMicros, firstToEnd(table).id);
}

/** Returns the table with all rates computed again for other capacities. */
export function retuneFlows<T>(table: FlowTable<T>, capacities: Capacities, nowMicros: number): FlowTable<T> {
  const change = new FlowChange(table, capacities, nowMicros);
  change.changeCapacities();
  return finished(table, change);
}

/** Returns the first whole microsecond at which a flow has all its bytes; Infinity if none can end. */
export function nextEndMicros<T>(table: FlowTable<T>): number {
  return firstBranch(table.nextEnds)?.rank ?? Infinity;
}

/**
 * Returns when the flow ends if all rates stay as they are; now if it is not active, Infinity if it does not
 * move.
 */
export function flowEndMicros<T>(table: FlowTable<T>, nowMicros: number, id: string): number {
  const flowPlace = get(table.flows, id);
  const bundle = flowPlace && bundleAt(table, flowPlace);
  if (flowPlace === undefined || bundle === undefined) return nowMicros;
  const pool = get(table.pools, bundle.registry) ?? emptyPool;
  return endMicros(
    flowPlace.rank - servedAt(bundle, pool, nowMicros),
    Math.min(bundle.ceiling, pool.level),
    nowMicros,
  );
}

/** Returns how many whole bytes of the flow have arrived by now; 0 if it is not active. */
export function receivedBytes<T>(table: FlowTable<T>, nowMicros: number, id: string): number {
  const flowPlace = get(table.flows, id);
  const bundle = flowPlace && bundleAt(table, flowPlace);
  if (flowPlace === undefined || bundle === undefined) return 0;
  const remainingRank =
    flowPlace.rank - servedAt(bundle, get(table.pools, bundle.registry) ?? emptyPool, nowMicros);
  return Math.floor(flowPlace.bytes - Math.max(0, remainingRank) / 1e6);
}

/** Returns the current rates over one link, or over all in the order of links. */
export function flowRates<T>(table: FlowTable<T>, linkId?: string): readonly FlowRate[] {
  const only = linkId === undefined ? undefined : get(table.links, linkId);
  const links: readonly FlowLink[] =
    linkId === undefined ? valuesUnder(table.links, '') : only === undefined ? [] : [only];
  return links.flatMap(({ bundles }) =>
    bundles.map(({ linkId: link, registry, flows, ceiling }) => {
      const level = get(table.pools, registry)?.level ?? Infinity;
      return { linkId: link, registry, flows, bytesPerSecond: Math.min(ceiling, level) };
    }),
  );
}

/** Returns how many flows from this registry are under way over a link. */
export function flowsFrom<T>(table: FlowTable<T>, linkId: string, registry: string): number {
  const bundles = get(table.links, linkId)?.bundles ?? [];
  return bundles.reduce((sum, bundle) => sum + (bundle.registry === registry ? bundle.flows : 0), 0);
}

/**
 * Returns the level to which the egress of each sending registry limits its flows; Infinity means that it
 * does not.
 */
export function egressLevels<T>(table: FlowTable<T>): ReadonlyMap<string, number> {
  return new Map(entries(table.pools).map(([registry, { level }]) => [registry, level]));
}

function without<T>(
  table: FlowTable<T>,
  capacities: Capacities,
  nowMicros: number,
  id: string,
): FlowTable<T> {
  const flowPlace = get(table.flows, id);
  const bundle = flowPlace && bundleAt(table, flowPlace);
  if (flowPlace === undefined || bundle === undefined) return table;
  const remainingEnds = takeOut(bundle.ends, flowPlace.rank, flowPlace.sequence, noSummary);
  const { linkId, registry, bytesPerSecondMax, sequence, flows, ceiling } = bundle;
  const after = { linkId, registry, bytesPerSecondMax, sequence, flows: flows - 1, ceiling };
  return withChangedBundle(withChanges(table, { flows: remove(table.flows, id) }), capacities, nowMicros, {
    bundle: after,
    ends: remainingEnds,
  });
}

function bundleAt<T>(
  table: FlowTable<T>,
  { linkId, bundle: sequence }: FlowPlace,
): FlowBundle<T> | undefined {
  const bundle = get(table.links, linkId)?.bundles.find((other) => other.sequence === sequence);
  return bundle && movingBundle(table, bundle);
}

function movingBundle<T>(table: FlowTable<T>, bundle: LinkBundle): FlowBundle<T> | undefined {
  return findBundle(get(table.pools, bundle.registry) ?? emptyPool, bundle);
}

function withChangedBundle<T>(
  table: FlowTable<T>,
  capacities: Capacities,
  nowMicros: number,
  bundle: ChangedBundle<T>,
): FlowTable<T> {
  const change = new FlowChange<T>(table, capacities, nowMicros);
  change.changeBundle(bundle, table.sequence);
  return finished(table, change);
}

function finished<T>(table: FlowTable<T>, change: FlowChange<T>): FlowTable<T> {
  const { links, pools } = change.bundles;
  let { nextEnds } = table;
  for (const host of change.changedHosts) {
    const before = nextInPool(get(table.pools, host) ?? emptyPool);
    if (before !== undefined)
      nextEnds = takeOut(nextEnds, before.endMicros, before.bundle.sequence, noSummary);
    const after = nextInPool<T>(get(pools, host) ?? emptyPool);
    if (after !== undefined)
      nextEnds = put(nextEnds, after.endMicros, after.bundle.sequence, after.bundle, noSummary);
  }
  return { links, pools, flows: table.flows, nextEnds, sequence: table.sequence };
}
