import { phaseLooks, phaseNames } from '../phases/phase-looks.ts';
import type { RunSummary } from '../summary/summary.ts';
import { countText, durationText, sizeText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import {
  allRunningAfterMs,
  type Figure,
  failedPulls,
  figureChange,
  figureRows,
  figureText,
  podsThatRan,
  type Verdict,
  waitedMs,
} from './figure-rows.ts';

/** The effect of a change in figures and words, computed from the summaries of two runs. */
export interface Comparison {
  readonly figures: readonly ComparedFigure[];
  /** Sentences, the most important first: `all running after 1m19s instead of 2m31s`. */
  readonly sentences: readonly string[];
}

/** What is already known about the two runs. */
export interface ComparisonOptions {
  /**
   * Whether the runs differ only in their seed: then differences are chance, and neither better nor worse.
   */
  readonly isAnotherDraw?: boolean;
}

/** Returns how `after` is better and worse than `before`, in figures and in sentences for people. */
export function compareRuns(
  before: RunSummary,
  after: RunSummary,
  { isAnotherDraw = false }: ComparisonOptions = {},
): Comparison {
  const sentences = comparisonSentences(before, after);
  return {
    figures: comparedFigures(before, after, isAnotherDraw),
    sentences: isAnotherDraw
      ? ['Only the seed differs: the random draws are others, no better and no worse.', ...sentences]
      : sentences,
  };
}

/** One figure of both runs, in words, and whether the second is better. */
export interface ComparedFigure {
  /**
   * The figure's name: `all running after`, `time to running p50`, `waiting for a slot`, `duplicate pulls`.
   */
  readonly name: string;
  /** The text as in the summary: `2m31s`, `58 %`, `0`; `–` if there is no value. */
  readonly before: string;
  readonly after: string;
  /** The difference: `−41 s`, `+2`; empty if the texts are equal. */
  readonly change: string;
  readonly verdict: Verdict;
}

/**
 * Returns the figures of both runs side by side. If the runs differ only in their seed, no figure is better
 * or worse.
 */
export function comparedFigures(
  before: RunSummary,
  after: RunSummary,
  isAnotherDraw = false,
): ComparedFigure[] {
  return figureRows.flatMap((figure): ComparedFigure[] => {
    const { name, measure, good, isRare } = figure;
    const [one, other] = [measure(before), measure(after)];
    if (isRare && one === 0 && other === 0) return [];
    const changed = figureChange(
      one,
      other,
      (value) => figureText(figure, value),
      isAnotherDraw ? 'neither' : good,
    );
    return [{ name, before: textOf(figure, one, before), after: textOf(figure, other, after), ...changed }];
  });
}

/** Times of all containers together have their share of all waiting. */
function textOf(figure: Figure, value: number | null, { waiting }: RunSummary): string {
  if (value === null) return '–';
  if (figure.phase === undefined) return figureText(figure, value);
  const percent = waiting.find(({ phase }) => phase === figure.phase)?.percent ?? 0;
  return value === 0 ? '0' : `${durationText(value)} (${percent.toFixed(1)} %)`;
}

/** A cause of waiting is mentioned if its change is at least this share of all waiting. */
const tellingShare = 0.02;
const causesMax = 4;

/** Returns the effect of a change in plain words, the most important first; at least one sentence. */
export function comparisonSentences(before: RunSummary, after: RunSummary): string[] {
  const sentences = [
    ...runningSentences(before, after),
    ...waitingSentences(before, after),
    ...failureSentences(before, after),
    ...costSentences(before, after),
    ...nodeSentences(before, after),
    ...causeSentences(before, after),
    ...longestWaitSentences(before, after),
  ];
  if (sentences.length > 0) return sentences.map(visibleText);
  const isSame = comparedFigures(before, after).every((figure) => figure.before === figure.after);
  return [isSame ? 'It makes no difference to any figure.' : 'It makes hardly any difference.'];
}

function runningSentences(before: RunSummary, after: RunSummary): string[] {
  const sentences: string[] = [];
  if (before.pods.total !== after.pods.total)
    sentences.push(`The runs are of different pods: ${before.pods.total} before, ${after.pods.total} after.`);
  const [ran, runs] = [podsThatRan(before), podsThatRan(after)];
  const [allBefore, allAfter] = [allRunningAfterMs(before), allRunningAfterMs(after)];
  if (allAfter !== null && allBefore !== null && differ(allBefore, allAfter))
    sentences.push(`All pods run after ${durationText(allAfter)} instead of ${durationText(allBefore)}.`);
  else if (allAfter !== null && allBefore === null)
    sentences.push(
      `All pods run now, the last after ${durationText(allAfter)}; ${countText(before.pods.total - ran, 'pod')} did not.`,
    );
  else if (allAfter === null && allBefore !== null && after.pods.total > 0)
    sentences.push(
      `${countText(after.pods.total - runs, 'pod')} of ${after.pods.total} ${verb(after.pods.total - runs, 'does', 'do')} not run any more.`,
    );
  else if (ran !== runs)
    sentences.push(`${countText(runs, 'pod')} ${verb(runs, 'runs', 'run')} instead of ${ran}.`);
  const [p50Before, p50After] = [before.timeToRunningMs?.p50 ?? null, after.timeToRunningMs?.p50 ?? null];
  if (p50Before !== null && p50After !== null && differ(p50Before, p50After))
    sentences.push(
      `The median pod runs after ${durationText(p50After)} instead of ${durationText(p50Before)}.`,
    );
  return sentences;
}

/** Returns sentences for the causes whose share of all waiting changed most. */
function waitingSentences(before: RunSummary, after: RunSummary): string[] {
  const total = Math.max(totalWaitMs(before), totalWaitMs(after));
  return phaseNames
    .map((phase) => ({ phase, was: waitedMs(before, phase), is: waitedMs(after, phase) }))
    .filter(({ was, is }) => Math.abs(is - was) > tellingShare * total)
    .sort((a, b) => Math.abs(b.is - b.was) - Math.abs(a.is - a.was))
    .slice(0, causesMax)
    .map(({ phase, was, is }) => {
      const { words } = phaseLooks[phase];
      if (is === 0) return `No more ${words}: it was ${percentOf(was, before)} of the waiting.`;
      if (was === 0)
        return `New is ${words}: ${percentOf(is, after)} of the waiting, ${durationText(is)} in all.`;
      return `${is < was ? 'Less' : 'More'} ${words}: ${durationText(is)} in all instead of ${durationText(was)}.`;
    });
}

function failureSentences(before: RunSummary, after: RunSummary): string[] {
  const sentences: string[] = [];
  const [failed, fails] = [failedPulls(before), failedPulls(after)];
  if (fails === 0 && failed > 0) sentences.push(`No pull fails any more; ${countText(failed, 'pull')} did.`);
  else if (failed === 0 && fails > 0)
    sentences.push(
      `${countText(fails, 'pull')} ${verb(fails, 'fails', 'fail')}, ${reasonsOf(after)}; none did.`,
    );
  else if (failed !== fails)
    sentences.push(`${countText(fails, 'pull')} ${verb(fails, 'fails', 'fail')} instead of ${failed}.`);
  if (before.backOffs !== after.backOffs)
    sentences.push(
      `Back-off refuses a pull ${timesText(after.backOffs)} instead of ${timesText(before.backOffs)}.`,
    );
  return sentences;
}

function costSentences(before: RunSummary, after: RunSummary): string[] {
  const pulls = after.pulls.duplicates - before.pulls.duplicates;
  const bytes = after.bytes.downloadedBytes - before.bytes.downloadedBytes;
  const parts: string[] = [];
  if (pulls !== 0) parts.push(`${countText(Math.abs(pulls), 'duplicate pull')}`);
  if (bytes !== 0 && Math.sign(bytes) !== -Math.sign(pulls))
    parts.push(`${sizeText(Math.abs(bytes))} of downloads`);
  if (parts.length === 0) return [];
  const opposed = bytes !== 0 && Math.sign(bytes) === -Math.sign(pulls);
  const tail = opposed
    ? `, and ${bytes < 0 ? 'saves' : 'costs'} ${sizeText(Math.abs(bytes))} of downloads`
    : '';
  return [`It ${(pulls || bytes) > 0 ? 'costs' : 'saves'} ${parts.join(' and ')}${tail}.`];
}

function nodeSentences(before: RunSummary, after: RunSummary): string[] {
  const sentences: string[] = [];
  const tell = (was: number, is: number, what: string) => {
    if (was !== is) sentences.push(`${what} ${timesText(is)} instead of ${timesText(was)}.`);
  };
  tell(before.nodes.notReady, after.nodes.notReady, 'A node becomes NotReady');
  tell(before.nodes.diskPressure, after.nodes.diskPressure, 'A node comes under disk pressure');
  tell(before.nodes.gcFailures, after.nodes.gcFailures, 'Image GC fails');
  tell(before.nodes.imagesRemoved, after.nodes.imagesRemoved, 'Image GC removes an image');
  return sentences;
}

/** A limit of the node's own can be mended there, so it is always told. */
function causeSentences({ firstCause: was }: RunSummary, { firstCause: is }: RunSummary): string[] {
  if (is === null || (was?.words === is.words && is.kind !== 'throttle')) return [];
  return [`The first cause is now: ${is.sentence}.`];
}

function longestWaitSentences({ longestWait: was }: RunSummary, { longestWait: is }: RunSummary): string[] {
  if (was === null && is === null) return [];
  if (is === null) return ['Nobody waits any more.'];
  if (was !== null && was.sentence === is.sentence) return [];
  return [`The longest wait is now: ${is.sentence}.`];
}

function totalWaitMs({ waiting }: RunSummary): number {
  return waiting.reduce((sum, share) => sum + share.waitedMs, 0);
}

function percentOf(partMs: number, summary: RunSummary): string {
  return `${((partMs / totalWaitMs(summary)) * 100).toFixed(0)} %`;
}

/** Whether two times differ as people read them. */
function differ(oneMs: number, otherMs: number): boolean {
  return durationText(oneMs) !== durationText(otherMs);
}

function reasonsOf({ failures }: RunSummary): string {
  return failures.map(({ reason, count }) => `${reason} ${timesText(count)}`).join(', ');
}

function timesText(count: number): string {
  return count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`;
}

function verb(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}
