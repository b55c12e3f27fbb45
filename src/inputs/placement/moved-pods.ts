import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import type { NodeLeaves } from '../nodes/node-leaves.ts';
import type { Workload } from '../workloads/workload.ts';
import type { NodeRoom } from './node-chooser.ts';
import { misfitOf } from './node-fit.ts';

/**
 * Finds nodes for pods whose nodes go: of those that are there, stay longer, and have room, one with the fewest
 * pods, in the order of the nodes; if there is none, the one that is ready next. A topology spread constraint is not looked at again.
 */
export class MovedPods {
  readonly #rooms: readonly NodeRoom[];
  readonly #leaves: NodeLeaves;
  readonly #workloads: ReadonlyMap<string, Workload>;
  /** By node: its pods, and those that have moved there. */
  readonly #counts = new Map<string, number>();
  readonly #unplaced: PodSpec[] = [];

  /** `workloads` are by the UID of each of their pods; replacements have the owner of the pod before them. */
  constructor(
    rooms: readonly NodeRoom[],
    leaves: NodeLeaves,
    pods: readonly PodSpec[],
    workloads: ReadonlyMap<string, Workload>,
  ) {
    this.#rooms = rooms;
    this.#leaves = leaves;
    this.#workloads = workloads;
    for (const { nodeName } of pods) this.#add(nodeName, 1);
  }

  /** The pods that no other node takes. */
  get unplaced(): readonly PodSpec[] {
    return this.#unplaced;
  }

  /** Returns the name of the node; undefined: none takes the pod. */
  nodeFor(pod: PodSpec, atMicros: number): string | undefined {
    const workload = this.#workloads.get(ownerKey(pod));
    const name = workload && (this.#emptiest(workload, atMicros) ?? this.#nextReady(workload, atMicros));
    if (name === undefined) this.#unplaced.push(pod);
    else this.#add(name, 1);
    this.#add(pod.nodeName, -1);
    return name;
  }

  #emptiest(workload: Workload, atMicros: number): string | undefined {
    let best: { readonly name: string; readonly count: number } | undefined;
    for (const { plan, start } of this.#roomsFor(workload, atMicros)) {
      const count = this.#counts.get(plan.name) ?? 0;
      const isThere = (start?.readyAtMicros ?? 0) <= atMicros;
      if (isThere && (best === undefined || count < best.count)) best = { name: plan.name, count };
    }
    return best?.name;
  }

  /** The node for which the pod waits. */
  #nextReady(workload: Workload, atMicros: number): string | undefined {
    let next: { readonly name: string; readonly readyAtMicros: number } | undefined;
    for (const { plan, start } of this.#roomsFor(workload, atMicros)) {
      const { readyAtMicros = 0 } = start ?? {};
      if (readyAtMicros > atMicros && readyAtMicros < (next?.readyAtMicros ?? Number.POSITIVE_INFINITY))
        next = { name: plan.name, readyAtMicros };
    }
    return next?.name;
  }

  /** The nodes that stay longer than that, have room, and take the pods. */
  #roomsFor(workload: Workload, atMicros: number): readonly NodeRoom[] {
    return this.#rooms.filter(
      ({ plan, podsMax }) =>
        (this.#leaves.get(plan.name) ?? Number.POSITIVE_INFINITY) > atMicros &&
        (this.#counts.get(plan.name) ?? 0) < podsMax &&
        misfitOf(workload, plan) === undefined,
    );
  }

  #add(node: string, count: number): void {
    this.#counts.set(node, (this.#counts.get(node) ?? 0) + count);
  }
}

/** One text for the workload of a pod. */
export function ownerKey({ namespace, owner, uid }: Pick<PodSpec, 'namespace' | 'owner' | 'uid'>): string {
  return owner === undefined ? uid : `${namespace} ${owner.kind}/${owner.name}`;
}
