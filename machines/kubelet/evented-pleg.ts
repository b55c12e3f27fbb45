import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import type {
  PodLifecycleEvent,
  PodLifecycleEventType,
} from '../../src/rules/kubelet/pleg/lifecycle-events.ts';
import type { RelistPeriods } from '../../src/rules/kubelet/pleg/pleg-health.ts';
import type { PlegRules } from '../../src/rules/kubelet/pleg/pleg-rules.ts';
import { reportUnhandled } from '../chart-parts.ts';
import type {
  ContainerEvent,
  ContainerRuntimeEvent,
  StreamFailed,
} from '../runtime/container-runtime-protocol.ts';
import type { Recorder } from '../world/recorder.ts';
import type { Pleg, PlegEvent, StatusWritten } from './pleg-protocol.ts';

export type EventedPlegEvent = ContainerEvent | StreamFailed;

export interface EventedPlegInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly pleg: Pleg;
  readonly runtime: ActorRef<Snapshot<unknown>, ContainerRuntimeEvent>;
  readonly events: PlegRules['events'];
  /** The relist periods that the generic PLEG returns to when there are no container events. */
  readonly fallback: RelistPeriods;
}

export interface EventedPlegContext {
  readonly input: EventedPlegInput;
  readonly failures: number;
}

/** `eventedPlegMaxStreamRetries` of pkg/kubelet/kubelet.go. */
const failuresMax = 5;
/** `globalCacheUpdatePeriod`. */
const cacheUpdateMicros = 5_000_000;

const eventTypes: Readonly<Record<ContainerEvent['kind'], readonly PodLifecycleEventType[]>> = {
  // The generic PLEG has no event for it either.
  created: [],
  started: ['ContainerStarted'],
  stopped: ['ContainerDied'],
  deleted: ['ContainerDied', 'ContainerRemoved'],
};

/** Returns the pod lifecycle event that a container event stands for. Mirrors `processCRIEvents`. */
function statusWritten({ kind, containerId, createdAtMicros, status }: ContainerEvent): StatusWritten {
  const { uid } = status;
  const events = eventTypes[kind].map(
    (eventType): PodLifecycleEvent => ({ uid, eventType, data: containerId }),
  );
  const isOfSandbox = status.sandboxes.some(({ id }) => id === containerId);
  const write = kind !== 'deleted' ? 'status' : isOfSandbox ? 'removal' : 'nothing';
  return { type: 'STATUS.WRITTEN', write, status, createdAtMicros, events };
}

/**
 * Follows the runtime's stream of container events (gate EventedPLEG, alpha).
 *
 * Mirrors `EventedPLEG` in pkg/kubelet/pleg/evented.go. Where events are written as statuses (v1.36.3) they
 * go to the cache and the channel of the generic PLEG, which relists at long intervals, and at its own again
 * when the stream has failed five times. Elsewhere (v1.37.2) the generic PLEG relists as ever, and is only
 * asked to look at pods of which a container has stopped.
 */
export const eventedPlegMachine = setup({
  types: { input: {} as EventedPlegInput, context: {} as EventedPlegContext, events: {} as EventedPlegEvent },
  guards: {
    hasFailedTooOften: ({ context }) => context.failures + 1 >= failuresMax,
    writesStatus: ({ context }) => context.input.events === 'writeStatus',
    isStop: (_, kind: ContainerEvent['kind']) => kind === 'stopped',
  },
  delays: { cacheUpdate: () => cacheUpdateMicros },
  actions: {
    askForStream: sendTo(
      ({ context }) => context.input.runtime,
      ({ self }) => ({ type: 'STREAM.REQUESTED', requester: self }) as const,
    ),
    noteFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    notifyPleg: sendTo(
      ({ context }) => context.input.pleg,
      (_, params: PlegEvent) => params,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'eventedPleg',
  description:
    'The evented pod lifecycle event generator. With the gate EventedPLEG the kubelet gets container events from the runtime, and need not list everything each second.',
  context: ({ input }) => ({ input, failures: 0 }),
  initial: 'choosing',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    choosing: {
      description:
        'Whether events become statuses or requests for relists; the release decides. No time passes.',
      always: [{ guard: 'writesStatus', target: 'streaming' }, { target: 'hinting' }],
    },
    hinting: {
      description:
        'A pod of which a container has stopped is relisted at once; other events are left to the relists of each second. The kubelet notices a crash up to a second earlier than without the events.',
      tags: 'running',
      entry: 'askForStream',
      on: {
        'CONTAINER_EVENT.RECEIVED': [
          {
            guard: { type: 'isStop', params: ({ event }) => event.kind },
            actions: {
              type: 'notifyPleg',
              params: ({ event }) => ({ type: 'RELIST.REQUESTED', uid: event.status.uid }),
            },
          },
          { description: 'It says nothing that a relist would not.' },
        ],
        'STREAM.FAILED': [
          { guard: 'hasFailedTooOften', target: 'givenUp' },
          { target: 'hinting', reenter: true, actions: 'noteFailure' },
        ],
      },
    },
    givenUp: {
      description:
        'The stream does not work: the relists of each second are left. The kubelet works as it does without the gate, and notices changes up to a second later.',
    },
    streaming: {
      description:
        'Container events arrive as they happen. Every five seconds, workers that wait for newer statuses get them.',
      tags: 'running',
      initial: 'updated',
      entry: 'askForStream',
      on: {
        'CONTAINER_EVENT.RECEIVED': {
          actions: { type: 'notifyPleg', params: ({ event }) => statusWritten(event) },
        },
        'STREAM.FAILED': [
          {
            guard: 'hasFailedTooOften',
            target: 'fallenBack',
            actions: { type: 'notifyPleg', params: { type: 'GLOBAL_RELIST.REQUESTED' } },
          },
          {
            target: 'streaming',
            reenter: true,
            actions: ['noteFailure', { type: 'notifyPleg', params: { type: 'GLOBAL_RELIST.REQUESTED' } }],
          },
        ],
      },
      states: {
        updated: {
          description:
            'updateGlobalCache: everything in the cache counts as of now. Workers that wait for a status newer than their last round can begin the next one.',
          entry: { type: 'notifyPleg', params: { type: 'CACHE_TIME.UPDATED' } },
          after: { cacheUpdate: { target: 'updated', reenter: true } },
        },
      },
    },
    fallenBack: {
      description:
        'The stream does not work: the generic PLEG relists every second again. The kubelet works as it does without the gate, and notices changes up to a second later.',
      entry: [
        { type: 'notifyPleg', params: { type: 'STOP.REQUESTED' } },
        {
          type: 'notifyPleg',
          params: ({ context }) => ({ type: 'UPDATE.REQUESTED', ...context.input.fallback }),
        },
        { type: 'notifyPleg', params: { type: 'START.REQUESTED' } },
      ],
    },
  },
});
