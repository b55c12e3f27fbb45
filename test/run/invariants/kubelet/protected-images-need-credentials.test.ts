import { expect, it } from 'vitest';
import { protectedImagesNeedCredentials } from '../../../../src/run/invariants/kubelet/protected-images-need-credentials.ts';
import type { CredentialObservation } from '../../../../src/trace/observation.ts';
import { type Line, node, podRef, pull, traceOf } from '../trace-of.ts';

// MustAttemptImagePull of pkg/kubelet/images/pullmanager (v1.36.3)

const secret = (name: string, identity = name): CredentialObservation => ({
  source: 'secret',
  identity,
  namespace: 'default',
  name,
  uid: name,
});
const actor = (pod: string) => `node-1/kubelet/default/${pod}/app`;
const pod = (name: string, ...credentials: CredentialObservation[]): Line => [
  0,
  'node-1',
  {
    type: 'pod',
    state: 'added',
    pod: podRef(name),
    containers: [],
    ...(credentials.length > 0 ? { credentials } : {}),
  },
];
const pulled = (name: string, credential?: CredentialObservation): Line[] => [
  pull(1, name, 'pulling'),
  [
    2,
    actor(name),
    {
      type: 'runtime-return',
      op: 'PullImage',
      image: 'web:1',
      ref: 'sha256:w',
      ...(credential === undefined ? {} : { credential }),
    },
  ],
];
const gets = (name: string): Line[] => [
  pull(9, name, 'present'),
  [
    9,
    actor(name),
    {
      type: 'result',
      imageRef: 'sha256:w',
      error: '',
      message: '',
      policy: 'IfNotPresent',
      present: true,
      pullRequired: false,
    },
  ],
];
const check = (lines: Line[], kubelet = {}, profile = '1.36') =>
  protectedImagesNeedCredentials.check(traceOf([node(kubelet, profile)], lines));

const b =
  'node-1/kubelet/default/b/app gets web:1, which node-1 has, without credentials that have opened it';

it('finds a pod that gets what another pod’s secret has opened', () => {
  expect(
    check([pod('a', secret('s')), pod('b'), ...pulled('a', secret('s')), ...gets('a'), ...gets('b')]),
  ).toEqual([{ record: 8, message: b }]);
  expect(check([pod('b', secret('t')), ...pulled('a', secret('s')), ...gets('b')])).toHaveLength(1);
});

it('holds for an equal secret, for the same one with new content, and where an anonymous pull has succeeded', () => {
  expect(check([pod('b', secret('copy', 's')), ...pulled('a', secret('s')), ...gets('b')])).toEqual([]);
  expect(check([pod('b', secret('s', 'new')), ...pulled('a', secret('s')), ...gets('b')])).toEqual([]);
  expect(check([...pulled('a', secret('s')), ...pulled('c'), ...gets('b')])).toEqual([]);
});

it('holds for a preloaded image, unless the policy protects those too', () => {
  expect(check(gets('b'))).toEqual([]);
  expect(check(gets('b'), { imagePullCredentialsVerificationPolicy: 'AlwaysVerify' })).toHaveLength(1);
  const listed = {
    imagePullCredentialsVerificationPolicy: 'NeverVerifyAllowlistedImages',
    preloadedImagesVerificationAllowlist: ['web'],
  };
  expect(check(gets('b'), listed)).toEqual([]);
  expect(check(gets('b'), { ...listed, preloadedImagesVerificationAllowlist: [] })).toHaveLength(1);
});

it('protects what a pull brought that outlived its kubelet', () => {
  const stored: Line = [
    3,
    'node-1/images',
    { type: 'image', state: 'present', image: 'web:1', ref: 'sha256:w' },
    { kind: 'pull', actor: 'node-1/images/kubelet/default/a/app', record: 1 },
  ];
  expect(check([pull(1, 'a', 'pulling'), stored, ...gets('b')])).toHaveLength(1);
});

it('asks nothing of a kubelet that verifies nothing', () => {
  const all = [...pulled('a', secret('s')), ...gets('b')];
  expect(check(all, { imagePullCredentialsVerificationPolicy: 'NeverVerify' })).toEqual([]);
  expect(check(all, { featureGates: { KubeletEnsureSecretPulledImages: false } })).toEqual([]);
  expect(check(all, {}, '1.31')).toEqual([]);
});

it('lets pass another name of an image whose pull the kubelet has not recorded yet', () => {
  const otherName: Line[] = gets('b').map(([at, who, told]) => [
    at,
    who,
    told.type === 'pull' ? { ...told, image: 'mirror.io/web:1' } : told,
  ]);
  const back = [pod('b'), ...pulled('a', secret('s'))];
  expect(check([...back, ...otherName])).toEqual([]);
  expect(check([...back, pull(3, 'a', 'pulled'), ...otherName])).toHaveLength(1);
});

it('leaves out what image GC has dropped the record of, as released kubelets do for images in use', () => {
  const present: Line = [
    2,
    'node-1/images',
    { type: 'image', state: 'present', image: 'web:1', ref: 'sha256:w' },
    { kind: 'pull', actor: `node-1/images/kubelet/default/a/app` },
  ];
  const collected = (because: 'inUse' | 'tooYoung', error?: string): Line => [
    5,
    'node-1/kubelet/image-gc',
    {
      type: 'imageGC',
      state: 'finished',
      trigger: 'diskPressure',
      removed: 0,
      kept: [{ image: 'web:1', because }],
      ...(error === undefined ? {} : { error }),
    },
  ];
  const after = (...lines: Line[]) =>
    check([pod('a', secret('s')), pod('b'), ...pulled('a', secret('s')), present, ...lines, ...gets('b')])
      .length;
  expect(after()).toBe(1);
  expect(after(collected('inUse'))).toBe(0);
  expect(after(collected('tooYoung'))).toBe(1);
  expect(after(collected('inUse', 'rpc error'))).toBe(1);
});
