import { describe, expect, it } from 'vitest';
import { namesImage, namesRepository } from '../../../../src/rules/runtime/images/image.ts';
import {
  type AccessRequest,
  type AccessRules,
  accessDenied,
  accessStatus,
} from '../../../../src/rules/runtime/registry/registry-access.ts';

const closed = [
  { repositories: '*', identities: ['everybody'] },
  { repositories: 'team/*', identities: ['team'] },
  { repositories: 'team/open', identities: ['guest'] },
];

// As Docker Hub and the distribution registry answer: 401 asks who it is, 403 knows who.
describe('a private repository', () => {
  it.each([
    ['library/redis', undefined, 401],
    ['library/redis', 'everybody', undefined],
    ['team/app', 'everybody', 403],
    ['team/app', 'team', undefined],
    ['team/open', 'team', 403],
    ['team/open', 'guest', undefined],
    ['team/opener', 'team', undefined],
  ] as const)('%s answers %s with %s', (repository, identity, status) => {
    expect(accessStatus(closed, repository, identity)).toBe(status);
    expect(accessStatus([...closed].reverse(), repository, identity)).toBe(status);
  });

  it('is open where no rule names it', () => {
    expect(accessStatus(closed.slice(1), 'library/redis', undefined)).toBeUndefined();
  });
});

// R1 of docs/measurements.md and its table of errors; distribution's token authentication
// (docs/content/spec/auth).
describe('access to a registry', () => {
  const request: AccessRequest = { kind: 'manifest' };
  const denied = (
    authentication: AccessRules['authentication'],
    more: Partial<AccessRequest>,
    isPrivate = false,
  ) =>
    accessDenied(
      {
        host: 'x',
        ...(authentication === undefined ? {} : { authentication }),
        ...(isPrivate ? { private: closed } : {}),
      },
      { ...request, ...more },
      'team/app',
    );

  it('is free where no password is required', () => {
    expect(denied(undefined, {})).toBeUndefined();
    expect(denied(undefined, { authorization: 'bearer' })).toBeUndefined();
    expect(denied(undefined, {}, true)).toEqual({ status: 401 });
    expect(denied(undefined, { identity: 'guest' }, true)).toEqual({ status: 403 });
  });

  it('needs a user with Basic', () => {
    expect(denied('basic', {})).toEqual({ status: 401, challenge: 'basic' });
    expect(denied('basic', { identity: 'guest' })).toEqual({ status: 401, challenge: 'basic' });
    expect(denied('basic', { identity: 'guest', authorization: 'basic' })).toBeUndefined();
    expect(denied('basic', { identity: 'guest', authorization: 'basic' }, true)).toEqual({ status: 403 });
    expect(denied('basic', { authorization: 'basic' }, true)).toEqual({ status: 401, challenge: 'basic' });
    expect(denied('basic', { identity: 'team', authorization: 'basic' }, true)).toBeUndefined();
  });

  it('needs a token with Bearer, which every client gets; its rights are checked afterwards', () => {
    expect(denied('bearer', {})).toEqual({ status: 401, challenge: 'bearer' });
    expect(denied('bearer', { kind: 'token' }, true)).toBeUndefined();
    expect(denied('bearer', { authorization: 'bearer' })).toBeUndefined();
    expect(denied('bearer', { authorization: 'bearer' }, true)).toEqual({ status: 401, challenge: 'bearer' });
    expect(denied('bearer', { authorization: 'bearer', identity: 'guest' }, true)).toEqual({
      status: 401,
      challenge: 'bearer',
    });
    expect(denied('bearer', { authorization: 'bearer', identity: 'team' }, true)).toBeUndefined();
  });
});

describe('a pattern', () => {
  it('of repositories ends in a star, or says all of it', () => {
    expect(
      ['team/*', 'team/app', '*', 'team'].map((pattern) => namesRepository(pattern, 'team/app')),
    ).toEqual([true, true, true, false]);
  });

  it('of images may name a tag or a digest, and never the registry', () => {
    const named = (pattern: string) => namesImage([pattern], 'gcr.io/team/app:1');
    expect(
      ['team/app', 'team/app:1', 'team/app:1*', 'team/*', 'team/app:2', 'gcr.io/team/app', 'app'].map(named),
    ).toEqual([true, true, true, true, false, false, false]);
    expect(namesImage(['library/redis'], 'redis:7')).toBe(true);
    expect(namesImage([], 'redis:7')).toBe(false);
    expect(namesImage(['team/app@sha256:1'], 'gcr.io/team/app@sha256:1')).toBe(true);
  });
});

// node-problem-detector#1289, docker/login-action#606, fleet-management#3, rossoctl#116.
describe('a token server that gives no token for a closed repository', () => {
  it.each([
    ['gcr.io', undefined, 403],
    ['eu.gcr.io', 'guest', 403],
    ['europe-west1-docker.pkg.dev', undefined, 403],
    ['ghcr.io', undefined, 401],
    ['ghcr.io', 'guest', 403],
    ['ghcr.io', 'team', undefined],
    ['docker.io', undefined, undefined],
    ['notgcr.io', undefined, undefined],
  ] as const)('%s answers %s with %s', (host, identity, status) => {
    const rules: AccessRules = { host, authentication: 'bearer', private: closed };
    const denied = accessDenied(rules, { kind: 'token', identity }, 'team/app');
    expect(denied).toEqual(status === undefined ? undefined : { status });
  });

  it('gives one for an open repository', () => {
    const rules: AccessRules = { host: 'ghcr.io', authentication: 'bearer' };
    expect(accessDenied(rules, { kind: 'token' }, 'team/app')).toBeUndefined();
  });
});
