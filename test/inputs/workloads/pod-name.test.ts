import { expect, test } from 'vitest';
import { nameFraction, nameHash } from '../../../src/inputs/images/name-hash.ts';
import { derivedUid, generatedName, nameError, nameSuffix } from '../../../src/inputs/workloads/pod-name.ts';

test('what is made of a text is the same in every release: recorded runs have it', () => {
  expect(nameHash('redis')).toBe('75207f7d9217d90688b44a666f564a82190fd20a4dfbd875712febe0f8c0b16f');
  expect(nameFraction('redis')).toBe(0.45752713014371693);
  expect(generatedName('web-', 'redis')).toBe('web-s4gzg');
  expect(nameSuffix('redis', 10)).toBe('s4gzgpwqvr');
  expect(derivedUid('redis')).toBe('75207f7d-9217-4906-88b4-4a666f564a82');
});

test('a generated name is cut so that it fits a label', () => {
  expect(generatedName(`${'x'.repeat(57)}yz`, 'redis')).toBe(`${'x'.repeat(57)}y${nameSuffix('redis', 5)}`);
});

// IsDNS1123Label and IsDNS1123Subdomain of apimachinery (v0.36.3)
test.each([
  ['web-1', true, true],
  ['1', true, true],
  ['a.b-c.d', false, true],
  ['x'.repeat(63), true, true],
  ['x'.repeat(64), false, true],
  ['x'.repeat(253), false, true],
  ['x'.repeat(254), false, false],
  ['', false, false],
  ['-a', false, false],
  ['a-', false, false],
  ['a..b', false, false],
  ['a.-b', false, false],
  ['a-.b', false, false],
  ['.a', false, false],
  ['a.', false, false],
  ['A', false, false],
  ['a_b', false, false],
])('"%s" is a label: %s, a subdomain: %s', (name, isLabel, isSubdomain) => {
  const ends = 'and "-", beginning and ending with a letter or digit';
  expect(nameError(name, 'label')).toBe(
    isLabel ? undefined : `at most 63 lower-case letters, digits ${ends}`,
  );
  expect(nameError(name, 'subdomain')).toBe(
    isSubdomain ? undefined : `at most 253 lower-case letters, digits, "." ${ends}`,
  );
});
