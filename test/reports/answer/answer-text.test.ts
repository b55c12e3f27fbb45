import { describe, expect, test } from 'vitest';
import { type Answer, type AnswerTable, columnsLike } from '../../../src/reports/answer/answer.ts';
import { answerText } from '../../../src/reports/answer/answer-text.ts';

const bare: Answer = { title: 'Which?', conditions: [], sentences: [], charts: () => [], tables: [] };
const textOf = (answer: Partial<Answer>, width = 60) =>
  answerText({ ...bare, ...answer }, { width, colour: false });
const tableText = (table: Omit<AnswerTable, 'caption'>, width?: number) =>
  textOf({ tables: [{ caption: 'Rows', ...table }] }, width)
    .split('\n')
    .slice(2, -1);

describe('an answer on a terminal', () => {
  test('conditions, sentences, tables and how to make it again stand in this order, with gaps between', () => {
    const text = textOf({
      conditions: ['5 seeds'],
      sentences: ['It takes 4 s.'],
      tables: [
        { caption: 'Runs', columns: columnsLike({ seed: 'name', time: 'number' }), rows: [['1', '4 s']] },
      ],
      again: ['The same run again:', '  windlass run in.yaml --seed 1'],
    });
    expect(text).toBe(
      [
        '5 seeds',
        '',
        'It takes 4 s.',
        '',
        'Runs',
        'SEED   TIME',
        '1      4 s',
        '',
        'The same run again:',
        '  windlass run in.yaml --seed 1',
        '',
      ].join('\n'),
    );
  });

  test('a table without rows, and a column without texts, are left out', () => {
    const columns = columnsLike({ pod: 'name', why: 'text', time: 'number' });
    expect(textOf({ tables: [{ caption: 'Rows', columns, rows: [] }] })).toBe('');
    expect(tableText({ columns, rows: [['a', '', '4 s']] })).toEqual(['POD   TIME', 'a     4 s']);
  });

  test('a number and its unit stay on one line, and commands are folded before an option', () => {
    expect(textOf({ sentences: ['It takes about 4 s.', '  windlass run --seed 1'] }, 18)).toBe(
      'It takes about\n4 s.\n  windlass run \\\n    --seed 1\n',
    );
  });

  test('control characters of a text are spelled out', () => {
    const rows = [['\u001b[31mred', '1']];
    const text = textOf({
      sentences: ['\u001b[31mred'],
      tables: [{ caption: '\u001b[31mred', columns: columnsLike({ pod: 'name', time: 'number' }), rows }],
    });
    expect(text).not.toContain('\u001b');
    expect(text.match(/red/g)).toHaveLength(3);
  });

  test('more rows than a terminal shows are counted', () => {
    const rows = ['a', 'b', 'c'].map((pod) => [pod, '1 s']);
    expect(tableText({ columns: columnsLike({ pod: 'name', time: 'number' }), rows, onScreen: 1 })).toEqual([
      'POD   TIME',
      'a     1 s',
      'and 2 more (-o json has all)',
    ]);
    expect(
      textOf({ tables: [{ caption: 'Rows', columns: columnsLike({ pod: 'name' }), rows, onScreen: 0 }] }),
    ).toBe('');
  });
});

describe('a table that is wider than the terminal', () => {
  const spare = (title: string, order: number) => ({ title, look: 'number' as const, spare: order });

  test('goes without its spare columns, those of the greatest number and the last ones first', () => {
    const columns = [...columnsLike({ pod: 'name' }), spare('first', 1), spare('range', 2), spare('last', 1)];
    const rows = [['a', '1 s', '1 s to 2 s', '3 s']];
    const narrow = (width: number) => tableText({ columns, rows }, width).slice(0, 2);
    expect(narrow(40)).toEqual(['POD   FIRST   RANGE        LAST', 'a     1 s     1 s to 2 s   3 s']);
    expect(narrow(24)).toEqual(['POD   FIRST   LAST', 'a     1 s     3 s']);
    expect(narrow(14)).toEqual(['POD   FIRST', 'a     1 s']);
    expect(tableText({ columns, rows }, 24).slice(2).join(' ')).toBe(
      'Without room here: range; a wider terminal has all.',
    );
  });

  test('goes on with its last sentences below their beginnings', () => {
    const rows = [['1 s', 'the first pull waits for the second']];
    expect(tableText({ columns: columnsLike({ took: 'number', what: 'long' }), rows }, 33)).toEqual([
      'TOOK   WHAT',
      '1 s    the first pull waits for',
      '       the second',
    ]);
  });

  test('with sentences in several columns is a list', () => {
    const columns = columnsLike({ pod: 'name', image: 'text', '1.34': 'long', '1.35': 'long' });
    const rows = [['a', 'x:1', 'used the image that was there', '']];
    expect(tableText({ columns, rows: [...rows, ['b', 'y:1', '', 'asked the registry once']] }, 30)).toEqual([
      '  a (x:1)',
      '    1.34: used the image that',
      '          was there',
      '  b (y:1)',
      '    1.35: asked the registry',
      '          once',
    ]);
  });

  test('without room beside its only sentences has them after what they are about', () => {
    const columns = columnsLike({ field: 'name', change: 'text', here: 'long' });
    const rows = [['featureGates.ImageVolume', 'false → true', 'moves nothing']];
    expect(tableText({ columns, rows }, 48)).toEqual([
      '  featureGates.ImageVolume (false → true): moves',
      '  nothing',
    ]);
  });

  test('without sentences has the words of its first column below each other', () => {
    const rows = [['deleting the pods', '588 ms', '2.5 s']];
    expect(
      tableText(
        { columns: columnsLike({ '': 'name', 'run after': 'number', 'do not run': 'number' }), rows },
        36,
      ),
    ).toEqual(['               RUN AFTER  DO NOT RUN', 'deleting the   588 ms     2.5 s', '  pods']);
  });

  test('of one column is a list of sentences', () => {
    const rows = [['in.yaml:1: this field is not known']];
    expect(tableText({ columns: columnsLike({ error: 'long' }), rows }, 24)).toEqual([
      '  in.yaml:1: this field',
      '  is not known',
    ]);
  });
});
