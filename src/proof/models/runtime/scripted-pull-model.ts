import { scriptedPullMachine } from '../../../../machines/runtime/scripted-pull.ts';
import { delayElapsed, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(scriptedPullMachine);

/** A PullImage call whose outcome the scenario has set. */
export const scriptedPullModel = model({
  input: ({ recorder, neighbour }) => ({
    name: 'node-1/images/web/app',
    recorder,
    service: neighbour('imageService'),
    takesMicros: 1_000_000,
    error: undefined,
  }),
  starts: { succeeds: {}, fails: { error: 'boom' } },
  events: ({ state }) => [
    ...(state === 'pulling' ? [delayElapsed('takes', 'scriptedPull.pulling', 1_000_000)] : []),
    named('RUNTIME_PULL.CANCELLED'),
  ],
  project: () => null,
});
