import { describe, expect, it } from 'vitest';
import { containerd16 } from '../../src/runtime/containerd-1-6.ts';
import { containerd24 } from '../../src/runtime/containerd-2-4.ts';
import { hostTurns } from '../../src/runtime/host-turns.ts';
import { httpRulesOf, mayRetry, worseError } from '../../src/runtime/http-rules.ts';
import type { PullError } from '../../src/runtime/pull-error.ts';
import type { RuntimeProfile } from '../../src/runtime/runtime-profile.ts';

// `retryRequest` and `Resolve` of containerd 1.6.20 and 2.4.2; shared/runtime-runs R8.

const at = { method: 'HEAD', kind: 'tag', digest: '' } as const;

/** How many requests are made where every answer has this status. */
function requestsFor(profile: RuntimeProfile, status: number, isLastHost = true): number {
  let requests = 1;
  while (mayRetry(profile, status, { requests, sameStatus: requests, isLastHost })) requests += 1;
  return requests;
}

describe('requests for one thing', () => {
  it.each([
    [429, 5, 6],
    [408, 5, 6],
    [500, 2, 1],
    [503, 2, 1],
    [504, 2, 1],
    [502, 1, 1],
    [404, 1, 1],
    [403, 1, 1],
  ])('that are answered with %d are %d with containerd 2.4 and %d with 1.6', (status, newer, older) => {
    expect(requestsFor(containerd24, status)).toBe(newer);
    expect(requestsFor(containerd16, status)).toBe(older);
  });

  it('go to the next host at once where the server is in trouble, and stay where there are too many', () => {
    expect(requestsFor(containerd24, 503, false)).toBe(1);
    expect(requestsFor(containerd24, 429, false)).toBe(5);
  });

  it('are made again as long as the trouble is another each time', () => {
    expect(mayRetry(containerd24, 503, { requests: 3, sameStatus: 1, isLastHost: true })).toBe(true);
    expect(mayRetry(containerd24, 503, { requests: 5, sameStatus: 1, isLastHost: true })).toBe(false);
  });
});

describe('of the errors of several hosts', () => {
  const refused: PullError = { kind: 'refused', at };
  const missing: PullError = { kind: 'status', status: 404, at };
  const forbidden: PullError = { kind: 'status', status: 403, at };
  const told = (profile: RuntimeProfile, ...errors: readonly PullError[]) =>
    errors.reduce<PullError | undefined>((kept, error) => worseError(httpRulesOf(profile.wording), kept, error), undefined);

  it('containerd 2.4 tells the one that came furthest', () => {
    expect(told(containerd24, refused, missing)).toBe(missing);
    expect(told(containerd24, missing, forbidden, refused)).toBe(forbidden);
  });

  it('containerd 1.6 tells the first that is not a 404', () => {
    expect(told(containerd16, missing, refused, forbidden)).toBe(refused);
    expect(told(containerd16, missing)).toBe(missing);
  });
});

describe('hosts are tried', () => {
  const mirror = { host: 'mirror.internal', capabilities: ['pull'] as const };
  const registry = { host: 'docker.io', capabilities: ['pull', 'resolve'] as const };
  const names = (image: string, point: typeof at | { method: 'GET'; kind: 'layer'; digest: string }) =>
    hostTurns([mirror, registry], point, image).map(({ host, path, isLastHost }) => `${host.host} ${path} ${isLastHost}`);

  it('for a tag where tags may be resolved', () => {
    expect(names('app:1', at)).toEqual(['docker.io usual true']);
  });

  it('for a digest everywhere, and then among blobs', () => {
    expect(names('app@sha256:1', at)).toEqual([
      'mirror.internal usual false',
      'docker.io usual true',
      'mirror.internal blobs false',
      'docker.io blobs true',
    ]);
  });

  it('for content in their order', () => {
    expect(names('app:1', { method: 'GET', kind: 'layer', digest: 'sha256:1' })).toEqual([
      'mirror.internal usual false',
      'docker.io usual true',
    ]);
  });
});
