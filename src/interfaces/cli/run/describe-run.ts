import { describeKeptOut } from '../../../reports/summary/kept-out.ts';
import {
  type KnownBugFigures,
  knownBugNames,
  knownBugText,
} from '../../../reports/summary/known-bug-figures.ts';
import { nodeText } from '../../../reports/summary/run-conditions.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { groupedBy } from '../../../rules/collections/grouped-by.ts';
import { stripedLocksBug } from '../../../rules/kubelet/known-bugs.ts';
import type { EndRecord, HeaderRecord } from '../../../trace/record.ts';

/**
 * Returns the conditions of a run for stderr: seed, nodes, assumptions, and what was ignored. What is assumed
 * is one line, or with `verbose` a line for each.
 */
export function describeConditions(header: HeaderRecord, verbose = false): string[] {
  return [
    `seed ${header.seed} · ${nodesText(header)}`,
    ...noticeLines(header, verbose),
    ...describeKeptOut(header, verbose),
  ];
}

const noticeMax = 200;

/**
 * Returns what was read of the input, and what was assumed: a line for each sentence, or for each of the two.
 */
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
  return sentence.replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase());
}

/** Returns why the run stopped. */
export function describeEnd(
  { reason, at }: Pick<EndRecord, 'reason' | 'at'>,
  { horizonMs, recurring = 0 }: HeaderRecord,
): string {
  if (reason === 'settled' && recurring > 0) {
    const jobs = recurring === 1 ? 'a CronJob runs' : `${recurring} CronJobs run`;
    return `settled after ${durationText(at)}; ${jobs} again after the horizon of ${durationText(horizonMs)}, which --for shows`;
  }
  if (reason === 'settled') return `settled after ${durationText(at)}: nothing can happen any more`;
  if (reason === 'interrupted')
    return `interrupted at ${durationText(at)} of ${durationText(horizonMs)}: this is not the whole run`;
  return `stopped at the horizon of ${durationText(horizonMs)}; more would happen later, which --for shows`;
}

/** Nodes under the same conditions share a line: `3 nodes (node-1 … node-3) · kubelet …`. */
function nodesText({ nodes }: HeaderRecord): string {
  const alike = groupedBy(nodes, (node) => nodeText({ ...node, name: '' }));
  return [...alike]
    .map(([conditions, group]) => {
      const [first, last] = [group[0]?.name, group.at(-1)?.name];
      return `${group.length === 1 ? first : `${group.length} nodes (${first} … ${last})`} · ${conditions}`;
    })
    .join('; ');
}

interface KnownBugsMet {
  /** Warnings for known bugs in which the real kubelet crashes, while the run continued. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** Returns a sentence about the known bugs that the run met. Their effects on the run itself are warnings. */
export function describeKnownBugs(bugs: readonly KnownBugFigures[]): KnownBugsMet {
  if (bugs.length === 0) return { warnings: [], notes: [] };
  const crashing = bugs
    .filter(({ id }) => id === stripedLocksBug.id)
    .map(
      (bug) =>
        `known bug ${knownBugText(bug)}; each time the real kubelet crashes and starts anew, and this run went on instead`,
    );
  return {
    warnings: crashing,
    notes: [`known bugs met: ${knownBugNames(bugs)}; -v or \`windlass bugs\` shows more`],
  };
}
