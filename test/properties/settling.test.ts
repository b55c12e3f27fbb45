import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContainerSpec } from '../../src/rules/kubelet/pods/pod.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../src/run/simulation-input.ts';
import type { TraceRecord } from '../../src/trace/record.ts';
import { tries } from '../tries.ts';
import { draft, simulationInput } from './random-input.ts';

const numRuns = tries.wholeRun;
const horizonMicros = 240_000_000;

const setting = fc.record({
  diskBytes: fc.constantFrom(null, null, 5_000_000_000),
  imageMaximumGCAgeMicros: fc.constantFrom(0, 0, 0, 0, 100_000_000),
  image: fc.constantFrom('a:1', 'b:1', 'c', 'r.io/e:1'),
  action: fc.option(fc.record({ atMs: fc.nat(90_000), pod: fc.nat(3), isDeletion: fc.boolean() })),
});

/** Random runs of few pods that mostly run for ever, with faults that end: more than half of them settle. */
const runs = fc
  .tuple(draft, setting)
  .map(([drawn, { diskBytes, imageMaximumGCAgeMicros, image, action }]): SimulationInput => {
    const forEver = <C extends Pick<ContainerSpec, 'policy'>>(container: C) => {
      return {
        ...container,
        image,
        policy: container.policy === 'Always' ? 'Always' : 'IfNotPresent',
        runsForMicros: null,
      };
    };
    const input = simulationInput({
      ...drawn,
      nodes: drawn.nodes.slice(0, 2),
      pods: drawn.pods.slice(0, 4).map((pod, index) => ({
        ...pod,
        arrivesAtMs: Math.floor(pod.arrivesAtMs / 4),
        // One with image volumes never settles.
        imageVolumes: index === 3 && drawn.linkPlace > 4 ? pod.imageVolumes : [],
        // Releases without sidecars would wait for their end.
        initContainers: pod.initContainers.map((init) => ({
          ...forEver(init),
          sidecar: false,
          runsForMicros: 500_000,
          exitCode: 0,
        })),
        containers: pod.containers.map(forEver),
      })),
      faults: drawn.faults
        .filter(({ kind }) => kind !== 'pullFails' && kind !== 'pullTakes')
        .map((fault) => ({ ...fault, untilMicros: fault.fromMicros + 20_000_000 })),
    });
    const pod = action === null ? undefined : input.pods[action.pod];
    const meets =
      action === null || pod === undefined ? undefined : { atMicros: action.atMs * 1_000, uids: [pod.uid] };
    return {
      ...input,
      horizonMicros,
      nodes: input.nodes.map((node) => ({
        ...node,
        diskBytes,
        kubelet: { ...node.kubelet, maxPods: 110, imageMaximumGCAgeMicros },
      })),
      ...(meets === undefined
        ? {}
        : {
            podActions: [
              action?.isDeletion === true
                ? { ...meets, kind: 'delete', graceMicros: 30_000_000, replacement: null }
                : { ...meets, kind: 'edit', change: { kind: 'image', container: null, image: 'r.io/d:1' } },
            ],
          }),
    };
  });

/**
 * The same run, which cannot settle before its horizon: there somebody takes away an image that is not there.
 */
function keptOpen(input: SimulationInput): SimulationInput {
  const nothing = {
    kind: 'imageRemoved',
    image: 'nobody:1',
    fromMicros: horizonMicros,
    untilMicros: null,
  } as const;
  return { ...input, faults: [...input.faults, nothing] };
}

/**
 * Rounds that find nothing to do, and relists that find what is gone: all that may come after a run has
 * settled.
 */
function isTick({ type }: TraceRecord): boolean {
  return type === 'sync' || type === 'pleg';
}

/** What is told of a node, or beside the nodes; without numbers, which are those of a whole trace. */
function ofPlace(records: readonly TraceRecord[], place: string | undefined): readonly TraceRecord[] {
  const own = records.filter((record) => ('node' in record ? record.node : undefined) === place);
  return own.map((record) => {
    const because =
      'because' in record && record.because !== undefined
        ? { because: { ...record.because, record: 0 } }
        : {};
    return { ...record, id: 0, ...because } as TraceRecord;
  });
}

it('a run that settles loses nothing: continued, it repeats the same records and then only ticks', () => {
  let settled = 0;
  fc.assert(
    fc.property(runs, (input) => {
      const { records, end } = simulate(input);
      if (end.reason !== 'settled') return;
      settled++;
      const longer = simulate(keptOpen(input)).records.filter(({ at }) => at < horizonMicros / 1_000);
      for (const place of [undefined, ...input.nodes.map(({ name }) => name)]) {
        const [told, more] = [ofPlace(records.slice(1, -1), place), ofPlace(longer.slice(1), place)];
        expect(more.slice(0, told.length)).toEqual(told);
        expect(more.slice(told.length).filter((record) => !isTick(record))).toEqual([]);
      }
    }),
    { numRuns },
  );
  expect(settled).toBeGreaterThan(numRuns / 4);
});
