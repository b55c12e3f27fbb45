import type { PhaseName } from '../../../reports/phases/container-phases.ts';
import { phaseNames } from '../../../reports/phases/phase-looks.ts';
import type { BarView, RowView } from '../../../reports/run-view/run-view.ts';

/**
 * Returns how many containers are in each phase, in each of `columns` equal parts of the time until `endMs`,
 * as averages over the part. What runs at `settledMs` keeps running.
 */
export function phaseCounts(
  rows: readonly RowView[],
  endMs: number,
  columns: number,
  settledMs?: number,
): ReadonlyMap<PhaseName, Float64Array> {
  const counts = new Map<PhaseName, Float64Array>(
    phaseNames.map((phase) => [phase, new Float64Array(columns)]),
  );
  // Whole parts are noted as changes at their first and after their last, and added up at the end.
  const changes = new Map<PhaseName, Float64Array>(
    phaseNames.map((phase) => [phase, new Float64Array(columns + 1)]),
  );
  const perMs = columns / endMs;
  for (const { bars, state } of rows) {
    const tail: readonly BarView[] =
      settledMs !== undefined && state === 'running'
        ? [{ phase: state, fromMs: settledMs, toMs: endMs }]
        : [];
    for (const { phase, fromMs, toMs } of [...bars, ...tail]) {
      const count = counts.get(phase);
      const change = changes.get(phase);
      if (count === undefined || change === undefined) continue;
      const from = Math.min(fromMs * perMs, columns);
      const to = Math.min(toMs * perMs, columns);
      const first = Math.floor(from);
      const last = Math.floor(to);
      add(count, first, first + 1 - from);
      add(count, last, to - last);
      add(change, first + 1, 1);
      add(change, last, -1);
    }
  }
  for (const [phase, change] of changes) {
    const count = counts.get(phase);
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      sum += change[column] ?? 0;
      if (count !== undefined) add(count, column, sum);
    }
  }
  return counts;
}

/** Values beyond the end are dropped. */
function add(to: Float64Array, place: number, amount: number): void {
  to[place] = (to[place] ?? 0) + amount;
}
