import { retryBugs } from '../../kubelet/known-bugs/retry-bugs.ts';
import type { ActorRecord } from '../../trace/record.ts';
import { type BugSign, podNameOf } from './bug-sign.ts';

/** The latest that a sync with an error comes again where nothing slows it: 10 s, half as much again by chance. */
const usualRequeueMsMax = 15_000;

/** What went wrong in a pod's sync so far. */
interface SyncFailures {
  pullBackOffs: number;
  crashBackOffs: number;
  others: number;
}

/** What the known bugs of when a pod is synced again look like. */
export const retrySigns: readonly BugSign[] = [
  {
    bug: retryBugs.backOffIsAnError,
    look: () => atFinishedSyncs(({ pullBackOffs, crashBackOffs, others }) => pullBackOffs + crashBackOffs > 0 && others === 0),
  },
  {
    bug: retryBugs.crashLoopSlowsPulls,
    look: () =>
      atFinishedSyncs(({ pullBackOffs, crashBackOffs, others }, requeueMs) => {
        return pullBackOffs + others > 0 && crashBackOffs > 0 && requeueMs > usualRequeueMsMax;
      }),
  },
];

/** A look that asks at the end of each sync with an error, and answers with the pod. */
function atFinishedSyncs(isSeen: (failures: SyncFailures, requeueMs: number) => boolean): (record: ActorRecord) => string | undefined {
  const bySync = new Map<string, SyncFailures>();
  return (record) => {
    if (!('pod' in record) || record.pod === undefined) return undefined;
    const failures = bySync.get(record.pod.uid) ?? { pullBackOffs: 0, crashBackOffs: 0, others: 0 };
    if (record.type === 'pull' && record.state === 'backingOff') failures.pullBackOffs += 1;
    else if (record.type === 'pull' && failedStates.has(record.state)) failures.others += 1;
    else if (record.type === 'event' && record.message.startsWith('Back-off restarting failed container ')) failures.crashBackOffs += 1;
    else if (record.type === 'sync' && record.state === 'finished') {
      bySync.delete(record.pod.uid);
      const { error, dueMs } = record;
      return error !== undefined && dueMs !== undefined && isSeen(failures, dueMs - record.at) ? podNameOf(record.pod) : undefined;
    } else return undefined;
    bySync.set(record.pod.uid, failures);
    return undefined;
  };
}

const failedStates: ReadonlySet<string> = new Set(['failed', 'neverPresent', 'invalidName', 'inspectFailed']);
