import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { readRegistryInput } from '../../../src/interfaces/registry/registry-input.ts';
import { ask, manifestOf, near, serve, sha256 } from './served.ts';

const shop = `registries: { '*': ${near} }
images:
  - { name: 'shop.example/web:1', layers: [{ size: 300000, digest: 'sha256:base' }, { size: 20000 }] }
  - { name: 'shop.example/web:2', layers: [{ size: 300000, digest: 'sha256:base' }, { size: 40000 }] }
`;

test('the API says its version, and lists the tags of a repository', async () => {
  const { url } = await serve(shop);
  const base = await ask(url, '/v2/');
  expect([base.status, base.headers['docker-distribution-api-version']]).toEqual([200, 'registry/2.0']);
  const tags = await ask(url, '/v2/web/tags/list');
  expect(JSON.parse(tags.body.toString())).toEqual({ name: 'web', tags: ['1', '2'] });
});

test('everything of an image has the digest and the size by which it is asked for', async () => {
  const { url } = await serve(shop);
  const root = await ask(url, '/v2/web/manifests/1');
  const digest = sha256(root.body);
  expect(root.headers['docker-content-digest']).toBe(digest);
  expect(root.headers['content-type']).toBe('application/vnd.oci.image.manifest.v1+json');
  expect((await ask(url, `/v2/web/manifests/${digest}`)).body.equals(root.body)).toBe(true);
  const { config, layers } = await manifestOf(url, 'web', '1');
  expect(layers.map(({ size }) => size)).toEqual([300_000, 20_000]);
  expect(layers[0]?.mediaType).toBe('application/vnd.oci.image.layer.v1.tar+gzip');
  for (const { digest, size } of [config, ...layers]) {
    const { body, headers } = await ask(url, `/v2/web/blobs/${digest}`);
    expect([sha256(body), body.length, Number(headers['content-length'])]).toEqual([digest, size, size]);
  }
  const ids = JSON.parse((await ask(url, `/v2/web/blobs/${config.digest}`)).body.toString());
  expect(ids).toMatchObject({ os: 'linux', architecture: 'amd64', rootfs: { type: 'layers' } });
  expect(ids.rootfs.diff_ids).toHaveLength(2);
});

test('layers with one digest in the Scenario are one layer, and others are not', async () => {
  const { url } = await serve(shop);
  const [one, two] = [await manifestOf(url, 'web', '1'), await manifestOf(url, 'web', '2')];
  expect(two.layers[0]).toEqual(one.layers[0]);
  expect(two.layers[1]?.digest).not.toBe(one.layers[1]?.digest);
});

test('two servers with one seed have the same bytes, and with another seed others', async () => {
  const [one, same, other] = [await serve(shop), await serve(shop), await serve(shop, { seed: 2 })];
  const manifests = await Promise.all([one, same, other].map(({ url }) => manifestOf(url, 'web', '1')));
  expect(manifests[0]).toEqual(manifests[1]);
  const digests = manifests.map(({ layers }) => layers[1]?.digest);
  expect(digests[0]).not.toBe(digests[2]);
  const bytes = await Promise.all([one, same].map(({ url }) => ask(url, `/v2/web/blobs/${digests[0]}`)));
  expect(bytes[0]?.body.equals(bytes[1]?.body ?? Buffer.alloc(0))).toBe(true);
});

test('HEAD has the headers of GET, and no body', async () => {
  const { url } = await serve(shop);
  const { layers } = await manifestOf(url, 'web', '1');
  for (const path of ['/v2/web/manifests/1', `/v2/web/blobs/${layers[0]?.digest}`]) {
    const [head, get] = [await ask(url, path, { method: 'HEAD' }), await ask(url, path)];
    expect(head.body).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    expect(head.status).toBe(200);
  }
});

