import { always } from '../invariant.ts';
import { headerNodes, stoppedKubelets } from '../reading/node-lives.ts';

export const oneSyncAtATime = always(
  'one-sync-at-a-time',
  'A pod has one round at a time, of SyncPod no more once it ends, and none when it is gone or refused.',
  function* (records) {
    const nodes = headerNodes(records).map((node) => node.name);
    const open = new Map<string, string>();
    const podEnds = new Map<string, PodEnd>();
    const deleting = new Set<string>();
    /** The pods that have had their round of SyncTerminatedPod. */
    const finalized = new Set<string>();
    for (const record of records) {
      for (const node of stoppedKubelets(record, nodes)) {
        for (const [uid, owner] of open) if (owner === node) open.delete(uid);
        for (const [uid, end] of podEnds) podEnds.set(uid, endAfterRestart(end, node, deleting.has(uid)));
      }
      if (record.type === 'pod') {
        const { uid } = record.pod;
        const isGone = podEnds.get(uid)?.after === 'all' || podEnds.get(uid)?.after === 'final';
        if (record.state === 'deleting') deleting.add(uid);
        if (record.state === 'terminated' && !isGone)
          podEnds.set(uid, { node: record.node, after: 'terminating' });
        // Of a pod that is deleted between its end and the next relist, SyncTerminatedPod is still to come.
        const isFinal =
          record.state === 'deleted' && podEnds.get(uid)?.after === 'terminating' && !finalized.has(uid);
        if (record.state === 'rejected' || record.state === 'deleted')
          podEnds.set(uid, { node: record.node, after: isFinal ? 'final' : 'all' });
      }
      if (record.type !== 'sync') continue;
      const { uid, name } = record.pod;
      const { after } = podEnds.get(uid) ?? { after: 'nothing' };
      if (record.state === 'started' && !isInOrder(record.work, after))
        yield { record: record.id, message: `a sync of pod ${name}, which has ended` };
      if (record.work === 'terminating' && record.state === 'started')
        podEnds.set(uid, { node: record.node, after: 'syncing' });
      if (record.work === 'terminated' && record.state === 'finished' && record.error === undefined) {
        finalized.add(uid);
        if (after === 'final') podEnds.set(uid, { node: record.node, after: 'all' });
      }
      const isStopped =
        record.work === 'terminating' && record.state === 'finished' && record.error === undefined;
      if (isStopped) podEnds.set(uid, { node: record.node, after: 'terminating' });
      if (record.state === 'finished') {
        if (!open.delete(uid))
          yield { record: record.id, message: `a sync of pod ${name} ends that did not begin` };
      } else {
        if (open.has(uid))
          yield { record: record.id, message: `a second sync of pod ${name} begins within one` };
        open.set(uid, record.node);
      }
    }
  },
);

/**
 * How much of a pod's life is over: rounds of SyncPod, those of SyncTerminatingPod too, all but a last round
 * of SyncTerminatedPod, or all.
 */
interface PodEnd {
  readonly node: string;
  readonly after: 'nothing' | 'syncing' | 'terminating' | 'final' | 'all';
}

/**
 * A kubelet that restarts repeats an unfinished end of a pod: for a deleted pod without a round of SyncPod,
 * for others after one.
 */
function endAfterRestart(end: PodEnd, node: string, isDeleting: boolean): PodEnd {
  if (end.node !== node || end.after === 'all') return end;
  if (isDeleting) return { node, after: 'syncing' };
  return end.after === 'syncing' ? { node, after: 'nothing' } : end;
}

function isInOrder(work: 'terminating' | 'terminated' | undefined, after: PodEnd['after']): boolean {
  if (work === undefined) return after === 'nothing';
  return work === 'terminating'
    ? after === 'nothing' || after === 'syncing'
    : after === 'terminating' || after === 'final';
}
