import { nodeStatusMachine } from '../../../../machines/kubelet/node-status.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(nodeStatusMachine);

const answers: readonly ModelEvent[] = [
  named('HEALTH.ANSWERED (healthy)', { health: { isHealthy: true }, sinceMicros: 0, by: 'pleg' }),
  named('HEALTH.ANSWERED (ill)', {
    health: { isHealthy: false, message: 'too old' },
    sinceMicros: 0,
    by: 'pleg',
  }),
];
const changes: readonly ModelEvent[] = [true, false].map((isHealthy) =>
  named(`RUNTIME_STATE.CHANGED (${isHealthy ? 'healthy' : 'ill'})`, { isHealthy }),
);

/** The conditions that a kubelet posts for its node. */
export const nodeStatusModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name: 'node-1/kubelet/node-status',
    node: 'node-1',
    recorder,
    clock,
    ...stubs('pleg'),
    originMicros: 0,
  }),
  starts: { ready: {} },
  events: ({ state }) => {
    if (state === 'looking' || state === 'lookingAgain') return answers;
    return state === 'ready'
      ? changes
      : [...changes, delayElapsed('update', `nodeStatus.${state}`, 10_000_000)];
  },
  project: () => ({}),
});
