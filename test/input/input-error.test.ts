import { expect, test } from 'vitest';
import { excerpt } from '../../src/input/excerpt.ts';
import { formatInputError } from '../../src/input/input-error.ts';
import { errorsOf, scenarioYaml } from './reading.ts';

test('an error shows place, message, line, caret, what was expected and what to do', () => {
  const [error] = errorsOf(scenarioYaml('nodes:\n  cuont: 3'));
  expect(error && formatInputError(error)).toBe(
    [
      'in.yaml:4:3: unknown field "cuont" in nodes',
      '      cuont: 3',
      '      ^',
      '  expected: one of count, defaults, named',
      '  try: did you mean count?',
    ].join('\n'),
  );
});

test('an error of an option or a whole file has no place', () => {
  expect(formatInputError({ code: 'X', file: '--set a=b', message: 'no such field' })).toBe('--set a=b: no such field');
});

test('the caret stands below its column behind tabs, and a long line is cut around it', () => {
  expect(excerpt('\t\tkey: value\r', 8)).toBe('\t\tkey: value\n\t\t     ^');
  const [line = '', caret = ''] = excerpt(`${'a'.repeat(500)}X${'b'.repeat(500)}`, 501).split('\n');
  expect(line[caret.indexOf('^')]).toBe('X');
  expect(line.length).toBeLessThan(150);
});

test('control characters of the input never reach the terminal', () => {
  expect(excerpt('a\u001b[31mb\u0007', 1)).toBe('a·[31mb·\n^');
});

test('at most a hundred errors are shown, and that there are more is said', () => {
  const errors = errorsOf(scenarioYaml(`images:\n${'  - { nam: x, size: 3 }\n'.repeat(300)}`));
  expect(errors).toHaveLength(101);
  expect(errors.at(-1)?.code).toBe('TOO_MANY_ERRORS');
});
