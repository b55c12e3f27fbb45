import { expect, test } from 'vitest';
import { parsePrometheus } from '../../reports/metrics/parse-prometheus.ts';
import { runInProcess } from './run-in-process.ts';

const rollout = 'examples/web-rollout.yaml';

test('-o prometheus prints a page that a strict reader takes, at any time of the run', async () => {
  const whole = await runInProcess(['run', rollout, '-o', 'prometheus']);
  expect(whole.code).toBe(0);
  const early = await runInProcess(['run', rollout, '-o', 'prometheus', '--at', '2s']);
  const countOf = (text: string) => {
    const family = parsePrometheus(text).find(({ name }) => name === 'kubelet_runtime_operations_total');
    return family?.series.get('kubelet_runtime_operations_total{operation_type="pull_image"}') ?? 0;
  };
  expect(countOf(whole.stdout)).toBeGreaterThan(countOf(early.stdout));
});

test('-o describe --pod prints the pods that fit', async () => {
  const { stdout, code } = await runInProcess([
    'run',
    rollout,
    '-o',
    'describe',
    '--pod',
    'default/web-*',
    '--at',
    '5s',
  ]);
  expect(code).toBe(0);
  const names = [...stdout.matchAll(/^Name: +(\S+)/gm)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !name.startsWith('web-'))).toEqual([]);
  expect(stdout).toContain('\nEvents:\n');
});

test.each([
  [
    'pods',
    '--pod',
    'nope',
    'windlass: --pod nope: no pod of this run has this name; there are recommender-kgc58tbtqr-b5h46, ',
  ],
  [
    'describe',
    '--node',
    'node1',
    'windlass: --node node1: no node of this run has this name; did you mean node-1?\n',
  ],
])('-o %s %s %s says that nothing is named so', async (output, option, name, warning) => {
  const { stdout, stderr, code } = await runInProcess(['run', rollout, '-o', output, option, name]);
  expect([code, stdout.trim()]).toEqual([2, '']);
  expect(stderr).toContain(warning);
});

test('-o describe --node describes the node', async () => {
  const { stdout } = await runInProcess(['run', rollout, '-o', 'describe', '--node', '*']);
  expect(stdout).toMatch(/^Name: +\S+\n/);
  expect(stdout).toContain('Kubelet Version:');
});

test.each([
  [['-o', 'trace', '--pod', 'web'], '--pod web cannot be used with -o trace, which is the whole run'],
  [['--report', 'r.html', '--owner', 'web', '--node', 'n*'], '--node n* --owner web needs -o'],
])('%j is refused', async (options, message) => {
  const { stderr, code } = await runInProcess(['run', rollout, ...options]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
