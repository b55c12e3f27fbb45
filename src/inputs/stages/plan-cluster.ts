import type { UnplacedPods } from '../../run/simulation-input.ts';
import { readCredentialConfigs } from '../credential-providers/read-credential-configs.ts';
import type { InputNotes } from '../input-notes.ts';
import { poolDocuments } from '../kubelet-sources/machine-config-pools.ts';
import { identityOfObject } from '../kubelet-sources/node-selector.ts';
import { selectLayers } from '../kubelet-sources/select-layers.ts';
import { type Autoscaler, readAutoscaler } from '../nodes/autoscaler.ts';
import { buildNode, type NodeSources } from '../nodes/build-node.ts';
import { readNodeJoins } from '../nodes/node-joins.ts';
import { type NodeLeaves, readNodeLeaves } from '../nodes/node-leaves.ts';
import { examplesOfPools, nodesOfPools, poolsOfSources } from '../nodes/nodes-of-pools.ts';
import { type BuiltNode, type NodePlan, type NodesAsked, planNodes } from '../nodes/plan-nodes.ts';
import { nodesOfPods } from '../placement/place-pods.ts';
import { withoutWindows } from '../placement/windows.ts';
import { providerDocuments } from '../providers/provider-of-node.ts';
import { doubtSentences, providerSentences } from '../providers/provider-sentences.ts';
import { expectedOf } from '../run-request.ts';
import { readClusterRuntimes } from '../runtimes/read-cluster-runtimes.ts';
import { readRuntimeFiles } from '../runtimes/read-runtime-files.ts';
import { runtimeConfigOptions } from '../runtimes/runtime-config-options.ts';
import { mergedConfigurations, runtimesByNode } from '../runtimes/runtime-configuration.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import { readWorkloads } from '../workloads/read-workloads.ts';
import { withReplicas } from '../workloads/replicas-option.ts';
import type { Workload } from '../workloads/workload.ts';
import { objectsOfKind } from './read-documents.ts';
import type { Settings } from './read-settings.ts';
import type { StageContext } from './stage-context.ts';

/** The workloads, and the nodes that are there for them. */
export interface Cluster extends Settings {
  readonly workloads: readonly Workload[];
  /** The pods that ask for Windows. */
  readonly leftOut: readonly UnplacedPods[];
  readonly workloadNotes: InputNotes;
  /** CronJobs that run again after the horizon. */
  readonly recurring: number;
  readonly autoscaler: Autoscaler | undefined;
  readonly leaves: NodeLeaves;
  readonly plans: readonly NodePlan[];
  /** Those whose plan has no error. */
  readonly allNodes: readonly BuiltNode[];
}

const workloadKinds = [
  'Pod',
  'Deployment',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'CronJob',
];

function noteProviders(nodes: readonly BuiltNode[], { readings, assumptions }: InputNotes): void {
  const provided = nodes.map(({ node: { name, kubelet }, provider }) => ({ name, kubelet, provider }));
  const sentences = [...providerSentences(provided), ...readings];
  readings.clear();
  for (const sentence of sentences) readings.add(sentence);
  for (const sentence of doubtSentences(provided)) assumptions.add(sentence);
}

/** Returns which settings are those of each node's kubelet and runtime. */
function settingsByNode(
  { sources, kubelet }: Settings,
  plans: readonly NodePlan[],
  { request, problems, notes: { readings } }: StageContext,
): Pick<NodeSources, 'layersOf' | 'configured' | 'credentialConfigsOf'> {
  const nodes = plans.map(({ name, object }) => ({ name, labels: object?.node.metadata.labels ?? {} }));
  const selection = {
    nodes,
    hasNodeObjects: plans.some(({ object }) => object !== undefined),
    pools: poolDocuments(sources.clusterSources),
  };
  const files = readRuntimeFiles(sources.runtimeFiles, readings, problems);
  const runtimes = readClusterRuntimes(sources.clusterSources, nodes, readings, problems);
  const { hosts, hostsFolder } = mergedConfigurations([...runtimes.map((each) => each.configuration), files]);
  if (hostsFolder !== undefined && hosts === undefined)
    readings.add(`${hostsFolder} may have hosts.toml files with mirrors: give them too.`);
  const { layersOf, runtimesOf } = selectLayers({ ...kubelet, runtimes }, selection, readings, problems);
  const configs = readCredentialConfigs(sources.clusterSources, nodes);
  const { runtimesOf: credentialConfigsOf } = selectLayers(
    { layers: [], runtimes: configs },
    selection,
    readings,
    problems,
  );
  const configured = {
    filesOf: runtimesByNode(files, runtimesOf),
    options: runtimeConfigOptions(request, problems),
  };
  return { layersOf, configured, credentialConfigsOf };
}

/**
 * Returns the Node objects of the input; without any, those of its pools, unless the number or the names of nodes
 * are said elsewhere.
 */
function nodeObjects(
  { sources, scenario }: Settings,
  { count, byPods }: Pick<NodesAsked, 'count' | 'byPods'>,
  pools: ReturnType<typeof poolsOfSources>,
  { problems, notes: { readings } }: StageContext,
): readonly KubernetesObject[] {
  const given = objectsOfKind(sources, 'Node');
  const { nodes } = scenario.value;
  if (given.length > 0 || count !== undefined || nodes?.count !== undefined) return given;
  const ofPools = nodesOfPools(pools, problems);
  if (ofPools === undefined) return given;
  const names = new Set(ofPools.objects.map((object) => identityOfObject(object).name));
  if ([...byPods, ...Object.keys(nodes?.named ?? {})].some((name) => !names.has(name))) return given;
  readings.add(ofPools.sentence);
  return ofPools.objects;
}

/** The third stage: which workloads and which nodes there are. */
export function planCluster(settings: Settings, { request, problems, notes }: StageContext): Cluster {
  const { sources, scenario, kubelet, clock } = settings;
  const { workloads: written, notes: workloadNotes } = readWorkloads(
    sources.objects.filter(({ kind, templates }) => templates !== undefined || workloadKinds.includes(kind)),
    problems,
    clock,
  );
  const all = withReplicas(written, request.replicas ?? [], problems);
  const isCounted = request.nodes !== undefined && expectedOf('nodes', request.nodes) === undefined;
  const count = isCounted ? request.nodes : undefined;
  const joins = readNodeJoins(scenario, request.join ?? [], problems);
  const autoscaler = readAutoscaler(scenario, request.autoscale, problems);
  const pools = poolsOfSources(sources.clusterSources);
  const byPods = nodesOfPods(all, problems);
  const asked = { count, joins, autoscaler, byPods, examples: examplesOfPools(pools) };
  const objects = nodeObjects(settings, asked, pools, { request, problems, notes });
  const { plans, workloads, leftOut } = withoutWindows(
    planNodes(objects, scenario, asked, notes.assumptions, problems),
    all,
    problems,
  );
  const nodeSources = {
    kubelet,
    ...settingsByNode(settings, plans, { request, problems, notes }),
    providerDocuments: providerDocuments(sources.clusterSources),
  };
  const allNodes = plans.flatMap((plan) => buildNode(plan, nodeSources, request, notes, problems) ?? []);
  noteProviders(allNodes, notes);
  const recurring = written.filter(({ goesOn }) => goesOn === true).length;
  const names = plans.map(({ name }) => name);
  const leaves = readNodeLeaves(scenario, request.leave ?? [], names, problems);
  return { ...settings, autoscaler, leaves, workloads, leftOut, workloadNotes, recurring, plans, allNodes };
}
