import { z } from 'zod';
import { nodeRecord, pod, podContainers, text, worldRecord } from './schema-fields.ts';

/** Records of nodes that come and go, and of pods that wait for one. Each type has one schema. */
export const clusterRecords = {
  instance: nodeRecord('instance', 'The machine of a node that comes or goes while the run goes on.', {
    state: z.enum(['requested', 'booted', 'registered', 'gone']).meta({
      description:
        'what became of it; `booted`: its kubelet starts; `registered`: the API server has its Node object, and pods of DaemonSets may come',
    }),
  }),
  scheduling: worldRecord('scheduling', 'A pod waits without a node, or gets one after it has waited.', {
    state: z.enum(['waiting', 'bound']).meta({
      description: '`waiting`: the pod is made, and no node takes it yet; `bound`: it has got its node',
    }),
    pod,
    owner: z
      .strictObject({ kind: text('`Deployment` …'), name: text('of the workload') })
      .meta({ description: 'the workload that makes it; absent: none does' })
      .exactOptional(),
    containers: podContainers,
    message: text('waiting: as a scheduler says it').exactOptional(),
    boundTo: text('bound: the name of the node').exactOptional(),
  }),
};
