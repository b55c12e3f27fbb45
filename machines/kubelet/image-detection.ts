import { assign, sendTo, setup } from 'xstate';
import type { Clock } from '../world/clock.ts';
import { type Recorder, unhandled } from '../world/recorder.ts';
import type { ImageGc, ImageGcAnswer } from './image-gc-protocol.ts';

export interface ImageDetectionInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly manager: ImageGc;
  /** The loop's period; the wait after the first look may be shorter, where the kubelet has been up for long. */
  readonly periodMicros: number;
  readonly firstWaitMicros: number;
  /** The time that the first look writes down for what it finds; absent: that of the look. */
  readonly firstDetectMicros: number | undefined;
}

export interface ImageDetectionContext extends ImageDetectionInput {
  readonly waitMicros: number;
}

/**
 * Makes image GC look at the images now and then, so that it knows their age and their last use when space is short.
 * Mirrors the first loop of `Start` in pkg/kubelet/images/image_gc_manager.go (v1.27.16 to v1.36.3). Errors are only logged.
 */
export const imageDetectionMachine = setup({
  types: { input: {} as ImageDetectionInput, context: {} as ImageDetectionContext, events: {} as ImageGcAnswer },
  guards: { failed: (_, params: { error: string }) => params.error !== '' },
  delays: { untilNext: ({ context }) => context.waitMicros },
  actions: {
    askFirst: sendTo(
      ({ context }) => context.manager,
      ({ context, self }) =>
        ({
          type: 'IMAGES.DETECT_REQUESTED',
          detectMicros: context.firstDetectMicros ?? context.clock.nowMicros(),
          requester: self,
        }) as const,
    ),
    ask: sendTo(
      ({ context }) => context.manager,
      ({ context, self }) => ({ type: 'IMAGES.DETECT_REQUESTED', detectMicros: context.clock.nowMicros(), requester: self }) as const,
    ),
    waitForPeriod: assign({ waitMicros: ({ context }) => context.periodMicros }),
    reportUnhandled: sendTo(
      ({ context }) => context.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'imageDetection',
  description: 'The loop that makes image GC look at the images now and then.',
  context: ({ input }) => ({ ...input, waitMicros: input.firstWaitMicros }),
  initial: 'detectingFirst',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    detectingFirst: {
      description: 'No look has succeeded yet: what is there has been there before this kubelet.',
      entry: 'askFirst',
      on: {
        'IMAGE_GC.FINISHED': [
          { guard: { type: 'failed', params: ({ event }) => event }, target: 'waitingForFirst', actions: 'waitForPeriod' },
          { target: 'waiting' },
        ],
      },
    },
    waitingForFirst: {
      description: 'The first look failed; the next one counts as the first.',
      after: { untilNext: 'detectingFirst' },
    },
    detecting: {
      description: 'The manager looks.',
      entry: 'ask',
      on: { 'IMAGE_GC.FINISHED': { target: 'waiting', actions: 'waitForPeriod' } },
    },
    waiting: {
      description: 'A period passes.',
      tags: 'ready',
      after: { untilNext: 'detecting' },
    },
  },
});
