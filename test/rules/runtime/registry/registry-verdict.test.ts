import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/rules/runtime/fault.ts';
import {
  beginningFault,
  countRequest,
  type RegistryFault,
} from '../../../../src/rules/runtime/registry/registry-fault.ts';
import {
  type JudgedRequest,
  type RegistryRules,
  type RegistryState,
  registryVerdict,
  type Verdict,
} from '../../../../src/rules/runtime/registry/registry-verdict.ts';

const rules: RegistryRules = { host: 'docker.io' };
const tag: JudgedRequest = { method: 'HEAD', kind: 'tag', image: 'app:1', exists: true };
const layer: JudgedRequest = { method: 'GET', kind: 'layer', image: 'app:1', exists: true, layer: 2 };
const token: JudgedRequest = { method: 'GET', kind: 'token', image: 'app:1', exists: true };

const inForce = (...faults: readonly Fault[]): RegistryState => ({
  faults: faults.map((fault, index): RegistryFault => beginningFault(`${index + 1}`, fault, 0)),
  pulls: undefined,
});

/** The verdicts on these requests, one after the other, each a microsecond later. */
function verdicts(
  state: RegistryState,
  requests: readonly JudgedRequest[],
  of: RegistryRules = rules,
): readonly Verdict[] {
  let now = state;
  return requests.map((request, index) => {
    const judgement = registryVerdict(of, now, request, index);
    now = judgement.state;
    return judgement.verdict;
  });
}
const verdict = (state: RegistryState, request: JudgedRequest, of?: RegistryRules) =>
  verdicts(state, [request], of)[0];
const served = { kind: 'served' };

// The order of registryVerdict: no connection, no answer, single requests, no access, no quota, not there, no
// luck.
describe('a request while a registry has faults', () => {
  /** One of each, the last fault first. */
  const faults: readonly Fault[] = [
    { kind: 'errorRate', rate: 0.5, status: 503 },
    { kind: 'notFound' },
    { kind: 'rateLimit', requestsMax: 0, windowMicros: 10 },
    { kind: 'unauthorized' },
    { kind: 'badStatus', status: 500 },
    { kind: 'stall' },
    { kind: 'registryDown' },
  ];

  it('meets the most basic fault, in any order of their begin', () => {
    expect(faults.map((_, count) => verdict(inForce(...faults.slice(0, count + 1)), tag))).toEqual([
      { kind: 'draw', rate: 0.5, status: 503, fault: '1', otherwise: served },
      { kind: 'status', status: 404, fault: '2' },
      { kind: 'status', status: 429, fault: '3' },
      { kind: 'status', status: 401, fault: '4' },
      { kind: 'status', status: 500, fault: '5' },
      { kind: 'held', fault: '6' },
      { kind: 'refused', fault: '7' },
    ]);
  });

  it('is served where nothing is wrong, and is in vain for an image that does not exist', () => {
    expect(verdict(inForce(), tag)).toEqual(served);
    expect(verdict(inForce(), { ...tag, exists: false })).toEqual({
      kind: 'status',
      status: 404,
      fault: undefined,
    });
    expect(verdict(inForce(...faults.slice(0, 1)), { ...tag, exists: false })).toMatchObject({ status: 404 });
  });

  it('of another image does not meet the faults of one, however that is written', () => {
    const ofOther = inForce(
      { kind: 'notFound', image: 'db:1' },
      { kind: 'badStatus', image: 'docker.io/library/db:1', status: 502 },
    );
    expect(verdict(ofOther, tag)).toEqual(served);
    expect(verdict(ofOther, { ...tag, image: 'db:1' })).toMatchObject({ status: 502 });
  });

  it.each([
    ['notFound', 404],
    ['unauthorized', 401],
  ] as const)('of an image that is %s gets %d, and others are served', (kind, status) => {
    const ofOne = inForce({ kind, image: 'db:1' });
    expect(verdict(ofOne, { ...tag, image: 'db:1' })).toEqual({ kind: 'status', status, fault: '1' });
    expect(verdict(ofOne, tag)).toEqual(served);
  });

  it('to a closed repository is refused before its quota and its existence are looked at', () => {
    const closed: RegistryRules = { ...rules, private: [{ repositories: '*', identities: ['admin'] }] };
    const wrong = { ...tag, exists: false, identity: 'user' };
    expect(verdict(inForce(...faults.slice(0, 3)), wrong, closed)).toEqual({
      kind: 'status',
      status: 403,
      fault: undefined,
    });
    expect(verdict(inForce(...faults.slice(0, 4)), wrong, closed)).toMatchObject({ status: 401, fault: '4' });
  });

  it('for a token is the business of a server of its own', () => {
    expect(verdict(inForce(...faults), token)).toEqual(served);
    expect(verdict(inForce({ kind: 'badStatus', status: 401, requests: ['token'] }), token)).toEqual({
      kind: 'status',
      status: 401,
      fault: '1',
    });
  });
});

