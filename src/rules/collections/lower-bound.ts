/**
 * Returns the first index below `length` for which this holds, by bisection; `length` if there is none. It
 * must hold for all indices after one for which it does.
 */
export function lowerBound(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
