import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../tidy/sources.ts';
import { runInProcess } from '../run-in-process.ts';

const runs = 'test/answers/verification/runs';
const log = readFileSync(join(root, runs, 'a.log'), 'utf8');

test('a recorded run of a kubelet is explained', async () => {
  const { code, stdout, stderr } = await runInProcess([
    'verify',
    `${runs}/a.log`,
    `${runs}/a.yaml`,
    '--events',
    `${runs}/a.ndjson`,
  ]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^node-1: a run of the model explains 120 observations of 1 pod \(1 run tried\)\n$/);
});

test('with --known-arrivals too, and -o trace gives the run, which check takes', async () => {
  const argv = ['verify', `${runs}/c.ndjson`, `${runs}/c.yaml`, '--known-arrivals', '-o', 'trace'];
  const { code, stdout } = await runInProcess(argv);
  expect(code).toBe(0);
  expect((await runInProcess(['check', '-'], { stdin: stdout })).code).toBe(0);
});

test('the first event that no run explains is named, and the setting that would explain it', async () => {
  const argv = [
    'verify',
    `${runs}/c.ndjson`,
    `${runs}/c.yaml`,
    '--runs',
    '4',
    '--set',
    'serializeImagePulls=true',
  ];
  const { code, stdout } = await runInProcess([...argv, '--set', 'maxParallelImagePulls=1']);
  expect(code).toBe(5);
  expect(stdout).toMatch(/^node-1: 2 of 8 observations of 4 pods are explained \(25 %; 4 runs tried\)\n/);
  expect(stdout).toContain('  first, at 2026-11-20T20:04:09.517Z: PullImage sim.local/s2:1 begins\n');
  expect(stdout).toContain(`(${runs}/c.ndjson:2)\n`);
  expect(stdout).toMatch(/would be explained by: .*serializeImagePulls=false, maxParallelImagePulls=2(;|\n)/);
  // Three at once would have begun the third pull at once, but nobody knows when its pod came.
  expect(stdout).not.toContain('serializeImagePulls=true,');
});

test('-o json gives the same as data; a log from stdin', async () => {
  const [gone] = log.split('\n').filter((line) => line.includes('20:00:55.025111'));
  const stdin = log.replace(`${gone}\n`, '');
  const { code, stdout } = await runInProcess(
    ['verify', '-', `${runs}/a.yaml`, '--runs', '2', '-o', 'json'],
    { stdin },
  );
  expect(code).toBe(5);
  const { kind, explained, nodes } = JSON.parse(stdout);
  expect([kind, explained]).toEqual(['VerifyReport', false]);
  expect(nodes[0].deviation).toMatchObject({
    kind: 'missing',
    what: 'BackOff of default/retry-probe-a spec.containers{a}: Back-off pulling image "sim.local/a:1"',
  });
}, 60_000);

test.each([
  [
    ['verify', `${runs}/a.log`, `${runs}/a.yaml`, '--slack', 'much'],
    2,
    '--slack much: not a duration such as 250ms',
  ],
  [
    ['verify', `${runs}/a.log`, `${runs}/a.yaml`, '--runs', '0'],
    2,
    '--runs 0: not a whole number from 1 to 99999',
  ],
  [
    ['verify', `${runs}/a.log`, `${runs}/a.yaml`, '-o', 'yaml'],
    2,
    '-o yaml: the formats are text, json, trace',
  ],
  [['verify', '-', '-'], 2, '- is stdin, which can be read only once'],
  [['verify', `${runs}/a.yaml`, `${runs}/a.yaml`], 3, 'there is no Event about a pod in it'],
  [['verify', `${runs}/a.log`, `${runs}/c.yaml`], 3, 'nothing of the input was seen in the events'],
])('%j is refused with %i', async (argv, exit, message) => {
  const { code, stderr } = await runInProcess(argv);
  expect([code, stderr.includes(message) ? message : stderr]).toEqual([exit, message]);
});
