/** The value at which half of the weight lies below, of the first `count` values; 0 where there are none. */
export function weightedMedian(values: Float64Array, weights: Float64Array, count: number): number {
  const order = new Uint32Array(count);
  let total = 0;
  for (let index = 0; index < count; index++) {
    order[index] = index;
    total += weights[index] ?? 0;
  }
  order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  let below = 0;
  for (const index of order) {
    below += weights[index] ?? 0;
    if (2 * below >= total) return values[index] ?? 0;
  }
  return 0;
}
