import { expect, test } from 'vitest';
import { logOf } from './log-of.ts';

// Texts of containerd 1.7.27 (internal/cri/instrument, image_pull.go); 1.6.20 has the first and the third at level info.
const called = (image: string, second: number) => `time="${at(second)}" level=info msg="PullImage \\"${image}\\""`;
const read = (reference: string, bytes: number, second: number) =>
  `time="${at(second)}" level=info msg="stop pulling image ${reference}: active requests=0, bytes read=${bytes}"`;
const pulled = (image: string, size: number, took: string, second: number) =>
  `time="${at(second)}" level=info msg="Pulled image \\"${image}\\" with image id \\"sha256:1\\", repo tag \\"${image}\\", repo digest \\"${image}@sha256:2\\", size \\"${size}\\" in ${took}"`;
const returned = (image: string, second: number) =>
  `time="${at(second)}" level=info msg="PullImage \\"${image}\\" returns image reference \\"sha256:1\\""`;
const failed = (image: string, second: number) =>
  `time="${at(second)}" level=error msg="PullImage \\"${image}\\" failed" error="failed to pull and unpack image: not found"`;

function at(second: number): string {
  return new Date(Date.UTC(2026, 10, 21, 10) + second * 1_000).toISOString();
}

test('a pull of containerd 1.7 has its size, its exact duration, and the bytes that were read', () => {
  const log = logOf(
    [
      called('nginx:1.27', 0),
      read('docker.io/library/nginx:1.27', 68_000_000, 3.2),
      pulled('nginx:1.27', 72_306_218, '3.2019s', 3.202),
      returned('nginx:1.27', 3.203),
    ].join('\n'),
  );
  expect(log.pulls).toMatchObject([
    { image: 'nginx:1.27', bytes: 72_306_218, bytesRead: 68_000_000, durationMicros: 3_201_900, outcome: 'pulled', at: 'containerd.log:3' },
  ]);
  expect(log.skips.list()).toEqual([]);
});

test('bytes that are told after the pull belong to it too', () => {
  const lines = [called('a:1', 0), pulled('a:1', 9_000_000, '1s', 1), returned('a:1', 1), read('docker.io/library/a:1', 0, 1.01)];
  expect(logOf(lines.join('\n')).pulls).toMatchObject([{ bytesRead: 0 }]);
});

test('a pull of containerd 1.6 takes from its call to its answer, and has no size', () => {
  const log = logOf([called('a:1', 10), called('b:1', 11), returned('b:1', 12), returned('a:1', 14.5)].join('\n'));
  expect(log.pulls).toMatchObject([
    { image: 'b:1', durationMicros: 1_000_000, bytes: undefined },
    { image: 'a:1', durationMicros: 4_500_000, bytes: undefined },
  ]);
});

test('calls for one image at once each have one answer', () => {
  const lines = [
    called('a:1', 0),
    called('a:1', 2),
    pulled('a:1', 5_000_000, '3s', 5),
    returned('a:1', 5),
    pulled('a:1', 5_000_000, '5s', 5),
    returned('a:1', 5),
  ];
  const log = logOf(lines.join('\n'));
  expect(log.pulls.map(({ durationMicros }) => durationMicros)).toEqual([3_000_000, 5_000_000]);
  expect(log.skips.list()).toEqual([]);
});

test('failed pulls, calls without answers, and answers without calls are counted', () => {
  const log = logOf(
    [
      called('a:1', 0),
      failed('a:1', 1),
      called('b:1', 2),
      returned('c:1', 3),
      `time="${at(4)}" level=info msg="starting containerd" revision=x version=v1.7.27`,
    ].join('\n'),
  );
  expect(log.pulls).toMatchObject([{ outcome: 'failed' }]);
  expect(log.version).toBe('v1.7.27');
  expect(log.skips.list()).toEqual([
    { reason: 'a pull that a restart of containerd ended', count: 1 },
    { reason: 'an answer without its call in the file', count: 1 },
  ]);
});

test('the level debug adds requests and layers', () => {
  const url = 'url="https://registry-1.docker.io/v2/library/nginx';
  const log = logOf(
    [
      `time="${at(0)}" level=debug msg="do request" request.method=HEAD ${url}/manifests/1.27"`,
      `time="${at(0.09)}" level=debug msg="fetch response received" response.status="200 OK" ${url}/manifests/1.27"`,
      `time="${at(0.1)}" level=debug msg="do request" request.method=GET ${url}/manifests/sha256:3"`,
      `time="${at(0.18)}" level=debug msg="fetch response received" response.status="200 OK" ${url}/manifests/sha256:3"`,
      `time="${at(0.2)}" level=debug msg="do request" request.method=GET ${url}/blobs/sha256:4"`,
      `time="${at(0.23)}" level=debug msg="fetch response received" response.status="200 OK" ${url}/blobs/sha256:4"`,
      `time="${at(1)}" level=debug msg="diff applied" d=250.5ms digest="sha256:5" media=application/vnd.oci.image.layer.v1.tar+gzip size=10000000`,
      `{"d":250500000,"digest":"sha256:6","level":"debug","media":"application/vnd.oci.image.layer.v1.tar","msg":"diff applied","size":7,"time":"${at(2)}"}`,
      `time="${at(3)}" level=debug msg="diff applied" d=soon size=1`,
    ].join('\n'),
  );
  expect(log.requests).toEqual([
    { registry: 'docker.io', kind: 'first', micros: 90_000 },
    { registry: 'docker.io', kind: 'later', micros: 30_000 },
  ]);
  expect(log.layers).toMatchObject([
    { bytes: 10_000_000, unpackMicros: 250_500, compressed: true },
    { bytes: 7, unpackMicros: 250_500, compressed: false },
  ]);
  expect(log.skips.list()).toEqual([{ reason: 'a "diff applied" without its size or duration', count: 1 }]);
});

test('a request that had to fetch a token first tells nothing about the round trip', () => {
  const request = (second: number, status: string) => [
    `time="${at(second)}" level=debug msg="do request" request.method=HEAD url="https://r.test/v2/a/manifests/1?ns=docker.io"`,
    `time="${at(second + 0.1)}" level=debug msg="fetch response received" response.status="${status}" url="https://r.test/v2/a/manifests/1?ns=docker.io"`,
  ];
  const log = logOf([...request(0, '401 Unauthorized'), ...request(1, '200 OK'), ...request(2, '200 OK')].join('\n'));
  expect(log.requests).toEqual([{ registry: 'docker.io', kind: 'first', micros: 100_000 }]);
});

test('Windows line ends, names of other things, and lines of a hundred thousand are no trouble', () => {
  const names = ['C:\\images\\a:1', '../../etc/passwd', '\\u001b[31mred', '"; drop', '$(reboot)'];
  const hostile = names.flatMap((name, index) => [pulled(name.replaceAll('\\', '\\\\\\\\').replaceAll('"', '\\\\\\"'), 1, '1s', index)]);
  const many = Array.from({ length: 25_000 }, (_, index) => [
    called(`a${index}:1`, index),
    pulled(`a${index}:1`, 1_000, '1s', index + 1),
    returned(`a${index}:1`, index + 1),
    'kubelet[1]: I1121 nothing',
  ]);
  const log = logOf([...hostile, ...many.flat()].join('\r\n'));
  expect(log.pulls).toHaveLength(25_000);
  expect(log.skips.list()).toEqual([{ reason: 'a name that no image has', count: names.length }]);
});
