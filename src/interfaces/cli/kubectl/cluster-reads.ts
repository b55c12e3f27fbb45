import { clusterWords, type KubectlOptions, placeWords } from './kubectl-options.ts';
import { namesByKind, podNames } from './object-names.ts';

/** The commands of Windlass that the plugin has. */
export type PluginCommandName = 'why' | 'run' | 'lint' | 'upgrade' | 'verify';

/** A call of kubectl, and the document that it makes. */
export interface ClusterRead {
  /** Its name, without folder and ending: `pods`. */
  readonly document: string;
  readonly args: readonly string[];
  /** Whether no object is an answer, too. */
  readonly mayBeEmpty: boolean;
  /** What a person has to know where it cannot be got; absent: nothing can be said without it. */
  readonly without?: string;
}

/** All that is asked of a cluster for a command. */
export interface ClusterReads {
  readonly reads: readonly ClusterRead[];
  /** Whether each node's kubelet is asked for its settings. */
  readonly asksKubelets: boolean;
}

/** What is taken where no workload is named: what docs/guides/your-cluster.md asks for. */
const workloadKinds = 'deployments,statefulsets,daemonsets';

/**
 * Returns what kubectl is asked for: `get` of pods, their events, workloads and nodes, and of nothing else.
 * Throws a `CommandError` (usage) for objects that are not asked for.
 */
export function clusterReads(
  command: PluginCommandName,
  objects: readonly string[],
  options: KubectlOptions,
): ClusterReads {
  const ends = [...clusterWords(options), '-o', 'json'];
  const selected = options.selector === undefined ? [] : [`--selector=${options.selector}`];
  const readOf = (document: string, words: readonly string[], mayBeEmpty: boolean): ClusterRead => ({
    document,
    args: ['get', ...words, ...placeWords(options), ...ends],
    mayBeEmpty,
  });
  const eventsOf = (document: string, ...fields: readonly string[]) => {
    const about = ['involvedObject.kind=Pod', ...fields].join(',');
    return readOf(document, ['events', `--field-selector=${about}`], true);
  };
  const nodes = { document: 'nodes', args: ['get', 'nodes', ...ends], mayBeEmpty: true };
  const nodesIfAllowed = {
    ...nodes,
    without: 'the nodes are not known, so one node with defaults is taken for all of them',
  };
  if (command === 'why') {
    const names = podNames(objects);
    const pods = readOf('pods', ['pods', ...names, ...selected], false);
    const ofNames = names.map((name) => eventsOf(`events-${name}`, `involvedObject.name=${name}`));
    const events = (names.length === 0 ? [eventsOf('events')] : ofNames).map((read) => ({
      ...read,
      without: 'the events are not known, so only the states of the pods count',
    }));
    return { reads: [pods, ...events], asksKubelets: false };
  }
  if (command === 'verify') {
    // Other nodes than those of the events would explain none of them.
    const pods = readOf('pods', ['pods', ...selected], true);
    return { reads: [eventsOf('events'), pods, nodes], asksKubelets: true };
  }
  const named = [...namesByKind(objects)].map(([kind, names]) => readOf(kind, [kind, ...names], false));
  const all = readOf('workloads', [workloadKinds, ...selected], false);
  return { reads: [...(named.length > 0 ? named : [all]), nodesIfAllowed], asksKubelets: true };
}

/** Returns the call of kubectl for the settings of a node's kubelet. */
export function settingsCall(node: string, options: KubectlOptions): readonly string[] {
  return [
    'get',
    '--raw',
    `/api/v1/nodes/${node}/proxy/configz`,
    '--request-timeout=10s',
    ...clusterWords(options),
  ];
}
