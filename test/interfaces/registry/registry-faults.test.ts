import { expect, test } from 'vitest';
import { ask, manifestOf, near, type Served, serve, sha256 } from './served.ts';

const bytes = 600_000;
const shop = `registries: { '*': ${near} }
images: [{ name: 'shop.example/web:1', layers: [{ size: ${bytes} }, { size: 20000 }] }]
`;
const tag = '/v2/web/manifests/1';

function withFaults(...faults: readonly string[]): string {
  return `${shop}faults: [${faults.join(', ')}]\n`;
}

/** Returns the server with these faults, and the path of its first layer. */
async function layerOf(...faults: readonly string[]): Promise<{ server: Served; path: string }> {
  const server = await serve(withFaults(...faults));
  const { layers } = await manifestOf(server.url, 'web', '1');
  return { server, path: `/v2/web/blobs/${layers[0]?.digest}` };
}

test('a bad status comes as often as the fault says, with its message', async () => {
  const { url, entries } = await serve(
    withFaults("{ kind: badStatus, status: 503, times: 2, message: 'unavailable: try again' }"),
  );
  const answers = [await ask(url, tag), await ask(url, tag), await ask(url, tag)];
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
  expect(JSON.parse(answers[0]?.body.toString() ?? '')).toEqual({
    errors: [{ code: 'UNAVAILABLE', message: 'try again' }],
  });
  expect(entries.map(({ fault }) => fault)).toEqual(['faults/1-badStatus', 'faults/1-badStatus', undefined]);
});

test('a fault meets the kind of request, the image and the layer that it names', async () => {
  const { url } = await serve(
    withFaults(
      '{ kind: badStatus, status: 500, request: config }',
      '{ kind: badStatus, status: 502, layer: 1, image: shop.example/web:1 }',
      '{ kind: badStatus, status: 504, image: shop.example/other:1 }',
    ),
  );
  const { config, layers } = await manifestOf(url, 'web', '1');
  const blobs = [config, ...layers].map(({ digest }) => ask(url, `/v2/web/blobs/${digest}`));
  expect((await Promise.all(blobs)).map(({ status }) => status)).toEqual([500, 200, 502]);
});

test('a fault of the tag meets HEAD and GET of it, and not the digest', async () => {
  const { url } = await serve(shop);
  const digest = (await ask(url, tag)).headers['docker-content-digest'];
  const broken = await serve(withFaults('{ kind: badStatus, status: 500, request: tag }'));
  const statuses = [
    await ask(broken.url, tag, { method: 'HEAD' }),
    await ask(broken.url, tag),
    await ask(broken.url, `/v2/web/manifests/${digest}`),
  ].map(({ status }) => status);
  expect(statuses).toEqual([500, 500, 200]);
});

test('a connection is reset in place of an answer, and where a registry is down', async () => {
  for (const fault of ['{ kind: connectionReset }', '{ kind: registryDown }']) {
    const { url, entries } = await serve(withFaults(fault));
    await expect(ask(url, tag)).rejects.toThrow('ECONNRESET');
    await expect.poll(() => entries.map(({ status }) => status)).toEqual([undefined]);
  }
});

test('a body is reset after its bytes, or cut in an orderly way', async () => {
  for (const kind of ['connectionReset', 'cutBody']) {
    const { server, path } = await layerOf(`{ kind: ${kind}, afterBytes: 200000 }`);
    const { status, body, error } = await ask(server.url, path);
    expect([status, body.length, error]).toEqual([200, 200_000, 'ECONNRESET']);
    const part = await ask(server.url, path, { headers: { Range: `bytes=${bytes - 10}-` } });
    expect([part.status, part.body.length, part.error]).toEqual([206, 10, undefined]);
  }
});

test('a body that stalls keeps its connection, and the rest of the server goes on', async () => {
  const { server, path } = await layerOf('{ kind: stalledBody, afterBytes: 100000 }');
  const stalled = ask(server.url, path, { giveUpMs: 400 });
  expect((await ask(server.url, tag)).status).toBe(200);
  expect(await stalled).toMatchObject({ status: 200, error: 'gave up', body: { length: 100_000 } });
});

test('a body that trickles arrives whole, and late', async () => {
  const { server, path } = await layerOf(`{ kind: trickle, afterBytes: ${bytes - 20_000}, speed: 50kB/s }`);
  const { body, ms } = await ask(server.url, path);
  expect(sha256(body)).toBe(path.slice('/v2/web/blobs/'.length));
  expect(ms).toBeGreaterThan(350);
});

