/** Returns how many of times that never fall are not after `atMs`; costs the logarithm of their number. */
export function countUntil(times: ArrayLike<number>, atMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
