import { describe, expect, it } from 'vitest';
import type {
  FetchInput,
  RegistryResponse,
  Wanted,
} from '../../../../machines/runtime/fetch/fetch-protocol.ts';
import { judgeAnswer } from '../../../../machines/runtime/fetch/judge-answer.ts';
import { requestId, wanting } from '../../../../machines/runtime/fetch/registry-request.ts';
import type { RegistryAnswer } from '../../../../machines/world/registry-protocol.ts';
import type { RuntimeProfile } from '../../../../src/rules/runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24, criO } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';

// containerd 2.4.2, 1.6.20: core/remotes/docker/fetcher.go, resolver.go, authorizer.go; containers/image
// v5.36: docker/docker_client.go.

const registry = {} as Wanted['place']['registry'];
const place: Wanted['place'] = { host: 'r.io', capabilities: ['resolve', 'pull'], registry };
const tag: Wanted = {
  ...{ method: 'HEAD', kind: 'tag', digest: '', layer: -1, bytes: 0 },
  ...{ place, isLastHost: true, because: undefined, takesSlot: false },
};
const layer: Wanted = { ...tag, method: 'GET', kind: 'layer', digest: 'sha256:base', layer: 0, bytes: 1_000 };
const config: Wanted = { ...tag, method: 'GET', kind: 'config', digest: 'sha256:config', bytes: 100 };
const token = { method: 'GET', kind: 'token', digest: '' } as const;
const bearer: RegistryResponse['given'] = {
  type: 'CONNECTION.GIVEN',
  connection: 0,
  setUpMicros: 0,
  authorization: 'bearer',
};

interface Request extends Partial<RegistryResponse> {
  readonly profile?: RuntimeProfile;
  readonly identity?: string;
}

function request(wanted: Wanted, { profile = containerd24, identity, ...changes }: Request = {}) {
  const input = { name: 'fetch', image: 'r.io/app:1', profile, identity } as FetchInput;
  return { input, request: { ...wanting(wanted), ...changes } };
}

function verdict(
  context: ReturnType<typeof request>,
  status: number,
  fields: Partial<Extract<RegistryAnswer, { type: 'HTTP.ANSWERED' }>> = {},
) {
  const id = requestId(context);
  return judgeAnswer(context, {
    ...{ type: 'HTTP.ANSWERED', id, status, roundTripMicros: 1_000, fault: undefined },
    ...fields,
  });
}

const elsewhere = { redirect: { host: 'blobs.io', registry, roundTripMicros: 1_000 } };

describe('an answer', () => {
  it('to a request that was dropped is not judged', () => {
    expect(verdict(request(tag), 200, { id: 'fetch over 7' })).toBe('notAwaited');
  });

  it.each([
    ['the tag', tag, 200, 'complete'],
    ['a config', config, 200, 'complete'],
    ['a layer', layer, 200, 'layerFollows'],
    ['a part of a layer', layer, 206, 'layerFollows'],
  ] as const)('with %s ends the request successfully', (_, wanted, status, expected) => {
    expect(verdict(request(wanted), status)).toBe(expected);
  });

  it('that names another host sends the request there', () => {
    expect(verdict(request(layer), 307, elsewhere)).toBe('redirected');
  });

  it.each(['HTTP.REFUSED', 'HTTP.RESET'] as const)('that is %s ends the request', (type) => {
    const context = request(tag);
    const answer = { type, id: requestId(context), roundTripMicros: 1_000, fault: 'down' };
    expect(judgeAnswer(context, answer)).toBe('failed');
    expect(judgeAnswer(request(tag, { asked: token }), answer)).toBe('failed');
  });
});

describe('a registry that demands authorization', () => {
  it('gets a token, but not for a second token', () => {
    expect(verdict(request(tag), 401, { challenge: 'bearer' })).toBe('tokenDemanded');
    expect(verdict(request(tag, { given: bearer }), 401, { challenge: 'bearer' })).toBe('failed');
  });

  it('gets a password if the pull has one', () => {
    expect(verdict(request(tag, { identity: 'robot' }), 401, { challenge: 'basic' })).toBe(
      'passwordDemanded',
    );
    expect(verdict(request(tag), 401, { challenge: 'basic' })).toBe('failed');
  });

  it('is asked at most as often as the runtime allows', () => {
    const tries = (requests: number, profile: RuntimeProfile) =>
      verdict(request(tag, { requests, profile }), 401, { challenge: 'bearer' });
    expect([4, 5].map((requests) => tries(requests, containerd24))).toEqual(['tokenDemanded', 'failed']);
    expect([5, 6].map((requests) => tries(requests, containerd16))).toEqual(['tokenDemanded', 'failed']);
  });

  it('decides with its token server: it gives a token, or refuses for any error', () => {
    const context = request(layer, { asked: token });
    expect(verdict(context, 200)).toBe('tokenFetched');
    for (const status of [401, 403, 429, 503]) expect(verdict(context, status)).toBe('tokenRefused');
    expect(verdict(context, 307, elsewhere)).toBe('tokenRefused');
  });
});

describe('an error', () => {
  it.each([
    ['containerd 2.4', containerd24, 'retried'],
    ['CRI-O', criO, 'retriedAfterRest'],
  ] as const)('429 is followed by another try of %s', (_, profile, expected) => {
    expect(verdict(request(tag, { profile }), 429)).toBe(expected);
  });

  it('503 is followed by another try at the last host only, and not twice in a row', () => {
    expect(verdict(request(tag), 503)).toBe('retried');
    expect(verdict(request({ ...tag, isLastHost: false }), 503)).toBe('failed');
    expect(verdict(request(tag, { requests: 2, status: 503, sameStatus: 1 }), 503)).toBe('failed');
  });

  it('403 to a HEAD is followed by a GET for its reason, whose answer ends the request', () => {
    expect(verdict(request(tag), 403)).toBe('reasonWanted');
    const reason = { method: 'GET', kind: 'tag', digest: '' } as const;
    for (const status of [200, 403, 429])
      expect(verdict(request(tag, { asked: reason, status: 403, sameStatus: 1 }), status)).toBe('failed');
    expect(verdict(request(config), 403)).toBe('failed');
    expect(verdict(request(tag, { profile: containerd16 }), 403)).toBe('failed');
  });

  it('404 ends the request', () => {
    expect(verdict(request(tag), 404)).toBe('failed');
  });
});
