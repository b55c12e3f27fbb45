import type { BarView, NodeView, RowView, RunView } from '../../../../src/reports/run-view/run-view.ts';
import { summarize } from '../../../../src/reports/summary/summary.ts';

/** Bars one after the other: `[['downloading', 10], ['running', 5]]`. */
export function barsOf(parts: readonly (readonly [BarView['phase'], number])[], fromMs = 0): BarView[] {
  let at = fromMs;
  return parts.map(([phase, spanMs]) => {
    const bar = { phase, fromMs: at, toMs: at + spanMs };
    at += spanMs;
    return bar;
  });
}

export function rowOf(
  node: string,
  pod: string,
  bars: readonly BarView[],
  more: Partial<RowView> = {},
): RowView {
  const ran = bars.find(({ phase }) => phase === 'running');
  return {
    node,
    pod: { namespace: 'default', name: pod, uid: `uid-${pod}` },
    container: 'app',
    kind: 'container',
    image: 'nginx:1.27',
    actor: `${node}/kubelet/default/${pod}/app`,
    arrivedMs: bars[0]?.fromMs ?? 0,
    ...(ran === undefined ? {} : { runningAtMs: ran.fromMs }),
    state: bars.at(-1)?.phase ?? 'waitingToStart',
    bars,
    failures: [],
    ...more,
  };
}

/** A run with these rows, which are in order of their nodes. */
export function viewOf(rows: readonly RowView[], endMs: number): RunView {
  const nodes: NodeView[] = [];
  for (const [place, { node }] of rows.entries()) {
    const last = nodes.at(-1);
    if (last?.name === node) nodes[nodes.length - 1] = { ...last, rowCount: last.rowCount + 1 };
    else nodes.push({ name: node, title: node, notes: [], firstRow: place, rowCount: 1 });
  }
  return {
    title: 'sample',
    seed: 1,
    endMs,
    endReason: 'settled',
    nodes,
    rows,
    assumptions: [],
    readings: [],
    causes: [],
    summary: summarize([]),
  };
}
