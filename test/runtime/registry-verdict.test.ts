import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/runtime/fault.ts';
import { accessStatus } from '../../src/runtime/private-repositories.ts';
import { concernsRegistry, countRequest, type RegistryFault, registryVerdict } from '../../src/runtime/registry-verdict.ts';

const inForce = (fault: Fault, changes: Partial<RegistryFault> = {}): RegistryFault => ({
  id: fault.kind,
  fault,
  sinceMicros: 0,
  window: -1,
  requests: 0,
  ...changes,
});
const request = { image: 'app:1', exists: true };

/** One of each, the last trouble first. */
const faults: readonly RegistryFault[] = [
  inForce({ kind: 'errorRate', rate: 0.5, status: 503 }),
  inForce({ kind: 'notFound' }),
  inForce({ kind: 'rateLimit', requestsMax: 0, windowMicros: 10 }, { requests: 1 }),
  inForce({ kind: 'unauthorized' }),
  inForce({ kind: 'stall' }),
  inForce({ kind: 'registryDown' }),
];

// The order of registryVerdict: no connection, no answer, no access, no quota, no luck; faults as in src/input/fault-shapes.ts.
describe('a request while a registry is in trouble', () => {
  it('meets the most basic trouble, whatever order they came in', () => {
    const verdicts = faults.map((_, count) => registryVerdict(faults.slice(0, count + 1), request));
    expect(verdicts).toEqual([
      { kind: 'draw', rate: 0.5, status: 503, fault: 'errorRate' },
      { kind: 'status', status: 404, fault: 'notFound' },
      { kind: 'status', status: 429, fault: 'rateLimit' },
      { kind: 'status', status: 401, fault: 'unauthorized' },
      { kind: 'stalled', fault: 'stall' },
      { kind: 'refused', fault: 'registryDown' },
    ]);
  });

  it('is served where nothing is wrong, and is in vain for an image that does not exist', () => {
    expect(registryVerdict([], request)).toEqual({ kind: 'served' });
    expect(registryVerdict([], { ...request, exists: false })).toEqual({ kind: 'status', status: 404, fault: undefined });
    expect(registryVerdict(faults.slice(0, 1), { ...request, exists: false })).toMatchObject({ status: 404 });
  });

  it('of another image does not meet the faults of one', () => {
    const ofOther = [inForce({ kind: 'notFound', image: 'db:1' }), inForce({ kind: 'unauthorized', image: 'db:1' })];
    expect(registryVerdict(ofOther, request)).toEqual({ kind: 'served' });
    expect(registryVerdict(ofOther, { ...request, image: 'db:1' })).toMatchObject({ status: 401 });
  });

  it('to a closed repository is refused before it is counted or looked up', () => {
    const closed = { ...request, exists: false, accessStatus: 403 };
    expect(registryVerdict(faults.slice(0, 3), closed)).toEqual({ kind: 'status', status: 403, fault: undefined });
    expect(registryVerdict(faults.slice(0, 4), closed)).toMatchObject({ status: 401 });
  });
});

describe('a rate limit', () => {
  const limit = { kind: 'rateLimit', requestsMax: 2, windowMicros: 100 } as const;

  it('counts each request in its window, and begins anew with the next one', () => {
    let entries: readonly RegistryFault[] = [inForce(limit, { sinceMicros: 50 }), inForce({ kind: 'stall' })];
    const limits = [50, 60, 149, 150, 349, 350].map((nowMicros) => {
      entries = countRequest(entries, nowMicros);
      return [entries[0]?.window, entries[0]?.requests];
    });
    expect(limits).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(entries[1]).toEqual(inForce({ kind: 'stall' }));
  });

  it('refuses what is over it, not what reaches it', () => {
    expect(registryVerdict([inForce(limit, { requests: 2 })], request)).toEqual({ kind: 'served' });
    expect(registryVerdict([inForce(limit, { requests: 3 })], request)).toMatchObject({ status: 429 });
  });
});

it('a fault concerns its registry, or every one where it names none; others are no registry’s business', () => {
  for (const { fault } of faults) {
    expect(concernsRegistry(fault, 'docker.io')).toBe(true);
    expect(concernsRegistry({ ...fault, registry: 'quay.io' } as Fault, 'docker.io')).toBe(false);
    expect(concernsRegistry({ ...fault, registry: 'quay.io' } as Fault, 'quay.io')).toBe(true);
  }
  expect(concernsRegistry({ kind: 'diskFull' }, 'docker.io')).toBe(false);
});

// As Docker Hub and the distribution registry answer: 401 asks who it is, 403 knows who.
describe('a private repository', () => {
  const rules = [
    { repositories: '*', identities: ['everybody'] },
    { repositories: 'team/*', identities: ['alice'] },
    { repositories: 'team/open', identities: ['bob'] },
  ];

  it.each([
    ['library/redis', undefined, 401],
    ['library/redis', 'everybody', undefined],
    ['team/app', 'everybody', 403],
    ['team/app', 'alice', undefined],
    ['team/open', 'alice', 403],
    ['team/open', 'bob', undefined],
    ['team/opener', 'alice', undefined],
  ] as const)('%s answers %s with %s', (repository, identity, status) => {
    expect(accessStatus(rules, repository, identity)).toBe(status);
    expect(accessStatus([...rules].reverse(), repository, identity)).toBe(status);
  });

  it('is open where no rule names it', () => {
    expect(accessStatus(rules.slice(1), 'library/redis', undefined)).toBeUndefined();
  });
});
