import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { CronRuns, PodChain, UnplacedPods, WaitingPod } from '../../run/simulation-input.ts';
import { defaultOf } from '../defaults.ts';
import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { limits } from '../limits.ts';
import type { Autoscaler } from '../nodes/autoscaler.ts';
import { few, type NodePlan } from '../nodes/plan-nodes.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import { nameError } from '../workloads/pod-name.ts';
import { isSuccessor, podUid, type Workload } from '../workloads/workload.ts';
import { choosePlaces } from './choose-places.ts';
import type { NamedPod } from './named-pod.ts';
import { NodeChooser, type NodeRoom } from './node-chooser.ts';
import { misfitOf } from './node-fit.ts';

/** A pod with a name and a node, not built yet. */
export interface PlacedPod {
  readonly workload: Workload;
  readonly name: string;
  readonly nodeName: string;
  /** Its place among the pods of its workload. */
  readonly ordinal: number;
  readonly arrivesAtMicros: number;
  /** Present if it exists before its node takes it. */
  readonly waiting?: Omit<WaitingPod, 'uid'>;
}

export interface Placement {
  readonly pods: readonly PlacedPod[];
  /** The number of pods without a node of their own, which were spread. */
  readonly spread: number;
  /** When an autoscaler requests nodes, by their names. Reserve nodes that are not among them never come. */
  readonly requests: ReadonlyMap<string, number>;
  /** Pods for which there is no node, and why. */
  readonly unplaced: readonly UnplacedPods[];
}

/** The number of containers and volumes of each pod of a workload. */
function partsOf({ spec: { containers, initContainers, ephemeralContainers, volumes } }: Workload): number {
  return [containers, initContainers, ephemeralContainers, volumes].reduce(
    (sum, list) => sum + (list?.length ?? 0),
    0,
  );
}

/**
 * Gives every pod its name and node: spec.nodeName is used, each node on which a DaemonSet may run gets one
 * of its pods, and the others are spread as `NodeChooser` says, in the order in which they arrive, so that no
 * pod takes a place before it is there. `nodes` are in order of their names. A pod whose node is not among
 * them, because there are too many, is left out. `arrivalsOf` says when each pod arrives.
 */
export function placePods(
  workloads: readonly Workload[],
  nodes: readonly NodeRoom[],
  arrivalsOf: (pods: readonly NamedPod[]) => readonly number[],
  autoscaler: Autoscaler | undefined,
  problems: Problems,
): Placement {
  const chooser = new NodeChooser(nodes);
  const nodeNames = nodes.map(({ plan }) => plan.name);
  const named = namePods(workloads, nodes, chooser, problems);
  const arrivals = arrivalsOf(named);
  const { places, requests } = choosePlaces(named, arrivals, nodes, chooser, autoscaler);
  const isReserve = (node: number | undefined) => nodes[node ?? -1]?.isReserve === true;
  const unplaced = new Map<Workload, number>();
  for (const [index, { workload, node }] of named.entries())
    if (places[index] === undefined && !isReserve(node))
      unplaced.set(workload, (unplaced.get(workload) ?? 0) + 1);
  return {
    pods: named.flatMap(({ workload, name, ordinal }, index): PlacedPod[] => {
      const place = places[index];
      const nodeName = nodeNames[place?.node ?? -1];
      if (place === undefined || nodeName === undefined) return [];
      const { atMicros: arrivesAtMicros, waiting } = place;
      return [{ workload, name, nodeName, ordinal, arrivesAtMicros, ...(waiting && { waiting }) }];
    }),
    requests: new Map([...requests].map(([node, atMicros]) => [nodeNames[node] ?? '', atMicros])),
    spread: named.filter(({ node }) => node === undefined).length,
    unplaced: [...unplaced].map(([workload, count]) => ({
      workload: `${workload.object.kind}/${workload.name}`,
      pods: count,
      reason: chooser.reasonOf(workload),
    })),
  };
}

