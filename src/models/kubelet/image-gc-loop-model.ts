import { type ImageGcLoopContext, type ImageGcLoopInput, imageGcLoopMachine } from '../../../machines/kubelet/image-gc-loop.ts';
import type { ImageGcAnswer } from '../../../machines/kubelet/image-gc-protocol.ts';
import { delayElapsed } from '../delay-elapsed.ts';
import type { MachineModel } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';

const named = modelEvent<ImageGcAnswer>;

const finished = [
  named('IMAGE_GC.FINISHED', { type: 'IMAGE_GC.FINISHED', error: '' }),
  named('IMAGE_GC.FINISHED (failed)', { type: 'IMAGE_GC.FINISHED', error: 'invalid capacity 0 on image filesystem' }),
];

/** The loop of a kubelet that has just started: rounds that are well and rounds that fail, in any order. */
export const imageGcLoopModel: MachineModel = {
  id: 'imageGcLoop',
  machine: imageGcLoopMachine,
  starts: [
    {
      name: 'starting',
      input: ({ recorder, neighbour }): ImageGcLoopInput => ({
        name: 'node-1/kubelet/image-gc-loop',
        recorder,
        manager: neighbour('imageGc'),
        periodMicros: 300_000_000,
        firstWaitMicros: 0,
      }),
    },
  ],
  events: (snapshot) => {
    const { waitMicros }: ImageGcLoopContext = snapshot.context;
    if (snapshot.matches('waiting') || snapshot.matches('waitingAfterFailure'))
      return [delayElapsed('untilNext', `imageGcLoop.${String(snapshot.value)}`, waitMicros)];
    return finished;
  },
  project: (snapshot) => {
    const { waitMicros }: ImageGcLoopContext = snapshot.context;
    return { waitMicros };
  },
};
