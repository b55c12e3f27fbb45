import { expect, test } from 'vitest';
import {
  credentialProviderConfigVersions,
  credentialProviderErrors,
  readsProvidersStrictly,
  tokenFields,
  type WrittenCredentialProvider,
} from '../../../../src/rules/kubelet/configuration/credential-provider-config.ts';

const sound: WrittenCredentialProvider = {
  name: 'ecr-credential-provider',
  apiVersion: 'credentialprovider.kubelet.k8s.io/v1',
  matchImages: ['*.dkr.ecr.*.amazonaws.com'],
  defaultCacheDuration: '12h',
};
const tokens = { serviceAccountTokenAudience: 'aud', requireServiceAccount: true, cacheType: 'Token' };

function errors(
  changes: WrittenCredentialProvider,
  release = '1.36',
  featureGates: Readonly<Record<string, boolean>> = {},
) {
  const found = credentialProviderErrors([{ ...sound, ...changes }], { release, featureGates });
  return found.map(({ message }) => message);
}

// Each kubernetes@v1.N/pkg/credentialprovider/plugin/plugin.go (init, apiVersions).
test('each release reads its versions of the configuration, since 1.32 strictly', () => {
  expect(credentialProviderConfigVersions('1.23')).toEqual(['v1alpha1']);
  expect(credentialProviderConfigVersions('1.24')).toEqual(['v1alpha1', 'v1beta1']);
  expect(credentialProviderConfigVersions('1.26')).toEqual(['v1', 'v1alpha1', 'v1beta1']);
  expect(['1.31', '1.32', '1.38'].map(readsProvidersStrictly)).toEqual([false, true, true]);
  expect([tokenFields('1.32'), tokenFields('1.33')?.includes('cacheType')]).toEqual([undefined, false]);
  expect(tokenFields('1.34')).toContain('cacheType');
});

test('a sound configuration has no error in any release', () => {
  for (const release of ['1.26', '1.31', '1.32', '1.33', '1.34', '1.38'])
    expect(errors({}, release)).toEqual([]);
  expect(errors({ tokenAttributes: tokens })).toEqual([]);
});

// validateCredentialProviderConfig (v1.36.3), run with these configurations; v1.33.13 and v1.31.14 read.
test.each<[WrittenCredentialProvider, string, string]>([
  [{ name: 'a/b' }, '1.36', `providers.name: Invalid value: "a/b": provider name cannot contain '/'`],
  [{ name: 'a b' }, '1.36', 'providers.name: Invalid value: "a b": provider name cannot contain spaces'],
  [{ name: '..' }, '1.36', `providers.name: Invalid value: "..": provider name cannot be '..'`],
  [{ apiVersion: '' }, '1.33', 'providers.apiVersion: Required value: apiVersion is required'],
  [{ apiVersion: null }, '1.34', 'providers.apiVersion: Required value'],
  [
    { apiVersion: 'credentialprovider.kubelet.k8s.io/v1' },
    '1.24',
    'providers.apiVersion: Unsupported value: "credentialprovider.kubelet.k8s.io/v1": supported values: "credentialprovider.kubelet.k8s.io/v1alpha1", "credentialprovider.kubelet.k8s.io/v1beta1"',
  ],
  [
    { matchImages: [] },
    '1.36',
    'providers.matchImages: Required value: at least 1 item in matchImages is required',
  ],
  [
    { matchImages: ['x.io:abc'] },
    '1.36',
    'providers.matchImages: Invalid value: "x.io:abc": match image is invalid: parse "https://x.io:abc": invalid port ":abc" after host',
  ],
  [
    { matchImages: ['a b.io'] },
    '1.36',
    'providers.matchImages: Invalid value: "a b.io": match image is invalid: parse "https://a b.io": invalid character " " in host name',
  ],
  [{ defaultCacheDuration: null }, '1.36', 'providers.defaultCacheDuration: Required value'],
  [
    { defaultCacheDuration: '-5m' },
    '1.36',
    'providers.defaultCacheDuration: Invalid value: "-5m0s": must be greater than or equal to 0',
  ],
  [
    { defaultCacheDuration: '-5m' },
    '1.31',
    'providers.defaultCacheDuration: Invalid value: -300000000000: defaultCacheDuration must be greater than or equal to 0',
  ],
  [
    { tokenAttributes: { ...tokens, requireServiceAccount: null } },
    '1.36',
    'providers.tokenAttributes.requireServiceAccount: Required value',
  ],
  [
    { tokenAttributes: tokens },
    '1.33',
    'providers.tokenAttributes: Forbidden: tokenAttributes is not supported when KubeletServiceAccountTokenForCredentialProviders feature gate is disabled',
  ],
  [
    { tokenAttributes: { ...tokens, cacheType: 'Pod' } },
    '1.36',
    'providers.tokenAttributes.cacheType: Unsupported value: "Pod": supported values: "ServiceAccount", "Token"',
  ],
  [
    { tokenAttributes: { ...tokens, requiredServiceAccountAnnotationKeys: ['a', 'a'] } },
    '1.36',
    'providers.tokenAttributes.requiredServiceAccountAnnotationKeys: Duplicate value: "a"',
  ],
])('%j in %s: %s', (changes, release, message) => {
  expect(errors(changes, release)).toEqual([message]);
});

test('the gate of tokens may be on in 1.33, and off in 1.36', () => {
  const gate = 'KubeletServiceAccountTokenForCredentialProviders';
  expect(errors({ tokenAttributes: tokens }, '1.33', { [gate]: true })).toEqual([]);
  expect(errors({ tokenAttributes: tokens }, '1.36', { [gate]: false })).toHaveLength(1);
});

test('no provider at all, and two of one name since 1.33', () => {
  const kubelet = (release: string) => ({ release, featureGates: {} });
  expect(credentialProviderErrors([], kubelet('1.36'))[0]?.message).toBe(
    'providers: Required value: at least 1 item in plugins is required',
  );
  const twice = (release: string) => credentialProviderErrors([sound, sound], kubelet(release)).length;
  expect([twice('1.32'), twice('1.33'), twice('1.36')]).toEqual([0, 1, 1]);
});
