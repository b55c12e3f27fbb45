import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../tidy/sources.ts';
import { installPackage, run } from './installed-package.ts';

// A project of a user's own: the package as npm would install it, and the code of the guide as its tests.
const folder = mkdtempSync(join(tmpdir(), 'windlass-own-project-'));
const guide = readFileSync(join(root, 'docs/guides/model-based-tests.md'), 'utf8');
const files = [...guide.matchAll(/```ts\n\/\/ (\S+\.test\.ts)\n([\s\S]*?)```/g)].map(
  ([, name = '', code = '']) => ({ name, code }),
);

beforeAll(() => {
  installPackage(folder);
  const modules = join(folder, 'node_modules');
  for (const name of ['vitest', 'typescript', 'vite'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['test'] }));
  mkdirSync(join(folder, 'test'));
  for (const { name, code } of files) writeFileSync(join(folder, 'test', name), code);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the guide has the semaphore, the image pull, paths and random scripts, without a cast', () => {
  expect(files.map(({ name }) => name)).toEqual([
    'semaphore.test.ts',
    'image-pull.test.ts',
    'paths.test.ts',
    'property.test.ts',
  ]);
  for (const { code } of files)
    expect(code.replace(/^import .*$/gm, '')).not.toMatch(/\bas\b (?!the|a |it)|\bany\b;|@ts-/);
});

test('its tests fit the types of the package', () => {
  run(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', '.'], folder);
});

test('its tests pass in its own vitest', () => {
  const printed = run('node', ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json'], folder);
  const report: unknown = JSON.parse(printed);
  expect(report).toMatchObject({ success: true, numPassedTests: 11, numTotalTests: 11 });
});

test('fast-check is there once: what windlass draws with is what the project imports', () => {
  const code = `
    import fc from 'fast-check';
    import { imageNames } from 'windlass/testing';
    console.log(imageNames() instanceof fc.Arbitrary);
  `;
  expect(run('node', ['--input-type=module', '-e', code], folder)).toBe('true\n');
});
