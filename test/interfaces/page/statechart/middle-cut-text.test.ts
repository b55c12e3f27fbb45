import { expect, test } from 'vitest';
import { middleCut } from '../../../../src/interfaces/page/statechart/middle-cut-text.ts';

test.each([
  ['default/web-0/app', 30, 'default/web-0/app'],
  ['default/web-0/app', 17, 'default/web-0/app'],
  ['default/web-8vscnjvqbz-mzfbn/app', 18, 'default/…mzfbn/app'],
  ['default/web-8vscnjvqbz-mzfbn/app', 5, 'de…pp'],
])('%s in %i letters is %s', (text, letters, cut) => {
  expect(middleCut(text, letters)).toBe(cut);
  expect(cut.length).toBeLessThanOrEqual(letters);
});
