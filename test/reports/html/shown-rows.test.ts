import { expect, test } from 'vitest';
import { shownRows } from '../../../src/reports/html/timeline-svg.ts';
import type { RowView, RunView } from '../../../src/reports/run-view/run-view.ts';

const row = (
  node: string,
  name: string,
  runningAtMs: number | undefined,
  state: RowView['state'] = 'running',
): RowView => ({
  node,
  container: name,
  kind: 'container',
  image: 'x',
  actor: name,
  arrivedMs: 10,
  state,
  bars: [{ phase: state, fromMs: 10, toMs: 100 }],
  failures: [],
  ...(runningAtMs === undefined ? {} : { runningAtMs }),
});

const rows = [
  row('a', 'fast', 20),
  row('a', 'slow', 90),
  row('b', 'never', undefined, 'backingOff'),
  row('c', 'volume', undefined, 'ended'),
  row('c', 'middle', 50),
];
const nodes = [
  { name: 'a', title: 'a', notes: [], firstRow: 0, rowCount: 2 },
  { name: 'b', title: 'b', notes: [], firstRow: 2, rowCount: 1 },
  { name: 'c', title: 'c', notes: [], firstRow: 3, rowCount: 2 },
];
const shown = (rowsMax: number) =>
  shownRows({ nodes, rows } as unknown as RunView, rowsMax).map(
    ({ node, rows: own }) => `${node.name}: ${own.join(' ')}`,
  );

test('all rows where there is room, in their order', () => {
  expect(shown(5)).toEqual(['a: 0 1', 'b: 2', 'c: 3 4']);
});

test('of more, those that never ran and the slowest; a node without one is left out', () => {
  expect(shown(3)).toEqual(['a: 1', 'b: 2', 'c: 4']);
  expect(shown(1)).toEqual(['b: 2']);
});
