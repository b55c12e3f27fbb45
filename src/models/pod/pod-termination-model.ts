import type { KillFinished } from '../../../machines/pod/pod-kill.ts';
import { type PodTerminationEvent, podTerminationMachine } from '../../../machines/pod/pod-termination.ts';
import type { PodTerminationContext, PodTerminationInput, TerminationRequested } from '../../../machines/pod/pod-termination-protocol.ts';
import { emptyPodStatus, type PodStatus } from '../../kubelet/pleg/pod-status.ts';
import type { PodRuntimeStatus } from '../../kubelet/pods/pod-runtime-status.ts';
import { tickAfter } from '../../kubelet/pods/requeue.ts';
import { v1_36 } from '../../kubelet/profiles/profiles.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';
import { modelImageManager, modelTimings } from '../model-node.ts';
import { modelPod, modelStatus } from '../model-pods.ts';
import { inertActor } from '../stub-world.ts';

const named = modelEvent<PodTerminationEvent>;

function start(name: string, hasVolumes: boolean): ModelStart {
  const spec = modelPod('web', { hasVolumes });
  return {
    name,
    input: (world): PodTerminationInput => ({
      name: 'node-1/kubelet/default/web',
      recorder: world.recorder,
      spec,
      pod: { namespace: spec.namespace, name: spec.name, uid: spec.uid },
      images: modelImageManager(world, v1_36),
      runtime: world.neighbour('runtime'),
      pleg: world.neighbour('pleg'),
      random: world.neighbour('random'),
      timings: modelTimings,
      syncFrequencyMicros: 60_000_000,
      tickOriginMicros: 0,
      worker: world.neighbour('worker'),
    }),
  };
}

function podStatus(status: PodRuntimeStatus): PodStatus {
  return { ...emptyPodStatus('web'), forSync: status };
}

function requested({ spec }: PodTerminationContext): TerminationRequested {
  const deleted = { ...spec, deletionGraceMicros: 30_000_000 };
  return { type: 'TERMINATION.REQUESTED', spec: deleted, trigger: 'deleted', reasons: new Map(), published: undefined, lastSyncMicros: 0 };
}

const runs = modelStatus({ app: '+' });
const stopped = { ...modelStatus({ app: 143 }), sandbox: 'notReady' } as const;
const killFinished: KillFinished = { type: 'KILL.FINISHED' };

function answers(status: PodRuntimeStatus): readonly ModelEvent[] {
  return [
    named('STATUS.ANSWERED', { type: 'STATUS.ANSWERED', status, podStatus: podStatus(status) }, 1_000_000),
    named('STATUS.FAILED', { type: 'STATUS.FAILED', error: 'boom', podStatus: null }, 1_000_000),
  ];
}

/** The random source answers at once; then the termination waits for its due time. */
const isDue = 'due';

function retries({ dueMicros, tickOriginMicros }: PodTerminationContext, memory: string, nowMicros: number): readonly ModelEvent[] {
  if (memory !== isDue) return [named('DRAW.ANSWERED', { type: 'DRAW.ANSWERED', values: [0.5] })];
  return [named('RETRY.DUE', { type: 'RETRY.DUE' }, tickAfter(dueMicros, tickOriginMicros) - nowMicros)];
}

/** The termination of a pod, with and without volumes to unmount. */
export const podTerminationModel: MachineModel = {
  id: 'podTermination',
  machine: podTerminationMachine.provide({ actors: { podKill: inertActor as never } }),
  starts: [start('with volumes', true), start('without volumes', false)],
  events: (snapshot, world, memory) => {
    const context: PodTerminationContext = snapshot.context;
    switch (snapshot.value) {
      case 'awaitingStatus':
        return answers(runs);
      case 'killing':
        return [named('KILL.FINISHED', killFinished, 500_000)];
      case 'checking':
        return [
          named('POD_STATUS.ANSWERED', { type: 'POD_STATUS.ANSWERED', status: podStatus(stopped) }, 5_000),
          named('POD_STATUS.FAILED', { type: 'POD_STATUS.FAILED', error: 'boom', status: null }, 5_000),
        ];
      case 'awaitingLastStatus':
        return answers(stopped);
      case 'cleaning':
        return [delayElapsed('unmounting', 'podTermination.cleaning', context.spec.hasVolumes ? modelTimings.volumeMountMicros : 0)];
      case 'postponed':
      case 'postponedAgain':
        return retries(context, memory, world.clock.nowMicros());
      default:
        return [named('TERMINATION.REQUESTED', requested(context))];
    }
  },
  remember: (_, { event }) => (event.type === 'DRAW.ANSWERED' ? isDue : ''),
  project: (snapshot) => {
    const { published, status, error }: PodTerminationContext = snapshot.context;
    return [published?.phase, status.sandbox, error];
  },
};
