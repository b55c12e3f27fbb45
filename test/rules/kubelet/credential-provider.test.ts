import { expect, test } from 'vitest';
import {
  type CredentialProviderFault,
  credentialCacheKey,
  runCredentialProvider,
} from '../../../src/rules/kubelet/credentials/credential-provider.ts';

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
  const key = (name: string) => credentialCacheKey({ ...rules(), name }, 'registry.example/app');
  expect(key('ecr')).not.toBe(key('acr'));
});
