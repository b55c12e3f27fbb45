import { type ImageDetectionContext, type ImageDetectionInput, imageDetectionMachine } from '../../../machines/kubelet/image-detection.ts';
import type { ImageGcAnswer } from '../../../machines/kubelet/image-gc-protocol.ts';
import { delayElapsed } from '../delay-elapsed.ts';
import type { MachineModel, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';

const named = modelEvent<ImageGcAnswer>;

function start(name: string, firstWaitMicros: number, firstDetectMicros: number | undefined): ModelStart {
  return {
    name,
    input: ({ recorder, clock, neighbour }): ImageDetectionInput => ({
      name: 'node-1/kubelet/image-detection',
      recorder,
      clock,
      manager: neighbour('imageGc'),
      periodMicros: 300_000_000,
      firstWaitMicros,
      firstDetectMicros,
    }),
  };
}

const finished = [
  named('IMAGE_GC.FINISHED', { type: 'IMAGE_GC.FINISHED', error: '' }),
  named('IMAGE_GC.FINISHED (failed)', { type: 'IMAGE_GC.FINISHED', error: 'boom' }),
];

/** The loop of a kubelet that starts, and of one that has been up for long. */
export const imageDetectionModel: MachineModel = {
  id: 'imageDetection',
  machine: imageDetectionMachine,
  starts: [start('starting', 300_000_000, undefined), start('up for long', 100_000_000, -3_600_000_000)],
  events: (snapshot) => {
    const { waitMicros }: ImageDetectionContext = snapshot.context;
    if (snapshot.matches('waiting') || snapshot.matches('waitingForFirst'))
      return [delayElapsed('untilNext', `imageDetection.${String(snapshot.value)}`, waitMicros)];
    return finished;
  },
  project: (snapshot) => {
    const { waitMicros }: ImageDetectionContext = snapshot.context;
    return { waitMicros };
  },
};