test('an index has a manifest for each of its platforms', async () => {
  const { url } = await serve(
    `registries: { '*': ${near} }\nimages: [{ name: shop.example/web:1, size: 50000, platforms: [linux/amd64, linux/arm64/v8] }]\n`,
  );
  const index = await ask(url, '/v2/web/manifests/1');
  expect(index.headers['content-type']).toBe('application/vnd.oci.image.index.v1+json');
  const { manifests } = JSON.parse(index.body.toString());
  expect(manifests.map(({ platform }: { platform: unknown }) => platform)).toEqual([
    { os: 'linux', architecture: 'amd64' },
    { os: 'linux', architecture: 'arm64', variant: 'v8' },
  ]);
  for (const { digest } of manifests) expect((await manifestOf(url, 'web', digest)).layers).not.toEqual([]);
});

test.each([
  ['bytes=0-0', 206, 'bytes 0-0/300000', 1],
  ['bytes=299990-', 206, 'bytes 299990-299999/300000', 10],
  ['bytes=-5', 206, 'bytes 299995-299999/300000', 5],
  ['bytes=100-400000', 206, 'bytes 100-299999/300000', 299_900],
  ['bytes=300000-', 416, 'bytes */300000', undefined],
  ['bytes=5-2', 200, undefined, 300_000],
  ['bytes=0-1,5-6', 200, undefined, 300_000],
  ['lines=1-2', 200, undefined, 300_000],
] as const)('Range: %s of a layer is answered with %i', async (range, status, contentRange, length) => {
  const { url } = await serve(shop);
  const { layers } = await manifestOf(url, 'web', '1');
  const path = `/v2/web/blobs/${layers[0]?.digest}`;
  const [part, whole] = [await ask(url, path, { headers: { Range: range } }), await ask(url, path)];
  expect([part.status, part.headers['content-range']]).toEqual([status, contentRange]);
  if (length === undefined) expect(part.body.toString()).toContain('RANGE_INVALID');
  else {
    const from = Number(/ (\d+)-/.exec(contentRange ?? ' 0-')?.[1]);
    expect(part.body.equals(whole.body.subarray(from, from + length))).toBe(true);
  }
});

test('a registry without ranges ignores them', async () => {
  const { url } = await serve(shop.replace('roundTrip', 'ranges: false, roundTrip'));
  const { layers } = await manifestOf(url, 'web', '1');
  const answer = await ask(url, `/v2/web/blobs/${layers[0]?.digest}`, { headers: { Range: 'bytes=5-' } });
  expect([answer.status, answer.body.length, answer.headers['accept-ranges']]).toEqual([
    200,
    300_000,
    undefined,
  ]);
});

const absent = `sha256:${'0'.repeat(64)}`;

test.each([
  ['/v2/other/manifests/1', 'NAME_UNKNOWN'],
  ['/v2/web/manifests/3', 'MANIFEST_UNKNOWN'],
  [`/v2/web/manifests/${absent}`, 'MANIFEST_UNKNOWN'],
  [`/v2/web/blobs/${absent}`, 'BLOB_UNKNOWN'],
  ['/v2/web/blobs/latest', 'BLOB_UNKNOWN'],
  ['/', 'NAME_UNKNOWN'],
  ['/v2/../../etc/passwd', 'NAME_UNKNOWN'],
  ['/v2/..%2f..%2fetc%2fpasswd/manifests/1', 'NAME_UNKNOWN'],
  ['/v2/web/manifests/..%2f..%2fpackage.json', 'NAME_UNKNOWN'],
  ['/v2/web/manifests/%E0%A4%A', 'NAME_UNKNOWN'],
  ['/v2/%00/manifests/1', 'NAME_UNKNOWN'],
  ['/v2/__proto__/manifests/constructor', 'NAME_UNKNOWN'],
  [`/v2/${'a/'.repeat(4_000)}manifests/1`, 'NAME_UNKNOWN'],
  [`/v2/${'a-'.repeat(400)}!/manifests/1`, 'NAME_UNKNOWN'],
  ['//v2/web/manifests/1', 'NAME_UNKNOWN'],
])('%s is not there', async (path, code) => {
  const { url } = await serve(shop);
  const { status, body } = await ask(url, path);
  expect([status, JSON.parse(body.toString()).errors[0].code]).toEqual([404, code]);
  expect((await ask(url, '/v2/')).status).toBe(200);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused', async (method) => {
  const { url } = await serve(shop);
  const { status, headers, body } = await ask(url, '/v2/web/blobs/uploads/', { method });
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  expect(JSON.parse(body.toString()).errors[0].code).toBe('UNSUPPORTED');
});

