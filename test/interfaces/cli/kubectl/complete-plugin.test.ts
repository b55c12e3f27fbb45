import { afterAll, expect, test } from 'vitest';
import { completePlugin } from '../../../../src/interfaces/cli/kubectl/complete-plugin.ts';
import { runInProcess } from '../run-in-process.ts';
import { FakeKubectl } from './fake-kubectl.ts';

const ends = '--request-timeout=3s -o name';
const kubectl = new FakeKubectl({
  [`get pods ${ends}`]: { stdout: 'pod/web-0\npod/web-1\npod/api-0\n' },
  [`get pods --namespace=shop ${ends}`]: { stdout: 'pod/cart-0\n' },
  [`get pods --namespace=shop --context=prod --kubeconfig=cluster ${ends}`]: { stdout: 'pod/far-0\n' },
  [`get deployments,statefulsets,daemonsets ${ends}`]: {
    stdout: 'deployment.apps/web\nstatefulset.apps/db\ndaemonset.apps/agent\n',
  },
  [`get cronjobs ${ends}`]: { stdout: 'cronjob.batch/nightly\n' },
  [`get namespaces ${ends}`]: { stdout: 'namespace/shop\nnamespace/default\n' },
  [`config get-contexts ${ends}`]: { stdout: 'prod\ntest\n' },
  [`get pods --all-namespaces ${ends}`]: { stderr: 'Unable to connect to the server\n', code: 1 },
});
afterAll(() => kubectl.remove());

/** What kubectl shows for `kubectl windlass …` up to the cursor: the last word is being typed. */
async function completed(line: string): Promise<readonly string[]> {
  const words = line.split(' ');
  const { code, stdout, stderr } = await runInProcess(
    words,
    { env: { PATH: kubectl.bin }, cwd: kubectl.folder },
    completePlugin,
  );
  expect([code, stderr]).toEqual([0, '']);
  return stdout.trimEnd().split('\n');
}

test.each([
  ['', ['why', 'run', 'lint', 'upgrade', 'verify']],
  ['wh', ['why\tsay why pods do not start, or start late']],
  ['run --serve', []],
  ['run --all-', ['--all-namespaces\tof all namespaces']],
  [
    'run --set serializeImageP',
    ['serializeImagePulls=\tone pull at a time, in the order in which they were asked for'],
  ],
  ['lint --sa', ['--save\tkeep there what kubectl answered']],
  ['why ', ['web-0', 'web-1', 'api-0']],
  ['why w', ['web-0', 'web-1']],
  ['why web-0 pod/a', ['pod/api-0']],
  ['why -n shop ', ['cart-0']],
  ['why --namespace=shop ', ['cart-0']],
  ['why -n shop --context prod --kubeconfig cluster ', ['far-0']],
  ['run ', ['deploy/web', 'sts/db', 'ds/agent']],
  ['upgrade deployment/', []],
  ['lint cj/n', ['cj/nightly']],
  ['run secrets/', []],
  ['run -n ', ['shop', 'default']],
  ['run --namespace s', ['shop']],
  ['run --namespace=s', ['--namespace=shop']],
  ['verify --context ', ['prod', 'test']],
  ['why -A ', []],
  ['nothing ', []],
  ['verify ', []],
])('kubectl windlass %s is completed with %j', async (line, expected) => {
  const shown = (await completed(line)).slice(0, -1);
  // What stands after the tab explains a candidate.
  expect(line === '' ? shown.map((each) => each.split('\t')[0]) : shown).toEqual(expected);
});

test('the last line says what the shell does next: a blank, none after =, and files where a file is meant', async () => {
  const last = async (line: string) => (await completed(line)).at(-1);
  expect(await last('ru')).toBe(':4');
  expect(await last('run --set serializeImageP')).toBe(':6');
  expect(await last('run --out ')).toBe(':0');
});

test('no names are asked for but those of workloads, namespaces and contexts', () => {
  expect(new Set(kubectl.calls.map((call) => call.split(' ').slice(0, 2).join(' ')))).toEqual(
    new Set([
      'get pods',
      'get deployments,statefulsets,daemonsets',
      'get deployments',
      'get cronjobs',
      'get namespaces',
      'config get-contexts',
    ]),
  );
});
