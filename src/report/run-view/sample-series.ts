import type { Series } from './series-builder.ts';
import { indexAt } from './value-at.ts';

/** What a series does within one pixel: what it begins with, its least and its greatest value. */
export interface SampledPixel {
  readonly first: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Returns a series between two times as so many pixels see it, so that a long one is drawn with as little as it needs and
 * no peak is lost; costs the points within and the pixels. Nothing of an empty span or of no pixels.
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
    // A change at a pixel's very end is the next one's, except that at the span's own end there is no next one.
    while ((series.atMs[index + 1] ?? Number.POSITIVE_INFINITY) < endMs || (pixel === count - 1 && series.atMs[index + 1] === endMs)) {
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
