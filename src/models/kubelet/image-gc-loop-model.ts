import {
  type ImageGcLoopContext,
  type ImageGcLoopInput,
  type ImageGcWork,
  imageGcLoopMachine,
} from '../../../machines/kubelet/image-gc-loop.ts';
import type { ImageGcAnswer } from '../../../machines/kubelet/image-gc-protocol.ts';
import type { MachineModel, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';

const named = modelEvent<ImageGcAnswer>;

const finished = [
  named('IMAGE_GC.FINISHED', { type: 'IMAGE_GC.FINISHED', error: '' }),
  named('IMAGE_GC.FINISHED (failed)', { type: 'IMAGE_GC.FINISHED', error: 'invalid capacity 0 on image filesystem' }),
];

function start(name: string, work: ImageGcWork, firstWaitMicros: number): ModelStart {
  return {
    name,
    input: ({ recorder, clock, neighbour }): ImageGcLoopInput => ({
      name: 'node-1/kubelet/image-gc-loop',
      recorder,
      clock,
      manager: neighbour('imageGc'),
      work,
      periodMicros: 300_000_000,
      firstWaitMicros,
    }),
  };
}

/** Both loops, of a kubelet that starts and of one that has run for long. Rounds succeed and fail in any order. */
export const imageGcLoopModel: MachineModel = {
  id: 'imageGcLoop',
  machine: imageGcLoopMachine,
  starts: [
    start('collection, starting', { kind: 'collection' }, 0),
    start('detection, starting', { kind: 'detection', firstDetectMicros: undefined }, 300_000_000),
    start('detection, up for long', { kind: 'detection', firstDetectMicros: -3_600_000_000 }, 100_000_000),
  ],
  events: (snapshot) => {
    const { waitMicros }: ImageGcLoopContext = snapshot.context;
    if (snapshot.matches('waiting') || snapshot.matches('waitingAfterFailure'))
      return [delayElapsed('untilNext', `imageGcLoop.${String(snapshot.value)}`, waitMicros)];
    return finished;
  },
  project: (snapshot) => {
    const { waitMicros, work }: ImageGcLoopContext = snapshot.context;
    return { waitMicros, work };
  },
};
