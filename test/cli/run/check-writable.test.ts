import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkWritable } from '../../../src/cli/run/check-writable.ts';

const cwd = mkdtempSync(join(tmpdir(), 'windlass-'));
afterAll(() => rmSync(cwd, { recursive: true }));

test('a file that can be written is left alone, and not made', async () => {
  await checkWritable(cwd, 'new.html', undefined);
  expect(readdirSync(cwd)).toEqual([]);
});

test.each([
  ['none/x.html', `there is no folder ${join(cwd, 'none')}`],
  ['.', 'it is a folder'],
])('%s is refused before anything is done', async (path, why) => {
  await expect(checkWritable(cwd, undefined, path)).rejects.toThrow(`${path} cannot be written: ${why}`);
});