/** Returns the pods of all workloads in the order of the input, without those whose node does not exist. */
function namePods(
  workloads: readonly Workload[],
  nodes: readonly NodeRoom[],
  chooser: NodeChooser,
  problems: Problems,
): readonly NamedPod[] {
  const daemons = new Map(
    workloads.filter(({ count }) => count === 'one per node').map((one) => [one, chooser.fitting(one)]),
  );
  const countOf = (workload: Workload) =>
    workload.count === 'one per node' ? (daemons.get(workload) ?? []).length : workload.count;
  const total = workloads.reduce((sum, workload) => sum + countOf(workload), 0);
  if (total > limits.pods) {
    const largest = workloads.reduce((most, workload) =>
      countOf(workload) > countOf(most) ? workload : most,
    );
    const message = `the input makes ${total} pods: at most ${limits.pods} are simulated`;
    problems.at(within(largest.object, 'spec', 'replicas'), {
      code: 'TOO_MANY_PODS',
      message,
      hint: 'fewer replicas',
    });
    return [];
  }
  const parts = workloads.reduce((sum, workload) => sum + countOf(workload) * partsOf(workload), 0);
  if (parts > limits.podParts) {
    const largest = workloads.reduce((most, one) =>
      countOf(one) * partsOf(one) > countOf(most) * partsOf(most) ? one : most,
    );
    const message = `the input makes ${total} pods with ${parts} containers and volumes: at most ${limits.podParts} are simulated`;
    const expected = `at most ${Math.floor(limits.podParts / total)} in each of so many pods`;
    problems.at(within(largest.object, ...largest.specPath, 'containers'), {
      code: 'TOO_MANY_CONTAINERS',
      message,
      expected,
      hint: 'fewer pods, nodes or containers',
    });
    return [];
  }
  const places = new Map(nodes.map(({ plan }, index) => [plan.name, index]));
  const named: NamedPod[] = [];
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
      const madeAtMicros = nodes[node ?? -1]?.start?.registeredAtMicros;
      named.push({ workload, name, ordinal, node, ...(madeAtMicros === undefined ? {} : { madeAtMicros }) });
    }
  }
  return named;
}

/** Returns the pods that exist before their nodes take them, in order of their creation. */
export function waitingPods(pods: readonly PlacedPod[]): readonly WaitingPod[] {
  return pods
    .flatMap(({ workload, name, waiting }) =>
      waiting === undefined ? [] : [{ uid: podUid(workload, name), ...waiting }],
    )
    .sort((a, b) => a.createdAtMicros - b.createdAtMicros);
}

/** The pods that start in order, a chain for each workload. */
export function podChains(pods: readonly PlacedPod[]): readonly PodChain[] {
  const delayMicros = micros(defaultOf('recreation'));
  const inOrder = pods.filter(({ workload }) => workload.startsInOrder);
  return [...groupedBy(inOrder, ({ workload }) => workload).values()].flatMap((chain) =>
    chain.length > 1
      ? [{ uids: chain.map(({ workload, name }) => podUid(workload, name)), delayMicros }]
      : [],
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
    const runs = [...byTime].map(([atMicros, ofRun]) => ({
      atMicros,
      uids: ofRun.map(({ name }) => podUid(workload, name)),
    }));
    return runs.length > 1 ? [{ ...oneRunAtATime, runs, delayMicros }] : [];
  });
}

function freeName(
  { namespace, podName }: Workload,
  ordinal: number,
  taken: ReadonlyMap<string, string>,
): string {
  let name = podName(ordinal, 0);
  for (let attempt = 1; attempt < 10 && taken.has(`${namespace}/${name}`); attempt++)
    name = podName(ordinal, attempt);
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
    problems.at(
      { document: object.document, path: [...specPath, 'nodeName'] },
      { code: 'NAME', message, expected },
    );
    return [];
  });
}

/**
 * Says once of each node which pods name it in spec.nodeName though they may not run there: they go there all
 * the same.
 */
export function warnOfPlacement(
  workloads: readonly Workload[],
  plans: readonly NodePlan[],
  problems: Problems,
): void {
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
