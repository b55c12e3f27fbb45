/** The flows of one link from one registry: all alike, so they always get the same rate. */
export interface FlowGroup {
  readonly linkId: string;
  readonly registry: string;
  readonly flows: number;
}

/** What limits flows, in bytes per second, by link id and by registry; Infinity is no limit, 0 a stall. */
export interface Capacities {
  readonly links: Readonly<Record<string, number>>;
  readonly egress: Readonly<Record<string, number>>;
  readonly perResponse: Readonly<Record<string, number>>;
}

interface Pipe {
  left: number;
  unsettled: number;
}

/**
 * Returns the max-min fair rate of one flow of each group, in the order of `groups`, in whole bytes per second (rounded
 * down, so that no pipe ever carries more than it can): all rates rise together, and a group stops rising when its
 * link or its registry's egress is full or its limit per response is reached. Measured for containerd: active
 * responses share the link equally (shared/runtime-runs R4).
 */
export function fairShare(groups: readonly FlowGroup[], capacities: Capacities): readonly number[] {
  const links = new Map<string, Pipe>();
  const egresses = new Map<string, Pipe>();
  for (const group of groups) {
    widen(links, group.linkId, capacityOf(capacities.links, group.linkId), group.flows);
    widen(egresses, group.registry, capacityOf(capacities.egress, group.registry), group.flows);
  }
  const ceilings = groups.map((group) => () => {
    const link = links.get(group.linkId);
    const egress = egresses.get(group.registry);
    return Math.min(capacityOf(capacities.perResponse, group.registry), shareOf(link), shareOf(egress));
  });
  const rates: number[] = groups.map(() => Number.NaN);
  for (let unsettled = groups.length; unsettled > 0; ) {
    // The lowest ceiling of all: whoever has it can rise no further.
    const now = ceilings.map((ceiling, index) => (Number.isNaN(rates[index]) ? ceiling() : Infinity));
    const lowest = Math.min(...now);
    groups.forEach((group, index) => {
      if (!Number.isNaN(rates[index]) || now[index] !== lowest) return;
      // A flow that may go at all never stands still, however many share the pipe.
      rates[index] = lowest > 0 ? Math.max(1, Math.floor(lowest)) : 0;
      unsettled--;
      settle(links.get(group.linkId), group.flows, lowest);
      settle(egresses.get(group.registry), group.flows, lowest);
    });
  }
  return rates;
}

/** Returns the capacity of a link or registry; throws where nobody declared it, a mistake of the wiring. */
export function capacityOf(capacities: Readonly<Record<string, number>>, name: string): number {
  const capacity = capacities[name];
  if (capacity === undefined) throw new Error(`fairShare: no capacity is known of "${name}"`);
  return capacity;
}

function widen(pipes: Map<string, Pipe>, name: string, capacity: number, flows: number): void {
  const pipe = pipes.get(name);
  if (pipe === undefined) pipes.set(name, { left: capacity, unsettled: flows });
  else pipe.unsettled += flows;
}

function shareOf(pipe: Pipe | undefined): number {
  return pipe === undefined || pipe.unsettled === 0 ? Infinity : pipe.left / pipe.unsettled;
}

function settle(pipe: Pipe | undefined, flows: number, rate: number): void {
  if (pipe === undefined) return;
  pipe.left -= flows * rate;
  pipe.unsettled -= flows;
}
