import { phaseLooks } from '../../../reports/phases/phase-looks.ts';
import type { RunView } from '../../../reports/run-view/run-view.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { Swatch } from './legend.tsx';
import { rowName, rowOutcome } from './rows/row-words.ts';
import { momentText } from './time-axis.ts';

interface DetailsStripProps {
  readonly view: RunView;
  readonly row: number | undefined;
  readonly bar: number | undefined;
  readonly why: string | undefined;
  readonly theme: number;
  readonly onBar: (bar: number) => void;
  readonly onCause: () => void;
  readonly onSeek: (atMs: number) => void;
  readonly onClose: () => void;
}

/**
 * The selected bar in words, for touch and keyboard: what it is, why, which pull in it failed, and a way to
 * its cause.
 */
export function DetailsStrip({
  view,
  row,
  bar,
  why,
  theme,
  onBar,
  onCause,
  onSeek,
  onClose,
}: DetailsStripProps) {
  const data = row === undefined ? undefined : view.rows[row];
  if (data === undefined) return null;
  const picked = bar === undefined ? undefined : data.bars[bar];
  const failures =
    picked === undefined
      ? data.failures
      : data.failures.filter(({ atMs }) => atMs >= picked.fromMs && atMs <= picked.toMs);
  return (
    <section class="timeline-details" aria-label="Selected">
      <div class="timeline-details-line">
        <button
          type="button"
          onClick={() => onBar((bar ?? 1) - 1)}
          disabled={bar === 0 || data.bars.length === 0}
          aria-label="Bar before"
        >
          ◂
        </button>
        <button
          type="button"
          onClick={() => onBar((bar ?? -1) + 1)}
          disabled={bar !== undefined && bar >= data.bars.length - 1}
          aria-label="Bar after"
        >
          ▸
        </button>
        <b>{rowName(data)}</b>
        {picked === undefined ? (
          <span>{rowOutcome(data)}</span>
        ) : (
          <>
            <span class="timeline-details-phase">
              <Swatch phase={picked.phase} theme={theme} /> {phaseLooks[picked.phase].words}{' '}
              <b>{durationText(picked.toMs - picked.fromMs)}</b>
            </span>
            <button
              type="button"
              class="timeline-time"
              onClick={() => onSeek(picked.fromMs)}
              title="Put the playhead here"
            >
              {momentText(picked.fromMs)}
            </button>
            <span aria-hidden="true">–</span>
            <button
              type="button"
              class="timeline-time"
              onClick={() => onSeek(picked.toMs)}
              title="Put the playhead here"
            >
              {momentText(picked.toMs)}
            </button>
            {picked.cause?.row !== undefined && (
              <button type="button" onClick={onCause}>
                Go to the cause
              </button>
            )}
          </>
        )}
        <button type="button" class="timeline-details-close" onClick={onClose} aria-label="Close">
          ✕
        </button>
      </div>
      {why !== undefined && picked !== undefined && <p>{why}</p>}
      {failures.slice(0, 3).map(({ atMs, reason, error }) => (
        <p key={atMs} class="timeline-details-failure">
          ✕ {momentText(atMs)} <b>{visibleText(reason)}</b> {visibleText(error)}
        </p>
      ))}
      {failures.length > 3 && (
        <p class="timeline-details-failure">and {failures.length - 3} more failed pulls</p>
      )}
    </section>
  );
}
