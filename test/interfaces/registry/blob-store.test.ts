import { expect, test } from 'vitest';
import { storeAddress } from '../../../src/interfaces/registry/store/store-address.ts';
import { type Answer, type Asked, ask, manifestOf, serve, sha256 } from './served.ts';

const bytes = 600_000;

function shop(store = '{ roundTrip: 0ms }', rest = ''): string {
  return `registries:
  shop.example: { roundTrip: 0ms, blobStore: blobs.example }
  blobs.example: ${store}
images: [{ name: 'shop.example/web:1', layers: [{ size: ${bytes} }] }]
${rest}`;
}

/** Returns the path of the first layer at its registry. */
async function layerPath(url: string): Promise<string> {
  const { layers } = await manifestOf(url, 'web', '1');
  return `/v2/web/blobs/${layers[0]?.digest}`;
}

/** Asks as a client does that follows redirects, and sends its headers to both hosts. */
async function follow(url: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { status, headers } = await ask(url, path, asked);
  expect(status).toBe(307);
  return await askAt(headers.location ?? '', asked);
}

/** Asks a store at its address. `ask` does not resolve names: they all lead to this machine. */
async function askAt(address: string, asked: Asked = {}): Promise<Answer> {
  const { port, pathname, search } = new URL(address);
  return await ask(`http://127.0.0.1:${port}`, `${pathname}${search}`, asked);
}

test('the GET of a blob is redirected to another host, which has the blob', async () => {
  const { url, entries } = await serve(shop());
  const path = await layerPath(url);
  const redirect = await ask(url, path);
  expect([redirect.status, redirect.body.length]).toEqual([307, 0]);
  const location = new URL(redirect.headers.location ?? '');
  expect([location.hostname, location.port]).toEqual(['localhost', new URL(url).port]);
  expect([...location.searchParams.keys()]).toEqual(['Expires', 'Signature']);
  const blob = await askAt(location.href);
  expect([blob.status, path.endsWith(sha256(blob.body))]).toEqual([200, true]);
  expect((await ask(url, path, { method: 'HEAD' })).status).toBe(200);
  await expect.poll(() => entries.length).toBe(4);
  expect(entries.map(({ role, registry, kind, status }) => [role, registry, kind, status])).toEqual([
    ['registry', 'shop.example', 'tag', 200],
    ['registry', 'shop.example', 'layer', 307],
    ['blobStore', 'blobs.example', 'layer', 200],
    ['registry', 'shop.example', 'layer', 200],
  ]);
});

test('manifests come from the registry itself, and configs from the store', async () => {
  const { url } = await serve(shop());
  const { config } = await manifestOf(url, 'web', '1');
  const { body } = await follow(url, `/v2/web/blobs/${config.digest}`);
  expect(sha256(body)).toBe(config.digest);
});

test('a store that gets an Authorization header beside the signature refuses, and the log says who sent one', async () => {
  const { url, entries } = await serve(shop());
  const path = await layerPath(url);
  const refused = await follow(url, path, { headers: { Authorization: 'Bearer of-the-registry' } });
  expect(refused.status).toBe(400);
  expect(refused.headers['content-type']).toBe('application/xml');
  expect(refused.body.toString()).toContain('<Message>Only one auth mechanism allowed</Message>');
  expect((await follow(url, path)).status).toBe(200);
  await expect.poll(() => entries.length).toBe(5);
  const ofStore = entries.filter(({ role }) => role === 'blobStore');
  expect(ofStore.map(({ authorization, status }) => [authorization, status])).toEqual([
    ['bearer', 400],
    ['none', 200],
  ]);
  expect(JSON.stringify(entries)).not.toContain('of-the-registry');
});

