import { stripedLocksBug } from '../../kubelet/known-bugs.ts';
import { type KnownBugFigures, knownBugNames, knownBugText } from '../../report/summary/known-bug-figures.ts';
import { nodeText } from '../../report/summary/run-conditions.ts';
import { durationText } from '../../report/text/quantity-text.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import type { EndRecord, HeaderRecord } from '../../trace/record.ts';

/**
 * Returns the conditions of a run for stderr: seed, nodes, assumptions, and what was ignored. What is assumed is one line, or with `verbose`
 * a line for each.
 */
export function describeConditions(header: HeaderRecord, verbose = false): string[] {
  return [`seed ${header.seed} · ${nodesText(header)}`, ...noticeLines(header, verbose), ...describeKeptOut(header, verbose)];
}

const noticeMax = 200;

/** Returns what was read of the input, and what was assumed: a line for each sentence, or for each of the two. */
export function noticeLines(
  { readings = [], assumptions }: Pick<HeaderRecord, 'readings' | 'assumptions'>,
  verbose = false,
): readonly string[] {
  return [...foldedLines('read', readings, verbose), ...foldedLines('assumed', assumptions, verbose)];
}

/** In one line as many as it has room for, without what they say in brackets. */
function foldedLines(label: string, sentences: readonly string[], verbose: boolean): readonly string[] {
  if (verbose || sentences.length === 0) return sentences.map((sentence) => `${label}: ${sentence}`);
  const parts = sentences.map((sentence) => begun(sentence.replace(/ \([^)]*\)/g, '').replace(/\.$/, '')));
  let line = `${label}: `;
  let told = 0;
  for (const part of parts) {
    if (told > 0 && line.length + part.length > noticeMax) break;
    line += `${told === 0 ? '' : '; '}${part}`;
    told += 1;
  }
  const left = parts.length - told;
  return [`${line} (-v shows ${left === 0 ? 'more' : `${left} more`})`];
}

/** The sentence as a part of another: a first word that is a word, not a name or an acronym, begins small. */
function begun(sentence: string): string {
  return /^[A-Z][a-z]* /.test(sentence) ? sentence[0]?.toLowerCase() + sentence.slice(1) : sentence;
}

/** Returns why the run stopped. */
export function describeEnd({ reason, at }: Pick<EndRecord, 'reason' | 'at'>, { horizonMs, recurring = 0 }: HeaderRecord): string {
  if (reason === 'settled' && recurring > 0) {
    const jobs = recurring === 1 ? 'a CronJob runs' : `${recurring} CronJobs run`;
    return `settled after ${durationText(at)}; ${jobs} again after the horizon of ${durationText(horizonMs)}, which --for shows`;
  }
  if (reason === 'settled') return `settled after ${durationText(at)}: nothing can happen any more`;
  if (reason === 'interrupted') return `interrupted at ${durationText(at)} of ${durationText(horizonMs)}: this is not the whole run`;
  return `stopped at the horizon of ${durationText(horizonMs)}; more would happen later, which --for shows`;
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

/** Workloads whose pods have no node that are named one by one, unless all are asked for. */
const unplacedMax = 2;

/** Returns which objects of the input make no pods here, counted by kind, and which pods no node takes. */
export function describeKeptOut(
  { ignoredKinds, unknownKinds = {}, unplaced = [] }: Pick<HeaderRecord, 'ignoredKinds' | 'unknownKinds' | 'unplaced'>,
  verbose = true,
): string[] {
  const counted = (kinds: Readonly<Record<string, number>>) =>
    Object.entries(kinds).map(([kind, count]) => `${count} ${visibleText(kind)}`);
  const shown = verbose ? unplaced.length : unplacedMax;
  const [ignored, unknown] = [counted(ignoredKinds), counted(unknownKinds)];
  return [
    ...(ignored.length === 0 ? [] : [`ignored, because these kinds pull no images: ${ignored.join(', ')}`]),
    ...(unknown.length === 0
      ? []
      : [`of other kinds, whose controllers may make pods that are not in the input (kubectl get pods shows them): ${unknown.join(', ')}`]),
    ...unplaced.slice(0, shown).map(unplacedText),
    ...(unplaced.length > shown ? [`${unplaced.length - shown} more workloads have pods without a node (-v: all)`] : []),
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
  return { warnings: crashing, notes: [`known bugs met: ${knownBugNames(bugs)}; -v or \`windlass bugs\` shows more`] };
}

/** `90 pods of Deployment/web have no node and are not simulated: 0/1 nodes are available: 1 Too many pods.` */
function unplacedText({ workload, pods, reason }: NonNullable<HeaderRecord['unplaced']>[number]): string {
  const who =
    pods === 1 ? `1 pod of ${workload} has no node and is not simulated` : `${pods} pods of ${workload} have no node and are not simulated`;
  return visibleText(`${who}: ${reason}${reason.includes('Too many pods') ? ' (--nodes N, or a higher maxPods)' : ''}`);
}
