import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import type { NodeJoin, PodActionInput } from '../../run/simulation-input.ts';
import { withTokenCredentials } from '../credential-providers/token-credentials.ts';
import { CredentialRegister } from '../nodes/credential-register.ts';
import { ScenarioCredentials } from '../nodes/node-credentials.ts';
import type { BuiltNode } from '../nodes/plan-nodes.ts';
import { readPullSecrets } from '../nodes/read-pull-secrets.ts';
import type { NodeExpected } from '../placement/node-chooser.ts';
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
  const placement = placeOn(nodes, cluster, problems);
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
  const options = {
    deletions: deletePodsOptions(request.deletePods ?? [], problems.ofOption({ name: 'deletePods' })),
    imageChanges: setImageOptions(request.setImages ?? [], problems.ofOption({ name: 'setImages' })),
  };
  const podActions = readPodActions(scenario, options, pods, templateUpdates(workloads), rules, problems);
  rules.warnOfUnused(problems);
  return { ...cluster, placement, builtPods, pods, podActions, register, credentials };
}

function placeOn(
  nodes: ReadonlyMap<string, BuiltNode>,
  { workloads, plans, scenario }: Cluster,
  problems: StageContext['problems'],
): Placement {
  warnOfPlacement(workloads, plans, problems);
  const rooms = plans.map((plan) => {
    const node = nodes.get(plan.name)?.node;
    return omitUndefined({
      plan,
      podsMax: node?.kubelet.maxPods ?? Infinity,
      start: node?.join && nodeExpected(node.join),
    });
  });
  const placement = placePods(workloads, rooms, (named) => arrivalTimes(named, scenario, problems), problems);
  warnOfDroppedVolumes(placement.pods, nodes, problems);
  return placement;
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