const twoRegistries = `registries:
  '*': ${near}
  mirror.example: { roundTrip: 0ms, images: ['team/*'] }
images:
  - { name: 'one.example/team/app:1', size: 10000 }
  - { name: 'two.example/team/app:1', size: 20000 }
  - { name: 'two.example/alone:1', size: 20000 }
`;

test('registries are told apart by query, Host header and path, and by what only one has', async () => {
  const { url, entries } = await serve(twoRegistries);
  const path = '/v2/team/app/manifests/1';
  const digest = async (asked: Parameters<typeof ask>) =>
    (await ask(...asked)).headers['docker-content-digest'];
  const two = await digest([url, `${path}?ns=two.example`]);
  expect(two).toBeDefined();
  expect(await digest([url, path, { headers: { Host: 'two.example' } }])).toBe(two);
  expect(await digest([url, path, { headers: { Host: 'two.example:8080' } }])).toBe(two);
  expect(await digest([url, '/v2/two.example/team/app/manifests/1'])).toBe(two);
  expect(await digest([url, `${path}?ns=one.example`])).not.toBe(two);
  expect((await ask(url, path)).status).toBe(404);
  expect((await ask(url, '/v2/alone/manifests/1')).status).toBe(200);
  expect(entries.at(-1)?.registry).toBe('two.example');
});

test('a mirror has the images of other registries that the Scenario says it has', async () => {
  const { url, entries } = await serve(twoRegistries);
  const headers = { Host: 'mirror.example' };
  expect((await ask(url, '/v2/team/app/manifests/1?ns=two.example', { headers })).status).toBe(200);
  expect(entries.at(-1)?.registry).toBe('mirror.example');
  expect((await ask(url, '/v2/alone/manifests/1?ns=two.example', { headers })).status).toBe(404);
});

test('a body is no faster than the registry, also where several share it', async () => {
  const { url } = await serve(
    "registries: { shop.example: { roundTrip: 0ms, egress: 1MB/s } }\nimages: [{ name: 'shop.example/web:1', layers: [{ size: 200000 }] }]\n",
  );
  const { layers } = await manifestOf(url, 'web', '1');
  const path = `/v2/web/blobs/${layers[0]?.digest}`;
  const both = await Promise.all([ask(url, path), ask(url, path)]);
  expect(Math.max(...both.map(({ ms }) => ms))).toBeGreaterThan(370);
  expect(both.every(({ body }) => body.length === 200_000)).toBe(true);
});

test('an answer comes a round trip later, and sooner with speed', async () => {
  const far = shop.replaceAll('roundTrip: 0ms', 'roundTrip: 300ms, connect: 0ms');
  const [slow, fast] = [await serve(far), await serve(far, { speed: 100 })];
  const path = '/v2/web/manifests/9';
  expect((await ask(slow.url, path)).ms).toBeGreaterThan(295);
  expect((await ask(fast.url, path)).ms).toBeLessThan(250);
});

