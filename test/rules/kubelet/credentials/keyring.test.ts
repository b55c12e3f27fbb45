import { describe, expect, it, test } from 'vitest';
import {
  credentialsForImage,
  lookUpCredentials,
} from '../../../../src/rules/kubelet/credentials/credentials-for-image.ts';
import {
  noPodCredentials,
  type PullCredential,
} from '../../../../src/rules/kubelet/credentials/pull-credential.ts';
import { hostError, matchesImages } from '../../../../src/rules/kubelet/credentials/registry-key.ts';

const keyed = (registryKey: string): PullCredential => ({
  identity: registryKey,
  registryKey,
  source: { kind: 'node' },
});
const found = (repository: string, ...keys: string[]) =>
  lookUpCredentials(keys.map(keyed), repository).map(({ registryKey }) => registryKey);

// pkg/credentialprovider/keyring.go and keyring_test.go (v1.36.3); scripts `secret-*` of credentials.ndjson
describe('a keyring', () => {
  it.each([
    ['reg.example/team/app', 'reg.example', true],
    ['reg.example/team/app', 'https://reg.example/v1/', true],
    ['reg.example/team/app', 'http://reg.example/v2/team', true],
    ['reg.example/team/app', '*.example', true],
    ['reg.example/team/app', '*', false],
    ['reg.example/team/app', 'reg.*', true],
    ['reg.example/team/app', 'r*g.example', true],
    ['reg.example/apple', 'reg.example/app', true],
    ['reg.example/team/app', 'reg.example:5000', false],
    ['reg.example:5000/app', 'reg.example', false],
    ['reg.example:5000/app', 'reg.example:5000', true],
    ['reg.example/team/app', 'other.example', false],
    ['docker.io/library/root', 'https://index.docker.io/v1/', true],
    ['docker.io/library/root', 'docker.io', true],
    ['reg.example/app', 'https://index.docker.io/v1/', false],
    ['reg.example/app', 'not a host', false],
  ])('%s with the key %s: %s', (repository, key, opens) => {
    expect(found(repository, key)).toEqual(opens ? [key] : []);
  });

  it('gives the most specific key first, and those of one key as they were added', () => {
    expect(
      found('reg.example/team/app', 'reg.example', 'reg.example/team', '*.example', 'reg.example/team/app'),
    ).toEqual(['reg.example/team/app', 'reg.example/team', 'reg.example', '*.example']);
    expect(found('reg.example/app', 'https://reg.example', 'reg.example', 'http://reg.example/v2/')).toEqual([
      'https://reg.example',
      'reg.example',
      'http://reg.example/v2/',
    ]);
  });

  it('falls back to Docker Hub only where nothing else matches', () => {
    expect(found('docker.io/library/root', 'index.docker.io', 'docker.io')).toEqual(['docker.io']);
  });
});

describe('what a pod may try', () => {
  const pod = {
    ...noPodCredentials,
    secrets: [keyed('reg.example')],
    serviceAccount: [keyed('reg.example/x')],
  };

  it('is its secrets, then the node’s, then its service account’s', () => {
    const all = credentialsForImage('reg.example/x:1', pod, [keyed('*.example')]);
    expect('credentials' in all && all.credentials.map(({ registryKey }) => registryKey)).toEqual([
      'reg.example',
      '*.example',
      'reg.example/x',
    ]);
  });

  // `secret-broken`
  it('is nothing where one of its secrets cannot be read', () => {
    expect(
      credentialsForImage('reg.example/x:1', { ...pod, secretsError: 'unexpected end of JSON input' }, []),
    ).toEqual({
      error: 'unexpected end of JSON input',
    });
  });

  it('is nothing for a name that cannot be read', () => {
    expect(credentialsForImage('', pod, [])).toEqual({ credentials: [] });
  });
});

// ParseSchemelessURL and URLsMatchStr (v1.36.3), run with these.
test.each<[string, string | undefined]>([
  ['https://x.io', undefined],
  ['[::1]:5000/x', undefined],
  ['x.io:', undefined],
  ['a b.io', 'parse "https://a b.io": invalid character " " in host name'],
  ['x{y}.io', 'parse "https://x{y}.io": invalid character "{" in host name'],
  ['x.io:abc', 'parse "https://x.io:abc": invalid port ":abc" after host'],
  ['a%b.io', 'parse "https://a%b.io": invalid URL escape "%b."'],
])('the pattern %s has the error %s', (pattern, error) => {
  expect(hostError(pattern)).toBe(error);
});

test.each([
  ['*.azurecr.io', 'x.azurecr.io/a/b', true],
  ['x.io/team', 'x.io/teamwork/a', true],
  ['https://x.io', 'x.io/a', false],
  ['x.io:5000', 'x.io/a', false],
  ['*', 'docker.io/library/nginx', false],
  ['*.*', 'docker.io/library/nginx', true],
  ['x*.io', 'xy.io/a', true],
  ['x?.io', 'xy.io/a', false],
  ['X.io', 'x.io/a', false],
  ['x.io/v2/team', 'x.io/team/a', false],
])('a provider with the pattern %s is asked for %s: %s', (pattern, repository, isAsked) => {
  expect(matchesImages([pattern], repository)).toBe(isAsked);
});
