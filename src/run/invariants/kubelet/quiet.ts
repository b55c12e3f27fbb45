import type { ActorRecord, RecordOf, TraceRecord } from '../../../trace/record.ts';
import { always } from '../invariant.ts';
import { headerNodes, stoppedKubelets } from '../reading/node-lives.ts';

/** A pod as its records show it. */
interface PodView {
  readonly node: string;
  /** Whether all of its containers run, by its published status. */
  isRunning: boolean;
  /** Whether it has changed, and its worker may not have read the change yet. */
  isChangeUnread: boolean;
  /** Whether its current round has found nothing to do so far. */
  isIdleRound: boolean;
  /** Whether a round has found nothing to do, and nothing has happened since. */
  isQuiet: boolean;
}

/**
 * Once all containers of a pod run and a round of its worker has found nothing to do, later rounds find
 * nothing either. What SyncPod owes in each round is left out: it ensures the images of volumes again, and
 * warns of pull secrets that are missing.
 */
export const runningPodsAreQuiet = always(
  'running-pods-are-quiet',
  'While all containers of a pod run, its worker asks for none of their images, creates nothing and writes no event.',
  function* (records) {
    const nodes = headerNodes(records).map(({ name }) => name);
    const pods = new Map<string, PodView>();
    const volumes = new Set<string>();
    for (const record of records) {
      if (record.type === 'pull' && record.volume === true) volumes.add(record.actor);
      for (const node of stoppedKubelets(record, nodes))
        for (const view of pods.values()) if (view.node === node) disturb(view);
      const pod = recordPod(record);
      if (pod === undefined) continue;
      if (record.type === 'pod' && record.state === 'added')
        pods.set(pod.uid, {
          node: record.node,
          isRunning: false,
          isChangeUnread: false,
          isIdleRound: false,
          isQuiet: false,
        });
      if (record.type === 'pod' && record.state === 'deleting') pods.delete(pod.uid);
      const view = pods.get(pod.uid);
      if (view === undefined) continue;
      if (record.type === 'status') view.isRunning = isRunning(record);
      else if (record.type === 'sync' && record.state === 'started') {
        if (record.trigger === 'updated' || record.trigger === 'added') view.isChangeUnread = false;
        view.isIdleRound = !view.isChangeUnread;
      } else if (record.type === 'sync')
        view.isQuiet = record.error === undefined && view.isRunning && view.isIdleRound;
      else if (isNews(record)) {
        disturb(view);
        if (record.type === 'pod') view.isChangeUnread = true;
      } else if (isWork(record) && !volumes.has(record.actor)) {
        if (view.isQuiet)
          yield {
            record: record.id,
            message: `all containers of ${pod.name} run, and ${describeAction(record)}`,
          };
        view.isIdleRound = false;
      }
    }
  },
);

/**
 * Once a pod is deleted nothing is done for it. Its worker may have a last round, and the PLEG sees that its
 * containers are removed.
 */
export const deletedPodsLeaveNothing = always(
  'deleted-pods-leave-nothing',
  'For a pod that is gone no image is asked for, nothing is created and no event is written.',
  function* (records) {
    const gone = new Set<string>();
    for (const record of records) {
      const pod = recordPod(record);
      if (pod === undefined) continue;
      if (record.type === 'pod' && record.state === 'deleted') gone.add(pod.uid);
      else if (record.type === 'pod' && record.state === 'added') gone.delete(pod.uid);
      else if (gone.has(pod.uid) && isWork(record))
        yield { record: record.id, message: `${pod.name} is gone, and ${describeAction(record)}` };
    }
  },
);

function disturb(view: PodView): void {
  view.isQuiet = false;
  view.isIdleRound = false;
}

function recordPod(record: TraceRecord): RecordOf<'pod'>['pod'] | undefined {
  return 'pod' in record ? record.pod : undefined;
}

function isRunning({ phase, containers }: RecordOf<'status'>): boolean {
  return (
    phase === 'Running' &&
    containers.every(({ kind, state }) => state === 'running' || (kind === 'init' && state === 'terminated'))
  );
}

/** Whether the record gives the worker of its pod new work. */
function isNews(record: TraceRecord): boolean {
  if (record.type === 'container') return record.state === 'exited';
  return record.type === 'pod' || (record.type === 'sandbox' && record.state === 'gone');
}

/** Whether the record is of something that a worker does only where something is to be done. */
function isWork(record: TraceRecord): record is ActorRecord {
  if (record.type === 'event') return record.reason !== 'FailedToRetrieveImagePullSecret';
  return record.type === 'pull' || record.type === 'container' || record.type === 'sandbox';
}

/** `node-1/kubelet/default/web/app writes the event Pulling` */
function describeAction(record: ActorRecord): string {
  if (record.type === 'event') return `${record.actor} writes the event ${record.reason}`;
  return `${record.actor} has a record of type ${record.type}${'state' in record ? ` (${record.state})` : ''}`;
}
