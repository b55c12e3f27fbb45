import { imageGcLoopMachine } from '../../../../machines/kubelet/image-gc-loop.ts';
import { delayElapsed, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(imageGcLoopMachine);

const finished = [
  named('IMAGE_GC.FINISHED', { error: '' }),
  named('IMAGE_GC.FINISHED (failed)', { error: 'invalid capacity 0 on image filesystem' }),
];

/**
 * Both loops, of a kubelet that starts and of one that has run for long. Rounds succeed and fail in any
 * order.
 */
export const imageGcLoopModel = model({
  input: ({ recorder, clock, neighbour }) => ({
    name: 'node-1/kubelet/image-gc-loop',
    recorder,
    clock,
    manager: neighbour('imageGc'),
    work: { kind: 'collection' },
    periodMicros: 300_000_000,
    firstWaitMicros: 0,
  }),
  starts: {
    'collection, starting': {},
    'detection, starting': {
      work: { kind: 'detection', firstDetectMicros: undefined },
      firstWaitMicros: 300_000_000,
    },
    'detection, up for long': {
      work: { kind: 'detection', firstDetectMicros: -3_600_000_000 },
      firstWaitMicros: 100_000_000,
    },
  },
  events: ({ context, state }) => {
    const { waitMicros } = context;
    if (state === 'waiting' || state === 'waitingAfterFailure')
      return [delayElapsed('untilNext', `imageGcLoop.${state}`, waitMicros)];
    return finished;
  },
  project: ({ context: { waitMicros, work } }) => ({ waitMicros, work }),
});
