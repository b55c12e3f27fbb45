import { type SandboxCreationInput, sandboxCreationMachine } from '../../../machines/pod/sandbox-creation.ts';
import type { SandboxImageAnswer } from '../../../machines/runtime/cri.ts';
import { sandboxDeadlineMicros } from '../../runtime/images/sandbox-image.ts';
import { delayElapsed } from '../delay-elapsed.ts';
import type { MachineModel } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { modelTimings } from '../model-node.ts';

const named = modelEvent<SandboxImageAnswer>;

const pull = 'node-1/images/sandboxes/default/web';
const looked = [
  named('SANDBOX_IMAGE.PRESENT', { type: 'SANDBOX_IMAGE.PRESENT' }),
  named('SANDBOX_IMAGE.MISSING', { type: 'SANDBOX_IMAGE.MISSING', image: 'pause:1', pull }),
];
const pulled = [
  named('IMAGE_PULL.SUCCEEDED', { type: 'IMAGE_PULL.SUCCEEDED', imageRef: 'sha256:pause' }, 1_000_000),
  named('IMAGE_PULL.FAILED', { type: 'IMAGE_PULL.FAILED', error: 'boom' }, 1_000_000),
  delayElapsed('deadline', 'sandboxCreation.pullingImage', sandboxDeadlineMicros),
];

/** One sandbox of a pod. */
export const sandboxCreationModel: MachineModel = {
  id: 'sandboxCreation',
  machine: sandboxCreationMachine,
  starts: [
    {
      name: 'asked for',
      input: ({ recorder, neighbour }): SandboxCreationInput => ({
        name: 'node-1/kubelet/default/web',
        caller: 'node-1/sandboxes/default/web',
        pod: { namespace: 'default', name: 'web', uid: 'web' },
        recorder,
        images: neighbour('sandboxImages'),
        sandboxMicros: modelTimings.sandboxMicros,
        requester: neighbour('podSync'),
      }),
    },
  ],
  events: (snapshot) => {
    switch (snapshot.value) {
      case 'lookingForImage':
        return looked;
      case 'pullingImage':
        return pulled;
      case 'creating':
        return [delayElapsed('sandboxCreation', 'sandboxCreation.creating', modelTimings.sandboxMicros)];
      default:
        return [];
    }
  },
  project: () => null,
};
