import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import type { NodeJoin, PodActionInput } from '../../run/simulation-input.ts';
import { withTokenCredentials } from '../credential-providers/token-credentials.ts';
import type { Autoscaler } from '../nodes/autoscaler.ts';
import { CredentialRegister } from '../nodes/credential-register.ts';
import { ScenarioCredentials } from '../nodes/node-credentials.ts';
import type { BuiltNode, NodePlan } from '../nodes/plan-nodes.ts';
import { readPullSecrets } from '../nodes/read-pull-secrets.ts';
import { MovedPods, ownerKey } from '../placement/moved-pods.ts';
import type { NamedPod } from '../placement/named-pod.ts';
import type { NodeExpected, NodeRoom } from '../placement/node-chooser.ts';
import { misfitOf } from '../placement/node-fit.ts';
import { type PlacedPod, type Placement, placePods, warnOfPlacement } from '../placement/place-pods.ts';
import { arrivalTimes } from '../workloads/arrivals.ts';
import { buildPod, warnOfDroppedVolumes } from '../workloads/build-pod.ts';
import { checkPodSpec } from '../workloads/check-pod-spec.ts';
import { ContainerRules } from '../workloads/container-rules.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import { checkSelector } from '../workloads/label-requirement.ts';
import { deletePodsOptions, setImageOptions } from '../workloads/pod-action-options.ts';
import { readPodActions } from '../workloads/read-pod-actions.ts';
import { templateUpdates } from '../workloads/template-change.ts';
import type { Workload } from '../workloads/workload.ts';
import type { Cluster } from './plan-cluster.ts';
import { objectsOfKind } from './read-documents.ts';
import type { StageContext } from './stage-context.ts';

/** The pods, each on its node, and what people do to them. */
export interface Pods extends Cluster {
  readonly placement: Placement;
  readonly builtPods: readonly {
    readonly pod: Omit<PodSpec, 'arrivesAtMicros'>;
    readonly placed: PlacedPod;
  }[];
  /** In order of arrival. */
  readonly pods: readonly PodSpec[];
  readonly podActions: readonly PodActionInput[];
  readonly register: CredentialRegister;
  readonly credentials: ScenarioCredentials;
}

/** The fourth stage: pods get their names, their nodes and their containers. */
export function buildPods(cluster: Cluster, { request, problems, notes }: StageContext): Pods {
  const { sources, scenario, workloads } = cluster;
  for (const workload of workloads) {
    checkPodSpec(workload, problems);
    checkSelector(workload, problems);
  }
  const nodes = new Map<string, BuiltNode>(cluster.allNodes.map((built) => [built.node.name, built]));
  const rooms = roomsOf(nodes, cluster);
  const placement = placeOn(rooms, nodes, cluster, problems);
  const rules = new ContainerRules(scenario);
  const handlers = runtimeHandlers(objectsOfKind(sources, 'RuntimeClass'));
  const register = new CredentialRegister();
  const credentials = new ScenarioCredentials(scenario, register, problems);
  const secrets = objectsOfKind(sources, 'Secret', 'ServiceAccount');
  const pullSecrets = readPullSecrets(secrets, credentials.ofServiceAccounts(), register, problems);
  const builtPods = placement.pods.flatMap((placed) => {
    const node = nodes.get(placed.nodeName);
    if (node === undefined) return [];
    const pod = buildPod(placed, node, rules, handlers, pullSecrets);
    const { namespace, spec } = placed.workload;
    const account = pullSecrets.accountOf(namespace, spec);
    return [{ pod: withTokenCredentials(pod, node, account, notes), placed }];
  });
  const pods = builtPods
    .map(({ pod, placed: { arrivesAtMicros } }): PodSpec => ({ ...pod, arrivesAtMicros }))
    .sort((left, right) => left.arrivesAtMicros - right.arrivesAtMicros);
  const moved = new MovedPods(
    requestedRooms(rooms, placement.requests),
    cluster.leaves,
    pods,
    new Map(builtPods.map(({ pod, placed }) => [ownerKey(pod), placed.workload])),
  );
  const options = {
    deletions: deletePodsOptions(request.deletePods ?? [], problems.ofOption({ name: 'deletePods' })),
    imageChanges: setImageOptions(request.setImages ?? [], problems.ofOption({ name: 'setImages' })),
    leaves: [...cluster.leaves].map(([node, atMicros]) => ({ node, at: `${atMicros / 1000}ms` })),
    nodeFor: (pod: PodSpec, atMicros: number) => moved.nodeFor(pod, atMicros),
  };
  const podActions = readPodActions(scenario, options, pods, templateUpdates(workloads), rules, problems);
  rules.warnOfUnused(problems);
  warnOfHomeless(moved.unplaced, problems);
  return {
    ...cluster,
    ...withRequests(cluster, placement.requests),
    placement,
    builtPods,
    pods,
    podActions,
    register,
    credentials,
  };
}

