import { expect, test } from 'vitest';
import { tomlEntries } from '../../../../src/inputs/documents/toml/toml-entries.ts';

/** Each entry as its path, the text from its key on, and the text of its value. */
function entriesOf(text: string): readonly (readonly [path: string, key: string, value: string])[] {
  return tomlEntries(text).map(({ path, keyAt, valueAt, endsAt }) => [
    path.join(' '),
    text.slice(keyAt, keyAt + 3),
    text.slice(valueAt, endsAt),
  ]);
}

test.each([
  ['nothing', '', []],
  ['blank lines and comments alone', ' \t\r\n# a = 1\n#b = 2', []],
  ['one key, spaces and tabs around it', '\uFEFF\t key\t= \t1 ', [['key', 'key', '1 ']]],
  [
    'lines that end as on Windows',
    'one = 1\r\ntwo = 2\r\n',
    [
      ['one', 'one', '1\r'],
      ['two', 'two', '2\r'],
    ],
  ],
  [
    'a line that ends with the text',
    'one = 1\ntwo = 2',
    [
      ['one', 'one', '1'],
      ['two', 'two', '2'],
    ],
  ],
  ['keys in quotes and joined by dots', 'a . "b.c".\'d]\' . e-1_ = 1', [['a b.c d] e-1_', 'a .', '1']]],
  ['a key with an escaped quote', '"a\\"b" = 1', [['a\\"b', '"a\\', '1']]],
  [
    'a comment behind a value, which may hold anything',
    'a = 1 # [ " \' {\nbbb = 2',
    [
      ['a', 'a =', '1 # [ " \' {'],
      ['bbb', 'bbb', '2'],
    ],
  ],
  [
    'a text with all that would end a value',
    'a = "x # [ { \\" \\\\"\nbbb = 2',
    [
      ['a', 'a =', '"x # [ { \\" \\\\"'],
      ['bbb', 'bbb', '2'],
    ],
  ],
  [
    'a plain text, in which a backslash is none',
    "a = 'x\\'\nbbb = 2",
    [
      ['a', 'a =', "'x\\'"],
      ['bbb', 'bbb', '2'],
    ],
  ],
  [
    'texts of many lines',
    'a = """\n[b]\n\\""" "" # """\nbbb = \'\'\'\n[c]\n\'\'\'\nccc = 1',
    [
      ['a', 'a =', '"""\n[b]\n\\""" "" # """'],
      ['bbb', 'bbb', "'''\n[c]\n'''"],
      ['ccc', 'ccc', '1'],
    ],
  ],
  [
    'an empty text',
    'a = ""\nbbb = \'\'\nccc = 1',
    [
      ['a', 'a =', '""'],
      ['bbb', 'bbb', "''"],
      ['ccc', 'ccc', '1'],
    ],
  ],
  [
    'a list of many lines',
    'a = [ # ]\n  "]", [1,\n 2], { b = "}" }\n]\nbbb = 2',
    [
      ['a', 'a =', '[ # ]\n  "]", [1,\n 2], { b = "}" }\n]'],
      ['bbb', 'bbb', '2'],
    ],
  ],
  [
    'a table in one line',
    'a = { b = 1, c = [2] }\nbbb = 2',
    [
      ['a', 'a =', '{ b = 1, c = [2] }'],
      ['bbb', 'bbb', '2'],
    ],
  ],
])('%s', (_, text, entries) => {
  expect(entriesOf(text)).toEqual(entries);
});

test('what stands below a table is in it, and of several tables of one name each has its number', () => {
  const text =
    '[ a . "b.c" ] # d\none = 1\n[[list]]\ntwo = 2\n  [list.inner]\n  three = 3\n[[list]]\nfour = 4\n[[list.inner.deep]]\n[e]';
  expect(entriesOf(text)).toEqual([
    ['a b.c', '[ a', '[ a . "b.c" ] # d'],
    ['a b.c one', 'one', '1'],
    ['list 0', '[[l', '[[list]]'],
    ['list 0 two', 'two', '2'],
    ['list 0 inner', '[li', '[list.inner]'],
    ['list 0 inner three', 'thr', '3'],
    ['list 1', '[[l', '[[list]]'],
    ['list 1 four', 'fou', '4'],
    ['list 1 inner deep 0', '[[l', '[[list.inner.deep]]'],
    ['e', '[e]', '[e]'],
  ]);
});
