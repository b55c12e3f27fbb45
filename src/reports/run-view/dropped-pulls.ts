import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { noteRecords } from '../../trace/readings.ts';
import type { ActorRecord, TraceRecord } from '../../trace/record.ts';

interface OpenPull {
  /** The latest record of the runtime's work for it. */
  lastRecord: number;
  /** The caller; absent for the runtime itself, which pulls for a sandbox. */
  readonly caller?: 'kubelet' | 'prePull';
  /** The record of the kubelet's end. Later records show whether the runtime continued after it. */
  orphanedBy?: number;
}

/**
 * Returns which pulls the runtime gave up, by the number of the record at which it did. Their work ended
 * there, although no record says so. A failed pull is given up at its last record before the failure is
 * reported; those of a kubelet end with it, unless later records continue them; all pulls of a node end when
 * it goes down.
 */
export function droppedPulls(records: readonly TraceRecord[]): ReadonlyMap<number, readonly string[]> {
  const dropped = new Map<number, string[]>();
  const nodes = new Map<string, Map<string, OpenPull>>();
  const drop = (record: number, actor: string): void => {
    getOrInsert(dropped, record, () => []).push(actor);
  };
  const settle = (actor: string, pull: OpenPull): void => {
    if (pull.orphanedBy !== undefined) drop(pull.orphanedBy, actor);
  };
  const note = (record: ActorRecord): void => {
    if (!('node' in record)) return;
    const open = getOrInsert(nodes, record.node, () => new Map());
    const actor = 'pull' in record ? record.pull : record.actor;
    const pull = open.get(actor);
    if (record.type === 'request' || record.type === 'fetch' || record.type === 'unpack') {
      open.set(actor, { ...callerOf(pull), lastRecord: record.id });
    } else if (begins(record)) {
      if (pull !== undefined) settle(actor, pull);
      open.set(actor, { caller: record.type === 'prePull' ? 'prePull' : 'kubelet', lastRecord: record.id });
    } else if (ends(record)) {
      if (pull !== undefined && failed(record)) drop(pull.lastRecord, actor);
      open.delete(actor);
    } else if (record.type === 'prePull' && record.state === 'interrupted') {
      for (const one of open.values()) if (one.caller === 'prePull') one.orphanedBy = record.id;
    } else if (record.type === 'node' && record.state === 'kubeletRestarted') {
      for (const one of open.values()) if (one.caller === 'kubelet') one.orphanedBy ??= record.id;
    } else if (record.type === 'node' && record.state === 'rebooting') {
      for (const [name, one] of open) drop(one.orphanedBy ?? record.id, name);
      open.clear();
    }
  };
  noteRecords(records, note);
  for (const open of nodes.values()) for (const [actor, pull] of open) settle(actor, pull);
  return dropped;
}

function callerOf(pull: OpenPull | undefined): Pick<OpenPull, 'caller'> {
  return pull?.caller === undefined ? {} : { caller: pull.caller };
}

function begins(record: ActorRecord): boolean {
  return (
    (record.type === 'runtime' && record.op === 'PullImage') ||
    (record.type === 'prePull' && record.state === 'pulling')
  );
}

function ends(record: ActorRecord): boolean {
  if (record.type === 'prePull') return record.state === 'pulled' || record.state === 'failed';
  return (
    record.type === 'runtime-return' ||
    (record.type === 'pull' && (record.state === 'pulled' || record.state === 'failed'))
  );
}

function failed(record: ActorRecord): boolean {
  if (record.type === 'runtime-return') return record.error !== undefined;
  return (record.type === 'pull' || record.type === 'prePull') && record.state === 'failed';
}
