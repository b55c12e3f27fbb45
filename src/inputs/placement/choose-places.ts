import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { onlyNodeNotReady } from '../../rules/kubelet/nodes/node-start-log.ts';
import type { WaitingPod } from '../../run/simulation-input.ts';
import type { Autoscaler } from '../nodes/autoscaler.ts';
import type { Workload } from '../workloads/workload.ts';
import type { NamedPod } from './named-pod.ts';
import type { NodeChooser, NodeExpected, NodeRoom } from './node-chooser.ts';
import { misfitOf, toleratesNotReady } from './node-fit.ts';

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

/** The places of pods by their index, and when an autoscaler requests nodes, by their places. */
export interface ChosenPlaces {
  readonly places: readonly (Place | undefined)[];
  readonly requests: ReadonlyMap<number, number>;
}

/**
 * Returns the node of each pod by its index, in the order in which pods arrive and nodes become ready: what
 * comes later changes nothing of it. A pod that no node takes waits; when a node is expected to be ready, the
 * pods that wait get it in the order of their creation, as long as it has room. An autoscaler requests as many
 * nodes as the pods that wait need.
 */
export function choosePlaces(
  pods: readonly NamedPod[],
  arrivals: readonly number[],
  nodes: readonly NodeRoom[],
  chooser: NodeChooser,
  autoscaler?: Autoscaler,
): ChosenPlaces {
  const cluster = new GrowingCluster(pods, nodes, chooser, autoscaler);
  const order = pods
    .map((pod, index) => ({ pod, index, at: arrivals[index] ?? 0 }))
    .filter(({ pod }) => nodes[pod.node ?? -1]?.isReserve !== true)
    .sort((left, right) => left.at - right.at);
  for (const { index, at } of order) {
    cluster.advanceTo(at);
    cluster.add(index, at);
  }
  cluster.advanceTo(Number.MAX_SAFE_INTEGER);
  return cluster;
}

/** Of karpenter, `--batch-idle-duration` and `--batch-max-duration`. */
const batchIdleMicros = 1_000_000;
const batchMaxMicros = 10_000_000;

/** The cluster at a moment of the plan, with the pods that wait. */
class GrowingCluster implements ChosenPlaces {
  readonly places: (Place | undefined)[];
  readonly requests = new Map<number, number>();
  readonly #pods: readonly NamedPod[];
  readonly #nodes: readonly NodeRoom[];
  readonly #chooser: NodeChooser;
  readonly #autoscaler: Autoscaler | undefined;
  /** When each node is expected; undefined: it is there from the start, or not requested. */
  readonly #starts: (NodeExpected | undefined)[];
  /** The pods of DaemonSets, and those that name their node, by the node. */
  readonly #fixed: ReadonlyMap<number, readonly number[]>;
  /** In order of time. */
  readonly #openings: { readonly node: number; readonly atMicros: number }[];
  /** The nodes that may be requested. */
  readonly #reserve: number[];
  readonly #joins: boolean;
  /** The nodes that go, in order of time. */
  readonly #closings: { readonly node: number; readonly atMicros: number }[];
  readonly #gone = new Set<number>();
  #waiting: Unplaced[] = [];
  /** When the autoscaler looks next, and since when its batch is open. */
  #scanAtMicros = Number.POSITIVE_INFINITY;
  #batchSinceMicros: number | undefined;

  constructor(
    pods: readonly NamedPod[],
    nodes: readonly NodeRoom[],
    chooser: NodeChooser,
    autoscaler: Autoscaler | undefined,
  ) {
    this.places = pods.map(() => undefined);
    this.#pods = pods;
    this.#nodes = nodes;
    this.#chooser = chooser;
    this.#autoscaler = autoscaler;
    this.#starts = nodes.map(({ start, isReserve }) => (isReserve === true ? undefined : start));
    this.#openings = this.#starts
      .flatMap((start, node) => (start === undefined ? [] : [{ node, atMicros: start.readyAtMicros }]))
      .sort((left, right) => left.atMicros - right.atMicros);
    this.#reserve = nodes.flatMap(({ isReserve }, node) => (isReserve === true ? [node] : []));
    this.#closings = nodes
      .flatMap(({ leavesAtMicros: atMicros }, node) => (atMicros === undefined ? [] : [{ node, atMicros }]))
      .sort((left, right) => left.atMicros - right.atMicros);
    this.#joins = nodes.some(({ start }) => start !== undefined);
    this.#fixed = groupedBy(pods.keys(), (index) => pods[index]?.node ?? -1);
  }

