import type { HeaderRecord } from '../../trace/record.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import type { RunSummary } from './summary.ts';

/**
 * Returns the result of a run in one sentence: how many pods run, and when the last of them did. A second sentence tells on what that
 * depends.
 */
export function headline(summary: RunSummary): string {
  const { imageSizes, restsOn } = summary;
  const sizes = imageSizes === undefined ? '' : ` Image sizes: ${imageSizes.sentence}.`;
  const basis = restsOn === undefined ? '' : ` It rests on ${restsOn.sentence}.`;
  return `${outcome(summary)}${sizes}${basis}`;
}

/** Returns the answer of a run for the head of a text: how many pods run, what the worst one waited for, and how many have no node. */
export function answerText(summary: RunSummary, unplaced: HeaderRecord['unplaced'] = []): string {
  const { longestWait } = summary;
  const worst = longestWait === null ? '' : ` Longest wait: ${longestWait.sentence}.`;
  const left = unplaced.reduce((sum, { pods }) => sum + pods, 0);
  const none = left === 0 ? '' : ` ${countText(left, 'more pod')} ${left === 1 ? 'has' : 'have'} no node.`;
  return `${outcome(summary)}${none}${worst}`;
}

function outcome({ pods, timeToRunningMs, endMs, endReason }: RunSummary): string {
  if (pods.total === 0) return 'No pod came to any node.';
  const all = `${pods.total === 1 ? 'The pod' : `All ${pods.total} pods`}`;
  const waiting = pods.notRunning + pods.rejected;
  if (waiting === 0 && timeToRunningMs !== null)
    return `${all} came to run${pods.total === 1 ? '' : ', the slowest'} ${durationText(timeToRunningMs.max)} after its arrival.`;
  if (waiting === 0) return `${all} ran or had nothing to run.`;
  const why = endReason === 'settled' ? 'and never will: nothing can happen any more' : `when the run stopped after ${durationText(endMs)}`;
  const rejected = pods.rejected > 0 ? ` (${pods.rejected} rejected by their node)` : '';
  return `${waiting} of ${countText(pods.total, 'pod')} ${waiting === 1 ? 'does' : 'do'} not run${rejected}, ${why}.`;
}
