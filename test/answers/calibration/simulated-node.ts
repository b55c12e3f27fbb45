import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';

export interface NodeTruth {
  readonly linkBytesPerSecond: number;
  readonly unpackBytesPerSecond: number;
  readonly roundTripMicros: number;
}

export interface NodeRun {
  readonly truth: NodeTruth;
  readonly input: SimulationInput;
  readonly records: readonly TraceRecord[];
}

export interface NodeShape {
  readonly runtime: string;
  /** `1`: one after the other, as the kubelet's default is. */
  readonly parallel: number;
  readonly images: number;
  /** Absent: as a node has by default. */
  readonly cpus?: number;
  /** Absent: drawn. */
  readonly linkBytesPerSecond?: number;
}

/**
 * A run of one node whose settings the seed draws: images of all sizes, each pulled once, the first of them
 * once more.
 */
export function simulatedNode(
  seed: number,
  { runtime, parallel, images, cpus, linkBytesPerSecond }: NodeShape,
): NodeRun {
  const draw = drawing(seed);
  const between = (low: number, high: number) => low * (high / low) ** draw();
  const truth = {
    linkBytesPerSecond: linkBytesPerSecond ?? Math.round(between(5e6, 200e6)),
    unpackBytesPerSecond: Math.round(between(60e6, 400e6)),
    roundTripMicros: Math.round(between(2_000, 80_000)),
  };
  const sizes = Array.from({ length: images }, () => Math.round(between(1e6, 400e6)));
  const yaml = `
apiVersion: windlass.dev/v1alpha1
kind: Scenario
seed: ${seed}
horizon: 3h
images:
${sizes.map((size, index) => `  - { name: "reg.test/app${index}:1", size: ${size}B }`).join('\n')}
nodes:
  count: 1
  defaults:
    runtime: ${runtime}
    link: ${truth.linkBytesPerSecond}B/s
    disk: unlimited
${cpus === undefined ? '' : `    cpus: ${cpus}\n`}    timings: { unpack: ${truth.unpackBytesPerSecond}B/s }
registries:
  "*": { roundTrip: ${truth.roundTripMicros}us, connect: 0s }
arrivals: { interval: 700ms }
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
serializeImagePulls: ${parallel === 1}
${parallel === 1 ? '' : `maxParallelImagePulls: ${parallel}`}
registryPullQPS: 0
${[...sizes.keys(), 0, 0, 0].map((image, pod) => podOf(pod, image)).join('')}`;
  const input = inputOf(yaml);
  return { truth, input, records: simulate(input).records };
}

function podOf(pod: number, image: number): string {
  return `---
apiVersion: v1
kind: Pod
metadata: { name: p${String(pod).padStart(3, '0')} }
spec: { containers: [{ name: c, image: "reg.test/app${image}:1", imagePullPolicy: Always }] }
`;
}

/** mulberry32: numbers in [0, 1). */
function drawing(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
