import { type ContainerInput, containerMachine } from '../../../machines/runtime/container.ts';
import type { MachineModel } from '../machine-model.ts';
import { delayElapsed } from '../model-event.ts';

/** The process of a container. */
export const containerModel: MachineModel = {
  id: 'container',
  machine: containerMachine,
  starts: [
    {
      name: 'runs for 5 s',
      input: ({ recorder, neighbour }): ContainerInput => ({
        name: 'node-1/runtime/default/web/app',
        recorder,
        runtime: neighbour('runtime'),
        pod: { namespace: 'default', name: 'web', uid: 'web' },
        container: 'app',
        process: 'web/app/0/0',
        runsForMicros: 5_000_000,
        exitCode: 3,
      }),
    },
  ],
  events: (snapshot) => (snapshot.matches('running') ? [delayElapsed('life', 'container.running', 5_000_000)] : []),
  project: () => null,
};
