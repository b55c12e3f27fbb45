import { kubeletMachine } from '../../../machines/kubelet/kubelet.ts';
import type { KubeletContext, KubeletEvent, KubeletInput } from '../../../machines/kubelet/kubelet-protocol.ts';
import type { WorkerReport } from '../../../machines/pod/pod-worker-protocol.ts';
import { entries, get } from '../../collections/sorted-map.ts';
import type { KubeletSettings } from '../../kubelet/configuration/settings.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { v1_14, v1_36 } from '../../kubelet/profiles/profiles.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { modelSettings, modelTimings } from '../model-node.ts';
import { modelPod } from '../model-pods.ts';
import { inertActor } from '../stub-world.ts';

const named = modelEvent<KubeletEvent>;

const pods = [modelPod('web'), modelPod('job')];

function start(name: string, profile: Profile, settings: Partial<KubeletSettings>, diskBytes: number | null = null): ModelStart {
  return {
    name,
    input: ({ recorder, clock, neighbour }): KubeletInput => ({
      name: 'node-1/kubelet',
      nodeName: 'node-1',
      recorder,
      clock,
      random: neighbour('random'),
      profile,
      settings: { ...modelSettings, ...settings },
      timings: modelTimings,
      imageService: neighbour('imageService'),
      runtime: neighbour('runtime'),
      disk: neighbour('disk'),
      diskBytes,
      records: neighbour('records'),
      apiServer: neighbour('apiServer'),
      tickOriginMicros: 0,
      lastRelistMicros: undefined,
    }),
  };
}

/** Returns how far each pod with a worker has come, as its worker would know: `web active,job stopped`. */
function livesIn(memory: string): ReadonlyMap<string, string> {
  return new Map(memory.split(',').flatMap((life) => (life === '' ? [] : [life.split(' ') as [string, string]])));
}

/** The state of a pod after a report: a pod that is over is `done` at once, a deleted one when nothing is left of it. */
const lifeAfter: Readonly<Record<string, string | undefined>> = {
  'ADDITION.DISPATCHED': 'active',
  'POD.TERMINATED': 'done',
  'POD.STOPPED': 'stopped',
  'POD.CLEARED': 'done',
};

function reports([uid, life]: readonly [string, string]): readonly ModelEvent[] {
  const report = (type: WorkerReport['type']) => named(`${type} (${uid})`, { type, uid });
  if (life === 'active') return [report('POD.TERMINATED'), report('POD.STOPPED')];
  return [report(life === 'stopped' ? 'POD.CLEARED' : 'WORKER.FINISHED')];
}

/** A kubelet with room for one pod, and two pods. Its parts and workers take messages and do nothing. */
export const kubeletModel: MachineModel = {
  id: 'kubelet',
  machine: kubeletMachine.provide({
    actors: {
      pleg: inertActor as never,
      pullSlots: inertActor as never,
      serialPuller: inertActor as never,
      pullThrottle: inertActor as never,
      pullBackOff: inertActor as never,
      podWorker: inertActor as never,
      imageGc: inertActor as never,
      imageGcLoop: inertActor as never,
      eviction: inertActor as never,
    },
  }),
  starts: [
    start('serial', v1_36, {}),
    start('parallel', v1_36, { serializeImagePulls: false, maxParallelImagePulls: 2 }, 1_000),
    start('parallel before there was a limit', v1_14, {
      serializeImagePulls: false,
      maxParallelImagePulls: 2,
      imageGCHighThresholdPercent: 100,
    }),
  ],
  events: (snapshot, _, memory) => {
    const { workers }: KubeletContext = snapshot.context;
    return [
      ...pods.flatMap((spec) => [
        named(`POD.ADDED (${spec.uid})`, { type: 'POD.ADDED', spec }),
        named(`POD.UPDATED (${spec.uid})`, { type: 'POD.UPDATED', spec }),
        // The sync loop dispatches both, late if it sleeps.
        named(`CHANGE.DISPATCHED (${spec.uid})`, { type: 'CHANGE.DISPATCHED', spec }),
      ]),
      ...pods
        .filter(({ uid }) => get(workers, uid) === undefined)
        .flatMap((spec) => [
          named(`ADDITION.DISPATCHED (${spec.uid})`, { type: 'ADDITION.DISPATCHED', spec }),
          named(`ADDITION.DISPATCHED (${spec.uid}, deleted)`, {
            type: 'ADDITION.DISPATCHED',
            spec: { ...spec, deletionGraceMicros: 30_000_000 },
          }),
        ]),
      ...[...livesIn(memory)].flatMap(reports),
      ...[[], ['DiskPressure']].map((conditions) =>
        named(`NODE_CONDITIONS.CHANGED (${conditions.length})`, { type: 'NODE_CONDITIONS.CHANGED', conditions }),
      ),
    ];
  },
  remember: (memory, { event }, snapshot) => {
    const { workers }: KubeletContext = snapshot.context;
    const lives = new Map(livesIn(memory));
    const uid = 'spec' in event ? event.spec.uid : 'uid' in event ? event.uid : '';
    const life = lifeAfter[event.type] ?? lives.get(uid);
    if (get(workers, uid) !== undefined && life !== undefined) lives.set(uid, life);
    else lives.delete(uid);
    return [...lives].map((one) => one.join(' ')).join(',');
  },
  project: (snapshot) => {
    const { activePods, workers, nodeConditions }: KubeletContext = snapshot.context;
    return { activePods, workers: entries(workers).map(([uid]) => uid), nodeConditions };
  },
};
