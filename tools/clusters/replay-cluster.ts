import { formatInputError } from '../../src/inputs/documents/input-error.ts';
import { pulledEventMessage } from '../../src/inputs/events/pulled-event-message.ts';
import { readInput } from '../../src/inputs/read-input.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import type { ClusterRun } from './cluster-run.ts';

/** A pull of a real cluster beside the same of the simulator, in s. */
export interface ComparedPull {
  readonly image: string;
  readonly real: number;
  readonly ours: number;
}

/** Runs the pulls of a cluster, each by a pod of its own, at their times on their nodes. */
export function replayCluster(run: ClusterRun): readonly ComparedPull[] {
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [scenarioOf(run), ...podsOf(run)] });
  const result = readInput([{ name: 'cluster.json', text }], {});
  if (!result.ok) throw new Error(result.errors.map(formatInputError).join('\n'));
  const seconds = new Map<string, number>();
  for (const record of simulate(result.input).records) {
    if (record.type !== 'event' || record.reason !== 'Pulled' || record.pod === undefined) continue;
    const micros = pulledEventMessage(record.message)?.durationMicros;
    if (micros !== undefined && !seconds.has(record.pod.name)) seconds.set(record.pod.name, micros / 1e6);
  }
  return run.pulls.flatMap(({ image, seconds: real }, index) => {
    const ours = seconds.get(podName(index));
    return ours === undefined ? [] : [{ image: run.images[image]?.name ?? '', real, ours }];
  });
}

function scenarioOf({ node, images, pulls }: ClusterRun) {
  const nodes = [...new Set(pulls.map((pull) => pull.node))];
  return {
    apiVersion: 'windlass.dev/v1alpha1',
    kind: 'Scenario',
    nodes: { named: Object.fromEntries(nodes.map((number) => [nodeName(number), node])) },
    images: images
      .filter(({ size, layers }) => size !== undefined || layers !== undefined)
      .map(({ name, size, layers }) => ({
        name,
        ...(layers === undefined ? { size: `${size}B` } : { layers: layers.flatMap(layersOf) }),
      })),
    arrivals: { pods: pulls.map(({ at }, index) => ({ match: podName(index), at: `${at}s` })) },
  };
}

function layersOf([bytes, unpacked, count]: readonly [number, number, number]) {
  return Array.from({ length: count }, () => ({ size: `${bytes}B`, unpackedSize: `${unpacked}B` }));
}

function podsOf({ images, pulls }: ClusterRun) {
  return pulls.map(({ node, image }, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: podName(index) },
    spec: {
      nodeName: nodeName(node),
      containers: [{ name: 'app', image: images[image]?.name ?? '', imagePullPolicy: 'IfNotPresent' }],
    },
  }));
}

const podName = (index: number) => `pull-${String(index).padStart(4, '0')}`;
const nodeName = (number: number) => `node-${number}`;
