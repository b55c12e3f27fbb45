import { stripedLocksBug } from '../../kubelet/known-bugs.ts';
import { type KnownBugFigures, knownBugText } from '../../report/summary/known-bug-figures.ts';
import { nodeText } from '../../report/summary/run-conditions.ts';
import { durationText } from '../../report/text/quantity-text.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import type { EndRecord, HeaderRecord } from '../../trace/record.ts';

/** Returns the conditions of a run for stderr: seed, nodes, assumptions, and what was ignored. One sentence a line. */
export function describeConditions(header: HeaderRecord): string[] {
  return [`seed ${header.seed} · ${nodesText(header)}`, ...header.assumptions, ...describeKeptOut(header)];
}

/** Returns why the run stopped. */
export function describeEnd({ reason, at }: Pick<EndRecord, 'reason' | 'at'>, { horizonMs }: HeaderRecord): string {
  if (reason === 'settled') return `settled after ${durationText(at)}: nothing can happen any more`;
  if (reason === 'interrupted') return `interrupted at ${durationText(at)} of ${durationText(horizonMs)}: this is not the whole run`;
  return `stopped at the horizon of ${durationText(horizonMs)}, with more to come; --for looks further`;
}

/** Nodes under the same conditions share a line: `3 nodes (node-1 … node-3) · kubelet …`. */
function nodesText({ nodes }: HeaderRecord): string {
  const byConditions = new Map<string, string[]>();
  for (const node of nodes) {
    const conditions = nodeText({ ...node, name: '' });
    byConditions.set(conditions, [...(byConditions.get(conditions) ?? []), node.name]);
  }
  return [...byConditions]
    .map(
      ([conditions, names]) => `${names.length === 1 ? names[0] : `${names.length} nodes (${names[0]} … ${names.at(-1)})`} · ${conditions}`,
    )
    .join('; ');
}

/** Returns which objects of the input make no pods here, counted by kind, and which pods no node takes. */
export function describeKeptOut({
  ignoredKinds,
  unknownKinds = {},
  unplaced = [],
}: Pick<HeaderRecord, 'ignoredKinds' | 'unknownKinds' | 'unplaced'>): string[] {
  const counted = (kinds: Readonly<Record<string, number>>) =>
    Object.entries(kinds).map(([kind, count]) => `${count} ${visibleText(kind)}`);
  const [ignored, unknown] = [counted(ignoredKinds), counted(unknownKinds)];
  return [
    ...(ignored.length === 0 ? [] : [`left aside, as kinds that pull no images: ${ignored.join(', ')}`]),
    ...(unknown.length === 0
      ? []
      : [`of kinds that may make pods which are not in the input (kubectl get pods has them): ${unknown.join(', ')}`]),
    ...unplaced.map(unplacedText),
  ];
}

export interface KnownBugsMet {
  /** Warnings for known bugs in which the real kubelet crashes, while the run continued. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** Returns a sentence about the known bugs that the run met. Their effects on the run itself are warnings. */
export function describeKnownBugs(bugs: readonly KnownBugFigures[]): KnownBugsMet {
  if (bugs.length === 0) return { warnings: [], notes: [] };
  const crashing = bugs
    .filter(({ id }) => id === stripedLocksBug.id)
    .map((bug) => `known bug ${knownBugText(bug)}; each time the real kubelet crashes and starts anew, and this run went on instead`);
  const names = bugs.map(({ id, times }) => (times === 1 ? id : `${id} (${times} times)`)).join(', ');
  return { warnings: crashing, notes: [`known bugs met: ${names}; -o summary and \`windlass bugs\` tell more`] };
}

/** `90 pods of Deployment/web have no node and are left out: 0/1 nodes are available: 1 Too many pods.` */
export function unplacedText({ workload, pods, reason }: NonNullable<HeaderRecord['unplaced']>[number]): string {
  const who = pods === 1 ? `1 pod of ${workload} has no node and is left out` : `${pods} pods of ${workload} have no node and are left out`;
  return visibleText(`${who}: ${reason}${reason.includes('Too many pods') ? ' (--nodes N, or a higher maxPods)' : ''}`);
}
