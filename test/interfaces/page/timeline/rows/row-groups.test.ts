import { expect, test } from 'vitest';
import { groupRows, suitableGrouping } from '../../../../../src/interfaces/page/timeline/rows/row-groups.ts';
import { groupings } from '../../../../../src/interfaces/page/ui-protocol.ts';
import { simulatedRun } from '../../../../browser/scripted-worker.ts';
import { barsOf, rowOf, viewOf } from '../sample-view.ts';

const row = (node: string, pod: string, waitMs: number, owner: string | undefined, image: string) =>
  rowOf(
    node,
    pod,
    barsOf([
      ['downloading', waitMs],
      ['running', 100 - waitMs],
    ]),
    { image, ...(owner === undefined ? {} : { owner }) },
  );
const view = viewOf(
  [
    row('a', 'web-0', 10, 'Deployment/web', 'docker.io/shop/web:2'),
    row('a', 'job', 70, 'Job/job', 'docker.io/shop/job:1'),
    row('b', 'web-1', 40, 'Deployment/web', 'docker.io/shop/web:2'),
    row('b', 'alone', 5, undefined, 'docker.io/shop/web:2'),
  ],
  100,
);
const shown = (grouping: (typeof groupings)[number]) =>
  groupRows(view, grouping).map(({ title, rows }) => [title, rows]);

test('by node the rows keep their order', () => {
  expect(shown('node')).toEqual([
    ['a', [0, 1]],
    ['b', [2, 3]],
  ]);
});

test('by workload and by image what waited longest comes first, among groups and in them', () => {
  expect(shown('workload')).toEqual([
    ['Job/job', [1]],
    ['Deployment/web', [2, 0]],
    ['Pod/alone', [3]],
  ]);
  expect(shown('image').map(([, rows]) => rows)).toEqual([[1], [2, 0, 3]]);
  expect(groupRows(view, 'workload')[1]?.notes).toEqual(['50 ms until they ran, together']);
});

test('by cause a row stands under the first that held it, and the rest under a header of its own', () => {
  const cause = (words: string, rows: readonly number[]) => ({
    words,
    held: rows.map((place) => ({ row: place, fromMs: 0, toMs: 10 })),
    worst: { row: rows[0] ?? 0, fromMs: 0, toMs: 10, bar: 0 },
    pods: rows.length,
    heldMs: 10,
    longestMs: 10,
    sentence: words,
  });
  const causes = [cause('a limit', [0, 1]), cause('a fault', [1, 2])] as unknown as typeof view.causes;
  expect(groupRows({ ...view, causes }, 'cause').map(({ title, rows }) => [title, rows])).toEqual([
    ['A limit', [1, 0]],
    ['A fault', [2]],
    ['Held by none of these', [3]],
  ]);
});

test.each(groupings)(
  'by %s each row of a run is under one header, and headers are told apart',
  (grouping) => {
    const { view: simulated } = simulatedRun(
      [0, 1, 2, 3]
        .map(
          (pod) =>
            `apiVersion: v1\nkind: Pod\nmetadata: { name: p-${pod} }\nspec: { containers: [{ name: c, image: "app:${pod % 2}" }] }\n`,
        )
        .join('---\n'),
    );
    const groups = groupRows(simulated, grouping);
    expect(groups.flatMap(({ rows }) => rows).sort((a, b) => a - b)).toEqual([0, 1, 2, 3]);
    expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
  },
);

test('rows that are seen at a glance are by node, more of them by what held them', () => {
  const held = { words: 'a limit', held: [], pods: 1, heldMs: 1 };
  const causes = [held] as unknown as typeof view.causes;
  const many = { ...view, rows: Array.from({ length: 21 }, () => view.rows[0] ?? row('a', 'b', 1, '', '')) };
  expect(suitableGrouping({ ...view, causes })).toBe('node');
  expect(suitableGrouping({ ...many, causes })).toBe('cause');
  expect(suitableGrouping(many)).toBe('node');
});