test('a wrong digest is that of a body of the right length', async () => {
  const { server, path } = await layerOf('{ kind: wrongDigest, times: 1 }');
  const [wrong, right] = [await ask(server.url, path), await ask(server.url, path)];
  expect([wrong.status, wrong.body.length]).toEqual([200, bytes]);
  expect(path).not.toContain(sha256(wrong.body));
  expect(path).toContain(sha256(right.body));
});

test('requests are held while a registry stalls, and answered when it ends', async () => {
  const { url } = await serve(withFaults('{ kind: stall, from: 0s, until: 5s }'), { speed: 10 });
  const { status, ms } = await ask(url, tag);
  expect(status).toBe(200);
  expect(ms).toBeGreaterThan(350);
});

test.each(['none', 'blobs.example'])(
  'a stall that begins in the middle of a body holds its rest until it ends, with the blob store %s too',
  async (store) => {
    // The body takes two seconds of the Scenario, a fifth of one of the clock.
    const slow = near.replace('10GB/s', '300kB/s');
    const server = await serve(
      `registries: { shop.example: ${slow.replace('blobStore: none', `blobStore: ${store}`)}, blobs.example: ${slow} }
images: [{ name: 'shop.example/web:1', layers: [{ size: ${bytes} }] }]
faults: [{ kind: stall, registry: shop.example, from: 1s, until: 6s }]
`,
      { speed: 10 },
    );
    const { layers } = await manifestOf(server.url, 'web', '1');
    const path = `/v2/web/blobs/${layers[0]?.digest}`;
    const { location = path } = store === 'none' ? {} : (await ask(server.url, path)).headers;
    const { pathname, search } = new URL(location, server.url);
    const { body, ms, error } = await ask(server.url, `${pathname}${search}`);
    expect([body.length, error]).toEqual([bytes, undefined]);
    expect(ms).toBeGreaterThan(450);
    await expect.poll(() => server.entries.at(-1)?.fault).toBe('faults/1-stall');
  },
);

test('a request that is never answered ends with its client', async () => {
  const { url, entries } = await serve(withFaults('{ kind: unanswered }'));
  await expect(ask(url, tag, { giveUpMs: 200 })).rejects.toThrow('no answer');
  await expect.poll(() => entries.map(({ fault }) => fault)).toEqual(['faults/1-unanswered']);
});

test('a fault is in force from its begin to its end, by the time of the Scenario', async () => {
  let now = 0;
  const { url } = await serve(withFaults('{ kind: notFound, from: 10s, until: 20s }'), {
    speed: 10,
    nowMs: () => now,
  });
  const statuses: number[] = [];
  for (const ms of [0, 999, 1_000, 1_999, 2_000]) {
    now = ms;
    statuses.push((await ask(url, tag)).status);
  }
  expect(statuses).toEqual([200, 200, 404, 404, 200]);
});

test('an error rate meets its share of the requests, the same ones in each run', async () => {
  const statuses = async (): Promise<number[]> => {
    const { url } = await serve(withFaults('{ kind: errorRate, rate: 0.5, status: 500 }'));
    const all: number[] = [];
    for (let count = 0; count < 40; count++) all.push((await ask(url, tag)).status);
    return all;
  };
  const [one, same] = [await statuses(), await statuses()];
  const failed = one.filter((status) => status === 500).length;
  expect([failed > 8, failed < 32, same]).toEqual([true, true, one]);
});

test('a rate limit of requests refuses those above it until its window ends', async () => {
  let now = 0;
  const { url } = await serve(withFaults('{ kind: rateLimit, requests: 2, per: 10s }'), { nowMs: () => now });
  const statuses: number[] = [];
  for (const ms of [0, 1, 2, 10_000]) {
    now = ms;
    statuses.push((await ask(url, tag)).status);
  }
  expect(statuses).toEqual([200, 200, 429, 200]);
});

test('faults of one registry do not meet another', async () => {
  const { url } = await serve(
    `registries: { '*': ${near} }\nimages: [{ name: 'one.example/web:1', size: 9000B }, { name: 'two.example/app:1', size: 9000B }]\nfaults: [{ kind: badStatus, status: 500, registry: one.example }]\n`,
  );
  expect((await ask(url, '/v2/one.example/web/manifests/1')).status).toBe(500);
  expect((await ask(url, '/v2/two.example/app/manifests/1')).status).toBe(200);
});
