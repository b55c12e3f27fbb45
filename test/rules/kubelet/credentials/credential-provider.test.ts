import { expect, test } from 'vitest';
import {
  type CredentialProviderFault,
  credentialCacheKey,
  credentialRunKey,
  runCredentialProvider,
} from '../../../../src/rules/kubelet/credentials/credential-provider.ts';

const rules = (...faults: CredentialProviderFault[]) =>
  ({ name: 'ecr', cacheMicros: 0, cacheKeyType: 'Registry', faults }) as const;
const fault = (id: string, fromMicros: number, untilMicros: number | null, takesMicros: number) => ({
  id,
  fromMicros,
  untilMicros,
  takesMicros,
  error: null,
});
const run = (now: number, ...faults: CredentialProviderFault[]) =>
  runCredentialProvider(rules(...faults), 'registry.example/app', now);

test('a program takes no time and succeeds without a fault, before one and after it', () => {
  const slow = fault('slow', 100, 200, 7);
  for (const [at, ...faults] of [[150], [99, slow], [200, slow]] as [number, ...CredentialProviderFault[]][])
    expect(run(at, ...faults)).toEqual({ takesMicros: 0, error: undefined, fault: undefined });
  for (const at of [100, 199])
    expect(run(at, slow)).toEqual({ takesMicros: 7, error: undefined, fault: 'slow' });
});

test('the last of several faults counts', () => {
  expect(run(5, fault('one', 0, null, 1), fault('other', 0, null, 2)).fault).toBe('other');
});

// ExecPlugin of pkg/credentialprovider/plugin/plugin.go (v1.36.3): one minute
test('a program of a minute or more has no answer, whatever it would have said', () => {
  expect(run(0, fault('slow', 0, null, 59_999_999)).error).toBeUndefined();
  for (const takesMicros of [60_000_000, 600_000_000])
    expect(run(0, { ...fault('slow', 0, null, takesMicros), error: 'late' })).toEqual({
      takesMicros: 60_000_000,
      error:
        'error execing credential provider plugin ecr for image registry.example/app: context deadline exceeded: ',
      fault: 'slow',
    });
});

test('answers of two providers are kept apart', () => {
  const key = (name: string) => credentialCacheKey({ ...rules(), name }, question('registry.example/app'));
  expect(key('ecr')).not.toBe(key('acr'));
});

const question = (repository: string, account?: string, pod = 'pod-1') => ({
  provider: 'ecr',
  repository,
  ...(account === undefined ? {} : { tokenOf: { account, pod } }),
});

// getCachedCredentials and generateServiceAccountCacheKey (v1.36.3)
test('an answer is kept for the image, for its registry or for all', () => {
  const key = (cacheKeyType: 'Image' | 'Registry' | 'Global', repository: string) =>
    credentialCacheKey({ ...rules(), cacheKeyType }, question(repository));
  const isShared = (cacheKeyType: 'Image' | 'Registry' | 'Global', one: string, other: string) =>
    key(cacheKeyType, one) === key(cacheKeyType, other);
  expect(isShared('Image', 'a.example/app', 'a.example/db')).toBe(false);
  expect(isShared('Registry', 'a.example/app', 'a.example/db')).toBe(true);
  expect(isShared('Registry', 'a.example/app', 'b.example/app')).toBe(false);
  expect(isShared('Global', 'a.example/app', 'b.example/db')).toBe(true);
});

test('with a token an answer is kept for the service account, or with cacheType Token for the pod', () => {
  const key = (cacheType: 'ServiceAccount' | 'Token', account: string, pod: string) =>
    credentialCacheKey({ ...rules(), cacheType }, question('a.example/app', account, pod));
  expect(key('ServiceAccount', 'team/ci', '1')).toBe(key('ServiceAccount', 'team/ci', '2'));
  expect(key('ServiceAccount', 'team/ci', '1')).not.toBe(key('ServiceAccount', 'team/web', '1'));
  expect(key('Token', 'team/ci', '1')).not.toBe(key('Token', 'team/ci', '2'));
});

// generateSingleFlightKey (v1.36.3): a token is bound to its pod
test('pods share a run of the program for an image, unless each has its token', () => {
  expect(credentialRunKey(question('a.example/app'))).toBe(credentialRunKey(question('a.example/app')));
  const ofPod = (pod: string) => credentialRunKey(question('a.example/app', 'team/ci', pod));
  expect(ofPod('1')).not.toBe(ofPod('2'));
});

test('a program takes its usual time without a fault, and a minute at most', () => {
  const usual = (takesMicros: number) =>
    runCredentialProvider({ ...rules(), takesMicros }, 'registry.example/app', 0);
  expect(usual(7)).toEqual({ takesMicros: 7, error: undefined, fault: undefined });
  expect(usual(90_000_000)).toMatchObject({
    takesMicros: 60_000_000,
    error: expect.stringMatching(/deadline exceeded/),
  });
});
