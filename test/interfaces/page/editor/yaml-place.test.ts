import { expect, test } from 'vitest';
import { yamlPlace } from '../../../../src/interfaces/page/editor/yaml-place.ts';

/** The place of `|` in a text. */
const placeIn = (text: string) => yamlPlace(text.replace('|', ''), text.indexOf('|'));

test.each([
  ['kind: Scenario\nho|', [], undefined, 'ho', ['kind']],
  ['kind: Scenario\nnodes:\n  defaults:\n    me|\n', ['nodes', 'defaults'], undefined, 'me', []],
  ['kind: Scenario\nnodes:\n  defaults:\n    diskKind: g|\n', ['nodes', 'defaults'], 'diskKind', 'g', []],
  ['kind: Scenario\nfaults:\n  - kind: registryDown\n    re|\n', ['faults', ''], undefined, 're', ['kind']],
  ['kind: Scenario\nfaults:\n  - ki|\n', ['faults', ''], undefined, 'ki', []],
  ['kind: Scenario\nfaults:\n- kind: a\n  until: 3s\n- |\n', ['faults', ''], undefined, '', []],
  [
    'kind: Scenario\nfaults:\n- kind: a\n  |\n  until: 3s\n',
    ['faults', ''],
    undefined,
    '',
    ['kind', 'until'],
  ],
  ['a:\n  - b:\n      c: 1\n      |\n', ['a', '', 'b'], undefined, '', ['c']],
  ['a:\n  - x: 1\n    b:\n      |\n  - y: 2\n', ['a', '', 'b'], undefined, '', []],
] as const)('the place in %j is found by indentation', (text, path, key, written, siblings) => {
  const place = placeIn(text);
  expect(place).toMatchObject({ path, key, written });
  expect([...(place?.siblings ?? [])].sort()).toEqual([...siblings].sort());
});

test('the kind is that of the document of the cursor, wherever it stands in it', () => {
  const text = 'kind: Pod\n---\n|\nkind: Scenario\n---\nkind: Node\n';
  expect(placeIn(text)?.kind).toBe('Scenario');
  expect(placeIn('kind: Pod\n---\n# nothing\n|')?.kind).toBeUndefined();
});

test('in a comment, in words and within brackets there is no place', () => {
  expect([placeIn('# see|'), placeIn('a: one two|'), placeIn('a: { b|'), placeIn('a: [1, |')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