  /** Lets nodes become ready, and the autoscaler look, up to this time. */
  advanceTo(micros: number): void {
    for (;;) {
      const opensAtMicros = this.#openings[0]?.atMicros ?? Number.POSITIVE_INFINITY;
      const closesAtMicros = this.#closings[0]?.atMicros ?? Number.POSITIVE_INFINITY;
      if (Math.min(opensAtMicros, closesAtMicros, this.#scanAtMicros) > micros) return;
      if (closesAtMicros <= Math.min(opensAtMicros, this.#scanAtMicros)) this.#close();
      else if (this.#scanAtMicros < opensAtMicros) this.#scan(this.#scanAtMicros);
      else this.#open(opensAtMicros);
    }
  }

  /** A pod is made: it gets a node, or waits. */
  add(index: number, atMicros: number): void {
    const pod = this.#pods[index];
    if (pod === undefined) return;
    if (pod.node !== undefined) {
      this.#chooser.bind(pod.workload, pod.node);
      this.places[index] = this.#fixedPlace(pod, pod.node, atMicros);
      return;
    }
    const node = this.#chooser.choose(pod.workload);
    if (node !== undefined) this.places[index] = this.#placeOn(node, atMicros);
    else if (this.#joins) {
      const reason = this.#chooser.reasonOf(pod.workload);
      this.#waiting.push({ index, createdAtMicros: atMicros, reason });
      this.#expectScan(atMicros);
    }
  }

  #close(): void {
    const { node } = this.#closings.shift() ?? { node: -1 };
    this.#gone.add(node);
    this.#chooser.close(node);
  }

  #open(atMicros: number): void {
    while (this.#openings[0]?.atMicros === atMicros) {
      const { node } = this.#openings.shift() ?? { node: -1 };
      if (!this.#gone.has(node)) this.#chooser.open(node);
    }
    // Where one pod of a workload finds no node, its others do not either.
    const without = new Set<Workload>();
    this.#waiting = this.#waiting.filter(({ index, createdAtMicros, reason }) => {
      const workload = this.#pods[index]?.workload;
      if (workload === undefined || without.has(workload)) return true;
      const node = this.#chooser.choose(workload);
      if (node === undefined) without.add(workload);
      else this.places[index] = { node, atMicros, waiting: { createdAtMicros, until: 'ready', reason } };
      return node === undefined;
    });
    if (this.#waiting.length > 0) this.#expectScan(atMicros);
  }

  #expectScan(nowMicros: number): void {
    if (this.#autoscaler === undefined || this.#reserve.length === 0) return;
    const { rule, scanMicros } = this.#autoscaler;
    if (rule === 'karpenter') {
      this.#batchSinceMicros ??= nowMicros;
      this.#scanAtMicros = Math.min(nowMicros + batchIdleMicros, this.#batchSinceMicros + batchMaxMicros);
    } else if (this.#scanAtMicros === Number.POSITIVE_INFINITY)
      this.#scanAtMicros = (Math.floor(nowMicros / scanMicros) + 1) * scanMicros;
  }

  /** Requests nodes for the pods that wait, as far as those that are on their way have no room. */
  #scan(atMicros: number): void {
    this.#scanAtMicros = Number.POSITIVE_INFINITY;
    this.#batchSinceMicros = undefined;
    const [template] = this.#reserve;
    const plan = this.#nodes[template ?? -1]?.plan;
    if (template === undefined || plan === undefined) return;
    const fitting = this.#waiting.filter(({ index }) => {
      const workload = this.#pods[index]?.workload;
      return workload !== undefined && misfitOf(workload, plan) === undefined;
    }).length;
    const coming = this.#openings.reduce((sum, { node }) => sum + this.#roomOf(node), 0);
    const needed = Math.ceil((fitting - coming) / this.#roomOf(template));
    for (const node of this.#reserve.splice(0, Math.max(0, needed))) this.#request(node, atMicros);
  }

  /** The pods that a new node has room for beside its daemons. */
  #roomOf(node: number): number {
    const fixed = this.#fixed.get(node)?.length ?? 0;
    return Math.max(1, (this.#nodes[node]?.podsMax ?? 0) - fixed);
  }

  #request(node: number, atMicros: number): void {
    const { registeredAtMicros = 0, readyAtMicros = 0 } = this.#nodes[node]?.start ?? {};
    const start = {
      registeredAtMicros: atMicros + registeredAtMicros,
      readyAtMicros: atMicros + readyAtMicros,
    };
    this.requests.set(node, atMicros);
    this.#starts[node] = start;
    const later = this.#openings.findIndex((one) => one.atMicros > start.readyAtMicros);
    const opening = { node, atMicros: start.readyAtMicros };
    if (later < 0) this.#openings.push(opening);
    else this.#openings.splice(later, 0, opening);
    for (const index of this.#fixed.get(node) ?? []) this.add(index, start.registeredAtMicros);
  }

  /** A pod that comes when its node is expected to be ready waits if the node is late. */
  #placeOn(node: number, atMicros: number): Place {
    if (this.#starts[node] === undefined) return { node, atMicros };
    return {
      node,
      atMicros,
      waiting: { createdAtMicros: atMicros, until: 'ready', reason: onlyNodeNotReady(1) },
    };
  }

  /** A pod of a DaemonSet, or one that names its node. */
  #fixedPlace({ workload }: NamedPod, node: number, atMicros: number): Place {
    if (this.#starts[node] === undefined) return { node, atMicros };
    const created = { createdAtMicros: atMicros };
    if (workload.count === 'one per node' && !toleratesNotReady(workload)) {
      const present = this.#starts.filter((start, other) =>
        start === undefined ? this.#nodes[other]?.start === undefined : start.registeredAtMicros <= atMicros,
      ).length;
      return { node, atMicros, waiting: { ...created, until: 'ready', reason: onlyNodeNotReady(present) } };
    }
    const until = workload.spec.hostNetwork ? 'registered' : 'networkReady';
    return { node, atMicros, waiting: { ...created, until } };
  }
}
