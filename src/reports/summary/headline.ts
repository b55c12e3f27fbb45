import { clipMiddle, wrapWords } from '../text/fitted-text.ts';
import { countText, durationText, withUnits } from '../text/quantity-text.ts';
import { coloursFor, type TextOptions } from '../text/text-options.ts';
import { visibleText } from '../text/visible-text.ts';
import type { RunSummary } from './summary.ts';

/** Returns the result of a run, and on what it depends: the texts of `headlineParts` in one. */
export function headline(summary: RunSummary): string {
  const { result, cause, further } = headlineParts(summary);
  return [result, ...cause, ...further].join(' ');
}

/**
 * Returns the result of a run in one sentence (how many pods run, when the last of them did, and how many
 * have no node), its first cause if it has one, and further sentences: how long rollouts took, and on what the
 * result depends. Commands in them stand between backquotes.
 */
export function headlineParts(summary: RunSummary): {
  readonly result: string;
  readonly cause: readonly string[];
  readonly further: readonly string[];
} {
  return {
    result: outcome(summary),
    cause: causeSentence(summary),
    further: [...rolloutSentences(summary), ...basis(summary)],
  };
}

/**
 * The longest wait with an error that a text begins with; an error of a registry can be far longer. `-o json`
 * has all of it.
 */
const waitMax = 320;

/** Only waits after failed pulls are told with an error. Sentences of other waits are never cut. */
const phasesWithErrors: ReadonlySet<string> = new Set(['backingOff', 'waitingForSync']);

/**
 * Returns the answer of a run for the head of a text, in lines no wider than `options.width` (40 at least):
 * the result, what the worst container waited for, and on what that depends.
 */
export function answerLines(summary: RunSummary, options: TextOptions): string[] {
  const { longestWait, rollouts = [] } = summary;
  // What a rollout has told is not told again.
  const isTold = rollouts
    .slice(0, rolloutsMax)
    .some(({ slowest }) => slowest?.wait != null && slowest.wait === longestWait?.sentence);
  const worst = longestWait === null || isTold ? [] : [`Longest wait: ${waitText(longestWait)}.`];
  const [result = [], ...more] = [
    outcome(summary),
    ...causeSentence(summary),
    ...rolloutSentences(summary),
    ...worst,
    ...basis(summary),
  ].map((sentence) => wrapWords(withUnits(visibleText(sentence)), Math.max(40, Math.floor(options.width))));
  return [...result.map(coloursFor(options).bold), ...more.flat()];
}

/** Returns the cause that held pods back most, with how many it held and for how long. */
function causeSentence({ firstCause }: RunSummary): string[] {
  return firstCause === null ? [] : [`First cause: ${firstCause.sentence}.`];
}

function waitText({
  phase,
  sentence,
}: Pick<NonNullable<RunSummary['longestWait']>, 'phase' | 'sentence'>): string {
  return phasesWithErrors.has(phase) ? shortWait(sentence) : sentence;
}

/** How many rollouts a text begins with; `-o json` has all. */
const rolloutsMax = 3;

/** Returns a sentence for each of the first rollouts: how long it took, and what took longest. */
function rolloutSentences({ rollouts = [] }: RunSummary): string[] {
  const more = rollouts.length - rolloutsMax;
  return [
    ...rollouts.slice(0, rolloutsMax).map(({ sentence, slowest }) => {
      const { wait = null, phase = null } = slowest ?? {};
      if (wait === null || phase === null) return `${sentence}.`;
      return `${sentence.replace(wait, () => waitText({ phase, sentence: wait }))}.`;
    }),
    ...(more > 0 ? [`${countText(more, 'more rollout')}: -o json has all.`] : []),
  ];
}

/** Cuts the middle, and words that this has left in pieces. */
function shortWait(sentence: string): string {
  return clipMiddle(sentence, waitMax).replace(/\S*…\S*/, '…');
}

function basis({ imageSizes, restsOn }: RunSummary): string[] {
  return [
    ...(imageSizes === undefined ? [] : [`Image sizes: ${imageSizes.sentence}.`]),
    ...(restsOn === undefined ? [] : [`Figures ${restsOn.sentence}.`]),
  ];
}

/** Returns `3 of 60 pods shown (--owner Deployment/web).` */
export function shownText({ pods, of, by }: NonNullable<RunSummary['shown']>): string {
  return `${pods} of ${countText(of, 'pod')} shown (${by}).`;
}

/** Returns how many pods run, and when the last of them started. */
export function outcome(summary: RunSummary): string {
  return summary.shown === undefined
    ? outcomeOfShown(summary)
    : `${shownText(summary.shown)} ${outcomeOfShown(summary)}`;
}

function outcomeOfShown({ pods, timeToRunningMs, endMs, endReason }: RunSummary): string {
  const { total, neverStarted = 0, unplaced } = pods;
  const none =
    unplaced === 0 ? '' : ` ${countText(unplaced, 'more pod')} ${unplaced === 1 ? 'has' : 'have'} no node.`;
  if (total === 0)
    return unplaced === 0 ? 'No pod is on a node.' : `No pod is on a node: ${unplaced} have none.`;
  const all = total === 1 ? 'The pod' : `All ${total} pods`;
  const waiting = pods.notRunning + pods.rejected;
  if (waiting === 0 && timeToRunningMs === null)
    return `${all} ended before ${total === 1 ? 'it' : 'they'} had started.${none}`;
  if (waiting === 0 && timeToRunningMs !== null) {
    const slowest = `${durationText(timeToRunningMs.max)} after its arrival`;
    if (neverStarted === 0) return `${all} started${total === 1 ? '' : ', the slowest'} ${slowest}.${none}`;
    return `${total - neverStarted} of ${total} pods started, the slowest ${slowest}; ${neverStarted} ended before.${none}`;
  }
  const rejected = pods.rejected > 0 ? ` (${pods.rejected} rejected by their node)` : '';
  const some = `${waiting} of ${countText(total, 'pod')}`;
  return endReason === 'settled'
    ? `${some} ${waiting === 1 ? 'does' : 'do'} not run${rejected}, and nothing will change that.${none}`
    : `${some} ${waiting === 1 ? 'was' : 'were'} not running${rejected} ${endReason === null ? 'at' : 'when the run stopped after'} ${durationText(endMs)}.${none}`;
}
