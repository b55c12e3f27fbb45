import type { Series } from '../../report/run-view/series-builder.ts';

/** The sum of two series at every time. */
export function stackedSeries(one: Series, other: Series): Series {
  const atMs: number[] = [];
  const values: number[] = [];
  for (let i = -1, j = -1; ; ) {
    const [nextOne, nextOther] = [one.atMs[i + 1] ?? Number.POSITIVE_INFINITY, other.atMs[j + 1] ?? Number.POSITIVE_INFINITY];
    const at = Math.min(nextOne, nextOther);
    if (at === Number.POSITIVE_INFINITY) return { atMs, values };
    if (nextOne === at) i += 1;
    if (nextOther === at) j += 1;
    atMs.push(at);
    values.push((one.values[i] ?? 0) + (other.values[j] ?? 0));
  }
}
