import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exitCode } from '../../../src/cli/exit-code.ts';
import { writeFileAtomically } from '../../../src/cli/files/write-file-atomically.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-out-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the file has all of the text, and nothing is left beside it', async () => {
  writeFileSync(join(folder, 'out.txt'), 'before');
  await writeFileAtomically(folder, 'out.txt', 'after');
  expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('after');
  expect(readdirSync(folder)).toEqual(['out.txt']);
});

test('a place that cannot be written is a usage error, and nothing is left there either', async () => {
  mkdirSync(join(folder, 'taken'));
  for (const path of ['nowhere/out.txt', 'taken']) {
    await expect(writeFileAtomically(folder, path, 'text')).rejects.toMatchObject({
      exitCode: exitCode.usage,
      message: expect.stringContaining(path),
    });
  }
  expect(readdirSync(folder).sort()).toEqual(['out.txt', 'taken']);
});
