import { expect, test } from 'vitest';
import { podYaml } from '../../inputs/reading.ts';
import { runInProcess } from './run-in-process.ts';

const pod = podYaml('web', '{ containers: [{ name: a, image: b }] }');

test.each([
  [
    ['-o', 'describe', '--pod', 'wep'],
    'windlass: --pod wep: no pod of this run has this name; did you mean web?\n',
  ],
  [
    ['-o', 'describe', '--node', 'node-9'],
    'windlass: --node node-9: no node of this run has this name; did you mean node-1?\n',
  ],
])('a name that nobody bears is an error: %j', async (options, message) => {
  const { code, stdout, stderr } = await runInProcess(['run', '-', ...options], { stdin: pod });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('an input without pods is an error', async () => {
  const { code, stderr } = await runInProcess(['run', '-'], { stdin: 'apiVersion: v1\nkind: Service\n' });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr:
      'windlass: the input is wrong\nno pods in the input: nothing would happen\n  try: add the manifests of your pods, such as windlass run deployment.yaml kubelet.yaml\nignored, because these kinds pull no images: 1 Service\n',
  });
});

test('kinds that are not understood are not said to pull no images', async () => {
  const prometheus = 'apiVersion: monitoring.coreos.com/v1\nkind: Prometheus\n';
  const { code, stderr } = await runInProcess(['run', '-'], {
    stdin: `${pod}---\n${prometheus}---\napiVersion: v1\nkind: Service\n`,
  });
  expect(code).toBe(0);
  expect(stderr).toContain('windlass: ignored, because these kinds pull no images: 1 Service\n');
  expect(stderr).toContain(
    'windlass: of other kinds, whose controllers may make pods that are not in the input (kubectl get pods shows them): 1 Prometheus\n',
  );
});
