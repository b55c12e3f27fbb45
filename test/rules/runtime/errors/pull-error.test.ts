import { describe, expect, it } from 'vitest';
import {
  type RequestPoint,
  requestUrl,
  statusLine,
} from '../../../../src/rules/runtime/errors/pull-error.ts';
import { imageLocation } from '../../../../src/rules/runtime/images/image-location.ts';
import { selectRuntimeProfile } from '../../../../src/rules/runtime/profiles/select-runtime-profile.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const head: RequestPoint = { method: 'HEAD', kind: 'tag', digest: '' };
const point = (kind: RequestPoint['kind']): RequestPoint => ({ method: 'GET', kind, digest });

describe('the URL of a request', () => {
  it.each<readonly [string, RequestPoint, string]>([
    ['redis:7', head, 'https://registry-1.docker.io/v2/library/redis/manifests/7'],
    ['redis:7', { ...head, host: 'docker.io' }, 'https://registry-1.docker.io/v2/library/redis/manifests/7'],
    ['redis:7', point('index'), `https://registry-1.docker.io/v2/library/redis/manifests/${digest}`],
    ['redis:7', point('manifest'), `https://registry-1.docker.io/v2/library/redis/manifests/${digest}`],
    ['redis:7', point('config'), `https://registry-1.docker.io/v2/library/redis/blobs/${digest}`],
    ['redis:7', point('layer'), `https://registry-1.docker.io/v2/library/redis/blobs/${digest}`],
    [
      'redis:7',
      { ...head, host: 'mirror.internal' },
      'https://mirror.internal/v2/library/redis/manifests/7?ns=docker.io',
    ],
    [
      'redis:7',
      { ...head, host: 'localhost:5000' },
      'http://localhost:5000/v2/library/redis/manifests/7?ns=docker.io',
    ],
    [
      'quay.io/app:1',
      { ...point('layer'), host: 'mirror.internal' },
      `https://mirror.internal/v2/app/blobs/${digest}?ns=quay.io`,
    ],
  ])('for %s at %j is %s', (image, at, url) => {
    expect(requestUrl(imageLocation(image), at)).toBe(url);
  });
});

it.each([
  [404, '404 Not Found'],
  [504, '504 Gateway Timeout'],
  [520, '520'],
])('the status %d reads “%s”: the number alone where it has no name', (status, line) => {
  expect(statusLine(status)).toBe(line);
});

const text = (status: number, at: RequestPoint) =>
  selectRuntimeProfile('containerd://2.4').profile.errorText({ kind: 'status', status, at }, 'redis:7');

it.each([
  ['index', 'image.index.v1+json'],
  ['manifest', 'image.manifest.v1+json'],
  ['config', 'image.config.v1+json'],
  ['layer', 'image.layer.v1.tar+gzip'],
] as const)('of a missing %s the media type %s is named', (kind, type) => {
  expect(text(404, point(kind))).toContain(`${digest} (application/vnd.oci.${type}) from remote: not found`);
});

it('Docker Hub does not mention its limit where it has none', () => {
  expect(text(503, point('manifest'))).toMatch(/: 503 Service Unavailable$/);
});
