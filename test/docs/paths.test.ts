import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../tidy/sources.ts';

const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);
const others = ['README', 'architecture', 'vocabulary', 'determinism', 'decisions/libraries'].map(
  (name) => `docs/${name}.md`,
);
const documents = ['README.md', 'CONTRIBUTING.md', 'machines/README.md', ...others, ...guides];

test.each(documents)('%s names only files that exist', (document) => {
  expect(pathsIn(document).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('README.md is read in three minutes: it has no more than 900 words', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').trim().split(/\s+/).length).toBeLessThanOrEqual(900);
});

test('docs/README.md leads to every guide and to every document that is not a part of another', () => {
  const parts = /^docs\/(README|conformance-\w+)\.md$/;
  const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name}`,
  );
  const led = new Set(pathsIn('docs/README.md'));
  expect(written.filter((name) => name.endsWith('.md') && !parts.test(name) && !led.has(name))).toEqual([]);
});

test('the paths are found', () => {
  expect(pathsIn('docs/architecture.md')).toContain('src/rules/kubelet/');
  expect(pathsIn('README.md')).toContain('docs/architecture.md');
});

/** Paths of ours in backticks, and the targets of links; from the top of the repository. */
function pathsIn(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  const named = [
    ...text.matchAll(/`((?:machines|src|test|docs|examples|schemas|scripts|bench)\/[\w./-]*)`/g),
  ];
  const linked = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  return [
    ...named.map(([, path = '']) => path),
    ...linked.map(([, path = '']) => join(dirname(document), path)),
  ];
}
