import { type Capacities, capacityOf, type FlowGroup, fairShare } from './fair-share.ts';
import { add, type Heap, removeFirst, without } from './heap.ts';

/**
 * The flows under way, grouped by link and registry. All flows of a group go at the same rate, so that one number, the
 * bytes that each of them would have got since the group began, tells all their ends: a flow that joins at `served`
 * ends when `served` has grown by its bytes (processor sharing in virtual time). Rates are whole bytes per second and
 * time is whole microseconds, so `served`, in millionths of a byte, is exact.
 * A change costs the groups that share a limited pipe with it, and the logarithm of the flows.
 */
export interface FlowTable<T> {
  readonly groups: ReadonlyMap<string, Group<T>>;
  readonly sequence: number;
}

interface Group<T> extends FlowGroup {
  readonly ends: Heap<Flow<T>>;
  readonly served: number;
  readonly bytesPerSecond: number;
  readonly asOfMicros: number;
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
  return { groups: new Map(), sequence: 0 };
}

/** Returns the table with one more flow. */
export function startFlow<T>(table: FlowTable<T>, capacities: Capacities, nowMicros: number, flow: Flow<T>): FlowTable<T> {
  const { linkId, registry } = flow;
  const group = advance(table.groups.get(keyOf(flow)) ?? emptyGroup<T>(linkId, registry, nowMicros), nowMicros);
  const ends = add(group.ends, group.served + flow.bytes * 1e6, table.sequence, flow);
  const groups = new Map(table.groups).set(keyOf(flow), { ...group, flows: group.flows + 1, ends });
  return { groups: retuned(groups, capacities, nowMicros, flow), sequence: table.sequence + 1 };
}

/** Returns the table without the flow of this id; costs the flows of its group. */
export function cancelFlow<T>(
  table: FlowTable<T>,
  capacities: Capacities,
  nowMicros: number,
  flow: { readonly id: string; readonly linkId: string; readonly registry: string },
): FlowTable<T> {
  const group = table.groups.get(keyOf(flow));
  if (group === undefined) return table;
  return withEnds(
    table,
    capacities,
    nowMicros,
    advance(group, nowMicros),
    without(group.ends, (other) => other.id === flow.id),
  );
}

/** Returns the flow whose bytes have all been served by now, the earliest first, or undefined. */
export function finishedFlow<T>(table: FlowTable<T>, nowMicros: number): Flow<T> | undefined {
  for (const group of table.groups.values()) if (group.ends !== undefined && endOf(group) <= nowMicros) return group.ends.value;
  return undefined;
}

/** Returns the table without a flow that `finishedFlow` has found. */
export function endFlow<T>(table: FlowTable<T>, capacities: Capacities, nowMicros: number, flow: Flow<T>): FlowTable<T> {
  const group = table.groups.get(keyOf(flow));
  if (group?.ends === undefined) throw new Error(`flow table: "${flow.id}" is not under way`);
  return withEnds(table, capacities, nowMicros, advance(group, nowMicros), removeFirst(group.ends));
}

/** Returns the table after the capacities changed: every rate anew. */
export function retuneFlows<T>(table: FlowTable<T>, capacities: Capacities, nowMicros: number): FlowTable<T> {
  const groups = [...table.groups.values()].map((group) => advance(group, nowMicros));
  return { ...table, groups: new Map(tuned(groups, capacities).map((group) => [keyOf(group), group])) };
}

/** Returns the first whole microsecond at which a flow has all its bytes; Infinity where none can end. */
export function nextEndMicros<T>(table: FlowTable<T>): number {
  let next = Infinity;
  for (const group of table.groups.values()) next = Math.min(next, endOf(group));
  return next;
}

function withEnds<T>(table: FlowTable<T>, capacities: Capacities, nowMicros: number, group: Group<T>, ends: Heap<Flow<T>>): FlowTable<T> {
  const groups = new Map(table.groups);
  if (ends === undefined) groups.delete(keyOf(group));
  else groups.set(keyOf(group), { ...group, flows: group.ends === ends ? group.flows : group.flows - 1, ends });
  return { ...table, groups: retuned(groups, capacities, nowMicros, group) };
}

/** Gives new rates to the groups that share a limited pipe with the group that changed, directly or through others. */
function retuned<T>(
  groups: Map<string, Group<T>>,
  capacities: Capacities,
  nowMicros: number,
  changed: { readonly linkId: string; readonly registry: string },
): ReadonlyMap<string, Group<T>> {
  const links = new Set([changed.linkId]);
  const registries = new Set([changed.registry]);
  const touched = new Set<Group<T>>();
  for (let before = -1; before !== touched.size; ) {
    before = touched.size;
    for (const group of groups.values()) {
      const linked = links.has(group.linkId) && capacityOf(capacities.links, group.linkId) !== Infinity;
      const served = registries.has(group.registry) && capacityOf(capacities.egress, group.registry) !== Infinity;
      const same = group.linkId === changed.linkId && group.registry === changed.registry;
      if (touched.has(group) || !(linked || served || same)) continue;
      touched.add(group);
      links.add(group.linkId);
      registries.add(group.registry);
    }
  }
  const advanced = [...touched].map((group) => advance(group, nowMicros));
  for (const group of tuned(advanced, capacities)) groups.set(keyOf(group), group);
  return groups;
}

function tuned<T>(groups: readonly Group<T>[], capacities: Capacities): readonly Group<T>[] {
  const rates = fairShare(groups, capacities);
  return groups.map((group, index) => ({ ...group, bytesPerSecond: rates[index] ?? 0 }));
}

function advance<T>(group: Group<T>, nowMicros: number): Group<T> {
  if (group.asOfMicros === nowMicros) return group;
  return { ...group, served: group.served + group.bytesPerSecond * (nowMicros - group.asOfMicros), asOfMicros: nowMicros };
}

function endOf<T>(group: Group<T>): number {
  if (group.ends === undefined) return Infinity;
  const left = group.ends.rank - group.served;
  if (left <= 0) return group.asOfMicros;
  return group.bytesPerSecond === 0 ? Infinity : group.asOfMicros + Math.ceil(left / group.bytesPerSecond);
}

function emptyGroup<T>(linkId: string, registry: string, nowMicros: number): Group<T> {
  return { linkId, registry, flows: 0, ends: undefined, served: 0, bytesPerSecond: 0, asOfMicros: nowMicros };
}

function keyOf(group: { readonly linkId: string; readonly registry: string }): string {
  return `${group.linkId} ${group.registry}`;
}
