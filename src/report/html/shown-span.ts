import type { RunView } from '../run-view/run-view.ts';

/** Returns the virtual ms that pictures show: until nothing waits any more and a little beyond, or until the end. */
export function shownSpanMs({ rows, endMs }: RunView): number {
  let lastMs = 0;
  for (const { bars, state } of rows) {
    if (state !== 'running' && state !== 'ended') return Math.max(endMs, 1);
    const waited = bars.findLast(({ phase }) => phase !== 'running' && phase !== 'ended');
    lastMs = Math.max(lastMs, waited?.toMs ?? 0);
  }
  // A short time after the last wait is shown whole, because image GC and conditions come after the last pod.
  return Math.max(lastMs === 0 || endMs < lastMs * 1.5 ? endMs : lastMs * 1.04, 1);
}
