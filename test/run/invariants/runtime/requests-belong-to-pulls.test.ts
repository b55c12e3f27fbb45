import { expect, it } from 'vitest';
import { requestsBelongToPulls } from '../../../../src/run/invariants/runtime/requests-belong-to-pulls.ts';
import { fault, type Line, node, podRef, runtime, traceOf } from '../trace-of.ts';

const caller = 'node-1/kubelet/default/a/app';
const request = (at: number, pull = caller): Line => [
  at,
  pull.replace('node-1/', 'node-1/images/'),
  { type: 'request', state: 'sent', method: 'HEAD', kind: 'tag', registry: 'docker.io', image: 'web:1' },
];
const called = runtime(1, 'a', 'PullImage');
const returned: Line = [
  5,
  caller,
  { type: 'runtime-return', op: 'PullImage', image: 'web:1', error: 'not found' },
];
const check = (...lines: Line[]) => requestsBelongToPulls.check(traceOf([node()], lines));

it('holds while a pull is open: of the kubelet, of a pre-pull, of the runtime for a sandbox', () => {
  expect(check(called, request(2), returned)).toEqual([]);
  const prePull = (at: number, state: 'pulling' | 'pulled'): Line => [
    at,
    'node-1/pre-pull',
    { type: 'prePull', state, image: 'web:1' },
  ];
  expect(check(prePull(1, 'pulling'), request(2, 'node-1/pre-pull'), prePull(3, 'pulled'))).toEqual([]);
  const sandbox = (at: number, state: 'pullingImage' | 'creating'): Line => [
    at,
    'node-1/kubelet/default/a',
    { type: 'sandbox', state, pod: podRef('a') },
  ];
  const ofSandbox = (at: number) => request(at, 'node-1/sandboxes/default/a');
  expect(check(sandbox(1, 'pullingImage'), ofSandbox(2), sandbox(3, 'creating'))).toEqual([]);
  expect(check(sandbox(1, 'pullingImage'), sandbox(3, 'creating'), ofSandbox(4))).toHaveLength(1);
});

it('finds a request before a pull, and one after its end', () => {
  const message = `node-1/images/kubelet/default/a/app asks docker.io for ${caller}, which no pull waits for`;
  expect(check(request(0), called, returned)).toEqual([{ record: 1, message }]);
  expect(check(called, returned, request(6))).toEqual([{ record: 3, message }]);
});

it('leaves out pulls whose kubelet has stopped: the runtime goes on with them', () => {
  expect(check(called, fault(2, 'kubeletRestart', 'node-1'), request(3))).toEqual([]);
});
