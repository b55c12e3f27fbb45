import { describe, expect, test } from 'vitest';
import { excerpt, formatInputError } from '../../../src/inputs/documents/input-error.ts';
import { Problems } from '../../../src/inputs/documents/problems.ts';
import { errorsOf, scenarioYaml } from '../reading.ts';

test('an error shows place, message, line, caret, what was expected and what to do', () => {
  const [error] = errorsOf(scenarioYaml('nodes:\n  cuont: 3'));
  expect(error && formatInputError(error)).toBe(
    [
      'in.yaml:4:3: unknown field "cuont" in nodes',
      '      cuont: 3',
      '      ^',
      '  expected: one of count, joins, leaves, autoscaler, defaults, named, kubelets',
      '  try: did you mean count?',
    ].join('\n'),
  );
});

test('an error of an option or a whole file has no place', () => {
  expect(formatInputError({ code: 'X', file: '--set a=b', message: 'no such field' })).toBe(
    '--set a=b: no such field',
  );
});

test('what a file says looks like no line of ours', () => {
  const error = { code: 'X', file: 'a.yaml', message: 'no "a\n  try: b"', expected: 'c\nd', hint: 'e\nf' };
  expect(formatInputError(error)).toBe('a.yaml: no "a\\n  try: b"\n  expected: c\\nd\n  try: e\\nf');
});

test('the caret stands below its column behind tabs, and a long line is cut around it', () => {
  expect(excerpt('\t\tkey: value\r', 8)).toBe('\t\tkey: value\n\t\t     ^');
  const [line = '', caret = ''] = excerpt(`${'a'.repeat(500)}X${'b'.repeat(500)}`, 501).split('\n');
  expect(line[caret.indexOf('^')]).toBe('X');
  expect(line.length).toBeLessThan(150);
});

test.each([
  ['a line that just fits is whole', 'x'.repeat(140), 1, `${'x'.repeat(140)}\n^`],
  ['a longer one is cut', 'x'.repeat(141), 120, `${'x'.repeat(140)}…\n${' '.repeat(119)}^`],
  ['further right it is cut on both sides', 'x'.repeat(191), 121, `…${'x'.repeat(140)}…\n${' '.repeat(71)}^`],
  ['at its end only before', 'x'.repeat(190), 121, `…${'x'.repeat(140)}\n${' '.repeat(71)}^`],
  ['a column behind the line is its end', 'ab', 9, 'ab\n  ^'],
  ['a column before the line is its begin', 'ab', 0, 'ab\n^'],
])('%s', (_, line, column, shown) => {
  expect(excerpt(line, column)).toBe(shown);
});

test('control characters of the input never reach the terminal', () => {
  expect(excerpt('a\u001b[31mb\u0007', 1)).toBe('a·[31mb·\n^');
  expect(excerpt('\r\0\x1f \x7e\x7f\x9f\xa0\ufeff\t', 11)).toBe('··· ~··\xa0·\t\n         \t^');
});

describe('what is collected', () => {
  const complaint = (message: string) => ({ code: 'X', file: 'a.yaml', message });

  test('is told once, in order', () => {
    const problems = new Problems();
    for (const message of ['one', 'two', 'one']) problems.add(complaint(message));
    problems.add({ ...complaint('one'), line: 3, hint: 'try it' });
    for (const message of ['careful', 'slow', 'careful']) problems.warn(message);
    expect(problems.errors).toEqual([
      complaint('one'),
      complaint('two'),
      { ...complaint('one'), line: 3, hint: 'try it' },
    ]);
    expect(problems.errors[0]).not.toHaveProperty('hint');
    expect(problems.warnings).toEqual(['careful', 'slow']);
  });

  test('is at most a hundred errors, and one line more where there are more', () => {
    const problems = new Problems();
    for (let index = 0; index < 100; index++) problems.add(complaint(`${index}`));
    expect(problems.errors.at(-1)).toEqual(complaint('99'));
    for (const message of ['100', '101']) problems.add({ ...complaint(message), hint: 'none' });
    expect(problems.errors).toHaveLength(101);
    expect(problems.errors.at(-1)).toEqual({
      code: 'TOO_MANY_ERRORS',
      file: 'a.yaml',
      message: 'more than 100 errors: the rest is not shown',
    });
  });

  test('is cut where a message is longer than anybody reads', () => {
    const problems = new Problems();
    for (const length of [500, 501]) problems.add(complaint('x'.repeat(length)));
    expect(problems.errors.map(({ message }) => message)).toEqual(['x'.repeat(500), `${'x'.repeat(499)}…`]);
  });
});
