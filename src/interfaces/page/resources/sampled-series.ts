import { indexAt, type Series } from '../../../reports/run-view/series-builder.ts';

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
