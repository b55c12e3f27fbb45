import type { ActorRecord, TraceRecord } from '../../../trace/record.ts';
import { headerNodes, stoppedKubelets } from './node-lives.ts';

export type PullRecord = Extract<ActorRecord, { type: 'pull' }>;

/** One call of `EnsureImageExists`, as far as it got. Records that do not exist are absent. */
export interface PullCall {
  readonly node: string;
  /** The first record: `joined`, `inspecting`, `waiting`, or the outcome. */
  readonly begun: PullRecord;
  readonly asked?: PullRecord;
  readonly granted?: PullRecord;
  /** The credential provider that is asked and has not answered. */
  readonly provider?: PullRecord | undefined;
  readonly ended?: PullRecord;
  /** The record at which the kubelet stopped, if the call had not ended. */
  readonly lost?: TraceRecord;
}

type Draft = { -readonly [Key in keyof PullCall]: PullCall[Key] };

/**
 * Returns the calls of a trace in the order in which they began. A record after a call's outcome begins the
 * actor's next call.
 */
export function pullCalls(records: readonly TraceRecord[]): readonly PullCall[] {
  const nodes = headerNodes(records).map((node) => node.name);
  const open = new Map<string, Draft>();
  const calls: Draft[] = [];
  for (const record of records) {
    for (const node of stoppedKubelets(record, nodes)) {
      for (const [actor, call] of open) {
        if (call.node !== node) continue;
        call.lost = record;
        open.delete(actor);
      }
    }
    if (record.type !== 'pull') continue;
    let call = open.get(record.actor);
    if (
      call === undefined ||
      record.state === 'joined' ||
      (record.state === 'inspecting' && call.begun.state !== 'joined') ||
      (record.state === 'waiting' && (call.asked ?? call.granted) !== undefined)
    ) {
      call = { node: record.node, begun: record };
      open.set(record.actor, call);
      calls.push(call);
    }
    note(call, record);
    if (call.ended !== undefined) open.delete(record.actor);
  }
  return calls;
}

function note(call: Draft, record: PullRecord): void {
  switch (record.state) {
    case 'joined':
    case 'inspecting':
      return;
    case 'askingCredentials':
      call.provider = record;
      return;
    case 'credentialsAnswered':
      call.provider = undefined;
      return;
    case 'waiting':
      call.asked = record;
      return;
    case 'pulling':
      call.granted ??= record;
      return;
    default:
      call.ended = record;
  }
}
