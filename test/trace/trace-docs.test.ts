import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { traceTables } from './trace-tables.ts';

const path = new URL('../../docs/trace.md', import.meta.url).pathname;

test('docs/trace.md has one table per type of record and step, as the schemas have it', async () => {
  const parts = /^([\s\S]*<!-- tables: [^\n]*-->\n)[\s\S]*(<!-- end of tables -->\n)$/.exec(
    readFileSync(path, 'utf8'),
  );
  expect(parts, 'docs/trace.md must keep the marks around its tables').not.toBeNull();
  await expect(`${parts?.[1]}\n${traceTables()}\n${parts?.[2]}`).toMatchFileSnapshot(path);
});
