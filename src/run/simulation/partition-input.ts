import { smallest } from '../../rules/collections/extremes.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { faultKinds } from '../../rules/runtime/fault.ts';
import { lazy } from '../../rules/values/memoize.ts';
import type { FaultInput, NodeInput, RegistryInput, SimulationInput } from '../simulation-input.ts';
import { actionUids, replacementsIn } from './pod-actions.ts';

/**
 * Returns the input in parts that have nothing to do with each other, each with its nodes, their pods and
 * what people do to those; in the order of the nodes. Nodes are in one part where a controller moves pods
 * over them, and all nodes are where a registry remembers who asked (a limited egress, a limit that nodes
 * share, a cache, a fault that counts or draws), or they give to each other.
 */
export function partitionInput(input: SimulationInput): readonly SimulationInput[] {
  if (input.nodes.length < 2 || remembers(input)) return [input];
  const parts = new Parts(input.nodes);
  const nodeOf = new Map(
    [...input.pods, ...replacementsIn(input)].map(({ uid, nodeName }) => [uid, nodeName]),
  );
  /** The nodes of the pods of each are in one part. Returns those of a part, once all parts are known. */
  const tie = <T>(
    all: readonly T[] = [],
    uidsOf: (one: T) => readonly string[],
  ): ((part: number) => readonly T[]) => {
    const tied = all.map((one) => ({ one, nodes: uidsOf(one).flatMap((uid) => nodeOf.get(uid) ?? []) }));
    for (const { nodes } of tied) parts.join(nodes);
    const byPart = lazy(() => groupedBy(tied, ({ nodes: [node = ''] }) => parts.of(node)));
    return (part) =>
      byPart()
        .get(part)
        ?.map(({ one }) => one) ?? [];
  };
  const actionsOf = tie(input.podActions, (action) => [
    ...actionUids(action),
    ...replacementsIn({ podActions: [action] }).map(({ uid }) => uid),
  ]);
  const chainsOf = tie(input.podChains, ({ uids }) => uids);
  const cronsOf = tie(input.cronRuns, ({ runs }) => runs.flatMap(({ uids }) => uids));
  const jobsOf = tie(input.jobRuns, ({ lines }) => lines.flat());
  const waitingOf = tie(input.waitingPods, ({ uid }) => [uid]);
  const podsByPart = groupedBy(input.pods, ({ nodeName }) => parts.of(nodeName));
  return [...groupedBy(input.nodes, ({ name }) => parts.of(name))].map(([part, nodes]) => ({
    ...input,
    nodes,
    pods: podsByPart.get(part) ?? [],
    podActions: actionsOf(part),
    podChains: chainsOf(part),
    cronRuns: cronsOf(part),
    jobRuns: jobsOf(part),
    ...(input.waitingPods === undefined ? {} : { waitingPods: waitingOf(part) }),
  }));
}

function remembers({ registries, faults, nodes, pods, peers }: SimulationInput): boolean {
  if (peers !== undefined) return true;
  const authenticates =
    nodes.some(({ credentials = [] }) => credentials.length > 0) ||
    pods.some(({ credentials }) => credentials !== undefined);
  return (
    Object.values(registries).some((registry) => isShared(registry, authenticates)) ||
    faults.some(isRemembered)
  );
}

/** A registry counts the pulls of a user from all nodes together. */
function isShared(
  { egressBytesPerSecond, cacheOf, pullLimit }: RegistryInput,
  authenticates: boolean,
): boolean {
  const sharesLimit = pullLimit !== undefined && (pullLimit.sharedAddress === true || authenticates);
  return egressBytesPerSecond !== null || cacheOf !== undefined || sharesLimit;
}

function isRemembered({ kind }: FaultInput): boolean {
  if (kind === 'errorRate' || kind === 'rateLimit') return true;
  return kind in faultKinds && faultKinds[kind as keyof typeof faultKinds].isOfRequests === true;
}

/** The parts of the nodes as a union-find. The first node of a part stands for it. */
class Parts {
  readonly #order: ReadonlyMap<string, number>;
  readonly #before: number[];

  constructor(nodes: readonly Pick<NodeInput, 'name'>[]) {
    this.#order = new Map(nodes.map(({ name }, index) => [name, index]));
    this.#before = nodes.map((_, index) => index);
  }

  /** Returns the number of a node's part; -1 for a node that does not exist. */
  of(node: string): number {
    const index = this.#order.get(node);
    return index === undefined ? -1 : this.#firstOf(index);
  }

  join(nodes: readonly string[]): void {
    const parts = nodes.map((node) => this.of(node)).filter((part) => part >= 0);
    const first = smallest(parts);
    for (const part of parts) this.#before[this.#firstOf(part)] = Math.min(first, this.#firstOf(part));
  }

  #firstOf(index: number): number {
    let first = index;
    for (
      let before = this.#before[first];
      before !== undefined && before !== first;
      before = this.#before[first]
    )
      first = before;
    return first;
  }
}
