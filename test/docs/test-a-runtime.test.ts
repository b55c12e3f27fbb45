import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { criProperties } from '../../src/proof/cri/properties/cri-properties.ts';
import { plantedDefects } from '../interfaces/cri/planted-defects.ts';
import { root } from '../tidy/sources.ts';

const guide = readFileSync(join(root, 'docs/guides/test-a-runtime.md'), 'utf8');

test('the guide of test --cri has every property with its rule', () => {
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, name, says]) => ({ name, says }));
  expect(rows).toEqual(criProperties.map(({ name, says }) => ({ name, says })));
});

test('the guide says how many defects are planted, and of how many properties', () => {
  expect(guide).toContain(`${Object.keys(plantedDefects).length} defects are planted`);
  expect(guide).toContain(`of ${criProperties.length} properties violated`);
});
