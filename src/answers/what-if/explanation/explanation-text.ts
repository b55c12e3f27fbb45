import { foldedCommand, wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText, durationText } from '../../../reports/text/quantity-text.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import type { AfterFix } from './after-fix.ts';
import type { Counterfactual } from './counterfactuals.ts';
import type { PathSizes } from './drawn-paths.ts';

/** A gain below this is none to a person. */
const leastMs = 0.5;

/**
 * Returns what other runs showed, a line for each and below it the command; those that change nothing in one
 * line. Ends in a line feed.
 */
export function formatCounterfactuals(all: readonly Counterfactual[], width: number): string {
  if (all.length === 0) return '';
  const idle = all.filter(({ earlierMs }) => earlierMs !== null && Math.abs(earlierMs) < leastMs);
  const told = all.filter((one) => !idle.includes(one));
  const columns = Math.max(0, largest(told.map((one) => gainText(one).length)));
  const hanging = (start: string, words: string) =>
    wrapWords(visibleText(words), width - start.length).map(
      (line, index) => `${index === 0 ? start : ' '.repeat(start.length)}${line}`,
    );
  const lines = told.flatMap((one) => [
    ...hanging(`  ${gainText(one).padEnd(columns)}  `, `${one.words}${overSizesText(one)}`),
    ...foldedCommand(visibleText(one.command), width, ' '.repeat(columns + 6)),
  ]);
  const rest =
    idle.length === 0 ? [] : hanging('  no difference  ', idle.map(({ words }) => words).join('; '));
  return `${[`What would have been, in ${countText(all.length, 'other run')} with one change each:`, ...lines, ...rest].join('\n')}\n`;
}

/** Returns how much sooner or later it ran: `12.4 s earlier`. */
export function gainText({ earlierMs, reached, tookMs }: Counterfactual): string {
  if (reached === 'absent') return 'no such container';
  if (reached === 'waiting' || reached === 'ended') return 'does not run';
  if (earlierMs === null) return `runs after ${durationText(tookMs)}`;
  return earlierMs >= 0 ? `${durationText(earlierMs)} earlier` : `${durationText(-earlierMs)} later`;
}

/** Returns ` (5.0 s to 40 s earlier with other sizes)`; nothing if no other sizes were tried, or if they change nothing. */
export function overSizesText({ earlierMs, earlierOverSizes: range }: Counterfactual): string {
  if (range === undefined) return '';
  const [low, high] = [range.minMs, range.maxMs].map((ms) => durationText(Math.abs(ms)));
  if (low === undefined || high === undefined) return '';
  if (range.minMs < 0 && range.maxMs >= 0) return ` (${low} later to ${high} earlier with other sizes)`;
  const text = range.maxMs < 0 ? `${rangeText(high, low)} later` : `${rangeText(low, high)} earlier`;
  return earlierMs !== null && low === high ? '' : ` (${text} with other sizes)`;
}

/** Returns what other sizes change, folded; nothing if there were none. */
export function formatPathSizes(sizes: PathSizes | undefined, width: number): string {
  return sizes === undefined ? '' : `${wrapWords(visibleText(sizes.sentence), width).join('\n')}\n`;
}

/** Returns how many pods wait for the cause to go. */
export function afterFixSentence({ fixedAtMs, waiting, ways }: AfterFix): string {
  const at = durationText(fixedAtMs);
  if (waiting === 0 || ways.length === 0) return `No pod waits for the cause that is gone at ${at}.`;
  return `${countText(waiting, 'pod')} ${waiting === 1 ? 'waits' : 'wait'} for the cause that is gone at ${at}.`;
}

/** Returns the time of the median and of the last pod. */
export function spreadText(times: AfterFix['ways'][number]['runs']): string {
  if (times === null) return '-';
  const [median, last] = [times.p50Ms, times.worstMs].map(durationText);
  return median === last ? `${median}` : `${median}–${last}`;
}
