import { expect, test } from 'vitest';
import { exitCode } from '../../../src/interfaces/cli/command-error.ts';
import { commands } from '../../../src/interfaces/cli/commands/commands.ts';
import { version } from '../../../src/interfaces/cli/version.ts';
import { outputs } from '../../../src/reports/outputs.ts';
import { runInProcess } from './run-in-process.ts';

test('--version prints the version alone', async () => {
  expect(await runInProcess(['--version'])).toMatchObject({
    code: exitCode.ok,
    stdout: `${version}\n`,
    stderr: '',
  });
});

test.each([
  [['--help']],
  [['run', '--help']],
  [['init', '--help']],
  [['schema', '--help']],
  [['defaults', '--help']],
  [['help', 'run']],
  [['check', '--help']],
  [['conform', '--help']],
  [['paths', '--help']],
  [['coverage', '--help']],
  [['test', '--help']],
])('%j shows help with examples on stdout', async (argv) => {
  const { code, stdout, stderr } = await runInProcess(argv);
  expect({ code, stderr }).toEqual({ code: exitCode.ok, stderr: '' });
  expect(stdout).toMatch(/Examples:\n {2}.*\n {4}\$ (?:kubectl .* \| )?windlass /);
});

test.each([
  [[], /Usage: windlass/],
  [['rnu', 'a.yaml'], /unknown command 'rnu'[\s\S]*Did you mean run\?/],
  [['run', 'a.yaml', '--sed', '1'], /unknown option '--sed'[\s\S]*Did you mean one of --seed, --set\?/],
  [['run'], /such as: windlass run /],
  [['run', 'a.yaml', '-o', 'chart'], new RegExp(`Allowed choices are ${Object.keys(outputs).join(', ')}`)],
  [['run', 'a.yaml', '--for', '15'], /such as 90s, 15m or 1h30m/],
  [['run', 'a.yaml', '--seed', '-1'], /whole number from 0/],
  [['run', 'a.yaml', '--seeds', '0'], /whole number from 1/],
  [['run', 'a.yaml', '--seeds', '2', '-o', 'events'], /--seeds works with -o summary, json and csv/],
  [['run', 'a.yaml', '--seeds', '2', '--fail-on', 'any-failure'], /cannot be used with --seeds/],
  [['run', 'a.yaml', '-o', 'trace', '--at', '90s'], /--at cannot be used with -o trace/],
  [['run', 'a.yaml', '--fail-on', 'rain'], /Allowed choices are not-running, any-failure/],
  [['schema', 'pod'], /no schema pod; there is: scenario/],
  [['defaults', '-o', 'xml'], /the formats are table and json/],
])('%j is a usage error: told on stderr, exit code 2, stdout empty', async (argv, message) => {
  const { code, stdout, stderr } = await runInProcess(argv);
  expect({ code, stdout }).toEqual({ code: exitCode.usage, stdout: '' });
  expect(stderr).toMatch(message);
});

test('a defect is told in a few lines, with the command line; the stack comes with WINDLASS_DEBUG=1', async () => {
  // A stream that breaks in a way that no command expects.
  const broken = { stdin: new Error('the pipe burst') };
  const quiet = await runInProcess(['run', '-'], broken);
  expect(quiet).toMatchObject({ code: exitCode.internal, stdout: '' });
  expect(quiet.stderr).toMatch(
    /^windlass: internal error: the pipe burst\nThis is a defect .*: windlass run -\nWINDLASS_DEBUG=1 .*\n$/,
  );
  const loud = await runInProcess(['run', '-'], { ...broken, env: { WINDLASS_DEBUG: '1' } });
  expect(loud.stderr).toMatch(/\nError: the pipe burst\n {4}at /);
});

test('help keeps to the columns of the terminal, but for command lines', async () => {
  for (const command of [[], ...commands.map(({ name }) => [name])]) {
    const { stdout } = await runInProcess([...command, '--help'], { columns: 80, isTTY: true });
    const wide = stdout.split('\n').filter((line) => line.length > 80 && !line.startsWith('    $ '));
    expect(wide).toEqual([]);
    expect(stdout).not.toMatch(/\(default: [^)]*\)\s+\(default: /);
    expect(stdout).toMatch(/-h, --help +show help/);
  }
});
