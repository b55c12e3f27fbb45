import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../tidy/sources.ts';

const documents = ['README.md', 'docs/architecture.md', 'docs/vocabulary.md', 'docs/determinism.md', 'docs/decisions/libraries.md'];

test.each(documents)('%s names only files that exist', (document) => {
  expect(pathsIn(document).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the paths are found', () => {
  expect(pathsIn('docs/architecture.md')).toContain('src/kubelet/');
  expect(pathsIn('README.md')).toContain('docs/architecture.md');
});

/** Paths of ours in backticks, and the targets of links; from the top of the repository. */
function pathsIn(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  const named = [...text.matchAll(/`((?:machines|src|test|docs|examples|schemas|scripts|bench)\/[\w./-]*)`/g)];
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  return [...named.map(([, path = '']) => path), ...linked.map(([, path = '']) => join(dirname(document), path))];
}
