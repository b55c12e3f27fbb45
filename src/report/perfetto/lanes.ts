/** A thing that lasts, from and to ms of virtual time. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns for each span the lowest lane that is free when it begins, from 0; spans in order of their beginnings. */
export function lanesOf(spans: readonly Span[]): number[] {
  const ends = spans.map(({ toMs }, index) => ({ toMs, index })).sort((a, b) => a.toMs - b.toMs || a.index - b.index);
  const lanes: number[] = [];
  /** Falling, so that the lowest is taken from the end. */
  const free: number[] = [];
  let ended = 0;
  let count = 0;
  for (const { fromMs } of spans) {
    for (let end = ends[ended]; end !== undefined && end.toMs <= fromMs; end = ends[ended]) {
      const lane = lanes[end.index];
      if (lane === undefined) break;
      free.splice(placeOf(free, lane), 0, lane);
      ended += 1;
    }
    lanes.push(free.pop() ?? count++);
  }
  return lanes;
}

/** Where a lane belongs among falling ones. */
function placeOf(falling: readonly number[], lane: number): number {
  let low = 0;
  let high = falling.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((falling[middle] ?? 0) > lane) low = middle + 1;
    else high = middle;
  }
  return low;
}
