import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import type { ContainerStop } from '../../src/rules/kubelet/pods/container-stop.ts';
import type { Observation, PodRef } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { ContainerRuntime } from '../runtime/container-runtime-protocol.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder, RecorderEvent } from '../world/recorder.ts';

/** Stop these containers, each at its time, and then the sandbox if that is wanted. */
export type KillRequested = {
  readonly type: 'KILL.REQUESTED';
  readonly stops: readonly ContainerStop[];
  readonly stopsSandbox: boolean;
};

/** Everything that had to stop has stopped. */
export type KillFinished = { readonly type: 'KILL.FINISHED' };

export type PodKill = ActorRef<Snapshot<unknown>, KillRequested>;

export interface PodKillInput {
  /** The worker's name. The records of its kills are made in this name. */
  readonly name: string;
  readonly pod: PodRef;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly runtime: ContainerRuntime;
  readonly sandboxStopMicros: number;
  readonly requester: ActorRef<Snapshot<unknown>, KillFinished>;
}

export interface PodKillContext {
  readonly input: PodKillInput;
  readonly startedMicros: number;
  /** The containers that must still stop, the earliest first. */
  readonly stops: readonly ContainerStop[];
  readonly stopsSandbox: boolean;
}

interface PodWork extends Pick<PodKillInput, 'name' | 'pod' | 'runtime'> {
  readonly images: Pick<PodKillInput, 'recorder' | 'clock'>;
  readonly timings: Pick<PodKillInput, 'sandboxStopMicros'>;
}

/** The input of a kill, whichever actor of the pod begins it. */
export function killInput(
  { name, pod, images, runtime, timings }: PodWork,
  requester: PodKillInput['requester'],
): PodKillInput {
  const { recorder, clock } = images;
  return { name, pod, recorder, clock, runtime, sandboxStopMicros: timings.sandboxStopMicros, requester };
}

function nextStop(context: PodKillContext): ContainerStop {
  const [stop] = context.stops;
  if (stop === undefined) throw new Error(`${context.input.name} stops nothing`);
  return stop;
}

/**
 * Stops containers of a pod and waits until they have gone, as StopContainer does: each heeds SIGTERM in its
 * own time, or gets SIGKILL when its grace period is over. Then the sandbox.
 *
 * Mirrors `killPodWithSyncResult` and `killContainer` in pkg/kubelet/kuberuntime (v1.36.3), and the loop of
 * `SyncPod` over `ContainersToReset`, which removes each container once it has stopped. A kubelet that
 * restarts meanwhile starts again from the beginning.
 */
export const podKillMachine = setup({
  types: { input: {} as PodKillInput, context: {} as PodKillContext, events: {} as KillRequested },
  guards: {
    hasStopsLeft: ({ context }) => context.stops.length > 0,
    removes: ({ context }) => nextStop(context).removes === true,
    stopsSandbox: ({ context }) => context.stopsSandbox,
  },
  delays: {
    nextStop: ({ context }) =>
      context.startedMicros + nextStop(context).afterMicros - context.input.clock.nowMicros(),
    sandboxStop: ({ context }) => context.input.sandboxStopMicros,
  },
  actions: {
    begin: assign(({ context }, { stops, stopsSandbox }: KillRequested) => ({
      stops,
      stopsSandbox,
      startedMicros: context.input.clock.nowMicros(),
    })),
    dropStop: assign({ stops: ({ context }) => context.stops.slice(1) }),
    killContainer: sendTo(
      ({ context }) => context.input.runtime,
      ({ context }) => {
        const { container, exitCode } = nextStop(context);
        return { type: 'CONTAINER.KILLED', pod: context.input.pod, container, exitCode } as const;
      },
    ),
    removeContainer: sendTo(
      ({ context }) => context.input.runtime,
      ({ context }) =>
        ({
          type: 'CONTAINER.REMOVED',
          pod: context.input.pod,
          container: nextStop(context).container,
        }) as const,
    ),
    stopSandbox: sendTo(
      ({ context }) => context.input.runtime,
      ({ context }) => ({ type: 'SANDBOX.STOPPED', pod: context.input.pod }) as const,
    ),
    finish: sendTo(({ context }) => context.input.requester, { type: 'KILL.FINISHED' }),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({
        type: 'RECORDS',
        actor: context.input.name,
        observations,
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'podKill',
  description:
    'Stops the running containers of a pod. Each gets SIGTERM and the grace period. The pod shows Terminating, or restarts containers whose specs have changed.',
  context: ({ input }) => ({ input, startedMicros: 0, stops: [], stopsSandbox: false }),
  initial: 'resting',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    resting: {
      description: 'Nothing is being stopped. The worker asks when a round has something to stop.',
      on: { 'KILL.REQUESTED': { target: 'choosing', actions: { type: 'begin', params: ofEvent } } },
    },
    choosing: {
      description:
        'The next container or the sandbox is chosen. Containers stop side by side; the sandbox stops after all of them.',
      always: [
        { guard: 'hasStopsLeft', target: 'stopping' },
        { guard: 'stopsSandbox', target: 'stoppingSandbox' },
        { target: 'resting', actions: 'finish' },
      ],
    },
    stopping: {
      description:
        'Containers have been asked to stop; the kubelet waits for the next one that does. One that ignores SIGTERM is killed at the end of the grace period (exit code 137).',
      after: {
        nextStop: [
          { guard: 'removes', target: 'choosing', actions: ['killContainer', 'removeContainer', 'dropStop'] },
          { target: 'choosing', actions: ['killContainer', 'dropStop'] },
        ],
      },
    },
    stoppingSandbox: {
      description:
        'The pod’s network is torn down, and its pause container ends. The pod’s IP is free after that.',
      after: {
        sandboxStop: {
          target: 'resting',
          actions: [
            'stopSandbox',
            {
              type: 'record',
              params: ({ context }) => [{ type: 'sandbox', state: 'gone', pod: context.input.pod }],
            },
            'finish',
          ],
        },
      },
    },
  },
});
