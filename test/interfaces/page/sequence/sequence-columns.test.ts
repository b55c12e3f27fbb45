import { expect, test } from 'vitest';
import { SequenceColumns } from '../../../../src/interfaces/page/sequence/sequence-columns.ts';

/** Paths such as `pull/3`: their machine is `pull`. */
const partyOf = (path: string) => ({ machine: path.split('/')[0] ?? '', title: path });

function columnsOf(pairs: readonly (readonly [string, string])[], columnsMax: number, centre?: string) {
  const messages = pairs.map(([from, to], step) => ({ step, at: step, from, to, event: 'GO' }));
  return new SequenceColumns({ messages, partyOf, centre, columnsMax });
}

const pairs = [
  ['worker/1', 'pull/1'],
  ['worker/2', 'pull/2'],
  ['worker/3', 'pull/3'],
  ['pull/1', 'slots/1'],
  ['pull/2', 'slots/1'],
  ['slots/1', 'pull/1'],
  ['clock/1', 'pull/1'],
  ['worker/4', 'pull/1'],
] as const;

test('each actor has a lifeline, in the order in which they appear, while there is room', () => {
  const { columns } = columnsOf(pairs, 9);
  expect(columns.map(({ actors }) => actors)).toEqual(
    ['worker/1', 'pull/1', 'worker/2', 'pull/2', 'worker/3', 'pull/3', 'slots/1', 'clock/1', 'worker/4'].map(
      (path) => [path],
    ),
  );
});

test('actors of one machine share a lifeline where there is no room, the most numerous first', () => {
  const six = columnsOf(pairs, 6);
  expect(six.columns.map(({ machine, title }) => `${machine} ${title}`)).toEqual([
    'worker × 4',
    'pull pull/1',
    'pull pull/2',
    'pull pull/3',
    'slots slots/1',
    'clock clock/1',
  ]);
  expect([six.placeOf('worker/3'), six.isShared('worker/3'), six.isShared('pull/2')]).toEqual([
    0,
    true,
    false,
  ]);
  expect(columnsOf(pairs, 4).columns.map(({ title }) => title)).toEqual(['× 4', '× 3', 'slots/1', 'clock/1']);
});

test('the actor in the centre keeps its own, and those with the fewest messages share the last', () => {
  const columns = columnsOf(pairs, 4, 'clock/1');
  expect(columns.columns.map(({ title }) => title)).toEqual(['× 4', '× 3', 'slots/1', 'clock/1']);
  const three = columnsOf(pairs, 3, 'clock/1');
  expect(three.columns.map(({ machine, title }) => `${machine} ${title}`)).toEqual([
    'pull × 3',
    'clock clock/1',
    'others × 5',
  ]);
  expect([three.placeOf('slots/1'), three.isShared('slots/1')]).toEqual([2, true]);
  const pull = columnsOf(pairs, 4, 'pull/2');
  expect(pull.columns.map(({ title }) => title)).toContain('pull/2');
});
