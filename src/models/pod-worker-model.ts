import type { DrawAnswered } from '../../machines/dice.ts';
import { type PodWorkerContext, type PodWorkerEvent, type PodWorkerInput, podWorkerMachine } from '../../machines/pod-worker.ts';
import { type PodRuntimeStatus, unknownPodStatus } from '../kubelet/pod-runtime-status.ts';
import type { Profile } from '../kubelet/profile.ts';
import { v1_14 } from '../kubelet/profiles/v1-14.ts';
import { v1_36 } from '../kubelet/profiles/v1-36.ts';
import { planSync } from '../kubelet/sync-plan.ts';
import { openSync, type SyncProgress, withFailed, withStarted } from '../kubelet/sync-progress.ts';
import { delayElapsed } from './delay-elapsed.ts';
import { inertActor } from './inert-actor.ts';
import type { MachineModel, ModelEvent, ModelStart } from './machine-model.ts';
import { modelEvent } from './model-event.ts';
import { modelImageManager, modelTimings } from './model-node.ts';
import { modelPod, modelStatus } from './model-pods.ts';

const named = modelEvent<PodWorkerEvent>;

const spec = modelPod('job', { restartPolicy: 'OnFailure' });

function start(profile: Profile): ModelStart {
  return {
    name: `v${profile.release}`,
    input: (world): PodWorkerInput => ({
      name: 'node-1/kubelet/default/job',
      spec,
      images: modelImageManager(world, profile),
      runtime: world.neighbour('runtime'),
      pleg: world.neighbour('pleg'),
      dice: world.neighbour('dice'),
      timings: modelTimings,
      syncFrequencyMicros: 60_000_000,
      tickOriginMicros: 0,
      kubelet: world.neighbour('kubelet'),
    }),
  };
}

function answered(name: string, status: PodRuntimeStatus): ModelEvent {
  return named(`STATUS.ANSWERED (${name})`, { type: 'STATUS.ANSWERED', status }, 1_000_000);
}

function finished(name: string, sync: SyncProgress): ModelEvent {
  return named(`SYNC.FINISHED (${name})`, { type: 'SYNC.FINISHED', sync }, 1_000_000);
}

const opened = openSync(planSync(spec, unknownPodStatus), unknownPodStatus, new Map());
const failure = { reason: 'ErrImagePull', message: 'boom' };
const roundsEnd: readonly ModelEvent[] = [
  finished('did something', withStarted(opened)),
  finished('did nothing', { ...opened, results: 0 }),
  finished('failed', withFailed(opened, failure)),
];
const drawn: DrawAnswered = { type: 'DRAW.ANSWERED', values: [0.5] };

/** One pod's worker. The work queue's delayed event is one of the model's, at the tick that it would come. */
export const podWorkerModel: MachineModel = {
  id: 'podWorker',
  machine: podWorkerMachine.provide({ actors: { podSync: inertActor as never } }),
  starts: [start(v1_36), start(v1_14)],
  events: (snapshot) => {
    const { dueMicros, lastSyncMicros, published }: PodWorkerContext = snapshot.context;
    const happened = named('POD.CHANGED', { type: 'POD.CHANGED' });
    // Whatever was due before a round began is taken out of the queue only when it ends.
    const isQueued = published !== undefined && lastSyncMicros >= 0;
    const due = isQueued ? [named('SYNC.DUE', { type: 'SYNC.DUE' }, Math.max(0, dueMicros - lastSyncMicros) + 1_000_000)] : [];
    switch (snapshot.value) {
      case 'awaitingStatus':
        return [answered('runs', modelStatus({ app: '+' })), answered('is over', modelStatus({ app: 0 })), happened, ...due];
      case 'syncing':
        return [...roundsEnd, happened, ...due];
      case 'finishing':
        // The dice answer at once.
        return [named('DRAW.ANSWERED', drawn)];
      case 'terminated':
        return [delayElapsed('housekeeping', 'podWorker.terminated', 2_000_000), happened, ...due];
      default:
        return [happened, ...due];
    }
  },
  project: (snapshot) => {
    const { pending, trigger, outcome, published, lastSyncMicros }: PodWorkerContext = snapshot.context;
    return { pending, trigger, failed: outcome.error !== undefined, phase: published?.phase, hasSynced: lastSyncMicros >= 0 };
  },
};
