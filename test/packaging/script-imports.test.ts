import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sourcesUnder } from '../tidy/sources.ts';

// Only `npm run` loads most of the scripts, and no compiler looks at what they import of dist/.
test('what scripts import is there', () => {
  const scripts = sourcesUnder('scripts', 'bench').filter(({ path }) => path.endsWith('.mjs'));
  const missing = scripts.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:import|export)\b[^;]*? from '(\.[^']+)'/gms)]
      .map(([, named = '']) => join(dirname(path), named))
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `${path}: ${file}`),
  );
  expect(scripts.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

test('what scripts name of dist/ is made of sources that are there', () => {
  const named = sourcesUnder('scripts', 'bench').flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:src|machines)\/[\w/.-]+(?=\.js\b)/g)].map(([source]) => ({ path, source })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ source }) => !existsSync(join(root, `${source}.ts`)) && !existsSync(join(root, `${source}.tsx`)))).toEqual([]);
});
