import type { Command } from 'commander';
import { didYouMean } from '../../../inputs/documents/did-you-mean.ts';
import {
  type FilteredPod,
  filterText,
  matchesNode,
  matchesOwner,
  type RunFilter,
  showsPod,
} from '../../../reports/run-filter/run-filter.ts';
import { headerOf } from '../../../reports/summary/run-conditions.ts';
import { matchesName } from '../../../reports/text/name-pattern.ts';
import { ownerText, type PodSpec } from '../../../rules/kubelet/pods/pod.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { repeatable } from '../command-options.ts';

/** What is shown of a run. */
export interface FilterOptions {
  readonly pod?: readonly string[];
  readonly node?: readonly string[];
  readonly owner?: readonly string[];
}

/** Adds the options to the command. */
export function addFilterOptions(command: Command): Command {
  return command
    .option(
      '--pod <name>',
      'show only pods of this name: web-0, default/web-0, web-*; all are simulated; repeatable',
      repeatable,
    )
    .option(
      '--node <name>',
      'show only what is on this node; * is any text; with -o describe alone: describe the node; repeatable',
      repeatable,
    )
    .option(
      '--owner <name>',
      'show only pods of this workload: web, Deployment/web, shop/Deployment/*; repeatable',
      repeatable,
    );
}

/** Returns the filter that the options ask for; undefined if they ask for none. */
export function filterOf({ pod, node, owner }: FilterOptions): RunFilter | undefined {
  if (pod === undefined && node === undefined && owner === undefined) return undefined;
  return { ...(pod && { pods: pod }), ...(node && { nodes: node }), ...(owner && { owners: owner }) };
}

/** Returns what is wrong with a filter that shows nothing of a run, with the name that was probably meant. */
export function unmatchedFilter({ pods, nodes, workloads }: RunNames, filter: RunFilter): string | undefined {
  const owners = pods.flatMap(({ owner }) => owner ?? []);
  const asked: readonly Asked[] = [
    {
      option: 'pod',
      patterns: filter.pods,
      names: [...pods.map(({ name }) => name), ...pods.map(({ namespace, name }) => `${namespace}/${name}`)],
      matches: (pattern) => pods.some((pod) => matchesName(pattern, pod)),
    },
    {
      option: 'node',
      patterns: filter.nodes,
      names: nodes,
      matches: (pattern) => nodes.some((name) => matchesNode(pattern, name)),
    },
    {
      option: 'owner',
      patterns: filter.owners,
      names: [...owners.map(({ name }) => name), ...owners.map(ownerText), ...workloads],
      matches: (pattern) =>
        pods.some((pod) => showsPod({ owners: [pattern] }, pod)) ||
        workloads.some((workload) => matchesOwner(pattern, workload)),
    },
  ];
  const [wrong] = asked.flatMap(({ option, patterns = [], names, matches }) => {
    const pattern = patterns.find((one) => !matches(one));
    if (pattern === undefined) return [];
    const known = [...new Set(names)];
    const meant = didYouMean(pattern, known);
    const shown =
      known.length === 0
        ? ''
        : `; there ${known.length === 1 ? 'is' : 'are'} ${known.slice(0, 3).join(', ')}${known.length > 3 ? ', …' : ''}`;
    return `--${option} ${pattern}: no ${option} of this run has this name${meant === undefined ? shown : `; did you mean ${meant}?`}`;
  });
  const isOfOne = asked.filter(({ patterns }) => patterns !== undefined).length === 1;
  if (wrong !== undefined || isOfOne || workloads.length > 0 || pods.some((pod) => showsPod(filter, pod)))
    return wrong;
  return `${filterText(filter)}: no pod is all of that; each of the options alone shows some`;
}

/** What one of the options asks for. */
interface Asked {
  readonly option: string;
  readonly patterns: readonly string[] | undefined;
  readonly names: readonly string[];
  readonly matches: (pattern: string) => boolean;
}

/** The names that a filter may ask for. */
interface RunNames {
  readonly pods: readonly FilteredPod[];
  readonly nodes: readonly string[];
  /** `Deployment/web`, of pods that no node takes. */
  readonly workloads: readonly string[];
}

/**
 * Returns the names in a run that is still to be made: of the input's pods, and of those that controllers
 * make in place of others.
 */
export function namesOfInput({ pods, nodes, podActions = [], unplaced = [] }: SimulationInput): RunNames {
  const later = podActions.flatMap((action): readonly PodSpec[] => {
    if (action.kind === 'delete') return action.replacement === null ? [] : [action.replacement.spec];
    return action.kind === 'rollout' ? action.lines.map(({ spec }) => spec) : [];
  });
  return {
    pods: [...pods, ...later].map(({ namespace, name, nodeName, owner }) => ({
      namespace,
      name,
      node: nodeName,
      owner,
    })),
    nodes: nodes.map(({ name }) => name),
    workloads: unplaced.map(({ workload }) => workload),
  };
}

/** Returns the names in a run that is over. */
export function namesOfTrace(records: readonly TraceRecord[]): RunNames {
  const header = headerOf(records);
  return {
    pods: records.flatMap((record) =>
      record.type === 'pod' && record.state === 'added'
        ? [{ ...record.pod, node: record.node, owner: record.owner }]
        : [],
    ),
    nodes: (header?.nodes ?? []).map(({ name }) => name),
    workloads: (header?.unplaced ?? []).map(({ workload }) => workload),
  };
}
