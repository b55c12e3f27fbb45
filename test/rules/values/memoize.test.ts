import { expect, test } from 'vitest';
import { lazy } from '../../../src/rules/values/memoize.ts';

test('a value is computed when it is first asked for, and is the same from then on', () => {
  let made = 0;
  const value = lazy(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});
