import type { Series } from '../../../reports/run-view/series-builder.ts';
import type { BandLook } from './band-looks.ts';

/** A span of time in a row of the band; one without a length is a mark. */
export interface BandSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** The text in the span or behind it, as far as there is room. */
  readonly text: string;
  /** The text for whoever points at it, or listens. */
  readonly words: string;
}

/** A series as a row draws it. */
export interface BandCurve {
  readonly series: Series;
  /** A series that is drawn behind the first. */
  readonly second?: Series;
  /** The value at the top of the row. */
  readonly top: number;
  readonly levels: readonly number[];
}

/** A row of the band above the pods: a curve, or spans. */
export interface BandRow {
  readonly key: string;
  /** Empty in the further rows of one thing, such as faults that overlap. */
  readonly title: string;
  readonly look: BandLook;
  readonly curve?: BandCurve;
  /** In order of time; none overlaps the next. */
  readonly spans: readonly BandSpan[];
  /** Returns the value at a moment, as short as the label needs it. */
  readonly label: (atMs: number) => string;
  /** The peak or the total of the run, which the label says while the playhead has not been moved. */
  readonly whole: string;
  /** Returns the value at a moment with its limits. */
  readonly readout: (atMs: number) => string;
  /** All of the row in a sentence, for people who cannot see it. */
  readonly summary: string;
  /** Whether the rows that belong to it are shown; absent where there are none. */
  readonly isExpanded?: boolean;
  /** Whether it is one of the rows that belong to another one. */
  readonly isPart: boolean;
}

/** The most spans that a summary names. */
const toldMax = 20;

/** Returns a row with spans alone. `label` gives the value at a moment. */
export function spanRow(
  row: Pick<BandRow, 'key' | 'title' | 'look' | 'spans' | 'whole'> &
    Partial<Pick<BandRow, 'label' | 'isPart'>>,
): BandRow {
  const at = (atMs: number) => row.spans.filter((span) => isAt(span, atMs));
  const told = row.spans.slice(0, toldMax).map(({ words }) => words);
  const more = row.spans.length - told.length;
  return {
    isPart: false,
    label: (atMs) =>
      at(atMs)
        .map(({ text }) => text)
        .join(', '),
    ...row,
    readout: (atMs) =>
      at(atMs)
        .map(({ words }) => words)
        .join('; '),
    summary: `${[...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}.`,
  };
}

/** Whether a span is there at a moment, its end included: what lasts until the run's end is there at its end. */
export function isAt({ fromMs, toMs }: Pick<BandSpan, 'fromMs' | 'toMs'>, atMs: number): boolean {
  return fromMs <= atMs && atMs <= toMs;
}

/** Returns the spans in as many rows as they need so that none overlaps another, the earliest first. */
export function spansApart(spans: readonly BandSpan[]): readonly (readonly BandSpan[])[] {
  const rows: BandSpan[][] = [];
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const row = rows.find((each) => (each.at(-1)?.toMs ?? 0) <= span.fromMs);
    if (row === undefined) rows.push([span]);
    else row.push(span);
  }
  return rows;
}
