import { expect, test } from 'vitest';
import { matchesName } from '../../../src/reports/text/name-pattern.ts';

const web = { namespace: 'shop', name: 'web-7d9-x2' };

test.each([
  ['web-7d9-x2', true],
  ['web-*', true],
  ['*', true],
  ['shop/web-*', true],
  ['*/web*x?', true],
  ['web-???-x2', true],
  ['web', false],
  ['default/*', false],
  ['web-*-x', false],
  ['', false],
  ['web-7d9-x2*', true],
  ['**x2', true],
])('%s', (pattern, fits) => {
  expect(matchesName(pattern, web)).toBe(fits);
});
