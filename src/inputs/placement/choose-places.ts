import type { WaitingPod } from '../../run/simulation-input.ts';
import type { Workload } from '../workloads/workload.ts';
import type { NamedPod } from './named-pod.ts';
import type { NodeChooser, NodeRoom } from './node-chooser.ts';
import { toleratesNotReady } from './node-fit.ts';

/** The node of a pod, by its place, and when it comes there as far as that is known. */
interface Place {
  readonly node: number;
  readonly atMicros: number;
  readonly waiting?: Omit<WaitingPod, 'uid'>;
}

/** A pod that no node takes yet, by its index. */
interface Unplaced {
  readonly index: number;
  readonly createdAtMicros: number;
  readonly reason: string;
}

/**
 * Returns the node of each pod by its index, in the order in which pods arrive and nodes become ready: what
 * comes later changes nothing of it. A pod that no node takes waits; when a node is expected to be ready, the
 * pods that wait get it in the order of their creation, as long as it has room.
 */
export function choosePlaces(
  pods: readonly NamedPod[],
  arrivals: readonly number[],
  nodes: readonly NodeRoom[],
  chooser: NodeChooser,
): readonly (Place | undefined)[] {
  const places: (Place | undefined)[] = pods.map(() => undefined);
  const order = pods
    .map((pod, index) => ({ pod, index, at: arrivals[index] ?? 0 }))
    .sort((left, right) => left.at - right.at);
  const openings = nodes
    .flatMap(({ start }, node) => (start === undefined ? [] : [{ node, atMicros: start.readyAtMicros }]))
    .sort((left, right) => left.atMicros - right.atMicros);
  let waiting: Unplaced[] = [];
  let opened = 0;
  const openUntil = (micros: number) => {
    for (
      let next = openings[opened];
      next !== undefined && next.atMicros <= micros;
      next = openings[opened]
    ) {
      const { atMicros } = next;
      for (; openings[opened]?.atMicros === atMicros; opened++) chooser.open(openings[opened]?.node ?? -1);
      waiting = waiting.filter(placer(pods, places, chooser, atMicros));
    }
  };
  for (const { pod, index, at } of order) {
    openUntil(at);
    if (pod.node !== undefined) {
      chooser.bind(pod.workload, pod.node);
      places[index] = fixedPlace(pod, pod.node, at, nodes);
      continue;
    }
    const node = chooser.choose(pod.workload);
    if (node !== undefined) places[index] = placeOn(node, at, nodes);
    else if (openings.length > 0)
      waiting.push({ index, createdAtMicros: at, reason: chooser.reasonOf(pod.workload) });
  }
  openUntil(Number.MAX_SAFE_INTEGER);
  return places;
}

/** Returns what gives a pod a node if there is one, and says whether the pod still waits. */
function placer(
  pods: readonly NamedPod[],
  places: (Place | undefined)[],
  chooser: NodeChooser,
  atMicros: number,
): (unplaced: Unplaced) => boolean {
  // Where one pod of a workload finds no node, its others do not either.
  const without = new Set<Workload>();
  return ({ index, createdAtMicros, reason }) => {
    const workload = pods[index]?.workload;
    const node = workload === undefined || without.has(workload) ? undefined : chooser.choose(workload);
    if (node === undefined) {
      if (workload !== undefined) without.add(workload);
      return true;
    }
    places[index] = { node, atMicros, waiting: { createdAtMicros, until: 'ready', reason } };
    return false;
  };
}

/** A pod that comes when its node is expected to be ready waits if the node is late. */
function placeOn(node: number, atMicros: number, nodes: readonly NodeRoom[]): Place {
  if (nodes[node]?.start === undefined) return { node, atMicros };
  return { node, atMicros, waiting: { createdAtMicros: atMicros, until: 'ready', reason: notReady(1) } };
}

/** A pod of a DaemonSet, or one that names its node. */
function fixedPlace(
  { workload }: NamedPod,
  node: number,
  atMicros: number,
  nodes: readonly NodeRoom[],
): Place {
  if (nodes[node]?.start === undefined) return { node, atMicros };
  const isScheduled = workload.count === 'one per node';
  const created = { createdAtMicros: atMicros };
  if (isScheduled && !toleratesNotReady(workload)) {
    const present = nodes.filter(({ start }) => (start?.registeredAtMicros ?? 0) <= atMicros).length;
    return { node, atMicros, waiting: { ...created, until: 'ready', reason: notReady(present) } };
  }
  const until = workload.spec.hostNetwork ? 'registered' : 'networkReady';
  return { node, atMicros, waiting: { ...created, until } };
}

/** What a scheduler says while the only node that a pod may have is not ready. */
function notReady(present: number): string {
  const others = present > 1 ? `, ${present - 1} node(s) didn't match Pod's node affinity/selector` : '';
  return `0/${present} nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-ready: }${others}.`;
}
