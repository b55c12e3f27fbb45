import { describe, expect, it } from 'vitest';
import {
  containersHaveTheirImage,
  containersHaveTheirVolumes,
  nothingRunsTwice,
} from '../../../../src/run/invariants/kubelet/container-starts.ts';
import { fault, type Line, node, podRef, pull, traceOf } from '../trace-of.ts';

// pkg/kubelet/kuberuntime/kuberuntime_container.go: startContainer ensures the image first.

const created: Line = [
  5,
  'node-1/kubelet/default/a',
  { type: 'container', state: 'creating', pod: podRef('a'), container: 'app' },
];
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

describe('containers have their volumes', () => {
  // internal/cri/server/container_image_mount.go of containerd 2.2: CreateContainer mounts the images of
  // volumes.

  const containers = [
    { name: 'app', image: 'web:1', kind: 'container', policy: 'Always', mounts: ['data'] },
  ] as const;
  const added: Line = [0, 'node-1', { type: 'pod', state: 'added', pod: podRef('a'), containers }];
  const image = (at: number, state: 'present' | 'removed'): Line => [
    at,
    'node-1/images',
    { type: 'image', state, image: 'data:1', ref: 'sha256:data' },
  ];
  const ensured: Line = [
    2,
    'node-1/kubelet/default/a/volumes/data',
    { type: 'result', policy: 'IfNotPresent', imageRef: 'sha256:data', error: '', message: '' },
  ];
  const check = (...lines: Line[]) =>
    containersHaveTheirVolumes.check(traceOf([node()], [added, ...lines, created]));

  it('holds while the image is there, also after it has come back', () => {
    expect(check(image(1, 'present'), ensured)).toEqual([]);
    expect(check(image(1, 'present'), ensured, image(3, 'removed'), image(4, 'present'))).toEqual([]);
  });

  it('finds a container whose volume has lost its image, and asks for none that was never ensured', () => {
    const message = 'a/app is created, and the image of its volume data is not on node-1';
    expect(check(image(1, 'present'), ensured, image(3, 'removed'))).toEqual([{ record: 5, message }]);
    expect(check(image(1, 'present'))).toEqual([]);
  });
});

describe('nothing runs twice', () => {
  // pkg/kubelet/kuberuntime/kuberuntime_manager.go: computePodActions starts only what does not run; the
  // runtime outlives the kubelet.

  const pod = podRef('a');
  const actor = 'node-1/kubelet/default/a';
  const container = (at: number, state: 'creating' | 'running' | 'exited'): Line => [
    at,
    actor,
    { type: 'container', state, pod, container: 'app' },
  ];
  const sandbox = (at: number, state: 'creating' | 'ready'): Line => [
    at,
    actor,
    { type: 'sandbox', state, pod },
  ];
  const up = [sandbox(1, 'creating'), sandbox(2, 'ready'), container(3, 'creating'), container(4, 'running')];
  const check = (...lines: Line[]) => nothingRunsTwice.check(traceOf([node()], [...up, ...lines]));

  it('holds for a container that has exited and for everything after a reboot', () => {
    expect(check(container(5, 'exited'), container(6, 'creating'))).toEqual([]);
    expect(
      check(
        [5, 'node-1', { type: 'node', state: 'rebooting' }],
        sandbox(6, 'creating'),
        container(7, 'creating'),
      ),
    ).toEqual([]);
  });

  it('finds a second sandbox and a second container, also after a restart of the kubelet', () => {
    const restart: Line[] = [
      fault(5, 'kubeletRestart'),
      [6, 'node-1', { type: 'node', state: 'kubeletRestarted' }],
    ];
    expect(
      check(...restart, sandbox(7, 'creating'), container(8, 'creating')).map(({ message }) => message),
    ).toEqual(['the sandbox of a is created a second time', 'a/app is created a second time']);
  });
});
