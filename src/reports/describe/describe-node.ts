import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { ActorRecord, HeaderNode, HeaderRecord } from '../../trace/record.ts';
import { matchesNode } from '../run-filter/run-filter.ts';
import { runtimeSettings } from '../summary/run-conditions.ts';
import { rfc1123 } from '../text/quantity-text.ts';
import { tabbed } from '../text/tab-writer.ts';
import { visibleText } from '../text/visible-text.ts';
import { describeEvents, describeHidden } from './describe-events.ts';
import type { PodAt } from './pods-at.ts';
import { nodeKey, type SeenEvents } from './seen-events.ts';

/** A run up to the moment that is described. */
export interface DescribedRun {
  readonly header: HeaderRecord | undefined;
  readonly atMs: number;
  /** The events, and what happened to nodes and their conditions, in order of time. */
  readonly records: readonly ActorRecord[];
  readonly pods: readonly PodAt[];
  readonly seen: ReadonlyMap<string, SeenEvents>;
}

/**
 * Returns what `kubectl describe node` prints for the nodes that match one of the patterns. Mirrors
 * describeNode of kubectl v0.36.3, as far as images are concerned.
 */
export function describeNodes(
  { header, atMs, records, pods: all, seen }: DescribedRun,
  patterns: readonly string[],
): string {
  const nodes = (header?.nodes ?? []).filter(({ name }) =>
    patterns.some((pattern) => matchesNode(pattern, name)),
  );
  const pods = all.filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed');
  const conditions = nodeConditions(records);
  return nodes
    .map((node) => {
      const { name, runtime, kubeletVersion } = node;
      const here = pods.filter(({ node: of, rejected }) => of === name && rejected === undefined);
      const events = seen.get(nodeKey(name));
      const hidden = [...describeRuntime(node), ...describeHidden(events, atMs)];
      const lines = [
        ...tabbed([
          `Name:\t${visibleText(name)}`,
          ...conditionLines(conditions.get(name) ?? [], header?.epoch ?? ''),
          'System Info:',
          `  Container Runtime Version:\t${visibleText(runtime)}`,
          `  Kubelet Version:\t${visibleText(kubeletVersion)}`,
          `Non-terminated Pods:\t(${here.length} in total)`,
          '  Namespace\tName\t',
          '  ---------\t----\t',
          ...here.map(({ pod }) => `  ${visibleText(pod.namespace)}\t${visibleText(pod.name)}\t`),
        ]).map((line) => line.trimEnd()),
        ...describeEvents(events, undefined, atMs),
        ...(hidden.length === 0 ? [] : ['---- what kubectl describe does not show ----', ...hidden]),
      ];
      return `${lines.join('\n')}\n`;
    })
    .join('\n\n');
}

/** Returns the current options of the node's runtime, and whether its times were measured. */
function describeRuntime(node: HeaderNode): string[] {
  return tabbed([
    `Runtime:\t${visibleText(node.runtime)}${node.runtimeMeasured === false ? ', not measured: its times are figures of another runtime' : ''}`,
    ...runtimeSettings(node).map(
      ({ name, value, isSet }) => `  ${visibleText(name)}\t${visibleText(value)}${isSet ? '' : ' (default)'}`,
    ),
  ]);
}

function conditionLines(conditions: readonly NodeCondition[], epoch: string): string[] {
  if (conditions.length === 0) return [];
  return [
    'Conditions:',
    '  Type\tStatus\tLastTransitionTime\tReason\tMessage',
    '  ----\t------\t------------------\t------\t-------',
    ...conditions.map(
      ({ condition, status, sinceMs, reason, message }) =>
        `  ${condition} \t${status} \t${rfc1123(epoch, sinceMs)} \t${visibleText(reason)} \t${visibleText(message)}`,
    ),
  ];
}

/** A node's condition as the API server has it. */
interface NodeCondition {
  /** The name of the condition, `Ready` or `DiskPressure`. */
  readonly condition: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** When its status last changed. */
  readonly sinceMs: number;
}

/**
 * Returns the conditions of each node after all of that, by the node's name, in order of their first change.
 */
function nodeConditions(records: readonly ActorRecord[]): ReadonlyMap<string, readonly NodeCondition[]> {
  const nodes = new Map<string, Map<string, NodeCondition>>();
  for (const record of records) {
    if (record.type !== 'condition') continue;
    const { node, condition, status, reason, message } = record;
    const conditions = getOrInsert(nodes, node, () => new Map());
    const before = conditions.get(condition);
    const sinceMs = before?.status === status ? before.sinceMs : record.at;
    conditions.set(condition, { condition, status, reason, message, sinceMs });
  }
  return new Map([...nodes].map(([node, conditions]) => [node, [...conditions.values()]]));
}
