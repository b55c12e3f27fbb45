import { describe, expect, test } from 'vitest';
import { logOf } from '../log-of.ts';
import { at, called, failed, pulled, read, returned } from '../log-texts.ts';

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
    {
      image: 'nginx:1.27',
      bytes: 72_306_218,
      bytesRead: 68_000_000,
      durationMicros: 3_201_900,
      outcome: 'pulled',
      at: 'containerd.log:3',
    },
  ]);
  expect(log.skips.list()).toEqual([]);
});

test('bytes that are told after the pull belong to it too', () => {
  const lines = [
    called('a:1', 0),
    pulled('a:1', 9_000_000, '1s', 1),
    returned('a:1', 1),
    read('docker.io/library/a:1', 0, 1.01),
  ];
  expect(logOf(lines.join('\n')).pulls).toMatchObject([{ bytesRead: 0 }]);
});

test('a pull of containerd 1.6 takes from its call to its answer, and has no size', () => {
  const log = logOf(
    [called('a:1', 10), called('b:1', 11), returned('b:1', 12), returned('a:1', 14.5)].join('\n'),
  );
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
  const log = logOf(
    [...request(0, '401 Unauthorized'), ...request(1, '200 OK'), ...request(2, '200 OK')].join('\n'),
  );
  expect(log.requests).toEqual([{ registry: 'docker.io', kind: 'first', micros: 100_000 }]);
});

test('names that no image has are counted', () => {
  const names = ['C:\\images\\a:1', '../../etc/passwd', '\\u001b[31mred', '"; drop', '$(reboot)'];
  const hostile = names.map((name, index) =>
    pulled(name.replaceAll('\\', '\\\\\\\\').replaceAll('"', '\\\\\\"'), 1, '1s', index),
  );
  const log = logOf(hostile.join('\n'));
  expect(log.pulls).toEqual([]);
  expect(log.skips.list()).toEqual([{ reason: 'a name that no image has', count: names.length }]);
});

test('twenty thousand lines that end as on Windows are no trouble', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => [
    called(`a${index}:1`, index),
    pulled(`a${index}:1`, 1_000, '1s', index + 1),
    returned(`a${index}:1`, index + 1),
    'kubelet[1]: I1121 nothing',
  ]);
  const log = logOf(many.flat().join('\r\n'));
  expect(log.pulls).toHaveLength(5_000);
  expect(log.lines).toBe(15_000);
  expect(log.skips.list()).toEqual([]);
});

const durations = (...lines: readonly string[]) =>
  logOf(lines.join('\n')).pulls.map(({ durationMicros }) => durationMicros);
const skipped = (...lines: readonly string[]) => logOf(lines.join('\n')).skips.list();

test('of several calls for one image an answer without a size takes the first, one with a size the one that began then', () => {
  expect(durations(called('a:1', 0), called('a:1', 2), called('a:1', 4), returned('a:1', 10))).toEqual([
    10e6,
  ]);
  const three = [called('a:1', 0), called('a:1', 2), called('a:1', 4)];
  // The one of 2 is told, so what answers next is its; what fails is another's.
  const told = [...three, pulled('a:1', 5, '8s', 10)];
  expect(durations(...told, returned('a:1', 10), returned('a:1', 11), returned('a:1', 12))).toEqual([
    8e6, 11e6, 8e6,
  ]);
  expect(
    logOf([...told, failed('a:1', 11)].join('\n')).pulls.map(({ outcome, durationMicros }) => [
      outcome,
      durationMicros,
    ]),
  ).toEqual([
    ['pulled', 8e6],
    ['failed', 11e6],
  ]);
  // Two that are told at once are two calls.
  expect(skipped(...told, pulled('a:1', 5, '8s', 10))).toEqual([
    { reason: 'a pull without an end in the file', count: 1 },
  ]);
});

test('a clock that was set back, a pull that containerd gave up, and a size that no image has are counted', () => {
  expect(durations(called('a:1', 5), returned('a:1', 5))).toEqual([0]);
  expect(skipped(called('a:1', 5), returned('a:1', 4))).toEqual([
    { reason: 'an end before its beginning: the clock was set back', count: 1 },
  ]);
  const cancelled = `time="${at(1)}" level=error msg="cancel pulling image docker.io/library/a:1 because of no progress in 5m0s"`;
  expect(skipped(cancelled)).toEqual([{ reason: 'a pull that containerd cancelled: no progress', count: 1 }]);
  expect(skipped(pulled('a:1', 999_999_999_999_999, '1s', 1))).toEqual([
    { reason: 'a size that no image has', count: 1 },
  ]);
  expect(skipped('time="2026-11-21T10:0 PullImage "')).toEqual([
    { reason: 'a line that is cut short or mixed up', count: 1 },
  ]);
});

