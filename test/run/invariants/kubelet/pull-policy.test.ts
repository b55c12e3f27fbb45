import { expect, it } from 'vitest';
import {
  neverDoesNotPull,
  policyOfPull,
  presentIsNotPulled,
} from '../../../../src/run/invariants/kubelet/pull-policy.ts';
import { admitted, fault, type Line, node, podRef, pull, runtime, stored, traceOf } from '../trace-of.ts';

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

// pkg/kubelet/images/image_manager.go: imagePullPrecheck (1.36), shouldPullImage (to 1.31).

const lines = (policy: string) => [
  admitted(0, 'a', policy),
  pull(1, 'a', 'waiting'),
  pull(1, 'a', 'pulling'),
  runtime(1, 'a', 'PullImage'),
];

it('holds for pulls of other policies, and for Never that only looks', () => {
  expect(neverDoesNotPull.check(traceOf([node()], lines('Always')))).toEqual([]);
  const looks = [
    admitted(0, 'a', 'Never'),
    pull(1, 'a', 'inspecting'),
    runtime(1, 'a', 'GetImageRef'),
    pull(2, 'a', 'neverPresent'),
  ];
  expect(neverDoesNotPull.check(traceOf([node()], looks))).toEqual([]);
});

it('finds Never that asks for a slot and calls PullImage', () => {
  expect(neverDoesNotPull.check(traceOf([node()], lines('Never'))).map(({ record }) => record)).toEqual([
    2, 4,
  ]);
});

// pkg/kubelet/images/image_manager.go; for the gate pullmanager's MustAttemptImagePull.

const asks = (at: number, pod: string): Line[] => [
  pull(at, pod, 'inspecting'),
  runtime(at, pod, 'GetImageRef'),
  pull(at + 2, pod, 'waiting'),
];
const check = (lines: Line[], profile = '1.31', kubelet = {}) =>
  presentIsNotPulled.check(traceOf([node(kubelet, profile)], lines));
const pods = (policy: string) => [admitted(0, 'a', policy), admitted(0, 'b', policy)];

it('holds where the image came too late or has gone', () => {
  expect(check([...pods('IfNotPresent'), ...asks(1, 'a'), stored(5, 'present')])).toEqual([]);
  expect(
    check([...pods('IfNotPresent'), stored(1, 'present'), stored(2, 'removed'), ...asks(5, 'a')]),
  ).toEqual([]);
});

it('finds a pull of an image that is there, for IfNotPresent only', () => {
  expect(check([...pods('IfNotPresent'), stored(1, 'present'), ...asks(5, 'a')])).toEqual([
    { record: 6, message: 'node-1/kubelet/default/a/app pulls web:1, which is on node-1' },
  ]);
  expect(check([...pods('Always'), stored(1, 'present'), ...asks(5, 'a')])).toEqual([]);
});

it('calls an image without a reference absent, as GetImageRef does', () => {
  const nameless: Line = [1, 'node-1/images', { type: 'image', state: 'present', image: 'web:1', ref: '' }];
  expect(check([...pods('IfNotPresent'), nameless, ...asks(5, 'a')])).toEqual([]);
  expect(check([...pods('IfNotPresent'), stored(1, 'present'), nameless, ...asks(5, 'a')])).toEqual([]);
  expect(check([...pods('IfNotPresent'), nameless, stored(2, 'present'), ...asks(5, 'a')])).toHaveLength(1);
});

it('allows the gate of 1.35 and later to ask the registry again while another pod pulls', () => {
  const whileAnotherPulls = [...pods('IfNotPresent'), ...asks(1, 'b'), stored(4, 'present'), ...asks(5, 'a')];
  expect(check(whileAnotherPulls, '1.36')).toEqual([]);
  expect(check(whileAnotherPulls, '1.31')).toHaveLength(1);
  expect(
    check(whileAnotherPulls, '1.36', { imagePullCredentialsVerificationPolicy: 'NeverVerify' }),
  ).toHaveLength(1);
  expect(
    check(
      [...whileAnotherPulls.slice(0, 5), pull(4, 'b', 'pulled'), stored(4, 'present'), ...asks(5, 'a')],
      '1.36',
    ),
  ).toHaveLength(1);
});

it('allows it after a pull that was lost with its kubelet, whose intent stays on disk until a pull of that name has succeeded', () => {
  const lost = [...pods('IfNotPresent'), ...asks(1, 'b'), stored(4, 'present'), fault(5, 'kubeletRestart')];
  expect(check([...lost, ...asks(6, 'a')], '1.36')).toEqual([]);
  expect(check([...lost, ...asks(6, 'a')], '1.31')).toHaveLength(1);
  expect(check([...lost, ...asks(6, 'a'), pull(9, 'a', 'failed'), ...asks(20, 'b')], '1.36')).toEqual([]);
  expect(check([...lost, ...asks(6, 'a'), pull(9, 'a', 'pulled'), ...asks(20, 'b')], '1.36')).toHaveLength(1);
});

it('allows it for an image that a secret has paid for, or that was pulled under another name', () => {
  const secret = { source: 'secret', identity: 's', namespace: 'default', name: 's', uid: 's' } as const;
  const after = (image: string, ref: string, credential?: typeof secret) => {
    const paid = credential === undefined ? {} : { credential };
    const returned: Line = [
      3,
      'node-1/kubelet/default/b/app',
      { type: 'runtime-return', op: 'PullImage', image, ref, ...paid },
    ];
    const pulled = [...asks(1, 'b'), returned, stored(4, 'present'), pull(4, 'b', 'pulled')];
    return check([...pods('IfNotPresent'), ...pulled, ...asks(5, 'a')], '1.36');
  };
  const [ref] = stored(1, 'present').flatMap((part) =>
    typeof part === 'object' && 'ref' in part ? [part.ref as string] : [],
  );
  expect(after('web:1', ref ?? '', secret)).toEqual([]);
  expect(after('mirror.io/web:1', ref ?? '')).toEqual([]);
  expect(after('web:1', ref ?? '')).toHaveLength(1);
  // Of another image they say nothing.
  expect(after('other:1', 'sha256:other', secret)).toHaveLength(1);
});
