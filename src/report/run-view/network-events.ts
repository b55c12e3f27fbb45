import type { Flow } from '../../runtime/flow-table.ts';
import type { ActorRecord, HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { callerOf, nodeOf } from '../actor-names.ts';
import { droppedPulls } from './dropped-pulls.ts';

/** A layer on its way from a registry over a node's link. */
export interface NetworkFlow extends Flow<undefined> {
  readonly actor: string;
  readonly fromMs: number;
}

/** What happens on the wires, in order: bodies that begin and end, faults that change what wires carry. */
export type NetworkEvent =
  | { readonly kind: 'began'; readonly atMs: number; readonly flow: NetworkFlow }
  /** `isWhole`: all bytes came. */
  | { readonly kind: 'ended'; readonly atMs: number; readonly flow: NetworkFlow; readonly isWhole: boolean }
  | { readonly kind: 'fault'; readonly atMs: number; readonly record: Extract<ActorRecord, { type: 'fault' }> };

/** Returns the network's part of a trace. A flow that the trace does not end has no end here. */
export function networkEvents(records: readonly TraceRecord[]): NetworkEvent[] {
  const dropped = droppedPulls(records);
  const events: NetworkEvent[] = [];
  /** By the name of the fetch: it receives one body at a time. */
  const open = new Map<string, NetworkFlow>();
  const byPull = new Map<string, Set<string>>();
  const registries = new Map<string, string>();
  const end = (name: string, atMs: number, isWhole: boolean): void => {
    const flow = open.get(name);
    if (flow === undefined) return;
    open.delete(name);
    byPull.get(flow.actor)?.delete(name);
    events.push({ kind: 'ended', atMs, flow, isWhole });
  };
  for (const record of records) {
    if (record.type === 'request') registries.set(record.actor, record.registry);
    else if (record.type === 'fetch' && record.state === 'started') {
      end(record.actor, record.at, false);
      const flow = flowOf(record, registries.get(record.actor) ?? '');
      open.set(record.actor, flow);
      const pull = byPull.get(flow.actor) ?? new Set();
      byPull.set(flow.actor, pull.add(record.actor));
      events.push({ kind: 'began', atMs: record.at, flow });
    } else if (record.type === 'fetch' && (record.state === 'fetched' || record.state === 'failed'))
      end(record.actor, record.at, record.state === 'fetched');
    else if (record.type === 'fault') events.push({ kind: 'fault', atMs: record.at, record });
    for (const pull of dropped.get(record.id) ?? []) for (const name of [...(byPull.get(pull) ?? [])]) end(name, record.at, false);
  }
  return events;
}

function flowOf({ id, at, actor, bytes }: Extract<ActorRecord, { type: 'fetch' }>, registry: string): NetworkFlow {
  return { id: `${id}`, bytes, linkId: nodeOf(actor), registry, requester: undefined, actor: callerOf(actor), fromMs: at };
}

/** Whether the header tells what the wires carry; traces of other writers, and old ones, do not. */
export function knowsCapacities(header: HeaderRecord | undefined): header is HeaderRecord {
  return header !== undefined && (header.registries !== undefined || header.nodes.some((node) => node.linkBytesPerSecond !== undefined));
}