// The rules of docs/measurements.md: `kind`, `match`, `count`, `after`, `status`.
describe('a fault of single requests', () => {
  it.each<readonly [Fault, Verdict]>([
    [
      { kind: 'badStatus', status: 403, message: 'denied' },
      { kind: 'status', status: 403, fault: '1', message: 'denied' },
    ],
    [
      { kind: 'badStatus', status: 504, pauseMicros: 60e6 },
      { kind: 'status', status: 504, fault: '1', pauseMicros: 60e6 },
    ],
    [
      { kind: 'connectionReset', pauseMicros: 5 },
      { kind: 'reset', fault: '1', pauseMicros: 5 },
    ],
    [
      { kind: 'cutBody', afterBytes: 0, pauseMicros: 5 },
      { kind: 'served', bodyFault: { kind: 'cut', afterBytes: 0, pauseMicros: 5, fault: '1' } },
    ],
    [
      { kind: 'connectionReset', afterBytes: 7, pauseMicros: 5 },
      { kind: 'served', bodyFault: { kind: 'reset', afterBytes: 7, pauseMicros: 5, fault: '1' } },
    ],
    [{ kind: 'unanswered' }, { kind: 'held', fault: '1' }],
    [{ kind: 'connectionReset' }, { kind: 'reset', fault: '1' }],
    [
      { kind: 'connectionReset', afterBytes: 7 },
      { kind: 'served', bodyFault: { kind: 'reset', afterBytes: 7, fault: '1' } },
    ],
    [
      { kind: 'cutBody', afterBytes: 0 },
      { kind: 'served', bodyFault: { kind: 'cut', afterBytes: 0, fault: '1' } },
    ],
    [
      { kind: 'stalledBody', afterBytes: 7 },
      { kind: 'served', bodyFault: { kind: 'stalled', afterBytes: 7, fault: '1' } },
    ],
    [
      { kind: 'trickle', afterBytes: 7, bytesPerSecond: 100 },
      { kind: 'served', bodyFault: { kind: 'trickle', afterBytes: 7, bytesPerSecond: 100, fault: '1' } },
    ],
    [{ kind: 'wrongDigest' }, { kind: 'served', bodyFault: { kind: 'corrupt', afterBytes: 0, fault: '1' } }],
  ])('%j', (fault, expected) => {
    expect(verdict(inForce(fault), layer)).toEqual(expected);
  });

  it('meets the requests of its kind and layer, as often as it says', () => {
    const state = inForce(
      { kind: 'badStatus', status: 429, requests: ['tag'], times: 2 },
      { kind: 'cutBody', layer: 2, afterBytes: 5, times: 1 },
    );
    const other = { ...layer, layer: 1 };
    const kinds = verdicts(state, [layer, other, tag, layer, tag, tag]).map((one) =>
      'bodyFault' in one ? 'cut' : one.kind,
    );
    expect(kinds).toEqual(['cut', 'served', 'status', 'served', 'status', 'served']);
  });

  it('gives way to the next one after its last time', () => {
    const state = inForce({ kind: 'cutBody', afterBytes: 5, times: 1 }, { kind: 'badStatus', status: 404 });
    expect(verdicts(state, [tag, layer, layer]).map(({ kind }) => kind)).toEqual([
      'status',
      'served',
      'status',
    ]);
  });

  it('has not met a body that never came', () => {
    const state = inForce({ kind: 'unauthorized' }, { kind: 'cutBody', afterBytes: 5, times: 1 });
    const { state: after } = registryVerdict(rules, state, layer, 0);
    expect(verdict({ ...after, faults: after.faults.slice(1) }, layer)).toMatchObject({
      bodyFault: { kind: 'cut' },
    });
  });

  it('says how to come back where a registry asks for authentication', () => {
    const bearer: RegistryRules = { ...rules, authentication: 'bearer' };
    const bad = inForce({ kind: 'badStatus', status: 401 });
    expect(verdict(bad, tag, bearer)).toEqual({
      kind: 'status',
      status: 401,
      fault: '1',
      challenge: 'bearer',
    });
    expect(verdict(bad, tag)).not.toHaveProperty('challenge');
    const forbidden = inForce(
      { kind: 'badStatus', status: 403, requests: ['tag'] },
      { kind: 'badStatus', status: 401, requests: ['token'] },
    );
    expect(verdicts(forbidden, [tag, token], bearer)).toEqual([
      { kind: 'status', status: 403, fault: '1' },
      { kind: 'status', status: 401, fault: '2' },
    ]);
    expect(
      verdict(inForce({ kind: 'unauthorized' }), { ...tag, authorization: 'bearer' }, bearer),
    ).toHaveProperty('challenge', 'bearer');
  });
});

