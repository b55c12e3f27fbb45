import { type Capacities, capacityOf, type FlowGroup, fairShare } from './fair-share.ts';
import { add, type Heap, removeFirst, without } from './heap.ts';
import { get, remove, type SortedMap, set, valuesUnder } from './sorted-map.ts';

/**
 * The flows under way, grouped by link and registry. All flows of a group go at the same rate, so that one number, the
 * bytes that each of them would have got since the group began, tells all their ends: a flow that joins at `served`
 * ends when `served` has grown by its bytes (processor sharing in virtual time). Rates are whole bytes per second and
 * time is whole microseconds, so `served`, in millionths of a byte, is exact.
 * A change costs the groups that share a limited pipe with it, and the logarithm of the others and of the flows; only an
 * end also looks at all groups once, for the next.
 */
export interface FlowTable<T> {
  /** By link and registry. */
  readonly groups: SortedMap<Group<T>>;
  /** The group with the flow that ends next. */
  readonly first: Group<T> | undefined;
  readonly sequence: number;
}

interface Group<T> extends FlowGroup {
  /** Decides among groups that end at once: the one that has had flows for longest. */
  readonly sequence: number;
  readonly ends: Heap<Flow<T>>;
  readonly served: number;
  readonly bytesPerSecond: number;
  readonly asOfMicros: number;
  /** The first whole microsecond at which a flow has all its bytes; Infinity where none can end. */
  readonly endMicros: number;
}

export interface Flow<T> {
  readonly id: string;
  readonly bytes: number;
  readonly linkId: string;
  readonly registry: string;
  readonly requester: T;
}

/** Returns the table without flows. */
export function emptyFlowTable<T>(): FlowTable<T> {
  return { groups: undefined, first: undefined, sequence: 0 };
}

/** Returns the table with one more flow. */
export function startFlow<T>(table: FlowTable<T>, capacities: Capacities, nowMicros: number, flow: Flow<T>): FlowTable<T> {
  const { sequence } = table;
  const group = advance(get(table.groups, keyOf(flow)) ?? emptyGroup<T>(flow, sequence, nowMicros), nowMicros);
  const ends = add(group.ends, group.served + flow.bytes * 1e6, sequence, flow);
  const groups = set(table.groups, keyOf(flow), { ...group, flows: group.flows + 1, ends });
  return retuned({ ...table, sequence: sequence + 1 }, groups, capacities, nowMicros, flow);
}

/** Returns the table without the flow of this id; costs the flows of its group. */
export function cancelFlow<T>(
  table: FlowTable<T>,
  capacities: Capacities,
  nowMicros: number,
  flow: { readonly id: string; readonly linkId: string; readonly registry: string },
): FlowTable<T> {
  const group = get(table.groups, keyOf(flow));
  if (group === undefined) return table;
  const ends = without(group.ends, (other) => other.id === flow.id);
  return withEnds(table, capacities, nowMicros, advance(group, nowMicros), ends);
}

/** Returns the flow that ends next; throws where there is none. */
export function firstToEnd<T>(table: FlowTable<T>): Flow<T> {
  return nextEnd(table).ends.value;
}

/** Returns the table without the flow that ends next. */
export function endFlow<T>(table: FlowTable<T>, capacities: Capacities, nowMicros: number): FlowTable<T> {
  const { group, ends } = nextEnd(table);
  return withEnds(table, capacities, nowMicros, advance(group, nowMicros), removeFirst(ends));
}

/** Returns the table after the capacities changed: every rate anew. */
export function retuneFlows<T>(table: FlowTable<T>, capacities: Capacities, nowMicros: number): FlowTable<T> {
  return tuned({ ...table, first: undefined }, table.groups, valuesUnder(table.groups, ''), capacities, nowMicros);
}

/** Returns the first whole microsecond at which a flow has all its bytes; Infinity where none can end. */
export function nextEndMicros<T>(table: FlowTable<T>): number {
  return table.first?.endMicros ?? Infinity;
}

function nextEnd<T>(table: FlowTable<T>) {
  const group = table.first;
  if (group?.ends === undefined) throw new Error('flow table: no flow is under way');
  return { group, ends: group.ends };
}

