import type { ActorRecord, TraceRecord } from '../trace/record.ts';
import { callerOf } from './caller-of.ts';
import type { Invariant, Violation } from './invariant.ts';
import { nodeOf } from './node-of.ts';
import { type PullCall, pullCalls } from './pull-calls.ts';

type Work = Extract<ActorRecord, { type: 'request' | 'fetch' | 'unpack' }>;

/** Longer than every fixed cost of the kubelet or the runtime between two records of one pull. */
const fixedCostsMs = 10_000;

/**
 * At the end of a trace a pull may be under way only if the run was cut off by its horizon and the trace says what holds
 * it: another pull in the slot; a request, layer or unpacking that has begun; a script's fixed duration.
 */
export const noLostWaiter: Invariant = {
  name: 'no-lost-waiter',
  says: 'Every pull that asks for a slot gets an answer, or the trace names what holds it at the end.',
  check: (records) => {
    const end = records.at(-1);
    if (end?.type !== 'end') return [];
    const open = pullCalls(records).filter((call) => call.ended === undefined && call.lost === undefined);
    return open.flatMap((call): Violation[] => {
      const record = (call.granted ?? call.asked ?? call.begun).id;
      const { actor } = call.begun;
      if (end.reason === 'settled') return [{ record, message: `the run is settled, but ${actor} has no answer` }];
      if (end.at - latestOf(call, records).at <= fixedCostsMs || isHeld(call, open, records)) return [];
      return [{ record, message: `${actor} waits at the end, and nothing says for what` }];
    });
  },
};

function isHeld(call: PullCall, open: readonly PullCall[], records: readonly TraceRecord[]): boolean {
  if (call.granted === undefined) return open.some((other) => other.node === call.node && other.granted !== undefined);
  const from = call.granted.id;
  const work = records.filter((record): record is Work => isWork(record) && record.id > from && isWorkOf(record, call));
  return work.some((record) => isUnfinished(record, work, records)) || isScripted(call, records);
}

/** Begun and not ended by the same actor; what another pull does for this one ends in that pull's records. */
function isUnfinished(record: Work, work: readonly Work[], records: readonly TraceRecord[]): boolean {
  if (record.type === 'fetch' && (record.state === 'queued' || record.state === 'shared')) {
    return !records.some(
      (other) => other.type === 'fetch' && other.state === 'fetched' && other.id > record.id && isSameLayer(other, record),
    );
  }
  if (record.type === 'unpack' && record.state === 'shared') {
    return !records.some(
      (other) => other.type === 'unpack' && other.state === 'finished' && other.id > record.id && isSameLayer(other, record),
    );
  }
  if (record.state !== 'sent' && record.state !== 'started') return false;
  return !work.some((other) => other.id > record.id && other.actor === record.actor && other.type === record.type);
}

function isSameLayer(a: Extract<Work, { digest?: string }>, b: Extract<Work, { digest?: string }>): boolean {
  return a.digest === b.digest && nodeOf(a.actor) === nodeOf(b.actor);
}

/** A scripted pull tells nothing until it ends; the fault that scripts its image holds it. */
function isScripted(call: PullCall, records: readonly TraceRecord[]): boolean {
  const asked = records.find((record) => record.type === 'runtime' && record.op === 'PullImage' && record.id > (call.granted?.id ?? 0));
  const image = asked?.type === 'runtime' && asked.actor === call.begun.actor ? asked.image : undefined;
  return records.some(
    (record) =>
      record.type === 'fault' &&
      (record.fault === 'pullTakes' || record.fault === 'pullFails') &&
      record.target === image &&
      record.id < (asked?.id ?? 0),
  );
}

function latestOf(call: PullCall, records: readonly TraceRecord[]): { readonly at: number } {
  const own = records.filter(
    (record) => record.type !== 'header' && record.type !== 'end' && (record.actor === call.begun.actor || isWorkOf(record, call)),
  );
  return own.at(-1) ?? call.begun;
}

function isWork(record: TraceRecord): record is Work {
  return record.type === 'request' || record.type === 'fetch' || record.type === 'unpack';
}

function isWorkOf(record: { readonly actor: string }, call: PullCall): boolean {
  return record.actor !== call.begun.actor && callerOf(record.actor) === call.begun.actor;
}
