import { describe, expect, it } from 'vitest';
import type { PullError } from '../../../../src/rules/runtime/errors/pull-error.ts';
import type { RuntimeProfile } from '../../../../src/rules/runtime/profiles/runtime-profile.ts';
import {
  containerd16,
  containerd17,
  containerd24,
  criO,
} from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { nearestRuntimeProfile } from '../../../../src/rules/runtime/profiles/select-runtime-profile.ts';
import { mayRetry, selectHttpRules, worseError } from '../../../../src/rules/runtime/registry/http-rules.ts';

// `retryRequest` and `Resolve` of containerd 1.6.20, 2.1.9 and 2.4.2; docs/measurements.md R8.

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
  ])(
    'that are answered with %d are %d with containerd 2.4 and %d with 1.6 and 1.7',
    (status, newer, older) => {
      expect(requestsFor(containerd24, status)).toBe(newer);
      expect(requestsFor(containerd16, status)).toBe(older);
      expect(requestsFor(containerd17, status)).toBe(older);
    },
  );

  // e6-fail/c21-429-head-x8 and c21-503-layer-all; the resolver of 2.2.9 is alike
  it.each(['containerd://2.1', 'containerd://2.2'])(
    'are six with %s where there are too many, and two where the server is in trouble',
    (runtime) => {
      const { profile } = nearestRuntimeProfile(runtime);
      expect([429, 408, 503, 502].map((status) => requestsFor(profile, status))).toEqual([6, 6, 2, 1]);
      expect(selectHttpRules(profile.wording).asksWhyForbidden).toBe(false);
    },
  );

  it('go to the next host at once where the server is in trouble, and stay where there are too many', () => {
    expect(requestsFor(containerd24, 503, false)).toBe(1);
    expect(requestsFor(containerd24, 429, false)).toBe(5);
    expect(requestsFor(containerd24, 408, false)).toBe(5);
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
    errors.reduce<PullError | undefined>(
      (kept, error) => worseError(selectHttpRules(profile.wording), kept, error),
      undefined,
    );

  it('containerd 2.4 reports the error that came furthest', () => {
    expect(told(containerd24, refused, missing)).toBe(missing);
    expect(told(containerd24, missing, forbidden, refused)).toBe(forbidden);
  });

  it('containerd 1.6 reports the first error other than 404', () => {
    expect(told(containerd16, missing, refused, forbidden)).toBe(refused);
    expect(told(containerd16, missing)).toBe(missing);
    const noToken: PullError = { kind: 'tokenRefused', status: 404, anonymous: true, at };
    expect(told(containerd16, missing, noToken)).toBe(noToken);
  });
});

// docker/docker_client.go of containers/image v5.36
describe('CRI-O', () => {
  const rules = selectHttpRules(criO.wording);

  it('asks again after a 429 only', () => {
    expect([429, 408, 503].map((status) => requestsFor(criO, status))).toEqual([5, 1, 1]);
  });

  it('waits for 2 s after the first 429, twice as long after each other, and never longer than a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((requests) => (rules.pauseMicros?.(requests) ?? 0) / 1e6)).toEqual([
      2, 4, 8, 16, 32, 60, 60,
    ]);
    expect([containerd16, containerd24].map(({ wording }) => selectHttpRules(wording).pauseMicros)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('does not ask why something is forbidden, as containerd 2 does', () => {
    expect(
      [criO, containerd17, containerd24].map(({ wording }) => selectHttpRules(wording).asksWhyForbidden),
    ).toEqual([false, false, true]);
  });
});
