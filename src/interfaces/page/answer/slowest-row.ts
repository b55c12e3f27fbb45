import type { RunView } from '../../../reports/run-view/run-view.ts';
import { waitMsOfRow } from '../timeline/rows/row-words.ts';

/** Returns the row of the container of a pod that took longest to run, counted from its arrival; undefined without pods. */
export function slowestRow({ rows, endMs }: RunView): number | undefined {
  let slowest: number | undefined;
  let longestMs = -1;
  for (const [place, row] of rows.entries()) {
    const waitMs = waitMsOfRow(row, endMs);
    if (row.pod === undefined || waitMs <= longestMs) continue;
    slowest = place;
    longestMs = waitMs;
  }
  return slowest;
}
