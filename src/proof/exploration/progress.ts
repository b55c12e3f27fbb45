import { entries, get, remove, type SortedMap, set } from '../../rules/collections/sorted-map.ts';
import { folded, type Invariant } from '../../run/invariants/invariant.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';

/** Longer than the longest back-off of a pull or a container (300 s), and the round after it. */
const patienceMs = 330_000;
/** How long the last rounds of a node whose pods all run may take. */
const restMs = 120_000;

interface PodView {
  readonly name: string;
  /** Whether all of it runs, or it has ended well. */
  readonly isUp: boolean;
  /** Since when it is so; of a pod that is not up, since it could have been: its arrival, or a failure. */
  readonly sinceMs: number;
  /** Whether the image of a volume has been asked for. */
  readonly hasVolumes: boolean;
}

type Pods = SortedMap<PodView>;

/** A pull may fail, and a back-off is kept; but what nothing stops any more happens. */
const podsRun = folded<Pods>(
  {
    name: 'pods-that-can-run-run',
    kind: 'eventually',
    says: 'At the end every pod runs, unless it came, failed or was held up by a restart within the last 5.5 minutes.',
  },
  undefined,
  (before, record, tell) => {
    const pods = withRecord(before, record);
    if (record.type !== 'end') return pods;
    for (const [, { name, isUp, sinceMs }] of entries(pods))
      if (!isUp && record.at - sinceMs > patienceMs)
        tell({
          record: record.id,
          message: `${name} does not run, ${seconds(record.at - sinceMs)} after it could`,
        });
    return pods;
  },
);

const nodesRest = (knownBugs: 'excused' | 'counted') =>
  folded<Pods>(
    {
      name: 'nodes-come-to-rest',
      kind: 'eventually',
      says: 'Where every pod runs, nothing is left to do for the kubelet two minutes later.',
    },
    undefined,
    (before, record, tell) => {
      const pods = withRecord(before, record);
      if (record.type !== 'end' || record.reason === 'settled') return pods;
      const views = entries(pods).map(([, view]) => view);
      // Where a kubelet ensures the images of volumes in each round it never rests.
      const isAtRest = ({ isUp, sinceMs, hasVolumes }: PodView) =>
        isUp && record.at - sinceMs > restMs && !(hasVolumes && knownBugs === 'excused');
      if (views.length > 0 && views.every(isAtRest))
        tell({ record: record.id, message: 'every pod runs, and the kubelet still has something to do' });
      return pods;
    },
  );

/** By the actor of the pull: since when it has a slot. */
type Holders = SortedMap<{ readonly sinceMs: number; readonly node: string }>;

const slotsAreGivenBack = folded<Holders>(
  {
    name: 'slots-are-given-back',
    kind: 'always',
    says: 'No pull keeps its slot for more than 5.5 minutes.',
  },
  undefined,
  (holders, record, tell) => {
    if (record.type === 'pull') {
      if (record.state === 'pulling')
        return set(holders, record.actor, { sinceMs: record.at, node: record.node });
      return get(holders, record.actor) === undefined ? holders : remove(holders, record.actor);
    }
    if (record.type === 'fault' && (record.fault === 'kubeletRestart' || record.fault === 'nodeReboot'))
      return undefined;
    let left = holders;
    for (const [actor, { sinceMs }] of entries(holders)) {
      if (record.at - sinceMs <= patienceMs) continue;
      tell({ record: record.id, message: `${actor} has had its slot for ${seconds(record.at - sinceMs)}` });
      left = remove(left, actor);
    }
    return left;
  },
);

/** Whether what should happen does: what an exploration judges beside the invariants of every trace. */
export const progressProperties: readonly Invariant[] = [podsRun, nodesRest('excused'), slotsAreGivenBack];

/** The same without regard to known bugs of released kubelets. */
export const strictProgressProperties: readonly Invariant[] = [
  podsRun,
  nodesRest('counted'),
  slotsAreGivenBack,
];

function withRecord(pods: Pods, record: TraceRecord): Pods {
  if (record.type === 'pod') return withPod(pods, record);
  if (record.type === 'fault') return held(pods, record.at);
  const uid = 'pod' in record ? record.pod?.uid : undefined;
  const view = uid === undefined ? undefined : get(pods, uid);
  if (uid === undefined || view === undefined) return pods;
  const isHeldUp =
    ((record.type === 'pull' || record.type === 'sandbox') && record.state === 'failed') ||
    (record.type === 'container' && record.state === 'exited');
  if (isHeldUp) return set(pods, uid, { ...view, sinceMs: record.at });
  if (record.type === 'pull' && record.volume === true && !view.hasVolumes)
    return set(pods, uid, { ...view, hasVolumes: true });
  const isUp = record.type === 'status' ? isUpIn(record) : view.isUp;
  return isUp === view.isUp ? pods : set(pods, uid, { ...view, isUp, sinceMs: record.at });
}

function withPod(pods: Pods, { state, pod, at }: RecordOf<'pod'>): Pods {
  if (state === 'added')
    return set(pods, pod.uid, { name: pod.name, isUp: false, sinceMs: at, hasVolumes: false });
  return state === 'changed' ? pods : remove(pods, pod.uid);
}

/** A fault or its end: from there on the pods could do better. */
function held(pods: Pods, at: number): Pods {
  return entries(pods).reduce((later, [uid, view]) => set(later, uid, { ...view, sinceMs: at }), pods);
}

function isUpIn({ phase, containers }: RecordOf<'status'>): boolean {
  if (phase === 'Succeeded' || phase === 'Failed') return true;
  return (
    phase === 'Running' &&
    containers.every(({ kind, state }) => state === 'running' || (kind === 'init' && state === 'terminated'))
  );
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
