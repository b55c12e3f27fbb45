import { podWorkerMachine } from '../../../machines/pod/pod-worker.ts';
import type { PodWorkerContext, PodWorkerEvent, PodWorkerInput } from '../../../machines/pod/pod-worker-protocol.ts';
import type { DrawAnswered } from '../../../machines/world/random-source.ts';
import { emptyPodStatus } from '../../kubelet/pleg/pod-status.ts';
import type { PodSpec } from '../../kubelet/pods/pod.ts';
import { type PodRuntimeStatus, unknownPodStatus } from '../../kubelet/pods/pod-runtime-status.ts';
import { planSync } from '../../kubelet/pods/sync-plan.ts';
import { openSync, type SyncProgress, withFailed, withStarted } from '../../kubelet/pods/sync-progress.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { v1_14 } from '../../kubelet/profiles/v1-14.ts';
import { v1_36 } from '../../kubelet/profiles/v1-36.ts';
import { delayElapsed } from '../delay-elapsed.ts';
import { inertActor } from '../inert-actor.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { modelImageManager, modelTimings } from '../model-node.ts';
import { modelContainer, modelPod, modelStatus } from '../model-pods.ts';

const named = modelEvent<PodWorkerEvent>;

const spec = modelPod('job', { restartPolicy: 'OnFailure' });
const deleted = { ...spec, deletionGraceMicros: 30_000_000 };

function start(name: string, profile: Profile, of: PodSpec = spec): ModelStart {
  return {
    name,
    input: (world): PodWorkerInput => ({
      name: 'node-1/kubelet/default/job',
      spec: of,
      images: modelImageManager(world, profile),
      runtime: world.neighbour('runtime'),
      sandboxImages: world.neighbour('sandboxImages'),
      pleg: world.neighbour('pleg'),
      syncLoop: world.neighbour('syncLoop'),
      random: world.neighbour('random'),
      timings: modelTimings,
      crashLoopRules: { initialMicros: 10_000_000, maxMicros: 300_000_000 },
      syncFrequencyMicros: 60_000_000,
      tickOriginMicros: 0,
      kubelet: world.neighbour('kubelet'),
    }),
  };
}

function answered(name: string, status: PodRuntimeStatus): ModelEvent {
  return named(
    `STATUS.ANSWERED (${name})`,
    { type: 'STATUS.ANSWERED', status, podStatus: { ...emptyPodStatus('job'), forSync: status } },
    1_000_000,
  );
}

function finished(name: string, sync: SyncProgress): ModelEvent {
  return named(`SYNC.FINISHED (${name})`, { type: 'SYNC.FINISHED', sync }, 1_000_000);
}

const opened = openSync(planSync(spec, unknownPodStatus), spec, unknownPodStatus, new Map());
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
  machine: podWorkerMachine.provide({ actors: { podSync: inertActor as never, podTermination: inertActor as never } }),
  starts: [start('v1.36', v1_36), start('v1.14', v1_14), start('deleted before its kubelet started', v1_36, deleted)],
  events: (snapshot, _, memory) => {
    const { dueMicros, lastSyncMicros, latest, pending }: PodWorkerContext = snapshot.context;
    const happened = named('POD.CHANGED', { type: 'POD.CHANGED' });
    const isDeleted = latest.deletionGraceMicros !== undefined;
    const updates = isDeleted
      ? []
      : [
          named('POD.UPDATED (its image)', {
            type: 'POD.UPDATED',
            spec: { ...spec, containers: [modelContainer('app', { image: 'app:2' })] },
          }),
          named('POD.UPDATED (deleted)', { type: 'POD.UPDATED', spec: deleted }),
        ];
    // Whatever was due before a round began is taken out of the queue only when it ends.
    const isQueued = memory === queued && pending !== 'due';
    const due = isQueued ? [named('SYNC.DUE', { type: 'SYNC.DUE' }, Math.max(0, dueMicros - Math.max(0, lastSyncMicros)) + 1_000_000)] : [];
    const always = [happened, ...updates, ...due];
    switch (snapshot.value) {
      case 'awaitingStatus':
        return [
          answered('runs', modelStatus({ app: '+' })),
          answered('is over', modelStatus({ app: 0 })),
          named('STATUS.FAILED', { type: 'STATUS.FAILED', error: 'boom', podStatus: null }, 1_000_000),
          ...always,
        ];
      case 'syncing':
        return [...roundsEnd, ...always];
      case 'finishing':
      case 'postponed':
        // The random source answers at once.
        return [named('DRAW.ANSWERED', drawn)];
      case 'terminating':
        return [
          ...(memory === stopped
            ? [named('TERMINATION.FINISHED', { type: 'TERMINATION.FINISHED' }, 300_000)]
            : [named('POD.STOPPED', { type: 'POD.STOPPED' }, 1_000_000)]),
          ...always,
        ];
      case 'terminated':
        // The sync loop may have held a due time for long.
        return [
          delayElapsed('housekeeping', 'podWorker.terminated', 2_000_000),
          happened,
          ...updates,
          named('SYNC.DUE', { type: 'SYNC.DUE' }),
        ];
      default:
        return always;
    }
  },
  remember: (memory, { event }) => {
    if (event.type === 'DRAW.ANSWERED') return queued;
    if (event.type === 'POD.STOPPED') return stopped;
    return event.type === 'SYNC.DUE' || event.type === 'STATUS.FAILED' ? '' : memory;
  },
  project: (snapshot) => {
    const { pending, trigger, outcome, published, lastSyncMicros, latest, spec: taken }: PodWorkerContext = snapshot.context;
    return {
      pending,
      trigger,
      failed: outcome.error !== undefined,
      phase: published?.phase,
      hasSynced: lastSyncMicros >= 0,
      isDeleted: latest.deletionGraceMicros !== undefined,
      images: [latest, taken].map(({ containers }) => containers[0]?.image),
    };
  },
};

/** What the memory keeps: the pod is in the work queue, or its containers have stopped. */
const queued = 'queued';
const stopped = 'stopped';
