import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCode } from '../../../src/interfaces/cli/command-error.ts';
import { runInProcess } from './run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-progress-'));
const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: app, image: "app:1" }] }\n';

beforeAll(() => writeFileSync(join(folder, 'pod.yaml'), pod));
afterAll(() => rmSync(folder, { recursive: true }));

const long = ['run', 'pod.yaml', '--for', '20m', '--fault', 'notFound image=app:1', '-o', 'trace'];
const progressLine =
  /^windlass: [^\n]* of 20 m 0 s simulated, 0 of 1 pod settled(, at most about \d+ (s|min) left)?\n/gm;

/** Runs on a clock that goes on by so much each time it is read. */
function runWith(readMs: number, argv: readonly string[], isTTY = false) {
  let now = 0;
  const nowMs = () => {
    now += readMs;
    return now;
  };
  return runInProcess(argv, { cwd: folder, isTTY, nowMs });
}

test('a long run tells a log every 10 s how far it has come and when it is over at the latest, and its trace is the same', async () => {
  const slow = await runWith(12_000, long);
  const lines = slow.stderr.match(progressLine) ?? [];
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.at(-1)).toMatch(/^windlass: 1\d m .*, at most about \d+ s left\n$/);
  const quick = await runWith(0, long);
  expect(quick.stderr.match(progressLine)).toBeNull();
  expect(slow.stdout).toBe(quick.stdout);
  expect(slow.stderr.replace(progressLine, '')).toBe(quick.stderr);
});

test('a terminal has one line of it, which is taken away', async () => {
  const { stderr } = await runWith(1_000, long, true);
  const drawn = stderr.split('\r');
  expect(drawn.at(-2)).toMatch(
    /^windlass: 1\d m \d+ s of 20 m 0 s simulated, 0 of 1 pod settled, at most about \d+ s left/,
  );
  expect(drawn.at(-1)).toMatch(/^.\[Kwindlass: seed 1 /);
});

test('the steps of a run are written as quietly', async () => {
  const argv = [...long.slice(0, 3), '5m', ...long.slice(4), '--steps', '--out', 'steps.ndjson'];
  expect((await runWith(40_000, argv)).stderr).toMatch(
    /^windlass: .* of 5 m 0 s simulated, 0 of 1 pod settled/m,
  );
});

test('many seeds tell which one runs, and from the second on how long all go on', async () => {
  const seeds = [...long.slice(0, -2), '--seeds', '4'];
  const { stdout, stderr } = await runWith(12_000, seeds);
  expect(stdout).toContain('4 runs, seeds 1 to 4');
  expect(stdout).not.toContain('windlass:');
  expect(stderr).toMatch(/^windlass: seed 1 of 4, .* of 20 m 0 s simulated, 0 of 1 pod settled$/m);
  expect(stderr).not.toMatch(/seed 1 of 4.*left/);
  expect(stderr).toMatch(
    /^windlass: seed 3 of 4, .* simulated, 0 of 1 pod settled, about \d+ (s|min) left$/m,
  );
});

test('-q leaves warnings and errors on stderr: no conditions, no progress, no estimate', async () => {
  for (const more of [[], ['--seeds', '2', '-o', 'json']]) {
    const argv = [...long.slice(0, 3), '5m', ...long.slice(4, -2), ...more, '-q'];
    expect(await runWith(40_000, argv, true)).toMatchObject({ code: exitCode.ok, stderr: '' });
  }
  const idle = await runWith(0, [
    'run',
    'pod.yaml',
    '--kubelet-version',
    '1.99',
    '--fail-on',
    'any-failure',
    '--quiet',
  ]);
  expect(idle.stderr).toMatch(/^windlass: warning: [^\n]*\n$/);
  const failed = await runWith(0, [
    ...long.slice(0, 3),
    '2m',
    ...long.slice(4),
    '--fail-on',
    'not-running',
    '-q',
  ]);
  expect(failed).toMatchObject({
    code: exitCode.violated,
    stderr: 'windlass: --fail-on not-running: 1 pod: default/web\n',
  });
  await runWith(0, ['run', 'pod.yaml', '--report', 'web.html', '-q']).then(({ stderr }) =>
    expect(stderr).toBe(''),
  );
});

test('before a run that may be long it is said how long', async () => {
  const settling = ['run', 'pod.yaml', '--for', '720h'];
  expect((await runWith(0, settling)).stderr).toMatch(
    /^windlass: 720 h 0 m of 1 node: expect up to about 11 min .*\nwindlass: assumed/,
  );
  expect((await runWith(0, [...settling, '-q'])).stderr).toBe('');
});
