import { type ScriptedPullInput, scriptedPullMachine } from '../../../machines/runtime/scripted-pull.ts';
import type { MachineModel, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';

function start(name: string, error: string | undefined): ModelStart {
  return {
    name,
    input: ({ recorder, neighbour }): ScriptedPullInput => ({
      name: 'node-1/images/web/app',
      recorder,
      service: neighbour('imageService'),
      takesMicros: 1_000_000,
      error,
    }),
  };
}

/** A PullImage call whose outcome the scenario has set. */
export const scriptedPullModel: MachineModel = {
  id: 'scriptedPull',
  machine: scriptedPullMachine,
  starts: [start('succeeds', undefined), start('fails', 'boom')],
  events: (snapshot) => [
    ...(snapshot.matches('pulling') ? [delayElapsed('takes', 'scriptedPull.pulling', 1_000_000)] : []),
    modelEvent('RUNTIME_PULL.CANCELLED', { type: 'RUNTIME_PULL.CANCELLED' }),
  ],
  project: () => null,
};
