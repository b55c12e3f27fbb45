import { expect, test } from 'vitest';
import { type Source, sourcesUnder, withoutComments } from './sources.ts';

/**
 * A call takes some 100,000 arguments: a list of an input that is handed over one by one ends in an internal
 * error.
 */
const spread =
  /\.(?:push|unshift)\(\.\.\.|\.push\([^(){]*, \.\.\.|\bMath\.(?:max|min)\([^()]*\.\.\.|\.splice\([^()]*\.\.\.|\.apply\(/;

function spreadArguments({ path, text }: Source): string[] {
  const lines = withoutComments(text).split('\n');
  return lines.flatMap((line, index) => (spread.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
}

test('lists are put into others by appendAll, and their extremes found by largest and smallest', () => {
  const sources = sourcesUnder('machines', 'src');
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.flatMap(spreadArguments)).toEqual([]);
});

test.each([
  'list.push(...items);',
  'list.unshift(...items);',
  'Math.max(...values)',
  'Math.min(0, ...values)',
  'list.splice(0, 1, ...items)',
])('%s is caught', (text) => {
  expect(spreadArguments({ path: 'a.ts', text })).toHaveLength(1);
});

test.each(['const all = [...first, ...second];', 'Math.max(low, high)', 'list.push(item)'])(
  '%s passes',
  (text) => {
    expect(spreadArguments({ path: 'a.ts', text })).toEqual([]);
  },
);
