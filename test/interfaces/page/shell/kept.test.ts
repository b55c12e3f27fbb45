import { afterEach, expect, test, vi } from 'vitest';
import { keep, kept } from '../../../../src/interfaces/page/shell/kept.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what is kept is found by its name, until it is forgotten', () => {
  const store = new Map<string, string>([['theme', 'another page’s']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  expect(kept('theme')).toBeUndefined();
  keep('theme', 'dark');
  keep('speed', '10');
  expect([kept('theme'), kept('speed'), store.get('windlass.theme')]).toEqual(['dark', '10', 'dark']);
  keep('theme', undefined);
  expect([kept('theme'), kept('speed'), store.size]).toEqual([undefined, '10', 2]);
});

test('where the browser forbids it nothing is kept, and nothing fails', () => {
  const forbidden = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  keep('theme', 'dark');
  keep('theme', undefined);
  expect(kept('theme')).toBeUndefined();
});
