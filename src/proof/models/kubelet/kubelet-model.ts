import { kubeletMachine } from '../../../../machines/kubelet/kubelet.ts';
import type { WorkerReport } from '../../../../machines/pod/pod-worker-protocol.ts';
import { entries, get } from '../../../rules/collections/sorted-map.ts';
import type { PodSpec } from '../../../rules/kubelet/pods/pod.ts';
import { v1_14, v1_36 } from '../../../rules/kubelet/profiles/profiles.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';
import { modelSettings, modelTimings } from '../model-node.ts';
import { modelPod } from '../model-pods.ts';

const { named, model } = modelOf(kubeletMachine);

const pods = [modelPod('web'), modelPod('job')];

/** Returns how far each pod with a worker has come, as its worker would know: `web active,job stopped`. */
function livesIn(memory: string): ReadonlyMap<string, string> {
  return new Map(
    memory.split(',').flatMap((life) => (life === '' ? [] : [life.split(' ') as [string, string]])),
  );
}

/**
 * The state of a pod after a report: a pod that is over is `done` at once, a deleted one when nothing is left
 * of it.
 */
const lifeAfter: Readonly<Record<string, string | undefined>> = {
  'ADDITION.DISPATCHED': 'active',
  'POD.TERMINATED': 'done',
  'POD.STOPPED': 'stopped',
  'POD.CLEARED': 'done',
};

function reports([uid, life]: readonly [string, string]): readonly ModelEvent[] {
  const report = (type: WorkerReport['type']) => named(`${type} (${uid})`, { uid });
  if (life === 'active') return [report('POD.TERMINATED'), report('POD.STOPPED')];
  return [report(life === 'stopped' ? 'POD.CLEARED' : 'WORKER.FINISHED')];
}

/** A kubelet with room for one pod, and two pods. Its parts and workers take messages and do nothing. */
export const kubeletModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name: 'node-1/kubelet',
    nodeName: 'node-1',
    recorder,
    clock,
    ...stubs('random', 'imageService', 'runtime', 'disk', 'records', 'apiServer'),
    profile: v1_36,
    settings: modelSettings,
    timings: modelTimings,
    diskBytes: null,
    tickOriginMicros: 0,
    lastRelistMicros: undefined,
  }),
  starts: {
    serial: {},
    parallel: {
      settings: { ...modelSettings, serializeImagePulls: false, maxParallelImagePulls: 2 },
      diskBytes: 1_000,
    },
    'parallel before there was a limit': {
      profile: v1_14,
      settings: {
        ...modelSettings,
        serializeImagePulls: false,
        maxParallelImagePulls: 2,
        imageGCHighThresholdPercent: 100,
      },
    },
  },
  events: ({ context, memory }) => {
    const { workers } = context;
    return [
      ...pods.flatMap((spec) => [
        named(`POD.ADDED (${spec.uid})`, { spec }),
        named(`POD.UPDATED (${spec.uid})`, { spec }),
        // The sync loop dispatches both, late if it sleeps.
        named(`CHANGE.DISPATCHED (${spec.uid})`, { spec }),
      ]),
      ...pods
        .filter(({ uid }) => get(workers, uid) === undefined)
        .flatMap((spec) => [
          named(`ADDITION.DISPATCHED (${spec.uid})`, { spec }),
          named(`ADDITION.DISPATCHED (${spec.uid}, deleted)`, {
            spec: { ...spec, deletionGraceMicros: 30_000_000 },
          }),
        ]),
      ...[...livesIn(memory)].flatMap(reports),
      ...[[], ['DiskPressure']].map((conditions) =>
        named(`NODE_CONDITIONS.CHANGED (${conditions.length})`, { conditions }),
      ),
    ];
  },
  remember: ({ event }, { context, memory }) => {
    const { workers } = context;
    const lives = new Map(livesIn(memory));
    const uid = (event.spec as PodSpec | undefined)?.uid ?? String(event.uid ?? '');
    const life = lifeAfter[event.type] ?? lives.get(uid);
    if (get(workers, uid) !== undefined && life !== undefined) lives.set(uid, life);
    else lives.delete(uid);
    return [...lives].map((one) => one.join(' ')).join(',');
  },
  project: ({ context: { activePods, workers, nodeConditions } }) => ({
    activePods,
    workers: entries(workers).map(([uid]) => uid),
    nodeConditions,
  }),
});
