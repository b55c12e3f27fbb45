import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCode } from '../../../src/interfaces/cli/command-error.ts';
import { traceEventProblems } from '../../reports/perfetto/check-trace-event-format.ts';
import { runInProcess } from './run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-report-'));
const cwd = { cwd: folder };
const inFolder = (name: string): string => readFileSync(join(folder, name), 'utf8');
const manifest = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers: [{ name: app, image: 'app:1' }]
---
apiVersion: v1
kind: Secret
metadata: { name: key }
stringData: { password: verysecretindeed }
`;

beforeAll(() => writeFileSync(join(folder, 'web.yaml'), manifest));
afterAll(() => rmSync(folder, { recursive: true }));

test('--report alone writes the file, prints nothing, and leaves nothing beside it', async () => {
  const { code, stdout, stderr } = await runInProcess(
    ['run', 'web.yaml', '--report', 'alone.html', '--set', 'registryPullQPS=2'],
    cwd,
  );
  expect([code, stdout]).toEqual([exitCode.ok, '']);
  expect(stderr).toMatch(/^windlass: the report is in alone\.html$/m);
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  const { document } = parseHTML(inFolder('alone.html'));
  expect(document.querySelector('.answer .first')?.textContent).toMatch(/^The pod started/);
  expect(document.querySelector('pre code')?.textContent).toBe(
    'windlass run web.yaml --set registryPullQPS=2 --seed 1',
  );
});

test('--report goes beside whatever -o prints', async () => {
  const both = await runInProcess(
    ['run', 'web.yaml', '-o', 'pods', '--at', '5s', '--report', 'beside.html'],
    cwd,
  );
  const pods = await runInProcess(['run', 'web.yaml', '-o', 'pods', '--at', '5s'], cwd);
  expect(both.stdout).toBe(pods.stdout);
  expect(inFolder('beside.html')).toContain('<!doctype html>');
});

test('the command in a report makes the same report', async () => {
  await runInProcess(['run', 'web.yaml', '--report', 'first.html', '--for', '90s', '--seed', '5'], cwd);
  const command = parseHTML(inFolder('first.html')).document.querySelector('pre code')?.textContent ?? '';
  await runInProcess([...command.split(' ').slice(1), '--report', 'second.html'], cwd);
  expect(inFolder('second.html')).toBe(inFolder('first.html'));
});

test('secrets of the input are not in any of the outputs', async () => {
  await runInProcess(['run', 'web.yaml', '--report', 'secret.html'], cwd);
  const csv = await runInProcess(['run', 'web.yaml', '-o', 'csv'], cwd);
  const perfetto = await runInProcess(['run', 'web.yaml', '-o', 'perfetto'], cwd);
  for (const text of [inFolder('secret.html'), csv.all, perfetto.all])
    expect(text).not.toContain('verysecretindeed');
});

test('-o csv prints a table, also of an earlier moment', async () => {
  const { stdout } = await runInProcess(['run', 'web.yaml', '-o', 'csv'], cwd);
  expect([...csvParse(stdout)]).toMatchObject([
    { pod: 'web', container: 'app', image: 'app:1', state: 'running', pulls: '1' },
  ]);
  const early = await runInProcess(['run', 'web.yaml', '-o', 'csv', '--at', '100ms'], cwd);
  expect([...csvParse(early.stdout)]).toMatchObject([{ state: 'waitingToStart', pulls: '0' }]);
});

test('-o perfetto writes a trace that keeps the rules of the format', async () => {
  await runInProcess(['run', 'web.yaml', '-o', 'perfetto', '--out', 'web.json'], cwd);
  expect(traceEventProblems(inFolder('web.json'))).toEqual([]);
});

test.each([
  [['--report', 'x.html', '--seeds', '3'], '--report cannot be used with --seeds'],
  [['--report', 'x.html', '--at', '5s'], '--at needs -o'],
  [['--report', 'x.html', '--out', 'y.txt'], '--out is where -o writes'],
  [['--report', 'x.html', '-o', 'json', '--out', 'x.html'], 'name the same file'],
  [['-o', 'perfetto', '--at', '5s'], '--at cannot be used with -o perfetto'],
  [['--report', 'none/x.html'], 'there is no folder'],
])('%j is refused with what to do', async (words, message) => {
  const { code, stderr } = await runInProcess(['run', 'web.yaml', ...words], cwd);
  expect(code).toBe(exitCode.usage);
  expect(stderr).toContain(message);
  expect(existsSync(join(folder, 'x.html'))).toBe(false);
});
