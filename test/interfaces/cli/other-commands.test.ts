import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defaultsTable } from '../../../src/inputs/defaults-table.ts';
import { exitCode } from '../../../src/interfaces/cli/command-error.ts';
import { runInProcess } from './run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-init-'));
const cwd = { cwd: folder };
afterAll(() => rmSync(folder, { recursive: true }));

test('init prints a scenario that runs as it is', async () => {
  const { code, stdout } = await runInProcess(['init']);
  expect(code).toBe(exitCode.ok);
  expect(stdout).toContain('kind: Scenario');
  const pod =
    'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: app, image: "app:1" }] }\n';
  expect(await runInProcess(['run', '-'], { stdin: `${pod}---\n${stdout}` })).toMatchObject({
    code: exitCode.ok,
  });
});

test('init FILE does not overwrite, unless it is told to', async () => {
  expect(await runInProcess(['init', 'scenario.yaml'], cwd)).toMatchObject({ code: exitCode.ok, stdout: '' });
  const again = await runInProcess(['init', 'scenario.yaml'], cwd);
  expect(again).toMatchObject({
    code: exitCode.usage,
    stderr: expect.stringContaining('--force overwrites it'),
  });
  expect(await runInProcess(['init', 'scenario.yaml', '--force'], cwd)).toMatchObject({ code: exitCode.ok });
  expect(readFileSync(join(folder, 'scenario.yaml'), 'utf8')).toBe((await runInProcess(['init'])).stdout);
});

test('schema prints a JSON Schema that knows the scenario', async () => {
  const { code, stdout } = await runInProcess(['schema']);
  expect(code).toBe(exitCode.ok);
  expect(JSON.parse(stdout).$schema).toContain('json-schema.org');
  expect(stdout).toContain('"registryDown"');
});

test('defaults prints every default with its mark, as a table and as JSON', async () => {
  const table = (await runInProcess(['defaults'])).stdout.split('\n');
  expect(table.length).toBe(defaultsTable.length + 2);
  expect(table.find((line) => line.startsWith('relistPeriod '))).toMatch(
    / 1s +published +genericPlegRelistPeriod/,
  );
  expect(JSON.parse((await runInProcess(['defaults', '-o', 'json'])).stdout).items).toEqual(defaultsTable);
});

test('version says what is installed, and which releases have rules of their own', async () => {
  const { code, stdout } = await runInProcess(['version'], { columns: 80, isTTY: true });
  expect(code).toBe(exitCode.ok);
  expect(stdout).toMatch(
    /^windlass +\d+\.\d+\.\d+\nnode +unknown\nkubelet +releases with rules of their own: 1\.14, /,
  );
  expect(stdout).toMatch(/\nruntimes +containerd.*\n(?: .*\n)*traces +windlass-trace\/2\n$/);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test.each([80, 120, 200])('defaults keeps to a screen of %i columns', async (columns) => {
  const { stdout } = await runInProcess(['defaults'], { columns, isTTY: true });
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
  for (const { name } of defaultsTable) expect(stdout).toContain(`\n${name}`.trim());
});