test('an address expires, and one that is changed opens nothing', async () => {
  let now = 0;
  const { url } = await serve(shop(), { nowMs: () => now });
  const { location = '' } = (await ask(url, await layerPath(url))).headers;
  const codeOf = async (address: string) => {
    const { status, body } = await askAt(address);
    return [status, /<Code>(\w+)</.exec(body.toString())?.[1]];
  };
  const later = location.replace(/Expires=(\d+)/, (_, seconds) => `Expires=${Number(seconds) + 1}`);
  expect(await codeOf(later)).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await codeOf(location.replace(/Signature=.*/, ''))).toEqual([403, 'SignatureDoesNotMatch']);
  now = 20 * 60_000 - 1;
  expect((await askAt(location)).status).toBe(200);
  now = 20 * 60_000;
  expect(await codeOf(location)).toEqual([403, 'AccessDenied']);
});

test('a signature for one blob opens no other', async () => {
  const { url } = await serve(shop());
  const { config } = await manifestOf(url, 'web', '1');
  const { location = '' } = (await ask(url, await layerPath(url))).headers;
  const other = location.replace(/sha256:[\da-f]{64}/, config.digest);
  expect((await askAt(other)).status).toBe(403);
});

const digest = `sha256:${'0'.repeat(64)}`;

test.each([
  [`/blobs/blobs.example/shop.example/web/${digest}`, 404, 'NoSuchKey'],
  [`/blobs/shop.example/shop.example/web/${digest}?Expires=1&Signature=`, 404, 'NoSuchKey'],
  [`/blobs/blobs.example/other.example/web/${digest}`, 404, 'NoSuchKey'],
  [`/blobs/nowhere.example/shop.example/web/${digest}`, 404, 'NAME_UNKNOWN'],
  [`/blobs/__proto__/constructor/web/${digest}`, 404, 'NAME_UNKNOWN'],
  [`/blobs/blobs.example/..%2f..%2fetc/passwd/${digest}`, 404, 'NAME_UNKNOWN'],
  ['/blobs/blobs.example/shop.example/web/1', 404, 'NAME_UNKNOWN'],
  ['/blobs/', 404, 'NAME_UNKNOWN'],
])('what a store does not have is not there: %s', async (path, status, code) => {
  const { url } = await serve(shop());
  const answer = await ask(url, path);
  expect([answer.status, answer.body.toString()]).toEqual([status, expect.stringContaining(code)]);
});

test.each([
  'Expires=99999999999',
  'Expires=NaN&Signature=%00',
  'Fault=constructor&Signature=AAAA',
  'Signature=&Signature=',
])('the query %s opens nothing', async (query) => {
  const { url } = await serve(shop());
  const { location = '' } = (await ask(url, await layerPath(url))).headers;
  expect((await askAt(location.replace(/\?.*/, `?${query}`))).status).toBe(403);
});

test('a range is asked of the store, and a store may not know ranges', async () => {
  const headers = { Range: `bytes=${bytes - 10}-` };
  const [one, other] = [await serve(shop()), await serve(shop('{ roundTrip: 0ms, ranges: false }'))];
  const part = await follow(one.url, await layerPath(one.url), { headers });
  expect([part.status, part.body.length]).toEqual([206, 10]);
  const whole = await follow(other.url, await layerPath(other.url), { headers });
  expect([whole.status, whole.body.length]).toEqual([200, bytes]);
  await expect.poll(() => one.entries.at(-1)).toMatchObject({ range: headers.Range, bodyBytes: 10 });
});

test('a fault of the body at the registry befalls the body at the store, once', async () => {
  const { url, entries } = await serve(
    shop(undefined, 'faults: [{ kind: cutBody, afterBytes: 200000, times: 1 }]'),
  );
  const path = await layerPath(url);
  const [cut, whole] = [await follow(url, path), await follow(url, path)];
  expect([cut.body.length, cut.error]).toEqual([200_000, 'ECONNRESET']);
  expect([whole.body.length, whole.error]).toEqual([bytes, undefined]);
  await expect.poll(() => entries.length).toBe(5);
  const ofStore = entries.filter(({ role }) => role === 'blobStore');
  expect(ofStore.map(({ fault, bodyBytes, isAbandoned }) => [fault, bodyBytes, isAbandoned])).toEqual([
    ['faults/1-cutBody', 200_000, false],
    [undefined, bytes, false],
  ]);
});