test('the first answer of a connection comes later by the time of a connection, and later ones do not', async () => {
  const { url } = await serve(shop.replaceAll('roundTrip: 0ms', 'roundTrip: 0ms, connect: 300ms'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: boolean[] = [];
  for (const path of ['/v2/', '/v2/web/manifests/1', '/v2/web/manifests/2'])
    times.push((await ask(url, path, { agent })).ms > 295);
  agent.destroy();
  expect(times).toEqual([true, false, false]);
  expect((await ask(url, '/v2/web/manifests/1')).ms).toBeGreaterThan(295);
});

test('an image that is named by a digest has a tag of its own, which a warning says', async () => {
  const images = `web:1, 'web:1@${absent}', 'web@sha256:${'1'.repeat(64)}', 'web:3@sha256:${'3'.repeat(64)}'`;
  const text = `registries: { '*': ${near} }\nimages: [${images.replace(/('[^']+'|web:1(?=,))/g, '{ name: $1, size: 9000B }')}]\n`;
  const head = 'apiVersion: windlass.dev/v1alpha1\nkind: Scenario\n';
  const read = readRegistryInput([{ name: 'scenario.yaml', text: `${head}${text}` }], {});
  expect(read.ok && read.warnings.filter((warning) => warning.includes('@')).sort()).toEqual([
    `web:1@${absent}: its bytes are drawn and have another digest; it is served as library/web:digest-${absent.slice(7, 19)}`,
    'web:3@sha256:3333333333333333333333333333333333333333333333333333333333333333: its bytes are drawn and have another digest; it is served as library/web:3',
    'web@sha256:1111111111111111111111111111111111111111111111111111111111111111: its bytes are drawn and have another digest; it is served as library/web:digest-111111111111',
  ]);
  const { url } = await serve(text);
  const tags = JSON.parse((await ask(url, '/v2/library/web/tags/list')).body.toString()).tags;
  expect(tags).toEqual(['1', '3', 'digest-111111111111', `digest-${absent.slice(7, 19)}`].sort());
  for (const tag of tags) expect((await ask(url, `/v2/library/web/manifests/${tag}`)).status).toBe(200);
  expect((await ask(url, `/v2/library/web/manifests/${absent}`)).status).toBe(404);
});

test('a large layer is never in memory as a whole', { timeout: 600_000 }, async () => {
  const { url } = await serve(
    `registries: { '*': ${near} }\nimages: [{ name: 'shop.example/web:1', layers: [{ size: 2GB }] }]\n`,
  );
  const rssBefore = process.memoryUsage().rss;
  let rssMax = 0;
  let bytes = 0;
  const { layers } = await manifestOf(url, 'web', '1');
  const response = await fetch(`${url}/v2/web/blobs/${layers[0]?.digest}`);
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    rssMax = Math.max(rssMax, process.memoryUsage.rss());
  }
  expect(bytes).toBe(2e9);
  expect((rssMax - rssBefore) / 1e6).toBeLessThan(400);
});

test('the log tells when an answer began, what its headers promise, and over which connection it came', async () => {
  const server = await serve(shop);
  const { layers } = await manifestOf(server.url, 'web', '1');
  const path = `/v2/web/blobs/${layers[0]?.digest}`;
  await ask(server.url, path, { method: 'HEAD' });
  await ask(server.url, path, { headers: { Range: 'bytes=299900-' } });
  await expect.poll(() => server.entries.length).toBe(3);
  const [, head, part] = server.entries;
  expect(head).toMatchObject({ bodyBytes: 0, bodyBytesPromised: 300_000 });
  expect(part).toMatchObject({ bodyBytes: 100, bodyBytesPromised: 100 });
  expect(new Set(server.entries.map(({ connection }) => connection)).size).toBe(3);
  for (const { atMicros, answeredMicros = 0, tookMicros } of server.entries) {
    expect(answeredMicros).toBeGreaterThanOrEqual(atMicros);
    expect(answeredMicros).toBeLessThanOrEqual(atMicros + tookMicros);
  }
});

test('the bytes of an image can be made before it is asked for', async () => {
  const server = await serve(shop);
  const name = 'shop.example/web:1';
  const { root } = await server.contentOf({
    name,
    ref: 'sha256:a',
    index: false,
    configBytes: 900,
    layers: [],
    source: 'scenario',
  });
  const asked = await ask(server.url, '/v2/web/manifests/1');
  expect(asked.headers['docker-content-digest']).toBe(root.digest);
  expect(server.entries).toHaveLength(1);
});
