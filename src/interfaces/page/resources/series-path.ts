import { indexAt, type Series } from '../../../reports/run-view/series-builder.ts';
import type { TimeWindow } from '../ui-protocol.ts';

interface SeriesPaths {
  /** The upper edge. */
  readonly line: string;
  /** The same, closed along the bottom. */
  readonly area: string;
}

interface PathSpace {
  readonly window: TimeWindow;
  readonly width: number;
  readonly height: number;
  /** The value at the top. */
  readonly top: number;
}

/**
 * Returns a series as SVG paths: a step for each change. If a pixel holds many changes, it gets a column from
 * the lowest to the highest value.
 */
export function seriesPath(series: Series, { window, width, height, top }: PathSpace): SeriesPaths {
  const y = (value: number): number =>
    Math.round((height - (Math.min(value, top) / (top || 1)) * height) * 10) / 10;
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

/** The values of a series within one pixel: the first, the least and the greatest. */
interface SampledPixel {
  readonly first: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Returns a series between two times in so many pixels, so that a long one is drawn with few points and no
 * peak is lost. The cost is the number of points and pixels. Empty for an empty span and without pixels.
 */
export function sampleSeries(series: Series, fromMs: number, toMs: number, pixels: number): SampledPixel[] {
  const count = Math.floor(pixels);
  if (!(toMs > fromMs) || !(count > 0)) return [];
  const sampled: SampledPixel[] = [];
  let index = indexAt(series, fromMs);
  for (let pixel = 0; pixel < count; pixel++) {
    const endMs = fromMs + ((toMs - fromMs) * (pixel + 1)) / count;
    const first = series.values[index] ?? 0;
    let min = first;
    let max = first;
    // A change at a pixel's very end belongs to the next one. At the span's own end there is no next one.
    while (
      (series.atMs[index + 1] ?? Number.POSITIVE_INFINITY) < endMs ||
      (pixel === count - 1 && series.atMs[index + 1] === endMs)
    ) {
      index += 1;
      const value = series.values[index] ?? 0;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    sampled.push({ first, min, max });
    if (series.atMs[index + 1] === endMs) index += 1;
  }
  return sampled;
}
