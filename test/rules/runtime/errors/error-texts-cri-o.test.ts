import { describe, expect, it } from 'vitest';
import type { PullError, RequestPoint } from '../../../../src/rules/runtime/errors/pull-error.ts';
import { selectRuntimeProfile } from '../../../../src/rules/runtime/profiles/select-runtime-profile.ts';

// The words of github.com/containers/image v5.36, and of issues and logs that show them

const digest = `sha256:${'a'.repeat(64)}`;
const actual = `sha256:${'b'.repeat(64)}`;
const head: RequestPoint = { method: 'HEAD', kind: 'tag', digest: '' };
const point = (kind: RequestPoint['kind']): RequestPoint => ({ method: 'GET', kind, digest });
const status = (code: number, at: RequestPoint, message?: string): PullError => ({
  kind: 'status',
  status: code,
  at,
  ...(message === undefined ? {} : { message }),
});
const text = (error: PullError, image = 'quay.io/team/app:v1') =>
  selectRuntimeProfile('cri-o://1.33').profile.errorText(error, image);

const source = 'initializing source docker://quay.io/team/app:v1: ';
const ofTag = `${source}reading manifest v1 in quay.io/team/app: `;
const ofManifest = `${source}reading manifest ${digest} in quay.io/team/app: `;
const ofConfig = 'parsing image configuration: fetching blob: ';
const ofLayer = `reading blob ${digest}: fetching blob: `;
const storing = 'writing blob: storing blob to file "/var/tmp/container_images_storage0/1": ';
const denied = 'requested access to the resource is denied';
const broken = 'read tcp NODE:PORT->quay.io:443: read: connection reset by peer';

type Case = readonly [what: string, error: PullError, expected: string];

describe('an answer of the registry, in CRI-O’s words', () => {
  it.each<Case>([
    ['401 to a tag', status(401, head), `${ofTag}authentication required`],
    ['403 to a tag', status(403, head), `${ofTag}${denied}`],
    ['404 to a tag', status(404, head), `${ofTag}manifest unknown`],
    ['429 to a tag', status(429, head), `${ofTag}too many requests to registry`],
    ['502 to a tag', status(502, head), `${ofTag}received unexpected HTTP status: 502 Bad Gateway`],
    ['404 to a manifest', status(404, point('manifest')), `${ofManifest}manifest unknown`],
    [
      '500 to an index',
      status(500, point('index')),
      `${ofManifest}received unexpected HTTP status: 500 Internal Server Error`,
    ],
    ['404 to a config', status(404, point('config')), `${ofConfig}blob unknown to registry`],
    ['404 to a layer', status(404, point('layer')), `${ofLayer}blob unknown to registry`],
    ['403 with words', status(403, head, 'this IP address is blocked'), `${ofTag}this IP address is blocked`],
    ['403 without a word', status(403, head, ''), `${ofTag}${denied}`],
  ])('%s', (_, error, expected) => {
    expect(text(error)).toBe(expected);
  });

  it('is in Docker Hub’s own words where that is known to say something', () => {
    expect(text(status(429, head), 'redis:7')).toBe(
      'initializing source docker://redis:7: reading manifest 7 in docker.io/library/redis: toomanyrequests: You have reached your unauthenticated pull rate limit. https://www.docker.com/increase-rate-limit',
    );
  });
});

describe('what CRI-O says where it is not let in', () => {
  it.each<Case>([
    ['no credentials', { kind: 'noBasicCredentials', at: head }, `${ofTag}authentication required`],
    [
      'no credentials for a layer',
      { kind: 'noBasicCredentials', at: point('layer') },
      `${ofLayer}authentication required`,
    ],
    ['a token that opens nothing', { kind: 'insufficientScope', at: head }, `${ofTag}${denied}`],
    [
      'a wrong password',
      { kind: 'tokenRefused', status: 401, anonymous: false, at: head },
      `${source}unable to retrieve auth token: invalid username/password: unauthorized: incorrect username or password`,
    ],
    [
      'a token server with too much to do',
      { kind: 'tokenRefused', status: 429, anonymous: true, at: head },
      `${source}Requesting bearer token: too many requests to registry`,
    ],
    [
      'a token server in trouble',
      { kind: 'tokenRefused', status: 503, anonymous: true, at: head },
      `${source}Requesting bearer token: received unexpected HTTP status: 503 Service Unavailable`,
    ],
  ])('%s', (_, error, expected) => {
    expect(text(error)).toBe(expected);
  });
});

