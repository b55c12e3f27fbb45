import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCode } from '../../../src/interfaces/cli/command-error.ts';
import { root } from '../../tidy/sources.ts';
import { runInProcess } from './run-in-process.ts';

const codes = Object.values(exitCode).sort((a, b) => a - b);

test('every exit code is one of its own', () => {
  expect(new Set(codes).size).toBe(codes.length);
});

test('--help and docs/guides/outputs.md tell the same exit codes as there are', async () => {
  const { stdout } = await runInProcess(['--help']);
  expect([...stdout.matchAll(/^ {2}(\d+) +\S/gm)].map(([, code]) => Number(code))).toEqual(codes);
  const guide = readFileSync(join(root, 'docs/guides/outputs.md'), 'utf8');
  expect([...guide.matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code))).toEqual(codes);
});
