import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
  expect(
    named.filter(
      ({ source }) => !existsSync(join(root, `${source}.ts`)) && !existsSync(join(root, `${source}.tsx`)),
    ),
  ).toEqual([]);
});

test('what scripts import of dist/ by name is exported', () => {
  const imports = sourcesUnder('scripts', 'bench').flatMap(({ path, text }) =>
    [...text.matchAll(/^import \{([^}]*)\} from '[./]*\/dist\/((?:src|machines)\/[\w/.-]+)\.js'/gm)].flatMap(
      ([, names = '', source]) =>
        names
          .split(',')
          .map((name) => name.trim().split(' as ')[0] ?? '')
          .filter((name) => name !== '')
          .map((name) => ({ path, source, name })),
    ),
  );
  expect(imports.length).toBeGreaterThan(10);
  const missing = imports.filter(({ source, name }) => {
    const text = readFileSync(join(root, `${source}.ts`), 'utf8');
    return !new RegExp(
      `^export (?:(?:async )?function\\*?|const|class) ${name}\\b|^export \\{[^}]*\\b${name}\\b`,
      'm',
    ).test(text);
  });
  expect(missing).toEqual([]);
});

test('a script with options shows how it is called', () => {
  const shown = execFileSync(process.execPath, [join(root, 'scripts/fuzz.mjs'), '--help'], {
    encoding: 'utf8',
  });
  expect(shown).toBe(
    'Runs the property tests with another seed and more cases: `npm run fuzz -- --seed 7 --runs 10000 [path…]`.\n',
  );
});
