import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runInProcess } from '../run-in-process.ts';

const rollout = join(process.cwd(), 'examples/web-rollout.yaml');
const cwd = mkdtempSync(join(tmpdir(), 'windlass-'));
const env = { COLUMNS: '100' };
const run = (...argv: string[]) => runInProcess(['run', ...argv], { cwd, env });

beforeAll(async () => {
  await run(rollout, '-o', 'trace', '--out', 'run.ndjson');
});

describe('a stored trace is shown as its run was', () => {
  test.each(['events', 'pods', 'describe', 'prometheus', 'csv', 'perfetto', 'trace'])(
    '-o %s',
    async (output) => {
      const [stored, made] = [await run('run.ndjson', '-o', output), await run(rollout, '-o', output)];
      expect(stored.code).toBe(0);
      expect(stored.stdout).toBe(made.stdout);
      expect(stored.stderr).toBe(made.stderr);
    },
  );

  test('timeline, without what only the inputs tell', async () => {
    const lines = (await run(rollout)).stdout.split('\n');
    const stored = (await run('run.ndjson')).stdout.split('\n');
    expect(stored).toEqual(lines.filter((line) => !line.startsWith('Figures assumed')));
  });

  test('by owner, at a moment', async () => {
    const { stdout, stderr } = await run(
      'run.ndjson',
      '--owner',
      'Deployment/web',
      '-o',
      'csv',
      '--at',
      '30s',
    );
    expect(stdout).toBe((await run(rollout, '--owner', 'Deployment/web', '-o', 'csv', '--at', '30s')).stdout);
    expect(stderr).toContain('windlass: 3 of 6 pods shown (--owner Deployment/web).\n');
  });

  test('as a report, and with --fail-on', async () => {
    expect((await run('run.ndjson', '--report', 'r.html')).code).toBe(0);
    expect(readFileSync(join(cwd, 'r.html'), 'utf8')).toContain('windlass run run.ndjson');
    const { code, stderr } = await run('run.ndjson', '-o', 'pods', '--fail-on', 'any-failure');
    expect(code).toBe(4);
    expect(stderr).toMatch(/--fail-on any-failure: \d+ pulls failed/);
  });
});

test.each([
  [['run.ndjson', '--owner', 'wep'], 2, '--owner wep: no owner of this run has this name; did you mean web?'],
  [
    ['run.ndjson', '--set', 'serializeImagePulls=false'],
    2,
    'run.ndjson is a stored trace, which can only be shown',
  ],
  [['run.ndjson', rollout], 2, 'run.ndjson is a stored trace: it is shown alone, without other inputs'],
  [['run.ndjson', '--seeds', '3'], 2, '--seeds needs the manifests: run.ndjson is one run that is over'],
])('%j is refused', async (argv, code, message) => {
  const outcome = await run(...argv);
  expect(outcome).toMatchObject({ code, stdout: '' });
  expect(outcome.stderr).toContain(message);
});

test('a trace with a bad line is an error with its place', async () => {
  const lines = readFileSync(join(cwd, 'run.ndjson'), 'utf8').split('\n');
  const stdin = [lines[0], lines[2]].join('\n');
  const { code, stderr } = await runInProcess(['run', '-'], { stdin });
  expect(code).toBe(3);
  expect(stderr).toMatch(/:2: this is not a trace\nrecord 2 where 1 was expected/);
});
