import { expect, it } from 'vitest';
import { containersHaveTheirImage } from '../../../src/invariants/kubelet/containers-have-their-image.ts';
import { type Line, node, podRef, pull, traceOf } from '../trace-of.ts';

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
