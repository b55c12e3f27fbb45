import type { RunSummary } from '../summary/summary.ts';
import { durationText } from '../text/quantity-text.ts';
import { figureChange, type Verdict } from './figure-change.ts';
import { type Figure, figureRows, figureText } from './figure-rows.ts';

/** One figure of both runs, in words, and whether the second is better. */
export interface ComparedFigure {
  /** The figure's name: `all running after`, `time to running p50`, `waiting for a slot`, `duplicate pulls`. */
  readonly name: string;
  /** The text as in the summary: `2m31s`, `58 %`, `0`; `–` if there is no value. */
  readonly before: string;
  readonly after: string;
  /** The difference: `−41 s`, `+2`; empty if the texts are equal. */
  readonly change: string;
  readonly verdict: Verdict;
}

/** Returns the figures of both runs side by side. If the runs differ only in their seed, no figure is better or worse. */
export function comparedFigures(before: RunSummary, after: RunSummary, isAnotherDraw = false): ComparedFigure[] {
  return figureRows.flatMap((figure): ComparedFigure[] => {
    const { name, measure, good, isRare } = figure;
    const [one, other] = [measure(before), measure(after)];
    if (isRare && one === 0 && other === 0) return [];
    const changed = figureChange(one, other, (value) => figureText(figure, value), isAnotherDraw ? 'neither' : good);
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
