import { expect, it } from 'vitest';
import { policyOfPull } from '../../../src/invariants/kubelet/policy-of-pull.ts';
import { type Line, node, podRef, pull, traceOf } from '../trace-of.ts';

const pod = (at: number, state: 'added' | 'terminated', policies: readonly string[]): Line => [
  at,
  'node-1',
  {
    type: 'pod',
    state,
    pod: podRef('a'),
    containers: policies.map((policy) => ({ name: 'app', image: 'web:1', kind: 'imageVolume', policy })),
  },
];
const policies = (...pods: Line[]) => {
  const records = traceOf([node()], [...pods, pull(9, 'a', 'inspecting')]);
  const last = records.at(-1);
  if (last?.type !== 'pull') throw new Error('no pull');
  return [...policyOfPull(records)(last)];
};

it('is what the pod had when it came, one or several where names are shared', () => {
  expect(policies(pod(1, 'added', ['Always']))).toEqual(['Always']);
  expect(policies(pod(1, 'added', ['Always', 'Never']))).toEqual(['Always', 'Never']);
});

it('is not what a later kubelet makes of the pod, which may lack a feature', () => {
  expect(policies(pod(1, 'added', ['Always']), pod(5, 'terminated', []))).toEqual(['Always']);
});
