import { expect, test } from 'vitest';
import { variantName } from '../../../../src/interfaces/page/variants/variant-name.ts';

const text = 'kind: Pod\nmetadata: { name: web }\nspec:\n  replicas: 1\n  image: app\n';
const loaded = { sources: [{ name: 'in/web.yaml', text }], settings: {} };
const nameWith = (to: string, settings = {}) =>
  variantName(loaded, { settings, sources: [{ name: 'in/web.yaml', text: to }] });

test('a variant is called by what differs, until it has a name of its own', () => {
  const { sources } = loaded;
  expect(variantName(loaded, { settings: { seed: 7 }, sources })).toBe('seed 7');
  expect(variantName(loaded, { settings: { seed: 7 }, sources, name: 'luck' })).toBe('luck');
});

test('one edited line is told as it is, several by their number', () => {
  expect(nameWith(text.replace('replicas: 1', 'replicas: 5'))).toBe('replicas: 5');
  expect(nameWith(text.replace('replicas: 1', 'replicas: 5').replace('app', 'app:2'))).toBe(
    'web.yaml: 2 lines edited',
  );
  expect(nameWith(text.replace('  image: app\n', ''))).toBe('web.yaml: 1 line edited');
  expect(nameWith(text, { seed: 7 })).toBe('seed 7');
  expect(nameWith(text.replace('app', 'app:2'), { seed: 7 })).toBe('seed 7 · image: app:2');
});
