import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { kubeadmKind } from '../../../../src/proof/conformance/kubeadm/kubeadm-kind.ts';
import { parseScriptOf } from '../../../../src/proof/conformance/parse-script.ts';
import { checkedDocument } from '../../../reports/json/checked-document.ts';
import { type Outcome, runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Answers every script with the same trace, of a kubeadm that does nothing. */
const idle = `
  require('node:readline').createInterface(process.stdin).on('line', (line) => {
    console.log(JSON.stringify({ script: JSON.parse(line).name, trace: [] }));
  });`;

let readMs = 0;
let now = 0;
const nowMs = () => {
  now += readMs;
  return now;
};

function test(...options: readonly string[]): Promise<Outcome> {
  const env = { NODE: process.execPath, IDLE: idle, NO_COLOR: '1' };
  return runInProcess(['test', '--sut', '"$NODE" -e "$IDLE"', '--kind', 'kubeadm', ...options], {
    env,
    cwd: folder,
    columns: 80,
    nowMs,
  });
}

it('shows the smallest script of the kind that tells the system from the simulator, and saves it', async () => {
  const { code, stdout, stderr } = await test(
    '--kubelet-version',
    '1.30',
    '--runs',
    '20',
    '--seed',
    '3',
    '--save',
    'found',
  );
  expect([code, stderr]).toEqual([5, 'windlass: saved found/1.ndjson\n']);
  expect(stdout).toMatch(
    /^DIFFERS from kubeadm 1\.30\.14: .*\nRandom script 1 of seed 3, made small: 1 call\.\n/,
  );
  expect(stdout).toMatch(/\nentry 0 differs\n +EXPECTED +ACTUAL\n/);
  const saved = parseScriptOf(kubeadmKind, readFileSync(join(folder, 'found/1.ndjson'), 'utf8'));
  expect(saved).toMatchObject({ ok: true, script: { kind: 'kubeadm' } });
});

it('tells a log how far it has come, and with -q nothing', async () => {
  readMs = 10_000;
  const told = await test('--runs', '5', '--seed', '3');
  const quiet = await test('--runs', '5', '--seed', '3', '--save', 'found', '-q');
  readMs = 0;
  expect(told.stderr).toMatch(/^windlass: 1 of 5 scripts\n(windlass: making what differs small\n)+$/);
  expect([quiet.code, quiet.stderr]).toEqual([5, '']);
});

it('tells it as JSON', async () => {
  const { code, stdout } = await test('--runs', '5', '--seed', '3', '-o', 'json');
  expect(code).toBe(5);
  expect(checkedDocument(stdout, 'KindTestReport')).toMatchObject({
    verdict: 'diverges',
    scriptKind: 'kubeadm',
    version: '1.36.3',
    seed: 3,
    finding: { divergence: { index: 0 } },
  });
});

it('refuses what only the image manager has, and kinds that there are not', async () => {
  expect(await test('--machine', 'imagePull')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--machine is for the image manager'),
  });
  expect(await test('--runs', '0')).toMatchObject({ code: 2 });
  expect(await test('--kubelet-version', 'new')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--kubelet-version'),
  });
  const unknown = await runInProcess(['test', '--sut', 'x', '--kind', 'plug']);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringMatching(/--kind plug: the kinds are imagemanager, .*kubeadm/),
  ]);
});
