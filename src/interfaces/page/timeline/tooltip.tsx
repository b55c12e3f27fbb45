import { phaseLooks } from '../../../reports/phases/phase-looks.ts';
import type { RowView } from '../../../reports/run-view/run-view.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { Swatch } from './legend.tsx';
import { rowName } from './rows/row-words.ts';
import { momentText } from './time-axis.ts';

interface TooltipProps {
  readonly row: RowView;
  readonly bar: number;
  /** The failed pull under the pointer, if there is one. */
  readonly failure: number | undefined;
  readonly why: string | undefined;
  /** The place within the window's inner size. */
  readonly x: number;
  readonly y: number;
  readonly theme: number;
}

const widthPx = 340;

/** What the bar under the pointer is, and why. Screen readers get it from the live region instead. */
export function Tooltip({ row, bar, failure, why, x, y, theme }: TooltipProps) {
  const view = row.bars[bar];
  if (view === undefined) return null;
  const failed = failure === undefined ? undefined : row.failures[failure];
  const isBelow = y < innerHeight * 0.62;
  const left = Math.min(Math.max(8, x + 14), innerWidth - widthPx - 8);
  const style = isBelow
    ? { left: `${left}px`, top: `${y + 18}px` }
    : { left: `${left}px`, bottom: `${innerHeight - y + 14}px` };
  return (
    <div class="timeline-tooltip" style={style} aria-hidden="true">
      <div class="timeline-tooltip-name">{rowName(row)}</div>
      <div class="timeline-tooltip-phase">
        <Swatch phase={view.phase} theme={theme} />
        <strong>{phaseLooks[view.phase].words}</strong>
        <span class="timeline-tooltip-duration">{durationText(view.toMs - view.fromMs)}</span>
      </div>
      <div class="timeline-tooltip-times">
        {momentText(view.fromMs)} – {momentText(view.toMs)}
      </div>
      {why !== undefined && <p class="timeline-tooltip-why">{why}</p>}
      {failed !== undefined && (
        <p class="timeline-tooltip-failure">
          ✕ {visibleText(failed.reason)}: {visibleText(failed.error)}
        </p>
      )}
    </div>
  );
}
