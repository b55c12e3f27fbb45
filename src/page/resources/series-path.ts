import { sampleSeries } from '../../report/run-view/sample-series.ts';
import type { Series } from '../../report/run-view/series-builder.ts';
import type { TimeWindow } from '../ui-protocol.ts';

export interface SeriesPaths {
  /** The upper edge. */
  readonly line: string;
  /** The same, closed along the bottom. */
  readonly area: string;
}

export interface PathSpace {
  readonly window: TimeWindow;
  readonly width: number;
  readonly height: number;
  /** The value at the top. */
  readonly top: number;
}

/**
 * Returns a series as SVG paths: a step for each change. If a pixel holds many changes, it gets a column from the lowest to the highest
 * value.
 */
export function seriesPath(series: Series, { window, width, height, top }: PathSpace): SeriesPaths {
  const y = (value: number): number => Math.round((height - (Math.min(value, top) / (top || 1)) * height) * 10) / 10;
  const points: string[] = [];
  let level: number | undefined;
  sampleSeries(series, window.fromMs, window.toMs, width).forEach(({ first, min, max }, pixel) => {
    const [at, high, low] = [y(first), y(max), y(min)];
    if (at !== level) points.push(level === undefined ? `M${pixel},${at}` : `H${pixel}V${at}`);
    if (high !== low) points.push(`H${pixel}V${high}V${low}`);
    level = high === low ? at : low;
  });
  if (level === undefined) return { line: '', area: '' };
  const line = `${points.join('')}H${Math.floor(width)}`;
  return { line, area: `${line}V${height}H0Z` };
}