describe('a connection of CRI-O', () => {
  const mirror: RequestPoint = { ...head, host: 'mirror.internal:5000' };
  const pinged = (host: string) => `${source}pinging container registry ${host}: Get "https://${host}/v2/": `;

  it.each<Case>([
    [
      'refused',
      { kind: 'refused', at: head },
      `${pinged('quay.io')}dial tcp quay.io:443: connect: connection refused`,
    ],
    [
      'to an unknown host',
      { kind: 'noSuchHost', at: head },
      `${pinged('quay.io')}dial tcp: lookup quay.io on NAMESERVER:53: no such host`,
    ],
    ['broken at once', { kind: 'reset', at: head, inBody: false }, `${pinged('quay.io')}${broken}`],
    [
      'refused by a mirror',
      { kind: 'refused', at: mirror },
      `${pinged('mirror.internal:5000')}dial tcp mirror.internal:5000: connect: connection refused`,
    ],
    [
      'refused later on',
      { kind: 'refused', at: point('layer') },
      `${ofLayer}Get "https://quay.io/v2/team/app/blobs/${digest}": dial tcp quay.io:443: connect: connection refused`,
    ],
    [
      'broken before a layer comes',
      { kind: 'reset', at: point('layer'), inBody: false },
      `${ofLayer}Get "https://quay.io/v2/team/app/blobs/${digest}": ${broken}`,
    ],
    [
      'broken in a layer',
      { kind: 'reset', at: point('layer'), inBody: true },
      `${storing}happened during read: ${broken}`,
    ],
  ])('%s', (_, error, expected) => {
    expect(text(error)).toBe(expected);
  });
});

describe('a layer that CRI-O does not get onto its disk', () => {
  it.each<Case>([
    [
      'cut short',
      { kind: 'shortRead', at: point('layer'), bytes: 5, received: 0 },
      `${storing}happened during read: unexpected EOF`,
    ],
    [
      'another',
      { kind: 'wrongDigest', at: point('layer'), actual },
      `${storing}happened during read: Digest did not match, expected ${digest}, got ${actual}`,
    ],
    [
      'too slow',
      { kind: 'progressTimeout', unpacking: undefined },
      `rpc error: code = Canceled desc = ${storing}happened during read: context canceled`,
    ],
    [
      'committed too slowly',
      { kind: 'progressTimeout', unpacking: digest },
      'rpc error: code = Canceled desc = copying config: context canceled',
    ],
    [
      'too large',
      { kind: 'diskFullDownload', digest },
      `${storing}write /var/tmp/container_images_storage0/1: no space left on device`,
    ],
    [
      'too large unpacked',
      { kind: 'diskFullUnpack', digest },
      `writing blob: adding layer with blob "${digest}": unpacking failed (error: exit status 1; output: write /file: no space left on device)`,
    ],
  ])('%s', (_, error, expected) => {
    expect(text(error)).toBe(expected);
  });
});

// reference.FamiliarString of distribution/reference
it.each([
  ['redis:7', 'redis:7'],
  ['istio/dev:1', 'istio/dev:1'],
  ['library/team/app:1', 'library/team/app:1'],
  ['quay.io/team/app:v1', 'quay.io/team/app:v1'],
  ['harbor.example/docker.io/library/redis:7', 'harbor.example/docker.io/library/redis:7'],
])('CRI-O calls the image %s docker://%s', (image, familiar) => {
  expect(text(status(403, head), image).startsWith(`initializing source docker://${familiar}: `)).toBe(true);
});

it.each([
  ['uppercase', 'invalid reference format: repository name must be lowercase'],
  ['invalid', 'invalid reference format'],
] as const)('a name that CRI-O cannot read (%s) is reported without the name', (reason, expected) => {
  expect(text({ kind: 'badReference', reason }, 'quay.io/TEAM/app:v1')).toBe(expected);
});

// cri-o#8760, #8764
const ofIndex = (error: PullError) =>
  selectRuntimeProfile('cri-o://1.33').profile.errorText(error, 'quay.io/team/app:1', true);

it.each<readonly [PullError, string]>([
  [
    { kind: 'progressTimeout', unpacking: digest },
    'rpc error: code = Canceled desc = copying system image from manifest list: copying config: context canceled',
  ],
  [
    { kind: 'shortRead', at: point('layer'), bytes: 5, received: 0 },
    `copying system image from manifest list: ${storing}happened during read: unexpected EOF`,
  ],
])('of an index, what fails in the copy of an instance says so: %j', (error, expected) => {
  expect(ofIndex(error)).toBe(expected);
});

it('of an index, what fails before an instance is chosen does not', () => {
  const error = { kind: 'blocked', prefix: 'quay.io' } as const;
  expect(ofIndex(error)).toBe(
    'initializing source docker://quay.io/team/app:1: registry quay.io is blocked in /etc/containers/registries.conf or /etc/containers/registries.conf.d',
  );
});
