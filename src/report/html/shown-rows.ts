import type { NodeView, RowView, RunView } from '../run-view/run-view.ts';

/** A node with those of its rows that are drawn, by their numbers in the view. */
export interface ShownNode {
  readonly node: NodeView;
  readonly rows: readonly number[];
}

/**
 * Returns the rows to draw, at most `rowsMax`, nodes and rows in the view's order: of more those that took longest to run,
 * or never did. Nodes without one of them are left out.
 */
export function shownRows({ nodes, rows }: RunView, rowsMax: number): ShownNode[] {
  const slowest = [...rows.keys()].sort((a, b) => bySlowness(rows[a], rows[b]) || a - b).slice(0, rowsMax);
  const kept = new Set(slowest);
  return nodes.flatMap((node) => {
    const own = Array.from({ length: node.rowCount }, (_, index) => node.firstRow + index).filter((row) => kept.has(row));
    return own.length === 0 ? [] : [{ node, rows: own }];
  });
}

function bySlowness(a: RowView | undefined, b: RowView | undefined): number {
  const [first, second] = [slowness(a), slowness(b)];
  return first === second ? 0 : second > first ? 1 : -1;
}

/** Time to running; those that wait still come first, those that had nothing to wait for last. */
function slowness(row: RowView | undefined): number {
  if (row === undefined) return -1;
  if (row.runningAtMs !== undefined) return row.runningAtMs - row.arrivedMs;
  return row.state === 'ended' ? (row.bars.at(-1)?.fromMs ?? row.arrivedMs) - row.arrivedMs : Number.POSITIVE_INFINITY;
}
