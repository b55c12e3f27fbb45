import { momentText } from '../timeline/time-axis.ts';
import { type BandRow, isAt } from './band-row.ts';

interface BandTooltipProps {
  readonly row: BandRow;
  readonly atMs: number;
  /** How much of time a person may miss a span by. */
  readonly nearMs: number;
  /** The place within the window's inner size. */
  readonly x: number;
  readonly y: number;
}

const widthPx = 340;

/** What a row above the pods says at the moment under the pointer. Its label has all of it for screen readers. */
export function BandTooltip({ row, atMs, nearMs, x, y }: BandTooltipProps) {
  const spans = row.spans.filter(({ fromMs, toMs }) =>
    isAt({ fromMs: fromMs - nearMs, toMs: toMs + nearMs }, atMs),
  );
  if (row.curve === undefined && spans.length === 0) return null;
  const left = Math.min(Math.max(8, x + 14), innerWidth - widthPx - 8);
  return (
    <div class="timeline-tooltip" style={{ left: `${left}px`, top: `${y + 18}px` }} aria-hidden="true">
      {row.curve !== undefined && (
        <>
          <div class="timeline-tooltip-name">{row.title}</div>
          <div class="timeline-tooltip-times">{momentText(atMs)}</div>
          <p>{row.readout(atMs)}</p>
        </>
      )}
      {spans.map(({ words }) => (
        <p key={words}>{words}</p>
      ))}
    </div>
  );
}
