import { entries, get, remove, type SortedMap, set } from '../../../rules/collections/sorted-map.ts';
import type { ActorRecord, RecordOf, TraceRecord } from '../../../trace/record.ts';
import { folded } from '../invariant.ts';
import { stoppedKubelets } from '../reading/node-lives.ts';

/** A pod as its records show it. */
interface PodView {
  readonly node: string;
  /** Whether all of its containers run, by its published status. */
  readonly isRunning: boolean;
  /** Whether it has changed, and its worker may not have read the change yet. */
  readonly isChangeUnread: boolean;
  /** Whether its current round has found nothing to do so far. */
  readonly isIdleRound: boolean;
  /** Whether a round has found nothing to do, and nothing has happened since. */
  readonly isQuiet: boolean;
}

interface QuietPods {
  readonly nodes: readonly string[];
  readonly pods: SortedMap<PodView>;
  /** The actors that pull images of volumes. */
  readonly volumes: SortedMap<true>;
}

/**
 * Once all containers of a pod run and a round of its worker has found nothing to do, later rounds find
 * nothing either. What SyncPod owes in each round is left out: it ensures the images of volumes again, and
 * warns of pull secrets that are missing.
 */
export const runningPodsAreQuiet = folded<QuietPods>(
  {
    name: 'running-pods-are-quiet',
    kind: 'always',
    says: 'While all containers of a pod run, its worker asks for none of their images, creates nothing and writes no event.',
  },
  { nodes: [], pods: undefined, volumes: undefined },
  (before, record, tell) => {
    if (record.type === 'header') return { ...before, nodes: record.nodes.map(({ name }) => name) };
    const pod = recordPod(record);
    let { pods, volumes } = before;
    if (record.type === 'pull' && record.volume === true) volumes = set(volumes, record.actor, true);
    for (const node of stoppedKubelets(record, before.nodes))
      for (const [uid, view] of entries(pods)) if (view.node === node) pods = set(pods, uid, disturbed(view));
    const isAdded = record.type === 'pod' && record.state === 'added';
    const view = pod === undefined ? undefined : isAdded ? newPod(record.node) : get(pods, pod.uid);
    if (pod !== undefined && view !== undefined) {
      const isOfVolume = isWork(record) && get(volumes, record.actor) === true;
      const after = isOfVolume ? view : viewAfter(view, record);
      if (view.isQuiet && isWork(record) && !isNews(record) && !isOfVolume)
        tell({
          record: record.id,
          message: `all containers of ${pod.name} run, and ${describeAction(record)}`,
        });
      const isLeaving = record.type === 'pod' && record.state === 'deleting';
      pods = isLeaving ? remove(pods, pod.uid) : set(pods, pod.uid, after);
    }
    return pods === before.pods && volumes === before.volumes ? before : { ...before, pods, volumes };
  },
);

function newPod(node: string): PodView {
  return { node, isRunning: false, isChangeUnread: false, isIdleRound: false, isQuiet: false };
}

/** The pod after one of its records. */
function viewAfter(view: PodView, record: TraceRecord): PodView {
  if (record.type === 'status') return { ...view, isRunning: isRunning(record) };
  if (record.type === 'sync' && record.state === 'started') {
    const isRead = record.trigger === 'updated' || record.trigger === 'added';
    const isChangeUnread = view.isChangeUnread && !isRead;
    return { ...view, isChangeUnread, isIdleRound: !isChangeUnread };
  }
  if (record.type === 'sync')
    return { ...view, isQuiet: record.error === undefined && view.isRunning && view.isIdleRound };
  if (isNews(record))
    return { ...disturbed(view), isChangeUnread: view.isChangeUnread || record.type === 'pod' };
  return isWork(record) ? { ...view, isIdleRound: false } : view;
}

/**
 * Once a pod is deleted nothing is done for it. Its worker may have a last round, and the PLEG sees that its
 * containers are removed.
 */
export const deletedPodsLeaveNothing = folded<SortedMap<true>>(
  {
    name: 'deleted-pods-leave-nothing',
    kind: 'always',
    says: 'For a pod that is gone no image is asked for, nothing is created and no event is written.',
  },
  undefined,
  (gone, record, tell) => {
    const pod = recordPod(record);
    if (pod === undefined) return gone;
    if (record.type === 'pod' && record.state === 'deleted') return set(gone, pod.uid, true);
    if (record.type === 'pod' && record.state === 'added') return remove(gone, pod.uid);
    if (isWork(record) && get(gone, pod.uid) === true)
      tell({ record: record.id, message: `${pod.name} is gone, and ${describeAction(record)}` });
    return gone;
  },
);

function disturbed(view: PodView): PodView {
  return { ...view, isQuiet: false, isIdleRound: false };
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
