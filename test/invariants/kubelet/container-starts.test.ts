import { describe, expect, it } from 'vitest';
import { containersHaveTheirImage, nothingRunsTwice } from '../../../src/invariants/kubelet/container-starts.ts';
import { fault, type Line, node, podRef, pull, traceOf } from '../trace-of.ts';

// pkg/kubelet/kuberuntime/kuberuntime_container.go: startContainer ensures the image first.

const created: Line = [5, 'node-1/kubelet/default/a', { type: 'container', state: 'creating', pod: podRef('a'), container: 'app' }];
const check = (...lines: Line[]) => containersHaveTheirImage.check(traceOf([node()], [...lines, created]));

it('holds after an image that was present or has been pulled', () => {
  expect(check(pull(1, 'a', 'present'))).toEqual([]);
  expect(check(pull(1, 'a', 'failed'), pull(2, 'a', 'pulled'))).toEqual([]);
});

it('finds a container without its image', () => {
  expect(check()).toEqual([{ record: 1, message: 'a/app is created with its image never asked for' }]);
  expect(check(pull(1, 'a', 'pulled'), pull(2, 'a', 'backingOff'))).toHaveLength(1);
  expect(check(pull(1, 'node-1/a/other', 'pulled'))).toHaveLength(1);
});

describe('nothing runs twice', () => {
  // pkg/kubelet/kuberuntime/kuberuntime_manager.go: computePodActions starts only what does not run; the runtime outlives the kubelet.

  const pod = podRef('a');
  const actor = 'node-1/kubelet/default/a';
  const container = (at: number, state: 'creating' | 'running' | 'exited'): Line => [
    at,
    actor,
    { type: 'container', state, pod, container: 'app' },
  ];
  const sandbox = (at: number, state: 'creating' | 'ready'): Line => [at, actor, { type: 'sandbox', state, pod }];
  const up = [sandbox(1, 'creating'), sandbox(2, 'ready'), container(3, 'creating'), container(4, 'running')];
  const check = (...lines: Line[]) => nothingRunsTwice.check(traceOf([node()], [...up, ...lines]));

  it('holds for a container that has exited and for everything after a reboot', () => {
    expect(check(container(5, 'exited'), container(6, 'creating'))).toEqual([]);
    expect(check([5, 'node-1', { type: 'node', state: 'rebooting' }], sandbox(6, 'creating'), container(7, 'creating'))).toEqual([]);
  });

  it('finds a second sandbox and a second container, also after a restart of the kubelet', () => {
    const restart: Line[] = [fault(5, 'kubeletRestart'), [6, 'node-1', { type: 'node', state: 'kubeletRestarted' }]];
    expect(check(...restart, sandbox(7, 'creating'), container(8, 'creating')).map(({ message }) => message)).toEqual([
      'the sandbox of a is created a second time',
      'a/app is created a second time',
    ]);
  });
});
