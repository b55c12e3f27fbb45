import { v1_36 } from '../../../rules/kubelet/profiles/profiles.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { always, type Violation } from '../invariant.ts';
import { headerNodes } from '../reading/node-lives.ts';
import { type PullCall, type PullRecord, pullCalls } from '../reading/pull-calls.ts';

/**
 * Only a kubelet with the policy `coalesce` joins pulls. Who waited goes on in the moment in which the pull that
 * it waited for ends, with or without its image.
 */
export const joinedPullsWait = always(
  'joined-pulls-wait',
  'A pull that waits for another pod’s pull of the same image does so until that one ends, and only where pulls are coalesced.',
  function* (records) {
    const joined = records.filter(isJoined);
    if (joined.length === 0) return;
    const coalescing = new Set(
      headerNodes(records).flatMap(({ name, policy }) => (policy === 'coalesce' ? [name] : [])),
    );
    const callsByActor = new Map<string, PullCall[]>();
    for (const call of pullCalls(records)) {
      const known = callsByActor.get(call.begun.actor);
      if (known === undefined) callsByActor.set(call.begun.actor, [call]);
      else known.push(call);
    }
    const nextByActor = nextRecords(records);
    for (const record of joined) {
      const violation = coalescing.has(record.node)
        ? wrongWait(record, callsByActor, nextByActor.get(record.id))
        : `${record.actor} waits for a pull of the same image, and its kubelet does not coalesce pulls`;
      if (violation !== undefined) yield { record: record.id, message: violation } satisfies Violation;
    }
  },
);

function isJoined(record: TraceRecord): record is PullRecord {
  return record.type === 'pull' && record.state === 'joined';
}

/** Returns the next record of the same pull after each one that joins, by its number. */
function nextRecords(records: readonly TraceRecord[]): ReadonlyMap<number, PullRecord> {
  const open = new Map<string, number>();
  const next = new Map<number, PullRecord>();
  for (const record of records) {
    if (record.type !== 'pull') continue;
    const before = open.get(record.actor);
    if (before !== undefined) next.set(before, record);
    open.delete(record.actor);
    if (isJoined(record)) open.set(record.actor, record.id);
  }
  return next;
}

function wrongWait(
  record: PullRecord,
  callsByActor: ReadonlyMap<string, readonly PullCall[]>,
  next: PullRecord | undefined,
): string | undefined {
  const leader = record.because?.actor ?? '';
  const call = (callsByActor.get(leader) ?? []).findLast(({ begun }) => begun.id < record.id);
  const end = call?.ended ?? call?.lost;
  if (call === undefined || (end !== undefined && end.id < record.id))
    return `${record.actor} waits for ${leader || 'no pull'}, which has none under way`;
  if (tagged(call.begun.image) !== tagged(record.image))
    return `${record.actor} waits for ${leader}, which pulls another image`;
  if (next === undefined || call.lost !== undefined) return undefined;
  if (call.ended === undefined || next.id < call.ended.id)
    return `${record.actor} goes on before ${leader} has ended`;
  return next.at === call.ended.at ? undefined : `${record.actor} goes on later than ${leader} has ended`;
}

/** With the default tag, which pods may leave out. */
function tagged(image: string): string {
  const answer = v1_36.applyDefaultImageTag(image);
  return 'image' in answer ? answer.image : image;
}
