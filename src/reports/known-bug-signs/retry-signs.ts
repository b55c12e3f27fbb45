import { retryBugs } from '../../rules/kubelet/known-bugs/retry-bugs.ts';
import { type BugLook, type BugSign, podNameOf } from './bug-sign.ts';

/**
 * The longest time after which a failed sync is normally repeated: 10 s, and up to half as much more by
 * chance.
 */
const usualRequeueMsMax = 15_000;

/** The failures of a pod's current sync. */
interface SyncFailures {
  pullBackOffs: number;
  crashBackOffs: number;
  others: number;
}

/** The signs of the known bugs of repeated syncs. */
export const retrySigns: readonly BugSign[] = [
  {
    bug: retryBugs.backOffIsAnError,
    look: () =>
      atFinishedSyncs(
        ({ pullBackOffs, crashBackOffs, others }) => pullBackOffs + crashBackOffs > 0 && others === 0,
      ),
  },
  {
    bug: retryBugs.crashLoopSlowsPulls,
    look: () =>
      atFinishedSyncs(({ pullBackOffs, crashBackOffs, others }, requeueMs) => {
        return pullBackOffs + others > 0 && crashBackOffs > 0 && requeueMs > usualRequeueMsMax;
      }),
  },
  {
    bug: retryBugs.deletedPodPulls,
    look: () => {
      const deleted = new Set<string>();
      /** The pulls under way, and those that wait for their turn. */
      const open = new Set<string>();
      return {
        pod: ({ state, pod }) => {
          if (state === 'deleting') deleted.add(pod.uid);
          else if (state === 'deleted') deleted.delete(pod.uid);
          return undefined;
        },
        pull: ({ actor, pod, state }) => {
          if (state === 'pulling') open.add(actor);
          else if (state !== 'pulled' && state !== 'failed') open.delete(actor);
          else if (open.delete(actor) && deleted.has(pod.uid)) return podNameOf(pod);
          return undefined;
        },
      };
    },
  },
];

/** Returns a look that asks at the end of each failed sync, and gives the pod. */
function atFinishedSyncs(isSeen: (failures: SyncFailures, requeueMs: number) => boolean): BugLook {
  /** By pod; only for current syncs in which something failed. */
  const bySync = new Map<string, SyncFailures>();
  const count = (uid: string, what: keyof SyncFailures): undefined => {
    const failures = bySync.get(uid) ?? { pullBackOffs: 0, crashBackOffs: 0, others: 0 };
    failures[what] += 1;
    bySync.set(uid, failures);
  };
  return {
    pull: ({ pod, state }) => {
      if (state === 'backingOff') return count(pod.uid, 'pullBackOffs');
      return failedStates.has(state) ? count(pod.uid, 'others') : undefined;
    },
    // Both back-offs have the reason BackOff: that of a crash loop is a warning, that of a pull is not.
    event: ({ pod, reason, eventType }) =>
      pod !== undefined && reason === 'BackOff' && eventType === 'Warning'
        ? count(pod.uid, 'crashBackOffs')
        : undefined,
    sync: ({ at, pod, state, error, dueMs }) => {
      if (state !== 'finished') return undefined;
      const failures = bySync.get(pod.uid) ?? noFailures;
      bySync.delete(pod.uid);
      return error !== undefined && dueMs !== undefined && isSeen(failures, dueMs - at)
        ? podNameOf(pod)
        : undefined;
    },
  };
}

const noFailures: SyncFailures = { pullBackOffs: 0, crashBackOffs: 0, others: 0 };

const failedStates: ReadonlySet<string> = new Set(['failed', 'neverPresent', 'invalidName', 'inspectFailed']);