function withEnds<T>(table: FlowTable<T>, capacities: Capacities, nowMicros: number, group: Group<T>, ends: Heap<Flow<T>>): FlowTable<T> {
  const flows = group.ends === ends ? group.flows : group.flows - 1;
  const key = keyOf(group);
  const groups = ends === undefined ? remove(table.groups, key) : set(table.groups, key, { ...group, flows, ends });
  return retuned(table, groups, capacities, nowMicros, group);
}

interface Pipes {
  readonly linkId: string;
  readonly registry: string;
}

/** Gives new rates to the groups that share a limited pipe with the group that changed. */
function retuned<T>(table: FlowTable<T>, groups: SortedMap<Group<T>>, capacities: Capacities, nowMicros: number, changed: Pipes) {
  return tuned(table, groups, sharing(groups, capacities, changed), capacities, nowMicros);
}

/** Returns the groups that share a limited pipe with one of these pipes, directly or through others, and the one between both. */
function sharing<T>(groups: SortedMap<Group<T>>, capacities: Capacities, changed: Pipes): readonly Group<T>[] {
  const own = get(groups, keyOf(changed));
  const isLimited = capacityOf(capacities.links, changed.linkId) !== Infinity;
  const near = isLimited ? valuesUnder(groups, `${changed.linkId} `) : own === undefined ? [] : [own];
  const spreads = [changed, ...near].some(({ registry }) => capacityOf(capacities.egress, registry) !== Infinity);
  if (!spreads) return near;
  const links = new Set([changed.linkId]);
  const registries = new Set([changed.registry, ...near.map(({ registry }) => registry)]);
  const touched = new Set(near);
  const all = valuesUnder(groups, '');
  for (let before = -1; before !== touched.size; ) {
    before = touched.size;
    for (const group of all) {
      const linked = links.has(group.linkId) && capacityOf(capacities.links, group.linkId) !== Infinity;
      const served = registries.has(group.registry) && capacityOf(capacities.egress, group.registry) !== Infinity;
      if (!(touched.has(group) || linked || served)) continue;
      touched.add(group);
      links.add(group.linkId);
      registries.add(group.registry);
    }
  }
  return all.filter((group) => touched.has(group));
}

/** Returns the table with new rates for these groups. */
function tuned<T>(
  table: FlowTable<T>,
  groups: SortedMap<Group<T>>,
  touched: readonly Group<T>[],
  capacities: Capacities,
  nowMicros: number,
): FlowTable<T> {
  const rates = fairShare(touched, capacities);
  const changed = touched.map((group, index) => withRate(advance(group, nowMicros), rates[index] ?? 0));
  const after = changed.reduce((map, group) => set(map, keyOf(group), group), groups);
  const { first } = table;
  // The group that was first may now end later, or be gone.
  const isStill = first !== undefined && get(after, keyOf(first)) === first;
  const candidates = isStill ? [first, ...changed] : valuesUnder(after, '');
  return { ...table, groups: after, first: candidates.reduce<Group<T> | undefined>(earlier, undefined) };
}

function earlier<T>(one: Group<T> | undefined, other: Group<T>): Group<T> {
  if (one === undefined || other.endMicros < one.endMicros) return other;
  return other.endMicros === one.endMicros && other.sequence < one.sequence ? other : one;
}

function withRate<T>(group: Group<T>, bytesPerSecond: number): Group<T> {
  return { ...group, bytesPerSecond, endMicros: endOf(group, bytesPerSecond) };
}

function advance<T>(group: Group<T>, nowMicros: number): Group<T> {
  if (group.asOfMicros === nowMicros) return group;
  return { ...group, served: group.served + group.bytesPerSecond * (nowMicros - group.asOfMicros), asOfMicros: nowMicros };
}

function endOf<T>(group: Group<T>, bytesPerSecond: number): number {
  if (group.ends === undefined) return Infinity;
  const left = group.ends.rank - group.served;
  if (left <= 0) return group.asOfMicros;
  return bytesPerSecond === 0 ? Infinity : group.asOfMicros + Math.ceil(left / bytesPerSecond);
}

function emptyGroup<T>({ linkId, registry }: Pipes, sequence: number, nowMicros: number): Group<T> {
  const idle = { served: 0, bytesPerSecond: 0, endMicros: Infinity };
  return { linkId, registry, sequence, flows: 0, ends: undefined, asOfMicros: nowMicros, ...idle };
}

function keyOf(group: Pipes): string {
  return `${group.linkId} ${group.registry}`;
}