function placeOn(
  rooms: readonly NodeRoom[],
  nodes: ReadonlyMap<string, BuiltNode>,
  { workloads, plans, scenario, autoscaler }: Cluster,
  problems: StageContext['problems'],
): Placement {
  warnOfPlacement(workloads, plans, problems);
  const arrivals = (named: readonly NamedPod[]) => arrivalTimes(named, scenario, problems);
  const placement = placePods(workloads, rooms, arrivals, autoscaler, problems);
  warnOfDroppedVolumes(placement.pods, nodes, problems);
  return placement;
}

/** Returns the rooms without nodes that an autoscaler does not request, and the others with their times. */
function requestedRooms(rooms: readonly NodeRoom[], requests: Placement['requests']): readonly NodeRoom[] {
  return rooms.flatMap((room) => {
    const atMicros = requests.get(room.plan.name);
    if (room.isReserve !== true) return [room];
    if (atMicros === undefined || room.start === undefined) return [];
    const { registeredAtMicros, readyAtMicros } = room.start;
    const start = {
      registeredAtMicros: atMicros + registeredAtMicros,
      readyAtMicros: atMicros + readyAtMicros,
    };
    return [{ ...room, start }];
  });
}

/** Says which pods are not made again when their node goes, since no other takes them. */
function warnOfHomeless(pods: readonly PodSpec[], problems: StageContext['problems']): void {
  const [first] = pods;
  if (first === undefined) return;
  const more = pods.length > 1 ? ` and ${pods.length - 1} more` : '';
  problems.warn(
    `no node takes ${first.namespace}/${first.name}${more} when ${first.nodeName} goes: ${pods.length > 1 ? 'they wait' : 'it waits'} without a node, and ${pods.length > 1 ? 'are' : 'is'} not in the run from then on`,
  );
}

/** Returns what each node has room for, and when it comes and goes. */
function roomsOf(
  nodes: ReadonlyMap<string, BuiltNode>,
  { workloads, plans, autoscaler, leaves }: Cluster,
): readonly NodeRoom[] {
  return plans.map((plan) => {
    const node = nodes.get(plan.name)?.node;
    return omitUndefined({
      plan,
      podsMax: podsMaxOf(plan, node?.kubelet.maxPods ?? Infinity, workloads, autoscaler),
      start: node?.join && nodeExpected(node.join),
      isReserve: plan.isReserve,
      leavesAtMicros: leaves.get(plan.name),
    });
  });
}

/** How many pods a node takes: those of DaemonSets come beside what an autoscaler says of its nodes. */
function podsMaxOf(
  plan: NodePlan,
  maxPods: number,
  workloads: readonly Workload[],
  autoscaler: Autoscaler | undefined,
): number {
  if (plan.isReserve !== true || autoscaler?.podsPerNode === undefined) return maxPods;
  const daemons = workloads.filter(
    (workload) => workload.count === 'one per node' && misfitOf(workload, plan) === undefined,
  );
  return Math.min(maxPods, autoscaler.podsPerNode + daemons.length);
}

/** Returns the cluster with the nodes that an autoscaler has requested, and without those it has not. */
function withRequests(
  cluster: Cluster,
  requests: Placement['requests'],
): Pick<Cluster, 'plans' | 'allNodes'> {
  if (cluster.autoscaler === undefined) return cluster;
  const comes = ({ name, isReserve }: NodePlan) => isReserve !== true || requests.has(name);
  const allNodes = cluster.allNodes
    .filter(({ plan }) => comes(plan))
    .map((built) => {
      const atMicros = requests.get(built.plan.name);
      const { join } = built.node;
      if (atMicros === undefined || join === undefined) return built;
      return { ...built, node: { ...built.node, join: { ...join, atMicros } } };
    });
  return { plans: cluster.plans.filter(comes), allNodes };
}

function nodeExpected({ atMicros, bootMicros, registrationMicros, networkMicros }: NodeJoin): NodeExpected {
  const startsAtMicros = atMicros + bootMicros;
  return {
    registeredAtMicros: startsAtMicros + registrationMicros,
    readyAtMicros: startsAtMicros + Math.max(registrationMicros, networkMicros),
  };
}

/** Returns the handler of each RuntimeClass in the input, by the class's name. */
function runtimeHandlers(objects: readonly KubernetesObject[]): ReadonlyMap<string, string> {
  const handlers = new Map<string, string>();
  for (const { value } of objects) {
    const { metadata, handler } = value as {
      readonly metadata?: { readonly name?: unknown } | null;
      readonly handler?: unknown;
    };
    if (typeof metadata?.name === 'string' && typeof handler === 'string')
      handlers.set(metadata.name, handler);
  }
  return handlers;
}