test('faults and rates of the store are its own', async () => {
  const faults = 'faults: [{ kind: badStatus, status: 503, registry: blobs.example, times: 1 }]';
  const { url } = await serve(shop('{ roundTrip: 200ms, perResponse: 2MB/s }', faults));
  const path = await layerPath(url);
  expect((await ask(url, path)).ms).toBeLessThan(150);
  const failed = await follow(url, path);
  expect([failed.status, failed.body.toString()]).toEqual([503, expect.stringContaining('<Code>')]);
  const { status, ms } = await follow(url, path);
  expect(status).toBe(200);
  expect(ms).toBeGreaterThan(450);
});

test('a fault without a registry meets the registry, and not the store once more', async () => {
  const { url, entries } = await serve(
    shop(undefined, 'faults: [{ kind: badStatus, status: 500, request: layer, times: 1 }]'),
  );
  const path = await layerPath(url);
  expect((await ask(url, path)).status).toBe(500);
  expect((await follow(url, path)).status).toBe(200);
  await expect.poll(() => entries.map(({ fault }) => fault)).toContain('faults/1-badStatus');
});

test('a store that is down resets its connections, and the registry goes on', async () => {
  const { url } = await serve(shop(undefined, 'faults: [{ kind: registryDown, registry: blobs.example }]'));
  await expect(follow(url, await layerPath(url))).rejects.toThrow('ECONNRESET');
});

test('a client that is gone before the end of a blob is noted', async () => {
  const { url, entries } = await serve(shop('{ roundTrip: 0ms, perResponse: 300kB/s }'));
  await follow(url, await layerPath(url), { giveUpMs: 400 });
  await expect.poll(() => entries.at(-1)?.isAbandoned).toBe(true);
  const [redirected, abandoned] = entries.slice(-2);
  expect(redirected).toMatchObject({ status: 307, isAbandoned: false });
  expect(abandoned?.bodyBytes).toBeGreaterThan(0);
  expect(abandoned?.bodyBytes).toBeLessThan(bytes);
});

const here = { localAddress: '127.0.0.1', localPort: 5000 };

test.each([
  ['127.0.0.1:5000', here, undefined, 'localhost:5000'],
  ['[::1]:5000', { localAddress: '::1', localPort: 5000 }, undefined, 'localhost:5000'],
  ['localhost:6000', here, undefined, '127.0.0.1:6000'],
  ['shop.example', here, undefined, '127.0.0.1:5000'],
  ['shop.example:80', { localAddress: '::ffff:10.0.0.7', localPort: 5000 }, undefined, '10.0.0.7:5000'],
  ['shop.example', { localAddress: 'fd00::7', localPort: 5000 }, undefined, '[fd00::7]:5000'],
  ['10.0.0.7:5000', { localAddress: '10.0.0.7', localPort: 5000 }, undefined, undefined],
  ['10.0.0.7:5000', { localAddress: '10.0.0.7', localPort: 5000 }, 'blobs.example', 'blobs.example:5000'],
  ['127.0.0.1:5000', here, 'blobs.example:80', 'blobs.example:80'],
  ['evil"><script>', here, undefined, '127.0.0.1:5000'],
  ['a/b', here, undefined, undefined],
  [undefined, here, undefined, undefined],
] as const)('asked as %j at %j, with --store-at %j, stores are at %j', (asked, local, storeAt, expected) => {
  expect(storeAddress({ asked, ...local }, storeAt)).toBe(expected);
});

test('a client that knows the machine by its address alone gets blobs from the registry itself', async () => {
  const { url } = await serve(shop());
  const headers = { Host: `10.0.0.7:${new URL(url).port}` };
  const { status, body } = await ask(url, await layerPath(url), { headers });
  expect([status, body.length]).toEqual([200, bytes]);
});
