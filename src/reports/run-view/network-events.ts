import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { unpackingSource } from '../../rules/runtime/network/capacities.ts';
import type { Flow } from '../../rules/runtime/network/flow-bundle.ts';
import type { ActorRecord, HeaderRecord, RecordOf, TraceRecord } from '../../trace/record.ts';
import { headerOf } from '../summary/run-conditions.ts';
import { droppedPulls } from './dropped-pulls.ts';
import type { Series } from './series-builder.ts';

/**
 * A layer on its way from a registry over a node's link, or one that is unpacked and takes processors from
 * those.
 */
export interface NetworkFlow extends Flow<undefined> {
  readonly actor: string;
  readonly fromMs: number;
}

type FetchRecord = RecordOf<'fetch'>;
type UnpackRecord = RecordOf<'unpack'>;

/**
 * The events of the network in order: bodies and unpackings that begin and end, faults that change
 * capacities.
 */
export type NetworkEvent =
  | { readonly kind: 'began'; readonly atMs: number; readonly flow: NetworkFlow }
  /** `isWhole` means that all bytes arrived. Of an unpacking nobody knows beforehand when it ends. */
  | { readonly kind: 'ended'; readonly atMs: number; readonly flow: NetworkFlow; readonly isWhole: boolean }
  | { readonly kind: 'fault'; readonly atMs: number; readonly record: RecordOf<'fault'> };

/** Returns the network's part of a trace. A flow whose end is not in the trace has no end here. */
export function networkEvents(records: readonly TraceRecord[]): NetworkEvent[] {
  const dropped = droppedPulls(records);
  const sharing = new Set(
    headerOf(records)?.nodes.flatMap(({ name, processors }) => (processors === undefined ? [] : [name])),
  );
  const events: NetworkEvent[] = [];
  /** By the name of the fetch, which receives one body at a time. */
  const open = new Map<string, NetworkFlow>();
  const byPull = new Map<string, Set<string>>();
  const registries = new Map<string, string>();
  /** The current layer by the name of the fetch, even if no body is on its way. */
  const layers = new Map<string, FetchRecord>();
  const begin = (name: string, flow: NetworkFlow): void => {
    open.set(name, flow);
    getOrInsert(byPull, flow.actor, () => new Set()).add(name);
    events.push({ kind: 'began', atMs: flow.fromMs, flow });
  };
  const end = (name: string, atMs: number, isWhole: boolean): void => {
    const flow = open.get(name);
    if (flow === undefined) return;
    open.delete(name);
    byPull.get(flow.actor)?.delete(name);
    events.push({ kind: 'ended', atMs, flow, isWhole });
  };
  for (const record of records) {
    if (record.type === 'request') {
      registries.set(record.actor, record.from ?? record.registry);
      const layer = layers.get(record.actor);
      // A body broke off, and the rest of it comes over another connection.
      if (layer !== undefined && record.kind === 'layer' && record.state === 'failed')
        end(record.actor, record.at, false);
      if (layer !== undefined && isBody(record) && !open.has(record.actor))
        begin(record.actor, flowOf(layer, registries.get(record.actor) ?? '', record, record.offset ?? 0));
    } else if (record.type === 'fetch' && record.state === 'started') {
      end(record.actor, record.at, false);
      layers.set(record.actor, record);
      begin(record.actor, flowOf(record, registries.get(record.actor) ?? '', record, 0));
    } else if (record.type === 'fetch' && record.state === 'stalled') end(record.actor, record.at, false);
    else if (record.type === 'fetch' && (record.state === 'fetched' || record.state === 'failed')) {
      layers.delete(record.actor);
      end(record.actor, record.at, record.state === 'fetched');
    } else if (record.type === 'unpack' && sharing.has(record.node)) {
      const name = `${record.pull} ${record.layer}`;
      if (record.state === 'started') begin(name, unpackingOf(record));
      else end(name, record.at, false);
    } else if (record.type === 'fault') events.push({ kind: 'fault', atMs: record.at, record });
    for (const pull of dropped.get(record.id) ?? [])
      for (const name of [...(byPull.get(pull) ?? [])]) {
        layers.delete(name);
        end(name, record.at, false);
      }
  }
  return events;
}

/**
 * Returns the part of a layer that is on its way, from `offset` on. `id` is that of the record that says so.
 */
function flowOf(
  { node, pull, bytes }: FetchRecord,
  registry: string,
  { id, at }: ActorRecord,
  offset: number,
): NetworkFlow {
  const left = Math.max(0, bytes - offset);
  return { id: `${id}`, bytes: left, linkId: node, registry, requester: undefined, actor: pull, fromMs: at };
}

/** Returns the unpacking of a layer, which goes on until a record says that it is over. */
function unpackingOf({ node, pull, id, at }: UnpackRecord): NetworkFlow {
  return {
    id: `${id}`,
    bytes: Infinity,
    linkId: node,
    registry: unpackingSource,
    requester: undefined,
    actor: pull,
    fromMs: at,
  };
}

function isBody({ kind, state, status }: RecordOf<'request'>): boolean {
  return kind === 'layer' && state === 'answered' && (status === 200 || status === 206);
}

/** Whether the header has the capacities of the network. Traces of other writers, and old ones, do not. */
export function knowsCapacities(header: HeaderRecord | undefined): header is HeaderRecord {
  return (
    header !== undefined &&
    (header.registries !== undefined || header.nodes.some((node) => node.linkBytesPerSecond !== undefined))
  );
}

/** The rates of the network over time, in bytes per second. */
export interface NetworkView {
  /** The rates over each node's link, and out of each registry. `peers` is what nodes send to each other. */
  readonly links: ReadonlyMap<string, Series>;
  readonly egress: ReadonlyMap<string, Series>;
  /**
   * The capacity of each link with the effects of faults; Infinity means no limit. Empty if the trace does
   * not have capacities.
   */
  readonly capacities: ReadonlyMap<string, Series>;
  /** What the processors of each node that shares them do, as bytes that they would receive. */
  readonly processors: ReadonlyMap<string, Series>;
  /** How many pulls receive bytes over each link at the same time. */
  readonly pulls: ReadonlyMap<string, Series>;
  /** The rate of one response, by link and registry (`node-1 docker.io`). */
  readonly rates: ReadonlyMap<string, Series>;
  /**
   * The greatest difference between the recorded ends of responses and those computed from the rates, in ms;
   * undefined if there are only mean rates.
   */
  readonly endErrorMsMax?: number;
}