test('bytes belong to a pull that ended within two seconds of them, once', () => {
  const readOf = (...lines: readonly string[]) =>
    logOf(lines.join('\n')).pulls.map(({ bytesRead }) => bytesRead);
  const at10 = pulled('a:1', 5, '1s', 10);
  const count = (second: number) => read('docker.io/library/a:1', 7, second);
  expect([7.9, 8].map((second) => readOf(count(second), at10)[0])).toEqual([undefined, 7]);
  expect([12, 12.1].map((second) => readOf(at10, count(second))[0])).toEqual([7, undefined]);
  expect(readOf(count(9), at10, pulled('a:1', 5, '1s', 11))).toEqual([7, undefined]);
  expect(readOf(at10, pulled('a:1', 5, '1s', 11), count(11), read('docker.io/library/a:1', 8, 11))).toEqual([
    undefined,
    7,
  ]);
});

test('a restart ends what was open, and tells the version', () => {
  const started = (version: string) =>
    logOf(`time="${at(4)}" level=info msg="starting containerd" version=${version}`).version;
  expect(['v1.7.27', '2.0.5', 'v10.12', 'v2.1.0-rc.0', 'main', 'x1.2'].map(started)).toEqual([
    'v1.7.27',
    '2.0.5',
    'v10.12',
    'v2.1.0',
    undefined,
    undefined,
  ]);
  const log = logOf(
    `${called('a:1', 1)}\ntime="${at(4)}" level=info msg="starting containerd"\n${returned('a:1', 5)}`,
  );
  expect(log).toMatchObject({ version: undefined, lines: 3, pulls: [] });
  expect(log.skips.list().map(({ reason }) => reason)).toEqual([
    'a pull that a restart of containerd ended',
    'an answer without its call in the file',
  ]);
});

describe('requests at level debug', () => {
  const asked = (second: number, url: string, method = 'GET') =>
    `time="${at(second)}" level=debug msg="do request" request.method=${method} url="${url}"`;
  const answered = (second: number, url: string, status = '200 OK') =>
    `time="${at(second)}" level=debug msg="fetch response received" response.status="${status}" url="${url}"`;
  const requests = (...lines: readonly string[]) =>
    logOf(lines.join('\n')).requests.map(({ registry, kind, micros }) => `${registry} ${kind} ${micros}`);
  const manifest = 'https://r.test/v2/a/manifests/1';
  const blob = 'http://r.test/v2/a/blobs/sha256:1';

  test('HEADs open a connection, the config comes over that of its manifest, layers may come over any', () => {
    const got = [
      asked(0, manifest),
      answered(1, manifest),
      asked(1, blob),
      answered(1.5, blob),
      asked(2, blob),
      answered(3, blob),
    ];
    expect(requests(...got)).toEqual(['r.test later 500000']);
    expect(requests(asked(0, manifest, 'HEAD'), answered(0.25, manifest))).toEqual(['r.test first 250000']);
    // A HEAD's connection is closed.
    expect(
      requests(asked(0, manifest, 'HEAD'), answered(1, manifest), asked(1, blob), answered(2, blob)),
    ).toEqual(['r.test first 1000000']);
    expect(
      requests(asked(0, manifest), answered(1, manifest), asked(2, manifest), answered(3, manifest)),
    ).toEqual([]);
  });

  test('another repository has another connection', () => {
    const other = 'https://r.test/v2/b/blobs/sha256:1';
    expect(requests(asked(0, manifest), answered(1, manifest), asked(1, other), answered(2, other))).toEqual(
      [],
    );
  });

  test('failed requests, those without an answer or a question, and those of other addresses are passed over', () => {
    expect(requests(asked(0, manifest, 'HEAD'), answered(1, manifest, '404 Not Found'))).toEqual([]);
    expect(
      requests(asked(0, manifest), answered(1, manifest, '500 Oh'), asked(1, blob), answered(2, blob)),
    ).toEqual([]);
    expect(requests(answered(1, manifest), asked(2, manifest, 'HEAD'))).toEqual([]);
    expect(requests(asked(1, manifest, 'HEAD'), answered(1, manifest))).toEqual([]);
    for (const url of [
      'https://r.test/token',
      'ftp://r.test/v2/a/manifests/1',
      'xhttps://r.test/v2/a/manifests/1',
      '',
    ])
      expect(requests(asked(0, url, 'HEAD'), answered(1, url))).toEqual([]);
  });

  test('of equal requests at once each has its answer, in their order', () => {
    const head = (second: number) => asked(second, manifest, 'HEAD');
    expect(
      requests(head(0), head(1), answered(3, manifest), answered(5, manifest), answered(6, manifest)),
    ).toEqual(['r.test first 3000000', 'r.test first 4000000']);
  });

  test('a mirror answers for its registry; Docker Hub’s has another name', () => {
    const of = (url: string) => requests(asked(0, url, 'HEAD'), answered(1, url))[0]?.split(' ')[0];
    expect(of('https://mirror.test/v2/a/manifests/1?ns=quay.io')).toBe('quay.io');
    expect(of('https://registry-1.docker.io/v2/library/a/manifests/1')).toBe('docker.io');
    expect(of('https://r.test:5000/v2/a/b/blobs/sha256:1#x')).toBe('r.test:5000');
  });
});
