import { type NodeStatusEvent, type NodeStatusInput, nodeStatusMachine } from '../../../machines/kubelet/node-status.ts';
import type { MachineModel, ModelEvent } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';

const named = modelEvent<NodeStatusEvent>;

const answers: readonly ModelEvent[] = [
  named('HEALTH.ANSWERED (healthy)', { type: 'HEALTH.ANSWERED', health: { isHealthy: true }, sinceMicros: 0, by: 'pleg' }),
  named('HEALTH.ANSWERED (ill)', { type: 'HEALTH.ANSWERED', health: { isHealthy: false, message: 'too old' }, sinceMicros: 0, by: 'pleg' }),
];
const changes: readonly ModelEvent[] = [true, false].map((isHealthy) =>
  named(`RUNTIME_STATE.CHANGED (${isHealthy ? 'healthy' : 'ill'})`, { type: 'RUNTIME_STATE.CHANGED', isHealthy }),
);

/** The conditions that a kubelet posts for its node. */
export const nodeStatusModel: MachineModel = {
  id: 'nodeStatus',
  machine: nodeStatusMachine,
  starts: [
    {
      name: 'ready',
      input: ({ recorder, clock, neighbour }): NodeStatusInput => ({
        name: 'node-1/kubelet/node-status',
        node: 'node-1',
        recorder,
        clock,
        pleg: neighbour('pleg'),
        originMicros: 0,
      }),
    },
  ],
  events: ({ value }) => {
    if (value === 'looking' || value === 'lookingAgain') return answers;
    return value === 'ready' ? changes : [...changes, delayElapsed('update', `nodeStatus.${String(value)}`, 10_000_000)];
  },
  project: () => ({}),
};
