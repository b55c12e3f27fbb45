import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { Fault } from '../../rules/runtime/fault.ts';
import { unpackingSource } from '../../rules/runtime/network/capacities.ts';
import {
  cancelFlow,
  egressLevels,
  emptyFlowTable,
  endFlow,
  type FlowRate,
  type FlowTable,
  firstToEnd,
  flowEndMicros,
  flowRates,
  nextEndMicros,
  retuneFlows,
  startFlow,
} from '../../rules/runtime/network/flow-table.ts';
import {
  type LinkLimits,
  type NetworkCapacities,
  type NetworkLimits,
  networkCapacities,
  withServing,
} from '../../rules/runtime/network/network-capacities.ts';
import { isPeerSource, peerSource, peersHost } from '../../rules/runtime/peers/peer-source.ts';
import type { HeaderNode, HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { headerOf } from '../summary/run-conditions.ts';
import { meanRates } from './mean-rates.ts';
import {
  knowsCapacities,
  type NetworkEvent,
  type NetworkFlow,
  type NetworkView,
  networkEvents,
} from './network-events.ts';
import { type Series, SeriesBuilder } from './series-builder.ts';

/**
 * Returns the rates of the network. If the header has the capacities, the simulation's own rules give the
 * exact rates: responses share links and egress max-min fairly. Otherwise every response has its mean rate.
 */
export function networkView(records: readonly TraceRecord[]): NetworkView {
  const header = headerOf(records);
  const events = networkEvents(records);
  if (!knowsCapacities(header)) return meanRates(events, records.at(-1)?.at ?? 0);
  const replay = new NetworkReplay(limitsOf(header, events));
  for (const event of events) replay.note(event);
  return replay.finish(records.at(-1)?.at ?? 0);
}

class NetworkReplay {
  readonly #limits: NetworkLimits;
  readonly #faults = new Map<string, Fault>();
  #capacities: NetworkCapacities;
  #table: FlowTable<undefined> = emptyFlowTable();
  /** Flows that are complete according to the rates, but not yet in the trace. */
  readonly #early = new Map<string, number>();
  readonly #links = new SeriesTable(0);
  readonly #egress = new SeriesTable(0);
  readonly #pulls = new SeriesTable(0);
  readonly #rates = new SeriesTable(0);
  readonly #processors = new SeriesTable(0);
  readonly #capacitySeries: SeriesTable;
  /** The bytes per second of all flows of a link and registry together. */
  readonly #totals = new Map<string, number>();
  readonly #flowsByPull = new Map<string, number>();
  /** The level to which each registry's egress limited its flows after the last change. */
  #levels: ReadonlyMap<string, number> = new Map();
  #endErrorMicrosMax = 0;

  constructor(limits: NetworkLimits) {
    this.#limits = limits;
    this.#capacities = networkCapacities(limits, []);
    this.#capacitySeries = new SeriesTable(Number.POSITIVE_INFINITY);
    this.#writeCapacities(0);
    for (const link of Object.keys(limits.links)) this.#links.of(link);
    for (const host of Object.keys(limits.registries)) this.#egress.of(host);
  }

  note(event: NetworkEvent): void {
    const nowMicros = microsOf(event.atMs);
    this.#endThoseBefore(nowMicros);
    if (event.kind === 'fault') this.#noteFault(event, nowMicros);
    else if (event.kind === 'began') {
      this.#capacities = withServing(this.#capacities, event.flow.linkId, event.flow.registry);
      this.#table = startFlow(this.#table, this.#capacities, nowMicros, event.flow);
      this.#countPull(event.flow, event.atMs, 1);
      this.#retuned(event.flow, event.atMs);
    } else this.#end(event.flow, event.isWhole, nowMicros);
  }

  finish(endMs: number): NetworkView {
    this.#endThoseBefore(microsOf(endMs));
    return {
      links: this.#links.finish(),
      egress: this.#egress.finish(),
      capacities: this.#capacitySeries.finish(),
      processors: this.#processors.finish(),
      pulls: this.#pulls.finish(),
      rates: this.#rates.finish(),
      endErrorMsMax: this.#endErrorMicrosMax / 1000,
    };
  }

  /** According to the rates these are complete, and their records follow. */
  #endThoseBefore(nowMicros: number): void {
    for (
      let endMicros = nextEndMicros(this.#table);
      endMicros < nowMicros;
      endMicros = nextEndMicros(this.#table)
    ) {
      const flow = firstToEnd(this.#table);
      this.#early.set(flow.id, endMicros);
      this.#table = endFlow(this.#table, this.#capacities, endMicros);
      this.#retuned(flow, endMicros / 1000);
    }
  }

  #end(flow: NetworkFlow, isWhole: boolean, nowMicros: number): void {
    this.#countPull(flow, nowMicros / 1000, -1);
    const early = this.#early.get(flow.id);
    if (early !== undefined) {
      this.#early.delete(flow.id);
      if (isWhole) this.#noteError(nowMicros - early);
      return;
    }
    const isNext = nextEndMicros(this.#table) === nowMicros && firstToEnd(this.#table).id === flow.id;
    if (isWhole && !isNext) this.#noteError(this.#leftMicros(flow, nowMicros));
    this.#table = isNext
      ? endFlow(this.#table, this.#capacities, nowMicros)
      : cancelFlow(this.#table, this.#capacities, nowMicros, flow);
    this.#retuned(flow, nowMicros / 1000);
  }

  #noteError(micros: number): void {
    this.#endErrorMicrosMax = Math.max(this.#endErrorMicrosMax, micros);
  }

  /** Returns how much longer the flow would take at the current rates. */
  #leftMicros(flow: NetworkFlow, nowMicros: number): number {
    return Math.max(0, flowEndMicros(this.#table, nowMicros, flow.id) - nowMicros);
  }

  #noteFault({ atMs, record }: Extract<NetworkEvent, { kind: 'fault' }>, nowMicros: number): void {
    const { fault, target, bytesPerSecond, state, actor } = record;
    if (state === 'ended') this.#faults.delete(actor);
    else if (fault === 'stall')
      this.#faults.set(actor, { kind: 'stall', ...(target === undefined ? {} : { registry: target }) });
    else if (fault === 'slowLink' && bytesPerSecond !== undefined)
      this.#faults.set(actor, {
        kind: 'slowLink',
        bytesPerSecond,
        ...(target === undefined ? {} : { node: target }),
      });
    else return;
    this.#capacities = networkCapacities(
      this.#limits,
      [...this.#faults.values()],
      this.#capacities.swarm?.serving,
    );
    this.#writeCapacities(atMs);
    this.#table = retuneFlows(this.#table, this.#capacities, nowMicros);
    this.#write(flowRates(this.#table), atMs);
  }

  #writeCapacities(atMs: number): void {
    for (const [link, capacity] of Object.entries(this.#capacities.links))
      this.#capacitySeries.of(link).set(atMs, capacity);
  }

  /**
   * Writes down the rates that this flow may have changed: those of its link, or all if the level of an
   * egress has changed.
   */
  #retuned(flow: { readonly linkId: string; readonly registry: string }, atMs: number): void {
    const near = flowRates(this.#table, flow.linkId);
    const levels = egressLevels(this.#table);
    const isStill = [...levels].every(
      ([registry, level]) => level === (this.#levels.get(registry) ?? Infinity),
    );
    const rates = isStill ? near : flowRates(this.#table);
    this.#levels = levels;
    const isGone = near.every(({ registry }) => registry !== flow.registry);
    this.#write(isGone ? [...rates, { ...flow, flows: 0, bytesPerSecond: 0 }] : rates, atMs);
  }

  #write(rates: readonly FlowRate[], atMs: number): void {
    for (const { linkId, registry, flows, bytesPerSecond } of rates) {
      const key = `${linkId} ${registry}`;
      // Without a limit the bytes take no time.
      const rate = Number.isFinite(bytesPerSecond) ? bytesPerSecond : 0;
      const change = flows * rate - (this.#totals.get(key) ?? 0);
      this.#rates.of(key).set(atMs, rate);
      if (change === 0) continue;
      this.#totals.set(key, flows * rate);
      const processors = this.#limits.links[linkId]?.processors;
      const bytes = registry === unpackingSource ? change * (processors?.bytesPerUnpackMicro ?? 0) : change;
      if (processors !== undefined) this.#processors.of(linkId).add(atMs, bytes);
      if (registry === unpackingSource) continue;
      this.#links.of(linkId).add(atMs, change);
      this.#egress.of(isPeerSource(registry) ? peersHost : registry).add(atMs, change);
    }
  }

  #countPull({ actor, linkId, registry }: NetworkFlow, atMs: number, change: 1 | -1): void {
    if (registry === unpackingSource) return;
    const before = this.#flowsByPull.get(actor) ?? 0;
    if (before + change === 0) this.#flowsByPull.delete(actor);
    else this.#flowsByPull.set(actor, before + change);
    if (before === 0 || before + change === 0) this.#pulls.of(linkId).add(atMs, change);
  }
}

/** Series by name, each begun at its first use. */
class SeriesTable {
  readonly #first: number;
  readonly #builders = new Map<string, SeriesBuilder>();

  constructor(first: number) {
    this.#first = first;
  }

  of(name: string): SeriesBuilder {
    return getOrInsert(this.#builders, name, () => new SeriesBuilder(this.#first));
  }

  finish(): ReadonlyMap<string, Series> {
    return new Map([...this.#builders].map(([name, builder]) => [name, builder.finish()]));
  }
}

function limitsOf(header: HeaderRecord, events: readonly NetworkEvent[]): NetworkLimits {
  const nodes = new Map<string, LinkLimits>(
    header.nodes.map((node) => [
      node.name,
      {
        bytesPerSecond: takenInAtMost(node) ?? null,
        ...(node.processors === undefined ? {} : { processors: node.processors }),
      },
    ]),
  );
  const hosts = new Set([
    ...Object.keys(header.registries ?? {}),
    ...(header.peers === undefined ? [] : [peersHost]),
  ]);
  const sources = new Set(header.peers === 'layers' ? header.nodes.map(({ name }) => peerSource(name)) : []);
  for (const event of events) {
    if (event.kind !== 'began') continue;
    if (!nodes.has(event.flow.linkId)) nodes.set(event.flow.linkId, { bytesPerSecond: null });
    if (!sources.has(event.flow.registry) && event.flow.registry !== unpackingSource)
      hosts.add(event.flow.registry);
  }
  const registries = [...hosts].map((host) => {
    const limits = header.registries?.[host];
    const {
      egressBytesPerSecond = null,
      bytesPerSecondPerResponse = null,
      bytesPerSecondPerClient = null,
      ...more
    } = limits ?? {};
    return [
      host,
      { egressBytesPerSecond, bytesPerSecondPerResponse, bytesPerSecondPerClient, ...more },
    ] as const;
  });
  const uplinks = header.nodes.map(
    ({ name, uplinkBytesPerSecond = null }) => [name, { bytesPerSecond: uplinkBytesPerSecond }] as const,
  );
  return {
    links: Object.fromEntries(nodes),
    registries: Object.fromEntries(registries),
    ...(header.peers === undefined
      ? {}
      : { peers: { share: header.peers, uplinks: Object.fromEntries(uplinks) } }),
  };
}

/** Returns the highest rate in bytes per second at which a node takes in data; undefined means no limit. */
export function takenInAtMost({ intake, linkBytesPerSecond }: HeaderNode): number | undefined {
  return intake?.bytesPerSecond ?? linkBytesPerSecond;
}

function microsOf(atMs: number): number {
  return Math.round(atMs * 1000);
}
