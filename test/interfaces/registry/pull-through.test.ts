import { expect, test } from 'vitest';
import { ask, manifestOf, serve } from './served.ts';

const bytes = 300_000;

function shop(upstream = 'roundTrip: 0ms', rest = ''): string {
  return `registries:
  hub.example: { blobStore: none, ${upstream} }
  cache.example: { roundTrip: 0ms, cacheOf: hub.example }
images: [{ name: 'hub.example/web:1', layers: [{ size: ${bytes} }] }]
${rest}`;
}

const tag = '/v2/cache.example/web/manifests/1';

/** Returns the path of the first layer at the cache, without asking the cache. */
async function layerPath(url: string): Promise<string> {
  const { layers } = await manifestOf(url, 'hub.example/web', '1');
  return `/v2/cache.example/web/blobs/${layers[0]?.digest}`;
}

test('the first pull of a layer comes at the rate of upstream, and later ones at that of the cache', async () => {
  const { url, entries } = await serve(shop('roundTrip: 0ms, perResponse: 600kB/s'));
  const path = await layerPath(url);
  const [first, second] = [await ask(url, path), await ask(url, path)];
  expect(first.ms).toBeGreaterThan(400);
  expect(second.ms).toBeLessThan(250);
  expect(second.body.equals(first.body)).toBe(true);
  await expect
    .poll(() => entries.slice(1).map(({ registry, cache }) => [registry, cache]))
    .toEqual([
      ['cache.example', 'miss'],
      ['cache.example', 'hit'],
    ]);
});

test('clients that ask while the cache is filled wait for the same answer, and get it at the rate of upstream', async () => {
  const { url, entries } = await serve(shop('roundTrip: 200ms, connect: 0ms, perResponse: 1MB/s'));
  const path = await layerPath(url);
  const both = await Promise.all([ask(url, path), ask(url, path)]);
  for (const { ms } of both) expect(ms).toBeGreaterThan(450);
  await expect.poll(() => entries.flatMap(({ cache = [] }) => cache).sort()).toEqual(['filling', 'miss']);
});

test('a tag is asked for upstream each time, and is as it was last while the upstream is down', async () => {
  let now = 0;
  const faults = 'faults: [{ kind: registryDown, registry: hub.example, from: 10s, until: 20s }]';
  const { url } = await serve(shop(undefined, faults), { nowMs: () => now });
  const path = await layerPath(url);
  now = 10_000;
  expect((await ask(url, tag)).status).toBe(502);
  expect((await ask(url, path)).status).toBe(502);
  now = 20_000;
  expect((await ask(url, tag)).status).toBe(200);
  expect((await ask(url, path)).status).toBe(200);
  now = 10_000;
  expect((await ask(url, tag)).status).toBe(200);
  expect((await ask(url, path)).status).toBe(200);
});

test('an error of upstream is passed on without its challenge, and nothing is kept', async () => {
  const faults = 'faults: [{ kind: badStatus, status: 401, registry: hub.example, times: 2 }]';
  const { url, entries } = await serve(shop('roundTrip: 0ms, authentication: bearer', faults));
  const refused = await ask(url, tag);
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, undefined]);
  expect((await ask(url, tag)).status).toBe(401);
  expect((await ask(url, tag)).status).toBe(200);
  expect(entries.slice(0, 2).map(({ fault }) => fault)).toEqual(['faults/1-badStatus', 'faults/1-badStatus']);
});

test('a body that breaks on its way to the cache breaks for the client, and is got again', async () => {
  const faults = 'faults: [{ kind: cutBody, afterBytes: 100000, registry: hub.example, times: 1 }]';
  const { url } = await serve(shop(undefined, faults));
  const path = await layerPath(url);
  const [cut, whole] = [await ask(url, path), await ask(url, path)];
  expect([cut.body.length, cut.error]).toEqual([100_000, 'ECONNRESET']);
  expect([whole.body.length, whole.error]).toEqual([bytes, undefined]);
});

test('a cache takes one pull of the limit of its upstream for all of its clients', async () => {
  const limit = 'roundTrip: 0ms, pullLimit: { pulls: 1, per: 1h }';
  const { url } = await serve(shop(limit));
  const { headers } = await ask(url, tag, { method: 'HEAD' });
  const manifest = `/v2/cache.example/web/manifests/${headers['docker-content-digest']}`;
  expect([(await ask(url, manifest)).status, (await ask(url, manifest)).status]).toEqual([200, 200]);
  expect((await ask(url, tag)).status).toBe(429);
});

test('a client that leaves while the upstream holds its request does not keep others from an answer', async () => {
  const faults = 'faults: [{ kind: stall, registry: hub.example, until: 4s }]';
  const { url } = await serve(shop(undefined, faults), { speed: 5 });
  const left = ask(url, tag, { giveUpMs: 100 });
  const waiting = ask(url, tag);
  await expect(left).rejects.toThrow('no answer');
  expect(await waiting).toMatchObject({ status: 200 });
});

test('a cache that is asked as a mirror has the images of its upstream', async () => {
  const { url } = await serve(shop());
  const headers = { Host: 'cache.example' };
  expect((await ask(url, '/v2/web/manifests/1', { headers })).status).toBe(200);
  expect((await ask(url, '/v2/web/manifests/1?ns=hub.example', { headers })).status).toBe(200);
  expect((await ask(url, '/v2/web/manifests/2?ns=hub.example', { headers })).status).toBe(404);
});
