import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageName } from '../../../../src/inputs/images/image-name.ts';
import {
  canonicalImageName,
  imageLocation,
  isLoopback,
  isSameImage,
} from '../../../../src/rules/runtime/images/image-location.ts';

describe('the place of an image', () => {
  it.each([
    [
      'redis:latest',
      'docker.io/library/redis:latest',
      'https://registry-1.docker.io/v2/library/redis',
      'latest',
    ],
    ['grafana/loki:3', 'docker.io/grafana/loki:3', 'https://registry-1.docker.io/v2/grafana/loki', '3'],
    [
      'index.docker.io/redis:7',
      'docker.io/library/redis:7',
      'https://registry-1.docker.io/v2/library/redis',
      '7',
    ],
    ['gcr.io/a/b/c:v1', 'gcr.io/a/b/c:v1', 'https://gcr.io/v2/a/b/c', 'v1'],
    ['localhost:5000/x:1', 'localhost:5000/x:1', 'http://localhost:5000/v2/x', '1'],
    ['localhost/x:1', 'localhost/x:1', 'http://localhost/v2/x', '1'],
    ['quay.io/x@sha256:12', 'quay.io/x@sha256:12', 'https://quay.io/v2/x', 'sha256:12'],
    ['quay.io/x:2@sha256:12', 'quay.io/x:2@sha256:12', 'https://quay.io/v2/x', 'sha256:12'],
  ])('%s', (image, reference, baseUrl, version) => {
    expect(imageLocation(image)).toMatchObject({ reference, baseUrl, version });
  });
});

describe('an image of several spellings', () => {
  const digest = `sha256:${'ab'.repeat(32)}`;

  it('has one name for all of them; another tag, digest or registry is another image', () => {
    for (const image of [
      'redis',
      'redis:latest',
      'library/redis',
      'docker.io/redis',
      'index.docker.io/library/redis:latest',
    ])
      expect(canonicalImageName(image)).toBe('docker.io/library/redis:latest');
    expect(isSameImage(`redis:7@${digest}`, `docker.io/library/redis@${digest}`)).toBe(true);
    for (const image of ['redis:7', 'localhost:5000/redis', 'acme/redis', `redis@${digest}`])
      expect(isSameImage('redis', image)).toBe(false);
  });

  it("is what the kubelet's own parser of references makes of it", () => {
    const host = fc.constantFrom(
      '',
      'docker.io/',
      'index.docker.io/',
      'localhost/',
      'localhost:5000/',
      'ghcr.io/',
      'a.b:1/',
    );
    const path = fc.array(fc.constantFrom('library', 'redis', 'a-b', 'x__y', '7'), {
      minLength: 1,
      maxLength: 3,
    });
    const ending = fc.constantFrom('', ':7', ':latest', `@${digest}`, `:7@${digest}`);
    fc.assert(
      fc.property(host, path, ending, (registry, parts, version) => {
        const written = `${registry}${parts.join('/')}${version}`;
        expect(canonicalImageName(written)).toBe(imageName(written)?.canonical);
      }),
    );
  });
});

describe('a registry', () => {
  it.each(['localhost', 'localhost:5000', '127.0.0.1', '127.10.200.30:5000'])(
    '%s is on the machine itself',
    (registry) => {
      expect(isLoopback(registry)).toBe(true);
    },
  );

  it.each([
    'my-localhost',
    'localhost.example.com:5000',
    '127.0.0.1.nip.io',
    '10.127.0.0.1',
    '10.0.0.1:5000',
    'docker.io',
  ])('%s is elsewhere', (registry) => {
    expect(isLoopback(registry)).toBe(false);
  });
});
