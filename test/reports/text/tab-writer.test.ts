import { expect, test } from 'vitest';
import { tabbed } from '../../../src/reports/text/tab-writer.ts';

// Go's text/tabwriter, as tabbedString of kubectl v0.36.3 sets it up; the outputs are those of the Go
// program.
test('columns are as wide as their widest cell in neighbouring lines, and two more', () => {
  expect(tabbed(['Name:\tweb', 'Start Time:\tnow', 'Containers:', '  Image:\tx', '  ID:\ty'])).toEqual([
    'Name:        web',
    'Start Time:  now',
    'Containers:',
    '  Image:  x',
    '  ID:     y',
  ]);
});

test('a line with fewer cells ends a column; what follows the last tab has no width', () => {
  expect(tabbed(['a\tbbbb\tc', 'aaa\tb', 'a\tb\tcccccc'])).toEqual([
    'a    bbbb  c',
    'aaa  b',
    'a    b  cccccc',
  ]);
});

test('an empty cell is two wide', () => {
  expect(tabbed(['\tx', 'no cells', ''])).toEqual(['  x', 'no cells', '']);
});
