import type { KillFinished } from '../../../../machines/pod/pod-kill.ts';
import { podTerminationMachine } from '../../../../machines/pod/pod-termination.ts';
import type {
  PodTerminationContext,
  TerminationRequested,
} from '../../../../machines/pod/pod-termination-protocol.ts';
import { emptyPodStatus, type PodStatus } from '../../../rules/kubelet/pleg/pod-status.ts';
import { selectStatusRules } from '../../../rules/kubelet/pods/api-status.ts';
import type { PodRuntimeStatus } from '../../../rules/kubelet/pods/pod-runtime-status.ts';
import { tickAfter } from '../../../rules/kubelet/pods/requeue.ts';
import { v1_36 } from '../../../rules/kubelet/profiles/profiles.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';
import { modelImageManager, modelTimings } from '../model-node.ts';
import { modelPod, modelStatus } from '../model-pods.ts';

const { named, model } = modelOf(podTerminationMachine);

function podStatus(status: PodRuntimeStatus): PodStatus {
  return { ...emptyPodStatus('web'), forSync: status };
}

function requested({ request: { spec } }: PodTerminationContext): TerminationRequested {
  const deleted = { ...spec, deletionGraceMicros: 30_000_000 };
  return {
    type: 'TERMINATION.REQUESTED',
    spec: deleted,
    trigger: 'deleted',
    reasons: new Map(),
    published: undefined,
    lastSyncMicros: 0,
  };
}

const runs = modelStatus({ app: '+' });
const stopped = { ...modelStatus({ app: 143 }), sandbox: 'notReady' } as const;
const killFinished: KillFinished = { type: 'KILL.FINISHED' };

function answers(status: PodRuntimeStatus): readonly ModelEvent[] {
  return [
    named('STATUS.ANSWERED', { status, podStatus: podStatus(status) }, 1_000_000),
    named('STATUS.FAILED', { error: 'boom', podStatus: null }, 1_000_000),
  ];
}

/** The random source answers at once; then the termination waits for its due time. */
const isDue = 'due';

function retries(
  { input: { tickOriginMicros }, dueMicros }: PodTerminationContext,
  memory: string,
  nowMicros: number,
): readonly ModelEvent[] {
  if (memory !== isDue) return [named('DRAW.ANSWERED', { values: [0.5] })];
  return [named('RETRY.DUE', {}, tickAfter(dueMicros, tickOriginMicros) - nowMicros)];
}

/** The termination of a pod, with and without volumes to unmount. */
export const podTerminationModel = model({
  input: (world) => ({
    name: 'node-1/kubelet/default/web',
    recorder: world.recorder,
    spec: modelPod('web', { hasVolumes: true }),
    pod: { namespace: 'default', name: 'web', uid: 'web' },
    images: modelImageManager(world, v1_36),
    ...world.stubs('runtime', 'pleg', 'random', 'worker'),
    timings: modelTimings,
    statusRules: selectStatusRules(v1_36, {}),
    syncFrequencyMicros: 60_000_000,
    tickOriginMicros: 0,
  }),
  starts: { 'with volumes': {}, 'without volumes': { spec: modelPod('web') } },
  events: ({ context, state, world, memory }) => {
    switch (state) {
      case 'awaitingStatus':
        return answers(runs);
      case 'killing':
        return [named('KILL.FINISHED', killFinished, 500_000)];
      case 'checking':
        return [
          named('POD_STATUS.ANSWERED', { status: podStatus(stopped) }, 5_000),
          named('POD_STATUS.FAILED', { error: 'boom', status: null }, 5_000),
        ];
      case 'awaitingLastStatus':
        return answers(stopped);
      case 'cleaning':
        return [
          delayElapsed(
            'unmounting',
            'podTermination.cleaning',
            context.request.spec.hasVolumes ? modelTimings.volumeMountMicros : 0,
          ),
        ];
      case 'postponed':
      case 'postponedAgain':
        return retries(context, memory, world.clock.nowMicros());
      default:
        return [named('TERMINATION.REQUESTED', requested(context))];
    }
  },
  remember: ({ event }) => (event.type === 'DRAW.ANSWERED' ? isDue : ''),
  project: ({ context: { published, status, error } }) => [published?.phase, status.sandbox, error],
});
