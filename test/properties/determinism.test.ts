import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../src/run/simulation-input.ts';
import type { ActorRecord, TraceRecord } from '../../src/trace/record.ts';
import { tries } from '../tries.ts';
import { type Draft, draft, simulationInput } from './random-input.ts';

// A run of the simulator costs as much as a hundred of a pure rule; `npm run fuzz` asks for more of them.
const numRuns = tries.wholeRun;

describe('another seed', () => {
  const quiet = draft.map((drawn) => ({ ...drawn, faults: [] }));

  it('changes no outcome of a pod where nothing fails by chance', () => {
    fc.assert(
      fc.property(quiet, fc.nat(1_000), (drawn, seed) => {
        const input = unlimited(simulationInput(drawn));
        expect(outcomes(simulate({ ...input, seed }).records)).toEqual(outcomes(simulate(input).records));
      }),
      { numRuns },
    );
  });
});

describe('another node', () => {
  it('changes nothing on this one: streams of chance are split, and links are its own', () => {
    fc.assert(
      fc.property(draft, draft, (drawn, other) => {
        const one = withoutSharedFaults(drawn);
        const input = simulationInput({ ...one, nodes: one.nodes.slice(0, 1) });
        const neighbours = simulationInput({ ...other, nodes: other.nodes.slice(0, 1), faults: [] });
        const both: SimulationInput = {
          ...input,
          nodes: [...input.nodes, ...neighbours.nodes.map((node) => ({ ...node, name: 'node-9' }))],
          pods: [
            ...input.pods,
            ...neighbours.pods.map((pod) => ({
              ...pod,
              nodeName: 'node-9',
              name: `other-${pod.name}`,
              uid: `other-${pod.uid}`,
            })),
          ],
        };
        const alone = simulate(input);
        expect(recordsOf(simulate(both).records, 'node-1', alone.end.at)).toEqual(
          recordsOf(alone.records, 'node-1', alone.end.at),
        );
      }),
      { numRuns },
    );
  });
});

/**
 * Without a throttle, whose refusals are a matter of milliseconds, and so long that every back-off has had
 * its retries.
 */
function unlimited(input: SimulationInput): SimulationInput {
  return {
    ...input,
    nodes: input.nodes.map((node) => ({ ...node, kubelet: { ...node.kubelet, registryPullQPS: 0 } })),
  };
}

/** The images that each pod came by, and whether it is over: what people wait for. */
function outcomes(records: readonly TraceRecord[]): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const record of records) {
    if (record.type === 'pull' && (record.state === 'present' || record.state === 'pulled'))
      found.set(record.actor, 'image');
    if (record.type === 'container' && record.state === 'running')
      found.set(`${record.actor}/${record.container}`, 'ran');
    if (record.type === 'pod' && record.state !== 'added')
      found.set(record.pod.name, `${record.state} ${record.reason}`);
  }
  return Object.fromEntries([...found].sort());
}

/** Faults of a registry depend on who else asks it. */
function withoutSharedFaults(drawn: Draft): Draft {
  return {
    ...drawn,
    faults: drawn.faults.filter(({ kind }) => kind !== 'errorRate' && kind !== 'rateLimit'),
  };
}

/** What the node's actors told before `untilMs`, without the numbers that depend on the other records. */
function recordsOf(records: readonly TraceRecord[], node: string, untilMs: number): readonly unknown[] {
  const own = records.filter(
    (record): record is ActorRecord => 'actor' in record && record.actor.split('/')[0] === node,
  );
  return own
    .filter(({ at }) => at < untilMs)
    .map(({ id, because, ...told }) => ({
      ...told,
      because: { kind: because?.kind, actor: because?.actor },
    }));
}
