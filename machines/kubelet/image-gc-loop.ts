import { assign, sendTo, setup } from 'xstate';
import { type Recorder, type RecorderEvent, unhandled } from '../world/recorder.ts';
import type { ImageGc, ImageGcAnswer } from './image-gc-protocol.ts';

export interface ImageGcLoopInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly manager: ImageGc;
  readonly periodMicros: number;
  /** 0 for a kubelet that has just started. */
  readonly firstWaitMicros: number;
}

export interface ImageGcLoopContext extends ImageGcLoopInput {
  readonly waitMicros: number;
}

/**
 * Collects image garbage every 5 minutes; the first failure of a row is only logged, each later one is an event.
 *
 * Mirrors the second loop of `StartGarbageCollection` in pkg/kubelet/kubelet.go (v1.36.3). Where the high threshold is 100
 * and there is no maximal age there is no such loop.
 */
export const imageGcLoopMachine = setup({
  types: { input: {} as ImageGcLoopInput, context: {} as ImageGcLoopContext, events: {} as ImageGcAnswer },
  guards: { failed: (_, params: { error: string }) => params.error !== '' },
  delays: { untilNext: ({ context }) => context.waitMicros },
  actions: {
    collect: sendTo(
      ({ context }) => context.manager,
      ({ self }) => ({ type: 'IMAGES.COLLECT_REQUESTED', requester: self }) as const,
    ),
    waitForPeriod: assign({ waitMicros: ({ context }) => context.periodMicros }),
    tellFailure: sendTo(
      ({ context }) => context.recorder,
      ({ context }, { error }: { error: string }): RecorderEvent => ({
        type: 'RECORD',
        actor: context.name,
        observation: { type: 'event', eventType: 'Warning', reason: 'ImageGCFailed', message: error },
      }),
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'imageGcLoop',
  description: 'The loop that collects image garbage every five minutes.',
  context: ({ input }) => ({ ...input, waitMicros: input.firstWaitMicros }),
  initial: 'waiting',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    waiting: {
      description: 'The last round was well, or there was none.',
      tags: 'ready',
      after: { untilNext: 'collecting' },
    },
    collecting: {
      description: 'A round runs; a failure may mean that the stats are not there yet.',
      entry: 'collect',
      on: {
        'IMAGE_GC.FINISHED': [
          { guard: { type: 'failed', params: ({ event }) => event }, target: 'waitingAfterFailure', actions: 'waitForPeriod' },
          { target: 'waiting', actions: 'waitForPeriod' },
        ],
      },
    },
    waitingAfterFailure: {
      description: 'The last round failed.',
      tags: 'troubled',
      after: { untilNext: 'collectingAgain' },
    },
    collectingAgain: {
      description: 'A round runs after one that failed: one more failure is told to the API.',
      entry: 'collect',
      on: {
        'IMAGE_GC.FINISHED': [
          {
            guard: { type: 'failed', params: ({ event }) => event },
            target: 'waitingAfterFailure',
            actions: { type: 'tellFailure', params: ({ event }) => event },
          },
          { target: 'waiting' },
        ],
      },
    },
  },
});
