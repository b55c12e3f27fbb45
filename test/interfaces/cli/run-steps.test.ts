import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess } from './run-in-process.ts';

const example = 'examples/web-rollout.yaml';
const folder = () => mkdtempSync(join(tmpdir(), 'windlass-steps-'));

const [steps, plain] = await Promise.all([
  runInProcess(['run', example, '-o', 'trace', '--steps']),
  runInProcess(['run', example, '-o', 'trace']),
]);

it('writes the trace with its steps, and the same trace without them', () => {
  expect(steps.code).toBe(0);
  expect(steps.stderr).toBe(plain.stderr);
  expect(steps.stdout.replace(/^\{"step":.*\n/gm, '')).toBe(plain.stdout);
  expect(steps.stdout.match(/^\{"step":.*"actorStep"/gm)?.length).toBeGreaterThan(2000);
});

it('writes it to a file, which appears when it is complete', async () => {
  const cwd = folder();
  const input = join(process.cwd(), example);
  const { code, stdout } = await runInProcess(
    ['run', input, '-o', 'trace', '--steps', '--out', 'steps.ndjson'],
    { cwd },
  );
  expect({ code, stdout, files: readdirSync(cwd) }).toEqual({ code: 0, stdout: '', files: ['steps.ndjson'] });
  expect(readFileSync(join(cwd, 'steps.ndjson'), 'utf8')).toBe(steps.stdout);
});

it('gives a trace that is checked with the same verdicts', async () => {
  const [one, other] = [
    await runInProcess(['check', '-'], { stdin: steps.stdout }),
    await runInProcess(['check', '-'], { stdin: plain.stdout }),
  ];
  expect(one.code).toBe(0);
  expect(one).toEqual(other);
});

it.each([[['-o', 'events']], [[]], [['--report', 'r.html']], [['--seeds', '2']]])(
  'goes with -o trace only: %s',
  async (options) => {
    const { code, stderr } = await runInProcess(['run', example, '--steps', ...options]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      '--steps needs -o trace: steps are lines of a trace, and no other output has them',
    );
  },
);

it('says where it cannot write, and leaves nothing there', async () => {
  const cwd = folder();
  const input = join(process.cwd(), example);
  const { code, stderr } = await runInProcess(
    ['run', input, '-o', 'trace', '--steps', '--out', 'no/where.ndjson'],
    { cwd },
  );
  expect({ code, files: readdirSync(cwd) }).toEqual({ code: 2, files: [] });
  expect(stderr).toContain(`no/where.ndjson cannot be written: there is no folder ${join(cwd, 'no')}`);
});

it('does not go with --inspect, and says what does', async () => {
  const { code, stderr } = await runInProcess(['run', example, '-o', 'trace', '--steps', '--inspect']);
  expect(code).toBe(2);
  expect(stderr).toContain(
    '--inspect cannot be used with --steps: write the trace, then: windlass inspect TRACE',
  );
});
