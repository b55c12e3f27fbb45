import type { SimulationInput } from '../input/model.ts';
import { type HeaderRecord, traceFormat } from '../trace/record.ts';

/** The instant that virtual time 0 stands for. */
const epoch = '2000-01-01T00:00:00Z';

/** The first record of a run's trace: its conditions. */
export function headerOf(input: SimulationInput): HeaderRecord {
  return {
    type: 'header',
    id: 0,
    at: 0,
    format: traceFormat,
    seed: input.seed,
    horizonMs: input.horizonMicros / 1000,
    epoch,
    nodes: input.nodes.map((node) => ({
      name: node.name,
      kubeletVersion: node.kubeletVersion,
      profile: node.profileRelease,
      runtime: node.runtime,
      kubelet: { ...node.kubelet },
    })),
    assumptions: input.assumptions,
    ignoredKinds: input.ignoredKinds,
  };
}
