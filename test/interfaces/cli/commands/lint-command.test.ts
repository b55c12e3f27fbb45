import { expect, it } from 'vitest';
import { lintRules } from '../../../../src/answers/lint/lint-rules.ts';
import { runInProcess } from '../run-in-process.ts';

const settings = 'examples/surprising-settings';

it('tells place, reason and fix of what it finds, and exits with 4', async () => {
  const { code, stdout, stderr } = await runInProcess(['lint', settings], { env: { COLUMNS: '80' } });
  expect([code, stderr]).toEqual([4, '']);
  expect(stdout).toContain('examples/surprising-settings/manifests.yaml:5:24: error: 64 parallel pulls:');
  expect(stdout).toContain('    Fix: set maxParallelImagePulls to 31 or less.\n');
  expect(stdout).toContain('1 error, 2 warnings, 1 note;');
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

it.each([
  [['--fail-on', 'never'], 0],
  [['--ignore', 'parallel-pulls-panic'], 0],
  [['--ignore', 'parallel-pulls-panic', '--fail-on', 'warning'], 4],
  [['--only', 'image-volume-events', '--fail-on', 'warning'], 0],
  [['--only', 'image-volume-events', '--fail-on', 'note'], 4],
])('--fail-on, --only and --ignore decide the exit code: %j', async (options, expected) => {
  expect((await runInProcess(['lint', settings, ...options])).code).toBe(expected);
});

it('says so where nothing is found', async () => {
  expect(await runInProcess(['lint', 'examples/never-comes.yaml', '--fail-on', 'note'])).toMatchObject({
    code: 0,
    stdout: 'Nothing found.\n',
  });
});

it('tells what the input says of itself as run does: a slip in a field, but not that a file of settings has no pods', async () => {
  const stdin =
    'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nserializeImagePull: false\n';
  const { stderr } = await runInProcess(['lint', '-'], { stdin });
  expect(stderr).toBe(
    'windlass: warning: <stdin>:3:21: KubeletConfiguration has no field "serializeImagePull" (ignored, as the kubelet does); did you mean serializeImagePulls?\n',
  );
});

it('lists every rule, and runs the harm of one', async () => {
  const { stdout } = await runInProcess(['lint', '--rules']);
  for (const { id } of lintRules) expect(stdout).toContain(`${id}  `);
  const shown = await runInProcess(['lint', '--show', 'always-by-latest']);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toContain('As it is: pulls: 3. With the fix: 1.\n');
  expect(shown.stdout).toContain('windlass run harm.yaml\n');
});

it.each([
  ['', 'Fix: run the command before the pipe by itself'],
  [
    'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nserializeImagePulls: maybe\n',
    'Fix: write what the message asks for.',
  ],
  ['apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { containers: 5 }\n', 'Fix: write a list there.'],
])('says what to do about an input that is refused: %j', async (stdin, fix) => {
  const { code, stdout } = await runInProcess(['lint', '-'], { stdin });
  expect(code).toBe(4);
  expect(stdout).toContain(fix);
});

it('refuses a rule that does not exist, and no input', async () => {
  const wrong = await runInProcess(['lint', settings, '--only', 'gc-of']);
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(wrong.stderr).toContain('did you mean gc-off?');
  expect(await runInProcess(['lint'])).toMatchObject({ code: 2, stdout: '' });
});
