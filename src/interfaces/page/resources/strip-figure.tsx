import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { TimeWindow } from '../ui-protocol.ts';
import { rowsAt, rowsWithin, type StripRow } from './strip-rows.ts';

const rowHeight = 17;
const rowsMax = 10;

interface StripFigureProps {
  readonly title: string;
  readonly look: 'images' | 'backOffs';
  readonly rows: readonly StripRow[];
  /** The text if there are no rows. */
  readonly empty: string;
  /** Returns the text for the number of rows with a bar at a moment, `3 images`. */
  readonly readout: (rows: number) => string;
  readonly window: TimeWindow;
  readonly width: number;
  readonly atMs: number;
  readonly endMs: number;
}

/** Rows of bars over time, one below the other. Pointing at a bar shows its words. */
export function StripFigure({
  title,
  look,
  rows,
  empty,
  readout,
  window,
  width,
  atMs,
  endMs,
}: StripFigureProps) {
  const [all, setAll] = useState(false);
  const [pointedAt, setPointedAt] = useState<string | undefined>(undefined);
  const { shown, more } = useMemo(() => rowsWithin(rows, window, all ? 500 : rowsMax), [rows, window, all]);
  const picture = useMemo((): ComponentChildren => {
    if (rows.length === 0) return <p class="resources-empty">{empty}</p>;
    if (shown.length === 0) return <p class="resources-empty">none in this part of the run</p>;
    const x = (at: number): number =>
      ((Math.min(Math.max(at, window.fromMs), window.toMs) - window.fromMs) / (window.toMs - window.fromMs)) *
      width;
    return (
      <svg
        class="resources-picture"
        width={width}
        height={shown.length * rowHeight}
        role="img"
        aria-label={summaryOf(title, rows)}
      >
        {shown.map(({ key, label, bars }, row) => {
          const within = bars.filter((bar) => bar.fromMs < window.toMs && bar.toMs > window.fromMs);
          return (
            <g key={key}>
              {within.map((bar) => {
                const barWidth = Math.max(1.5, x(bar.toMs) - x(bar.fromMs) - 0.5);
                return (
                  <rect
                    key={bar.fromMs}
                    class="resources-bar"
                    x={x(bar.fromMs)}
                    y={row * rowHeight + 1}
                    width={barWidth}
                    height={rowHeight - 3}
                    rx={2}
                    onPointerEnter={() => setPointedAt(bar.words)}
                    onPointerLeave={() => setPointedAt(undefined)}
                  />
                );
              })}
              {within.map((bar) => {
                const barWidth = x(bar.toMs) - x(bar.fromMs);
                return bar.text === '' || barWidth < bar.text.length * 7 + 6 ? null : (
                  <text
                    key={bar.fromMs}
                    class="resources-bar-text"
                    x={x(bar.toMs) - 4}
                    y={(row + 1) * rowHeight - 6}
                  >
                    {bar.text}
                  </text>
                );
              })}
              <text class="resources-row-name" x={4} y={(row + 1) * rowHeight - 6}>
                {shortened(label, Math.floor(width / 7))}
              </text>
            </g>
          );
        })}
      </svg>
    );
  }, [rows, shown, window, width]);
  return (
    <figure class={`resources-chart resources-${look}`}>
      <figcaption>
        <span class="resources-name">{title}</span>
        <span class="resources-value">{rows.length === 0 ? '' : readout(rowsAt(rows, atMs, endMs))}</span>
      </figcaption>
      {picture}
      {pointedAt !== undefined && <p class="resources-pointed">{pointedAt}</p>}
      {(more > 0 || all) && (
        <button type="button" class="resources-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'show fewer' : `show ${more} more`}
        </button>
      )}
    </figure>
  );
}

function summaryOf(title: string, rows: readonly StripRow[]): string {
  const some = rows
    .slice(0, 20)
    .map(({ label, bars }) => `${label}${bars.length > 1 ? ` (${bars.length} times)` : ''}`);
  return `${title}: ${some.join(', ')}${rows.length > 20 ? `, and ${rows.length - 20} more` : ''}.`;
}

function shortened(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, Math.max(1, lengthMax - 1))}…` : text;
}
