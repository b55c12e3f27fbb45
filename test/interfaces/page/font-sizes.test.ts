import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../tidy/sources.ts';

test('the page has five sizes of letters, in its styles and on its canvas', () => {
  const folder = join(root, 'src/interfaces/page');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = files
    .filter((name) => /\.(?:css|tsx?)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [...text.matchAll(/(?:font-size: |font: (?:\d+ )?|\.font = [`'](?:\d+ )?)([\d.]+)px/g)].map(
        ([, size]) => Number(size),
      );
    });
  expect([...new Set(sizes)].sort((a, b) => a - b)).toEqual([11, 12, 13, 16, 20]);
});
