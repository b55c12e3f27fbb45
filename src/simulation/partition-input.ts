import { groupedBy } from '../collections/grouped-by.ts';
import type { FaultInput, NodeInput, PodActionInput, RegistryInput, SimulationInput } from '../input/model.ts';
import { faultKinds } from '../runtime/fault.ts';
import { replacementsIn } from './pod-actions.ts';

/**
 * Returns the input in parts that have nothing to do with each other, each with its nodes, their pods and what people do to
 * those; in the order of the nodes. Nodes are in one part where a controller moves pods over them, and all nodes are where a
 * registry remembers who asked (a limited egress, a limit that nodes share, a cache, a fault that counts or draws), or they give
 * to each other.
 */
export function partitionInput(input: SimulationInput): readonly SimulationInput[] {
  if (input.nodes.length < 2 || remembers(input)) return [input];
  const parts = new Parts(input.nodes);
  const { podActions = [], podChains = [], cronRuns = [], jobRuns = [] } = input;
  const nodeOf = new Map([...input.pods, ...replacementsIn(input)].map(({ uid, nodeName }) => [uid, nodeName]));
  const actions = podActions.map((action) => ({ action, nodes: nodesOf(action, nodeOf) }));
  const chains = podChains.map((chain) => ({ chain, nodes: chain.uids.flatMap((uid) => nodeOf.get(uid) ?? []) }));
  const crons = cronRuns.map((cron) => ({ cron, nodes: cron.runs.flatMap(({ uids }) => uids.flatMap((uid) => nodeOf.get(uid) ?? [])) }));
  const jobs = jobRuns.map((job) => ({ job, nodes: job.lines.flatMap((uids) => uids.flatMap((uid) => nodeOf.get(uid) ?? [])) }));
  for (const { nodes } of [...actions, ...chains, ...crons, ...jobs]) parts.join(nodes);
  const podsByPart = groupedBy(input.pods, ({ nodeName }) => parts.of(nodeName));
  const actionsByPart = groupedBy(actions, ({ nodes: [node = ''] }) => parts.of(node));
  const chainsByPart = groupedBy(chains, ({ nodes: [node = ''] }) => parts.of(node));
  const cronsByPart = groupedBy(crons, ({ nodes: [node = ''] }) => parts.of(node));
  const jobsByPart = groupedBy(jobs, ({ nodes: [node = ''] }) => parts.of(node));
  return [...groupedBy(input.nodes, ({ name }) => parts.of(name))].map(([part, nodes]) => ({
    ...input,
    nodes,
    pods: podsByPart.get(part) ?? [],
    podActions: actionsByPart.get(part)?.map(({ action }) => action) ?? [],
    podChains: chainsByPart.get(part)?.map(({ chain }) => chain) ?? [],
    cronRuns: cronsByPart.get(part)?.map(({ cron }) => cron) ?? [],
    jobRuns: jobsByPart.get(part)?.map(({ job }) => job) ?? [],
  }));
}

function remembers({ registries, faults, nodes, pods, peers }: SimulationInput): boolean {
  if (peers !== undefined) return true;
  const authenticates =
    nodes.some(({ credentials = [] }) => credentials.length > 0) || pods.some(({ credentials }) => credentials !== undefined);
  return Object.values(registries).some((registry) => isShared(registry, authenticates)) || faults.some(isRemembered);
}

/** A registry counts the pulls of a user from all nodes together. */
function isShared({ egressBytesPerSecond, cacheOf, pullLimit }: RegistryInput, authenticates: boolean): boolean {
  const sharesLimit = pullLimit !== undefined && (pullLimit.sharedAddress === true || authenticates);
  return egressBytesPerSecond !== null || cacheOf !== undefined || sharesLimit;
}

function isRemembered({ kind }: FaultInput): boolean {
  if (kind === 'errorRate' || kind === 'rateLimit') return true;
  return kind in faultKinds && faultKinds[kind as keyof typeof faultKinds].isOfRequests === true;
}

/** Returns the nodes of the pods of an action, including those of their replacements. */
function nodesOf(action: PodActionInput, nodeOf: ReadonlyMap<string, string>): readonly string[] {
  const uids = action.kind === 'rollout' ? action.lines.flatMap((line) => line.uids) : action.uids;
  const specs = replacementsIn({ podActions: [action] }).map(({ nodeName }) => nodeName);
  return [...uids.flatMap((uid) => nodeOf.get(uid) ?? []), ...specs];
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
    const first = Math.min(...parts);
    for (const part of parts) this.#before[this.#firstOf(part)] = Math.min(first, this.#firstOf(part));
  }

  #firstOf(index: number): number {
    let first = index;
    for (let before = this.#before[first]; before !== undefined && before !== first; before = this.#before[first]) first = before;
    return first;
  }
}
