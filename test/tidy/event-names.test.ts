import { expect, test } from 'vitest';
import { sourcesUnder, withoutComments } from './sources.ts';

test('the name of an event is declared once, so that it has one meaning and one set of fields', () => {
  const places = new Map<string, string[]>();
  for (const { path, text } of sourcesUnder('machines')) {
    for (const [, name = ''] of withoutComments(text).matchAll(/readonly type: '([A-Z_]+\.[A-Z_]+)'/g)) {
      places.set(name, [...(places.get(name) ?? []), path]);
    }
  }
  expect(places.size).toBeGreaterThan(100);
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
});
