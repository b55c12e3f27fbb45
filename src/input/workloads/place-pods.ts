import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { limits } from '../limits.ts';
import { nameError } from './name-error.ts';
import type { Workload } from './workload.ts';

/** A pod with a name and a node, not built yet. */
export interface PlacedPod {
  readonly workload: Workload;
  readonly name: string;
  readonly nodeName: string;
}

export interface Placement {
  readonly pods: readonly PlacedPod[];
  /** The number of pods without a node of their own, which were spread. */
  readonly spread: number;
}

/**
 * Gives every pod its name and node: spec.nodeName is used, each node gets one of a DaemonSet's pods, and the others are spread over the
 * nodes in order of their names. `nodeNames` are in that order. A pod whose node is not among them, because there are too many, is left
 * out.
 */
export function placePods(workloads: readonly Workload[], nodeNames: readonly string[], problems: Problems): Placement {
  const countOf = (workload: Workload) => (workload.count === 'one per node' ? nodeNames.length : workload.count);
  const total = workloads.reduce((sum, workload) => sum + countOf(workload), 0);
  if (total > limits.pods) {
    const largest = workloads.reduce((most, workload) => (countOf(workload) > countOf(most) ? workload : most));
    const { document, path } = largest.object;
    const message = `the input makes ${total} pods: at most ${limits.pods} are simulated`;
    problems.at({ document, path: [...path, 'spec', 'replicas'] }, { code: 'TOO_MANY_PODS', message, hint: 'fewer replicas' });
    return { pods: [], spread: 0 };
  }
  const known = new Set(nodeNames);
  const taken = new Map<string, string>();
  const pods: PlacedPod[] = [];
  let next = 0;
  for (const workload of workloads) {
    const { object, spec, namespace } = workload;
    const fixed = workload.count === 'one per node' ? undefined : spec.nodeName || undefined;
    if (fixed !== undefined && !known.has(fixed)) continue;
    for (let ordinal = 0; ordinal < countOf(workload); ordinal++) {
      const name = freeName(workload, ordinal, taken);
      const key = `${namespace}/${name}`;
      const other = taken.get(key);
      if (other !== undefined) {
        const message = `pod ${key} is made twice: by ${other} and by ${object.kind}/${workload.name}`;
        problems.at({ document: object.document, path: [...object.path, 'metadata', 'name'] }, { code: 'DUPLICATE', message });
        continue;
      }
      taken.set(key, `${object.kind}/${workload.name}`);
      const turn = workload.count === 'one per node' ? ordinal : fixed === undefined ? next++ % nodeNames.length : 0;
      const nodeName = fixed ?? nodeNames[turn];
      if (nodeName !== undefined) pods.push({ workload, name, nodeName });
    }
  }
  return { pods, spread: next };
}

function freeName({ namespace, podName }: Workload, ordinal: number, taken: ReadonlyMap<string, string>): string {
  let name = podName(ordinal, 0);
  for (let attempt = 1; attempt < 10 && taken.has(`${namespace}/${name}`); attempt++) name = podName(ordinal, attempt);
  return name;
}

/** Returns the nodes that pods name in spec.nodeName. An invalid name is an error. */
export function nodesOfPods(workloads: readonly Workload[], problems: Problems): string[] {
  return workloads.flatMap(({ object, spec, specPath, count }) => {
    const name = spec.nodeName || undefined;
    if (name === undefined || count === 'one per node' || count === 0) return [];
    const expected = nameError(name, 'subdomain');
    if (expected === undefined) return [name];
    const message = `${shownValue(name)} is no name that a node can have`;
    problems.at({ document: object.document, path: [...specPath, 'nodeName'] }, { code: 'NAME', message, expected });
    return [];
  });
}
