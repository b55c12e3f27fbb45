import { assign, sendTo, setup } from 'xstate';
import { reportUnhandled } from '../chart-parts.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder, RecorderEvent } from '../world/recorder.ts';
import type { ImageGc, ImageGcAnswer, ImageGcRequest } from './image-gc-protocol.ts';

export interface ImageGcLoopInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly manager: ImageGc;
  readonly work: ImageGcWork;
  readonly periodMicros: number;
  /**
   * How long it takes until detection looks for the second time, and until the first collection. For a
   * kubelet that has run for some time, it is the rest of a period.
   */
  readonly firstWaitMicros: number;
}

export type ImageGcWork =
  | { readonly kind: 'collection' }
  /**
   * `firstDetectMicros`: the detection time that the first successful look gives to the images it finds;
   * undefined: the time of that look.
   */
  | { readonly kind: 'detection'; readonly firstDetectMicros: number | undefined };

export interface ImageGcLoopContext {
  readonly input: ImageGcLoopInput;
  /** What the loop does at each turn. */
  readonly work: ImageGcWork;
  readonly waitMicros: number;
}

function createRequest(
  { input: { clock }, work }: ImageGcLoopContext,
  requester: ImageGcRequest['requester'],
): ImageGcRequest {
  if (work.kind === 'collection') return { type: 'IMAGES.COLLECT_REQUESTED', requester };
  return {
    type: 'IMAGES.DETECT_REQUESTED',
    detectMicros: work.firstDetectMicros ?? clock.nowMicros(),
    requester,
  };
}

/**
 * Asks the image GC manager for the same work every 5 minutes. Detection looks at the images at once, so that
 * their age and last use are known when space is short, and its errors are only logged. Collection begins
 * with a wait, and each failure of a row but the first is an event.
 *
 * Mirrors the first loop of `Start` in pkg/kubelet/images/image_gc_manager.go (v1.27.16 to v1.36.3) and the
 * second one of `StartGarbageCollection` in pkg/kubelet/kubelet.go, which is not there where the high
 * threshold is 100 and there is no maximal age.
 */
export const imageGcLoopMachine = setup({
  types: { input: {} as ImageGcLoopInput, context: {} as ImageGcLoopContext, events: {} as ImageGcAnswer },
  guards: {
    detects: ({ context }) => context.work.kind === 'detection',
    failed: (_, error: string) => error !== '',
    recordsFailure: ({ context }, error: string) => context.work.kind === 'collection' && error !== '',
  },
  delays: { untilNext: ({ context }) => context.waitMicros },
  actions: {
    ask: sendTo(
      ({ context }) => context.input.manager,
      ({ context, self }) => createRequest(context, self),
    ),
    waitForPeriod: assign({ waitMicros: ({ context }) => context.input.periodMicros }),
    noteSuccess: assign({
      work: ({ context: { work } }) =>
        work.kind === 'detection' ? { ...work, firstDetectMicros: undefined } : work,
    }),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, error: string): RecorderEvent => ({
        type: 'RECORD',
        actor: context.input.name,
        observation: { type: 'event', eventType: 'Warning', reason: 'ImageGCFailed', message: error },
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'imageGcLoop',
  description:
    'One of the two loops that start image GC every five minutes. One goes by the disk’s usage, the other by imageMaximumGCAge.',
  context: ({ input }) => ({ input, work: input.work, waitMicros: input.firstWaitMicros }),
  initial: 'beginning',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    beginning: {
      description:
        'The kubelet or the run starts. A kubelet that has been up for long is somewhere within its five minutes.',
      always: [{ guard: 'detects', target: 'working' }, { target: 'waiting' }],
    },
    waiting: {
      description:
        'The last round succeeded, or there was none yet. The next failure is the first, and is logged without an event.',
      tags: 'ready',
      after: { untilNext: { target: 'working', actions: 'waitForPeriod' } },
    },
    working: {
      description: 'The manager works. A failure may mean that the stats are not available yet.',
      entry: 'ask',
      on: {
        'IMAGE_GC.FINISHED': [
          {
            guard: { type: 'failed', params: ({ event }) => event.error },
            target: 'waitingAfterFailure',
            actions: 'waitForPeriod',
          },
          { target: 'waiting', actions: 'noteSuccess' },
        ],
      },
    },
    waitingAfterFailure: {
      description: 'The last round failed. If the next one fails too, an event ImageGCFailed shows it.',
      tags: 'unhealthy',
      after: { untilNext: 'workingAgain' },
    },
    workingAgain: {
      description: 'The manager works after a failed round. Another failed collection becomes an event.',
      entry: 'ask',
      on: {
        'IMAGE_GC.FINISHED': [
          {
            guard: { type: 'recordsFailure', params: ({ event }) => event.error },
            target: 'waitingAfterFailure',
            actions: { type: 'record', params: ({ event }) => event.error },
          },
          { guard: { type: 'failed', params: ({ event }) => event.error }, target: 'waitingAfterFailure' },
          { target: 'waiting', actions: 'noteSuccess' },
        ],
      },
    },
  },
});
