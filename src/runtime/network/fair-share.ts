import { add, type Heap, removeFirst } from '../../collections/heap.ts';
import { type Demand, fairLevel, wholeRate } from './fair-level.ts';

/** The flows over one link from one registry with the same limit of their own. They always have the same rate. */
export interface FlowGroup {
  readonly linkId: string;
  readonly registry: string;
  readonly flows: number;
  /** The highest rate of each flow, even if there is room for more; Infinity means no such limit. */
  readonly bytesPerSecondMax: number;
}

/** The limits of flows in bytes per second, by link id and by registry. Infinity means no limit, 0 means that nothing moves. */
export interface Capacities {
  readonly links: Readonly<Record<string, number>>;
  readonly egress: Readonly<Record<string, number>>;
  readonly perResponse: Readonly<Record<string, number>>;
  /** The limit of all flows from the registry over one link together. */
  readonly perClient: Readonly<Record<string, number>>;
}

/** A pipe that carries the flows of some groups, given by their indices. */
interface Pipe {
  readonly capacity: number;
  readonly members: number[];
}

/**
 * Returns the max-min fair rate of one flow of each group, in the order of `groups`, in whole bytes per second. No pipe ever carries more
 * than its capacity: all rates rise together, and a group stops when its limit per response, its client's limit, its link or its registry's
 * egress (in this order) has no room for one more byte per second for all that still rise. Measured for containerd: active responses share
 * the link equally (docs/measurements.md R4).
 */
export function fairShare(groups: readonly FlowGroup[], capacities: Capacities): readonly number[] {
  const ceilings = groups.map(({ registry, bytesPerSecondMax }) => ownCeiling(bytesPerSecondMax, capacities, registry));
  const demands = (pipe: Pipe): Demand[] =>
    pipe.members.map((place) => ({ flows: groups[place]?.flows ?? 0, ceiling: ceilings[place] ?? 0 }));
  const lower = (pipe: Pipe, level: number): void => {
    for (const place of pipe.members) ceilings[place] = Math.min(ceilings[place] ?? 0, level);
  };
  // A client's limit is part of its link and its registry's egress: it is always reached before these.
  const clients = pipesOf(
    groups,
    capacities.perClient,
    ({ registry }) => registry,
    ({ linkId, registry }) => `${linkId} ${registry}`,
  );
  for (const client of clients) lower(client, fairLevel(client.capacity, demands(client)));
  const links = pipesOf(groups, capacities.links, ({ linkId }) => linkId);
  const egresses = pipesOf(groups, capacities.egress, ({ registry }) => registry);
  let waiting: Heap<Pipe>;
  for (const [sequence, pipe] of [...links, ...egresses].entries())
    waiting = add(waiting, fairLevel(pipe.capacity, demands(pipe)), sequence, pipe);
  // The pipe with the lowest level is settled first: its flows can rise no further, and leave more of other pipes to the rest. Levels only
  // rise.
  while (waiting !== undefined && waiting.rank < Infinity) {
    const { rank, sequence, value } = waiting;
    const level = fairLevel(value.capacity, demands(value));
    waiting = removeFirst(waiting);
    if (level > rank) waiting = add(waiting, level, sequence, value);
    else lower(value, level);
  }
  return ceilings;
}

/** Returns the highest rate of a flow from this registry if it were alone. */
export function ownCeiling(bytesPerSecondMax: number, capacities: Capacities, registry: string): number {
  return wholeRate(Math.min(bytesPerSecondMax, capacityOf(capacities.perResponse, registry)));
}

/** Returns the capacity of a link or registry. Throws if it was not declared, which is an error in the wiring. */
export function capacityOf(capacities: Readonly<Record<string, number>>, name: string): number {
  const capacity = capacities[name];
  if (capacity === undefined) throw new Error(`fairShare: no capacity is known of "${name}"`);
  return capacity;
}

function pipesOf(
  groups: readonly FlowGroup[],
  capacities: Readonly<Record<string, number>>,
  ownerOf: (group: FlowGroup) => string,
  nameOf: (group: FlowGroup) => string = ownerOf,
): readonly Pipe[] {
  const pipes = new Map<string, Pipe>();
  for (const [place, group] of groups.entries()) {
    const capacity = capacityOf(capacities, ownerOf(group));
    const pipe = pipes.get(nameOf(group));
    if (pipe !== undefined) pipe.members.push(place);
    else pipes.set(nameOf(group), { capacity, members: [place] });
  }
  return [...pipes.values()];
}
