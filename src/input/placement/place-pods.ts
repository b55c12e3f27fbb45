import { groupedBy } from '../../collections/grouped-by.ts';
import { defaultOf } from '../defaults.ts';
import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { limits } from '../limits.ts';
import type { CronRuns, PodChain, UnplacedPods } from '../model.ts';
import { few, type NodePlan } from '../nodes/plan-nodes.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import { nameError } from '../workloads/pod-name.ts';
import { isSuccessor, podUid, type Workload } from '../workloads/workload.ts';
import { NodeChooser, type NodeRoom } from './node-chooser.ts';
import { misfitOf } from './node-fit.ts';

/** A pod with a name and a node, not built yet. */
export interface PlacedPod {
  readonly workload: Workload;
  readonly name: string;
  readonly nodeName: string;
  /** Its place among the pods of its workload. */
  readonly ordinal: number;
}

export interface Placement {
  readonly pods: readonly PlacedPod[];
  /** The number of pods without a node of their own, which were spread. */
  readonly spread: number;
  /** Pods for which there is no node, and why. */
  readonly unplaced: readonly UnplacedPods[];
}

/**
 * Gives every pod its name and node: spec.nodeName is used, each node on which a DaemonSet may run gets one of its pods, and the others are
 * spread as `NodeChooser` says. `nodes` are in order of their names. A pod whose node is not among them, because there are too many, is left
 * out.
 */
export function placePods(workloads: readonly Workload[], nodes: readonly NodeRoom[], problems: Problems): Placement {
  const chooser = new NodeChooser(nodes);
  const nodeNames = nodes.map(({ plan }) => plan.name);
  const daemons = new Map(workloads.filter(({ count }) => count === 'one per node').map((one) => [one, chooser.fitting(one)]));
  const countOf = (workload: Workload) => (workload.count === 'one per node' ? (daemons.get(workload) ?? []).length : workload.count);
  const total = workloads.reduce((sum, workload) => sum + countOf(workload), 0);
  if (total > limits.pods) {
    const largest = workloads.reduce((most, workload) => (countOf(workload) > countOf(most) ? workload : most));
    const message = `the input makes ${total} pods: at most ${limits.pods} are simulated`;
    problems.at(within(largest.object, 'spec', 'replicas'), { code: 'TOO_MANY_PODS', message, hint: 'fewer replicas' });
    return { pods: [], spread: 0, unplaced: [] };
  }
  const places = new Map(nodeNames.map((name, index) => [name, index]));
  const named: { readonly workload: Workload; readonly name: string; readonly ordinal: number; readonly node: number | undefined }[] = [];
  const taken = new Map<string, string>();
  for (const workload of workloads) {
    const { object, spec, namespace } = workload;
    const ofDaemons = daemons.get(workload);
    const isFixed = ofDaemons === undefined && Boolean(spec.nodeName);
    const fixed = isFixed ? places.get(spec.nodeName ?? '') : undefined;
    if (isFixed && fixed === undefined) continue;
    for (let ordinal = 0; ordinal < countOf(workload); ordinal++) {
      const name = freeName(workload, ordinal, taken);
      const key = `${namespace}/${name}`;
      const other = taken.get(key);
      if (other !== undefined) {
        const message = `pod ${key} is made twice: by ${other} and by ${object.kind}/${workload.name}`;
        problems.at(within(object, 'metadata', 'name'), { code: 'DUPLICATE', message });
        continue;
      }
      taken.set(key, `${object.kind}/${workload.name}`);
      const node = ofDaemons?.[ordinal] ?? fixed;
      if (node !== undefined) chooser.bind(workload, node);
      named.push({ workload, name, ordinal, node });
    }
  }
  let spread = 0;
  const unplaced = new Map<Workload, number>();
  const pods = named.flatMap(({ workload, name, ordinal, node }): PlacedPod[] => {
    if (node === undefined) spread++;
    const nodeName = nodeNames[node ?? chooser.choose(workload) ?? -1];
    if (nodeName !== undefined) return [{ workload, name, nodeName, ordinal }];
    unplaced.set(workload, (unplaced.get(workload) ?? 0) + 1);
    return [];
  });
  return {
    pods,
    spread,
    unplaced: [...unplaced].map(([workload, count]) => ({
      workload: `${workload.object.kind}/${workload.name}`,
      pods: count,
      reason: chooser.reasonOf(workload),
    })),
  };
}

/** The pods that start in order, a chain for each workload. */
export function podChains(pods: readonly PlacedPod[]): readonly PodChain[] {
  const delayMicros = micros(defaultOf('recreation'));
  const inOrder = pods.filter(({ workload }) => workload.startsInOrder);
  return [...groupedBy(inOrder, ({ workload }) => workload).values()].flatMap((chain) =>
    chain.length > 1 ? [{ uids: chain.map(({ workload, name }) => podUid(workload, name)), delayMicros }] : [],
  );
}

/** The runs of CronJobs that do not run side by side. */
export function cronRuns(pods: readonly PlacedPod[]): readonly CronRuns[] {
  const delayMicros = micros(defaultOf('recreation'));
  const byWorkload = groupedBy(pods, ({ workload }) => workload);
  return [...byWorkload].flatMap(([workload, placed]): CronRuns[] => {
    const { oneRunAtATime, madeAtMicros } = workload;
    if (oneRunAtATime === undefined || madeAtMicros === undefined) return [];
    const first = placed.filter(({ ordinal }) => !isSuccessor(workload, ordinal));
    const byTime = groupedBy(first, ({ ordinal }) => madeAtMicros(ordinal) - delayMicros);
    const runs = [...byTime].map(([atMicros, ofRun]) => ({ atMicros, uids: ofRun.map(({ name }) => podUid(workload, name)) }));
    return runs.length > 1 ? [{ ...oneRunAtATime, runs, delayMicros }] : [];
  });
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
    const message = `${shownValue(name)} is not a name that a node can have`;
    problems.at({ document: object.document, path: [...specPath, 'nodeName'] }, { code: 'NAME', message, expected });
    return [];
  });
}

/** Says once of each node which pods name it in spec.nodeName though they may not run there: they go there all the same. */
export function warnOfPlacement(workloads: readonly Workload[], plans: readonly NodePlan[], problems: Problems): void {
  const named = groupedBy(
    workloads.filter(({ spec, count }) => spec.nodeName && count !== 'one per node'),
    ({ spec }) => spec.nodeName ?? '',
  );
  for (const plan of plans) {
    const kept = (named.get(plan.name) ?? []).flatMap((workload) => {
      const reason = misfitOf(workload, plan);
      return reason === undefined ? [] : [{ workload, reason }];
    });
    if (kept[0] === undefined) continue;
    const names = few(kept.map(({ workload: { object, name } }) => `${object.kind}/${name}`));
    problems.warn(
      `${names} may not run on node ${plan.name} (${kept[0].reason}), but spec.nodeName names it: Windlass obeys spec.nodeName`,
    );
  }
}