describe('a rate limit', () => {
  const limit = { kind: 'rateLimit', requestsMax: 2, windowMicros: 3 } as const;

  it('counts every request of anybody, of any kind, in windows from its begin on', () => {
    const statuses = verdicts(inForce(limit), [tag, layer, tag, tag, tag, layer]).map((one) =>
      'status' in one ? one.status : 200,
    );
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
  });

  it('starts again with each window, also after idle windows', () => {
    const half: RegistryFault = { ...beginningFault('1', { ...limit, windowMicros: 100 }, 50), requests: 0 };
    let faults: readonly RegistryFault[] = [half];
    const counted = [50, 60, 149, 150, 349, 350].map((nowMicros) => {
      faults = countRequest(faults, nowMicros);
      return [faults[0]?.window, faults[0]?.requests];
    });
    expect(counted).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  it('counts requests that are refused for another reason, and none that never arrives', () => {
    expect(
      verdicts(inForce(limit, { kind: 'badStatus', status: 500, times: 2 }), [tag, tag, tag])[2],
    ).toMatchObject({ status: 429 });
    const down = inForce({ kind: 'registryDown' }, limit);
    expect(registryVerdict(rules, down, tag, 0).state).toBe(down);
  });
});

describe('a pull limit', () => {
  const limited: RegistryRules = { ...rules, pullLimit: { pullsMax: 1, windowMicros: 100 } };
  const manifest: JudgedRequest = {
    method: 'GET',
    kind: 'manifest',
    image: 'app:1',
    exists: true,
    client: 'node-1',
  };

  it('answers 429 in the words of Docker Hub, and only to manifests', () => {
    const [first, second, head, blob] = verdicts(inForce(), [manifest, manifest, tag, layer], limited);
    expect([first, head, blob]).toEqual([served, served, served]);
    expect(second).toMatchObject({
      kind: 'status',
      status: 429,
      fault: undefined,
      limit: { counter: 'node-1', untilMicros: 100 },
    });
    expect(second).toHaveProperty(
      'message',
      expect.stringMatching(/^toomanyrequests: You have reached your unauthenticated pull rate limit\./),
    );
  });

  it('lets everybody pull where there is none', () => {
    expect(verdicts(inForce(), [manifest, manifest])).toEqual([served, served]);
  });

  it('does not count what does not exist', () => {
    const states = verdicts(inForce(), [{ ...manifest, exists: false }, manifest], limited);
    expect(states[1]).toEqual(served);
  });
});

describe('a mirror', () => {
  it('has the images of its patterns, and 404 for the rest', () => {
    const mirror: RegistryRules = { host: 'mirror.example', images: ['library/*', 'team/app:1'] };
    const found = ['redis:7', 'gcr.io/team/app:1', 'gcr.io/team/app:2', 'gcr.io/other/app:1'].map((image) =>
      verdict(inForce(), { ...tag, image }, mirror),
    );
    expect(found.map((one) => (one?.kind === 'status' ? one.status : 200))).toEqual([200, 200, 404, 404]);
  });
});
