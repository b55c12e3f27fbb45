import { countText, durationText } from '../../report/text/quantity-text.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import type { Counterfactual } from './counterfactuals.ts';

/** A gain below this is none to a person. */
const leastMs = 0.5;

/** Returns what other runs showed, a line for each and below it the command; those that change nothing in one line. Ends in a line feed. */
export function formatCounterfactuals(all: readonly Counterfactual[]): string {
  if (all.length === 0) return '';
  const idle = all.filter(({ earlierMs }) => earlierMs !== null && Math.abs(earlierMs) < leastMs);
  const told = all.filter((one) => !idle.includes(one));
  const columns = Math.max(0, ...told.map((one) => gainText(one).length));
  const lines = told.flatMap((one) => [
    `  ${gainText(one).padEnd(columns)}  ${visibleText(one.words)}`,
    `  ${' '.repeat(columns)}    ${visibleText(one.command)}`,
  ]);
  const rest = idle.length === 0 ? [] : [`  no difference  ${idle.map(({ words }) => visibleText(words)).join('; ')}`];
  return `${[`What would have been, in ${countText(all.length, 'other run')} with one change each:`, ...lines, ...rest].join('\n')}\n`;
}

/** Returns how much sooner or later it ran: `12.4 s earlier`. */
export function gainText({ earlierMs, reached, tookMs }: Counterfactual): string {
  if (reached === 'absent') return 'no such container';
  if (reached === 'waiting' || reached === 'ended') return 'does not run';
  if (earlierMs === null) return `runs after ${durationText(tookMs)}`;
  return earlierMs >= 0 ? `${durationText(earlierMs)} earlier` : `${durationText(-earlierMs)} later`;
}
