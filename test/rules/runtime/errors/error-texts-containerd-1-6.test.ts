import { describe, expect, it } from 'vitest';
import type { PullError, RequestPoint } from '../../../../src/rules/runtime/errors/pull-error.ts';
import { selectRuntimeProfile } from '../../../../src/rules/runtime/profiles/select-runtime-profile.ts';

// What no recorded run of 1.6.20 shows (error-texts.test.ts has those): its pull.go, remotes/docker and
// reference, and 1.7.27's

const digest = `sha256:${'a'.repeat(64)}`;
const head: RequestPoint = { method: 'HEAD', kind: 'tag', digest: '' };
const manifest: RequestPoint = { method: 'GET', kind: 'manifest', digest };
const layer: RequestPoint = { method: 'GET', kind: 'layer', digest };

const text = (release: '1.6' | '1.7', error: PullError, image = 'quay.io/team/app:v1') =>
  selectRuntimeProfile(`containerd://${release}`).profile.errorText(error, image);
const pull = 'failed to pull and unpack image "quay.io/team/app:v1": ';
const resolve = `${pull}failed to resolve reference "quay.io/team/app:v1": `;
const open = `${pull}failed to copy: httpReadSeeker: failed open: `;
const noAccess = 'pull access denied, repository does not exist or may require authorization: ';
const noCredentials = `${noAccess}authorization failed: no basic auth credentials`;
const blob = `"https://quay.io/v2/team/app/blobs/${digest}"`;

describe('containerd 1.6 and 1.7 word errors differently', () => {
  it.each<readonly [what: string, error: PullError, of16: string, of17: string]>([
    [
      'without credentials',
      { kind: 'noBasicCredentials', at: head },
      `${resolve}pulling from host quay.io failed with status code [manifests v1]: 401 Unauthorized`,
      `${resolve}${noCredentials}`,
    ],
    [
      'without credentials for a mirror',
      { kind: 'noBasicCredentials', at: { ...head, host: 'mirror.internal' } },
      `${resolve}pulling from host mirror.internal failed with status code [manifests v1]: 401 Unauthorized`,
      `${resolve}${noCredentials}`,
    ],
    [
      'of a mirror in trouble',
      { kind: 'status', status: 503, at: { ...head, host: 'mirror.internal' } },
      `${resolve}pulling from host mirror.internal failed with status code [manifests v1]: 503 Service Unavailable`,
      `${resolve}unexpected status from HEAD request to https://mirror.internal/v2/team/app/manifests/v1?ns=quay.io: 503 Service Unavailable`,
    ],
    [
      'of a token server',
      { kind: 'tokenRefused', status: 503, anonymous: false, at: head },
      `${resolve}failed to authorize: failed to fetch oauth token: unexpected status: 503 Service Unavailable`,
      `${resolve}failed to authorize: failed to fetch oauth token: unexpected status from GET request to https://quay.io/v2/token?scope=repository%3Ateam%2Fapp%3Apull&service=quay.io: 503 Service Unavailable`,
    ],
  ])('%s', (_, error, of16, of17) => {
    expect(text('1.6', error)).toBe(of16);
    expect(text('1.7', error)).toBe(of17);
  });

  it('of a name in capitals, which 1.7 repeats', () => {
    const error: PullError = { kind: 'badReference', reason: 'uppercase' };
    const parse =
      'failed to parse image reference "quay.io/TEAM/app:v1": invalid reference format: repository name';
    expect(text('1.6', error, 'quay.io/TEAM/app:v1')).toBe(`${parse} must be lowercase`);
    expect(text('1.7', error, 'quay.io/TEAM/app:v1')).toBe(`${parse} (TEAM/app) must be lowercase`);
  });
});

describe.each(['1.6', '1.7'] as const)('containerd %s says', (release) => {
  it.each<readonly [what: string, error: PullError, expected: string]>([
    ['no credentials for a layer', { kind: 'noBasicCredentials', at: layer }, `${open}${noCredentials}`],
    [
      'a token that does not open a manifest',
      { kind: 'insufficientScope', at: manifest },
      `${open}${noAccess}server message: insufficient_scope: authorization failed`,
    ],
    [
      'a layer refused',
      { kind: 'refused', at: layer },
      `${open}failed to do request: Get ${blob}: dial tcp quay.io:443: connect: connection refused`,
    ],
    [
      'a layer reset before its first byte',
      { kind: 'reset', at: layer, inBody: false },
      `${open}failed to do request: Get ${blob}: read tcp NODE:PORT->quay.io:443: read: connection reset by peer`,
    ],
    [
      'no progress',
      { kind: 'progressTimeout', unpacking: undefined },
      `rpc error: code = Canceled desc = ${pull}context canceled`,
    ],
    [
      'no answer to the tag',
      { kind: 'progressTimeout', unpacking: undefined, at: head },
      `rpc error: code = Canceled desc = ${resolve}failed to do request: Head "https://quay.io/v2/team/app/manifests/v1": context canceled`,
    ],
    [
      'no answer to a layer',
      { kind: 'progressTimeout', unpacking: undefined, at: layer },
      `rpc error: code = Canceled desc = ${open}failed to do request: Get ${blob}: context canceled`,
    ],
  ])('%s', (_, error, expected) => {
    expect(text(release, error)).toBe(expected);
  });

  it('a token refused for a layer, after the tag was resolved', () => {
    const error: PullError = { kind: 'tokenRefused', status: 500, anonymous: true, at: layer };
    expect(
      text(release, error).startsWith(
        `${open}failed to authorize: failed to fetch anonymous token: unexpected status`,
      ),
    ).toBe(true);
  });

  it('no more of a name that is none', () => {
    expect(text(release, { kind: 'badReference', reason: 'invalid' }, 'quay.io/:v1')).toBe(
      'failed to parse image reference "quay.io/:v1": invalid reference format',
    );
  });

  it('under which snapshotter the disk is full', () => {
    const { profile } = selectRuntimeProfile(`containerd://${release}`, { snapshotter: 'native' });
    expect(profile.errorText({ kind: 'diskFullUnpack', digest }, 'x:1')).toContain(
      '/io.containerd.snapshotter.v1.native/',
    );
  });
});
