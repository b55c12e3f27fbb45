import { useMemo } from 'preact/hooks';
import { type RangeSource, rangeTotals } from '../../../../reports/run-view/range-totals.ts';
import { durationText } from '../../../../reports/text/quantity-text.ts';
import type { TimeWindow } from '../../ui-protocol.ts';
import { momentText } from '../time-axis.ts';
import { rangeWords } from './range-words.ts';

interface RangeCardProps {
  readonly run: RangeSource;
  readonly range: TimeWindow;
  readonly onZoom: () => void;
  readonly onRemove: () => void;
}

/** What happened in the part of the run that is picked. */
export function RangeCard({ run, range, onZoom, onRemove }: RangeCardProps) {
  const words = useMemo(() => rangeWords(rangeTotals(run, range)), [run, range]);
  return (
    <section class="timeline-range" aria-label="Totals of the range">
      <p role="status">
        <b>
          {momentText(range.fromMs)} – {momentText(range.toMs)}
        </b>{' '}
        ({durationText(range.toMs - range.fromMs)})
        {words.map((piece) => (
          <span key={piece}>{piece}</span>
        ))}
      </p>
      <button type="button" onClick={onZoom}>
        Zoom to it
      </button>
      <button type="button" onClick={onRemove} aria-label="Remove the range" title="Remove the range (Esc)">
        ✕
      </button>
    </section>
  );
}
