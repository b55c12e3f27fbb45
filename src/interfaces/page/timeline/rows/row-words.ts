import { phaseLooks } from '../../../../reports/phases/phase-looks.ts';
import type { BarView, RowView } from '../../../../reports/run-view/run-view.ts';
import { countText, durationText } from '../../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../../reports/text/visible-text.ts';

/** Returns `default/web-0/app`, or for an image that is pulled ahead `node-1: nginx`. */
export function rowName({ pod, container, node }: RowView): string {
  return visibleText(
    pod === undefined ? `${node}: ${container}` : `${pod.namespace}/${pod.name}/${container}`,
  );
}

/** Returns how long a container took to run, or has waited by the end of the run. */
export function waitMsOfRow({ runningAtMs, arrivedMs }: RowView, endMs: number): number {
  return (runningAtMs ?? endMs) - arrivedMs;
}

/** Returns the outcome of the row for people who listen: `running after 41 s, 2 failed pulls`. */
export function rowOutcome({ runningAtMs, arrivedMs, state, failures }: RowView): string {
  const words =
    runningAtMs === undefined
      ? `${phaseLooks[state].words} at the end, never ran`
      : `running after ${durationText(runningAtMs - arrivedMs)}${state === 'running' ? '' : `, ${phaseLooks[state].words} at the end`}`;
  return failures.length === 0 ? words : `${words}, ${countText(failures.length, 'failed pull')}`;
}

/** Returns the bar in words: `downloading, 4.2 s, from 1.0 s to 5.2 s`. */
function barWords({ phase, fromMs, toMs }: BarView): string {
  return `${phaseLooks[phase].words}, ${durationText(toMs - fromMs)}, from ${durationText(fromMs)} to ${durationText(toMs)}`;
}

/** Returns the sentence of a screen reader for the row or bar at which the keyboard is. */
export function spokenOf(row: RowView | undefined, bar: number | undefined, why: string | undefined): string {
  if (row === undefined) return '';
  const view = bar === undefined ? undefined : row.bars[bar];
  if (view === undefined) return `${rowName(row)}: ${rowOutcome(row)}`;
  return `${barWords(view)}. ${why ?? ''}`;
}

/**
 * Returns a function that says whether a row has all words of the search in its node, names, image, or state
 * in words.
 */
export function searchOf(rows: readonly RowView[], search: string): (row: number) => boolean {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return () => true;
  return (place) => {
    const row = rows[place];
    if (row === undefined) return false;
    const { node, pod, container, kind, image, state, failures } = row;
    const reasons = failures.map(({ reason }) => reason).join(' ');
    const text =
      `${node} ${pod?.namespace ?? ''}/${pod?.name ?? ''}/${container} ${kind} ${image} ${phaseLooks[state].words} ${reasons}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  };
}
