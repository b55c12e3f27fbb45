import { add, type Heap, removeFirst } from '../../collections/heap.ts';
import { type Demand, fairLevel, wholeRate } from './fair-level.ts';

/** Flows of one link from one registry with the same limit of their own: all alike, so they always get the same rate. */
export interface FlowGroup {
  readonly linkId: string;
  readonly registry: string;
  readonly flows: number;
  /** What each of them may have at most, whatever there is room for; Infinity: no such limit. */
  readonly bytesPerSecondMax: number;
}

/** What limits flows, in bytes per second, by link id and by registry; Infinity is no limit, 0 a stall. */
export interface Capacities {
  readonly links: Readonly<Record<string, number>>;
  readonly egress: Readonly<Record<string, number>>;
  readonly perResponse: Readonly<Record<string, number>>;
  /** All flows of one link from the registry together. */
  readonly perClient: Readonly<Record<string, number>>;
}

/** A pipe that carries the flows of some groups, by their places. */
interface Pipe {
  readonly capacity: number;
  readonly members: number[];
}

/**
 * Returns the max-min fair rate of one flow of each group, in the order of `groups`, in whole bytes per second, so that no
 * pipe ever carries more than it can: all rates rise together, byte by byte, and a group stops rising when its limit per
 * response, its client's limit, its link or its registry's egress (in this order) does not let all that still rise have
 * one more. Measured for containerd: active responses share the link equally (docs/measurements.md R4).
 */
export function fairShare(groups: readonly FlowGroup[], capacities: Capacities): readonly number[] {
  const ceilings = groups.map(({ registry, bytesPerSecondMax }) => ownCeiling(bytesPerSecondMax, capacities, registry));
  const demands = (pipe: Pipe): Demand[] =>
    pipe.members.map((place) => ({ flows: groups[place]?.flows ?? 0, ceiling: ceilings[place] ?? 0 }));
  const lower = (pipe: Pipe, level: number): void => {
    for (const place of pipe.members) ceilings[place] = Math.min(ceilings[place] ?? 0, level);
  };
  // A client's limit lies within its link and its registry's egress: nothing else holds its flows before it does.
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
  // The lowest level of all: who has it can rise no further, and leaves more to the others. Levels only rise.
  while (waiting !== undefined && waiting.rank < Infinity) {
    const { rank, sequence, value } = waiting;
    const level = fairLevel(value.capacity, demands(value));
    waiting = removeFirst(waiting);
    if (level > rank) waiting = add(waiting, level, sequence, value);
    else lower(value, level);
  }
  return ceilings;
}

/** Returns what a flow from this registry may have at most, if it were alone. */
export function ownCeiling(bytesPerSecondMax: number, capacities: Capacities, registry: string): number {
  return wholeRate(Math.min(bytesPerSecondMax, capacityOf(capacities.perResponse, registry)));
}

/** Returns the capacity of a link or registry; throws where nobody declared it, a mistake of the wiring. */
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
