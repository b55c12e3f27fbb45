import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readInput } from '../../src/inputs/read-input.ts';
import { root } from '../tidy/sources.ts';

const guides = readdirSync(join(root, 'docs/guides')).filter((name) => name.endsWith('.md'));

/** The YAML blocks of a guide that are whole documents of ours. */
function scenariosOf(guide: string): string[] {
  const text = readFileSync(join(root, 'docs/guides', guide), 'utf8');
  return [...text.matchAll(/```yaml\n(apiVersion: windlass\.dev\/[\s\S]*?)```/g)].map(
    ([, yaml = '']) => yaml,
  );
}

test.each(
  guides.flatMap((guide) => scenariosOf(guide).map((yaml, index) => [guide, index + 1, yaml] as const)),
)('%s: its Scenario %i is accepted', (guide, _, yaml) => {
  const pod =
    'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: web, image: app }] }\n---\n';
  const result = readInput([{ name: guide, text: `${pod}${yaml}` }], {});
  expect(result.ok ? [] : result.errors).toEqual([]);
});

test('the guide of registries has three', () => {
  expect(scenariosOf('registry.md')).toHaveLength(3);
});
