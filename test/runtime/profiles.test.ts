import { describe, expect, it } from 'vitest';
import { containerd16 } from '../../src/runtime/containerd-1-6.ts';
import { containerd24 } from '../../src/runtime/containerd-2-4.ts';
import { imageLocation } from '../../src/runtime/image-location.ts';
import type { PullError } from '../../src/runtime/pull-error.ts';
import { commitMicros } from '../../src/runtime/runtime-profile.ts';
import { selectRuntimeProfile } from '../../src/runtime/select-runtime-profile.ts';

describe('the runtime profile', () => {
  it.each([
    ['containerd://1.6', 'containerd://1.6', false],
    ['containerd://1.6.20', 'containerd://1.6', false],
    ['containerd://1.7.27', 'containerd://1.6', true],
    ['containerd://2.1.3', 'containerd://2.4', true],
    ['containerd://2.4.2', 'containerd://2.4', false],
    ['cri-o://1.33.1', 'containerd://2.4', true],
    ['docker://24.0', 'containerd://2.4', true],
  ])('of %s is %s', (asked, name, noted) => {
    const { profile, note } = selectRuntimeProfile(asked);
    expect(profile.name).toBe(name);
    expect(note?.includes('not measured') ?? false).toBe(noted);
  });

  // shared/runtime-runs R2: a layer of 2–5 MB 8.7 ms, 50 MB 25–35 ms, 200 MB about 95 ms
  it('takes longer to commit a larger blob', () => {
    expect(commitMicros(containerd24.delays, 3.5e6) / 1000).toBeCloseTo(8.7, 0);
    expect(commitMicros(containerd24.delays, 50e6) / 1000).toBeGreaterThan(25);
    expect(commitMicros(containerd24.delays, 50e6) / 1000).toBeLessThan(35);
    expect(commitMicros(containerd24.delays, 200e6) / 1000).toBeCloseTo(97, 0);
  });
});

describe('the place of an image', () => {
  it.each([
    ['redis:latest', 'docker.io/library/redis:latest', 'https://registry-1.docker.io/v2/library/redis', 'latest'],
    ['grafana/loki:3', 'docker.io/grafana/loki:3', 'https://registry-1.docker.io/v2/grafana/loki', '3'],
    ['gcr.io/a/b/c:v1', 'gcr.io/a/b/c:v1', 'https://gcr.io/v2/a/b/c', 'v1'],
    ['localhost:5000/x:1', 'localhost:5000/x:1', 'http://localhost:5000/v2/x', '1'],
    ['localhost/x:1', 'localhost/x:1', 'http://localhost/v2/x', '1'],
    ['quay.io/x@sha256:12', 'quay.io/x@sha256:12', 'https://quay.io/v2/x', 'sha256:12'],
    ['quay.io/x:2@sha256:12', 'quay.io/x:2@sha256:12', 'https://quay.io/v2/x', 'sha256:12'],
  ])('%s', (image, reference, baseUrl, version) => {
    expect(imageLocation(image)).toMatchObject({ reference, baseUrl, version });
  });
});

// The recorded texts of shared/runtime-runs/e6-fail.ndjson and e6-disk.ndjson, with their registry's host as `REG`
describe('a CRI error reads as recorded', () => {
  const ref = '127.0.0.1:5001/fail4:1';
  const pull = 'failed to pull and unpack image "REG/fail4:1": ';
  const head = { method: 'HEAD', kind: 'tag', digest: '' } as const;
  const manifest = { method: 'GET', kind: 'manifest', digest: 'sha256:67' } as const;
  const layer = { method: 'GET', kind: 'layer', digest: 'sha256:ac' } as const;
  const status = (code: number, at: typeof head | typeof manifest | typeof layer): PullError => ({ kind: 'status', status: code, at });
  const copy = `${pull}failed to copy: httpReadSeeker: failed open: `;
  const missing = `rpc error: code = NotFound desc = ${copy}could not fetch content descriptor sha256:ac (application/vnd.oci.image.layer.v1.tar+gzip) from remote: not found`;
  const get24 = `${copy}unexpected status from GET request to http://REG/v2/fail4/`;
  const get16 = `${copy}unexpected status code http://REG/v2/fail4/`;

  it.each([
    [
      containerd24,
      status(403, head),
      `${pull}failed to resolve image: unexpected status from HEAD request to http://REG/v2/fail4/manifests/1: 403 Forbidden\ndenied`,
    ],
    [
      containerd16,
      status(403, head),
      `${pull}failed to resolve reference "REG/fail4:1": pulling from host REG failed with status code [manifests 1]: 403 Forbidden`,
    ],
    [containerd24, status(404, layer), missing],
    [containerd16, status(404, layer), missing],
    [containerd24, status(503, layer), `${get24}blobs/sha256:ac: 503 Service Unavailable`],
    [containerd16, status(503, layer), `${get16}blobs/sha256:ac: 503 Service Unavailable`],
    [containerd24, status(429, manifest), `${get24}manifests/sha256:67: 429 Too Many Requests`],
    [containerd16, status(429, manifest), `${get16}manifests/sha256:67: 429 Too Many Requests`],
  ])('%#', (profile, error, text) => {
    expect(profile.errorText(error, ref).replaceAll('127.0.0.1:5001', 'REG')).toBe(text);
  });

  it('with the words of Docker Hub where it limits the rate', () => {
    const told = 'toomanyrequests: You have reached your unauthenticated pull rate limit. https://www.docker.com/increase-rate-limit';
    expect(containerd24.errorText(status(429, manifest), 'redis:7')).toMatch(new RegExp(`429 Too Many Requests\\n${told}$`));
    expect(containerd16.errorText(status(429, manifest), 'redis:7')).toMatch(
      new RegExp(`429 Too Many Requests - Server message: ${told}$`),
    );
  });

  it('where the connection is refused', () => {
    const text = (scheme: string, resolve: string) =>
      `failed to pull and unpack image "127.0.0.1:5999/x:1": ${resolve}: failed to do request: Head "${scheme}://127.0.0.1:5999/v2/x/manifests/1": dial tcp 127.0.0.1:5999: connect: connection refused`;
    const error: PullError = { kind: 'refused', at: head };
    expect(containerd24.errorText(error, '127.0.0.1:5999/x:1')).toBe(text('https', 'failed to resolve image'));
    expect(containerd16.errorText(error, '127.0.0.1:5999/x:1')).toBe(text('http', 'failed to resolve reference "127.0.0.1:5999/x:1"'));
  });

  it('where the disk is full', () => {
    const download: PullError = { kind: 'diskFullDownload', digest: 'sha256:f4' };
    expect(containerd24.errorText(download, 'r.io/x:1')).toMatch(
      /^failed to pull and unpack image "r.io\/x:1": failed to copy: write \/.*io.containerd.content.v1.content\/ingest\/f4\/data: no space left on device$/,
    );
    const unpack: PullError = { kind: 'diskFullUnpack', digest: 'sha256:f4' };
    expect(containerd24.errorText(unpack, 'r.io/x:1')).toMatch(
      /: failed to extract layer \(application\/vnd\.oci\.image\.layer\.v1\.tar\+gzip sha256:f4\) to overlayfs as "extract-\S+ sha256:f4": write \S+: no space left on device$/,
    );
    expect(containerd16.errorText(unpack, 'r.io/x:1')).toMatch(
      /: failed to extract layer sha256:f4: write \S+: no space left on device: unknown$/,
    );
  });
});
