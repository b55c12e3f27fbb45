import { type KubeletContext, type KubeletEvent, type KubeletInput, kubeletMachine } from '../../machines/kubelet.ts';
import type { Profile } from '../kubelet/profile.ts';
import { v1_14 } from '../kubelet/profiles/v1-14.ts';
import { v1_36 } from '../kubelet/profiles/v1-36.ts';
import type { KubeletSettings } from '../kubelet/settings.ts';
import { inertActor } from './inert-actor.ts';
import type { MachineModel, ModelStart } from './machine-model.ts';
import { modelEvent } from './model-event.ts';
import { modelSettings, modelTimings } from './model-node.ts';
import { modelPod } from './model-pods.ts';

const named = modelEvent<KubeletEvent>;

const pods = [modelPod('web'), modelPod('job')];

function start(name: string, profile: Profile, settings: Partial<KubeletSettings>): ModelStart {
  return {
    name,
    input: ({ recorder, clock, neighbour }): KubeletInput => ({
      name: 'node-1/kubelet',
      recorder,
      clock,
      dice: neighbour('dice'),
      profile,
      settings: { ...modelSettings, ...settings },
      timings: modelTimings,
      imageService: neighbour('imageService'),
      runtime: neighbour('runtime'),
      records: neighbour('records'),
      node: neighbour('node'),
      tickOriginMicros: 0,
      lastRelistMicros: undefined,
    }),
  };
}

const parts = ['pleg', 'pullSlots', 'serialPuller', 'pullThrottle', 'pullBackOff'];

/** The UIDs of pods that have a worker. */
function workersOf(children: object): readonly string[] {
  return Object.keys(children).filter((id) => !parts.includes(id));
}

/** A kubelet with room for one pod, and two pods. Its parts and workers hear, and do nothing. */
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
    },
  }),
  starts: [
    start('serial', v1_36, {}),
    start('parallel', v1_36, { serializeImagePulls: false, maxParallelImagePulls: 2 }),
    start('parallel before there was a limit', v1_14, { serializeImagePulls: false, maxParallelImagePulls: 2 }),
  ],
  events: (snapshot) => {
    const { activePods }: KubeletContext = snapshot.context;
    const workers = workersOf(snapshot.children);
    // A pod's place is free before its worker goes: with room for one, the last worker's pod is the active one.
    const active = activePods > 0 ? workers.slice(-activePods) : [];
    return [
      ...pods.filter(({ uid }) => !workers.includes(uid)).map((spec) => named(`POD.ADDED (${spec.uid})`, { type: 'POD.ADDED', spec })),
      ...active.map((uid) => named(`POD.TERMINATED (${uid})`, { type: 'POD.TERMINATED', uid })),
      ...workers.filter((uid) => !active.includes(uid)).map((uid) => named(`WORKER.FINISHED (${uid})`, { type: 'WORKER.FINISHED', uid })),
    ];
  },
  project: (snapshot) => {
    const { activePods }: KubeletContext = snapshot.context;
    return { activePods, workers: workersOf(snapshot.children) };
  },
};
