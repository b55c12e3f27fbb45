import { expect, test } from 'vitest';
import { type Answer, ask, serve } from './served.ts';

const login = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** A pull secret with two users, and a pod that uses it. */
const secret = `apiVersion: v1
kind: Secret
metadata: { name: robots }
type: kubernetes.io/dockerconfigjson
stringData:
  .dockerconfigjson: '{"auths":{"shop.example":{"username":"robot","password":"right"},"other.example":{"username":"guest","password":"pass"}}}'
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { imagePullSecrets: [{ name: robots }], containers: [{ name: web, image: 'shop.example/team/web:1' }] }
`;

function shop(authentication: string): string {
  return `registries:
  shop.example: { roundTrip: 0ms, ${authentication}private: { 'team/*': [robot] } }
images: [{ name: 'shop.example/team/web:1', size: 9000B }, { name: 'shop.example/free:1', size: 9000B }]
`;
}

const closed = '/v2/team/web/manifests/1';
const free = '/v2/free/manifests/1';

/** Asks the token server of a challenge, as clients do. */
async function tokenOf(url: string, refused: Answer, authorization?: string): Promise<Answer> {
  const text = refused.headers['www-authenticate'] ?? '';
  const [realm, service, scope] = ['realm', 'service', 'scope'].map(
    (name) => new RegExp(`${name}="([^"]*)"`).exec(text)?.[1] ?? '',
  );
  expect(realm).toBe(`${url}/token`);
  const query = new URLSearchParams({ service: service ?? '', scope: scope ?? '' });
  return await ask(url, `/token?${query}`, {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });
}

function bearer(answer: Answer): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${JSON.parse(answer.body.toString()).token}` } };
}

test('a registry with tokens gives one to the anonymous, which opens what is public', async () => {
  const { url } = await serve(shop('authentication: bearer, '), { documents: secret });
  const refused = await ask(url, free);
  expect(refused.status).toBe(401);
  expect(refused.headers['www-authenticate']).toBe(
    `Bearer realm="${url}/token",service="shop.example",scope="repository:free:pull"`,
  );
  const token = await tokenOf(url, refused);
  expect((await ask(url, free, bearer(token))).status).toBe(200);
  expect((await ask(url, closed, bearer(token))).status).toBe(401);
});

test('a token of who may pull opens a private repository, and that of another user does not', async () => {
  const { url } = await serve(shop('authentication: bearer, '), { documents: secret });
  const refused = await ask(url, closed);
  const robot = await tokenOf(url, refused, login('robot', 'right'));
  expect((await ask(url, closed, bearer(robot))).status).toBe(200);
  const guest = await tokenOf(url, refused, login('guest', 'pass'));
  expect((await ask(url, closed, bearer(guest))).status).toBe(401);
  expect((await tokenOf(url, refused, login('robot', 'wrong'))).status).toBe(401);
});

test('a token opens nothing any more when it has expired, and its answer says so', async () => {
  let now = 0;
  const { url } = await serve(shop('authentication: bearer, '), {
    documents: secret,
    nowMs: () => now,
    tokenLifeMicros: 90e6,
    speed: 2,
  });
  const refused = await ask(url, free);
  expect(refused.headers['www-authenticate']).not.toContain('error=');
  const answer = await tokenOf(url, refused);
  // Clients count the seconds of their own clocks.
  expect(JSON.parse(answer.body.toString()).expires_in).toBe(45);
  const again = async () => await ask(url, free, bearer(answer));
  now = 44_999;
  expect((await again()).status).toBe(200);
  now = 45_000;
  const expired = await again();
  expect([expired.status, expired.headers['www-authenticate']]).toEqual([
    401,
    `Bearer realm="${url}/token",service="shop.example",scope="repository:free:pull",error="invalid_token"`,
  ]);
  expect((await ask(url, free, bearer(await tokenOf(url, expired)))).status).toBe(200);
});

test('a good token that does not open a repository is told apart from one that is not good', async () => {
  const { url } = await serve(shop('authentication: bearer, '), { documents: secret });
  const token = await tokenOf(url, await ask(url, closed));
  const { headers } = await ask(url, closed, bearer(token));
  expect(headers['www-authenticate']).toMatch(/,error="insufficient_scope"$/);
});

test('credentials that a fault refuses get 401 with the challenge of their registry, and good ones after it', async () => {
  let now = 0;
  const fault = 'faults: [{ kind: unauthorized, image: shop.example/free:1, from: 1s, until: 2s }]\n';
  const options = { documents: secret, nowMs: () => now };
  for (const [authentication, scheme] of [
    ['authentication: bearer, ', /^Bearer realm=.*,error="insufficient_scope"$/],
    ['authentication: basic, ', /^Basic realm="shop.example"$/],
  ] as const) {
    now = 0;
    const { url, entries } = await serve(`${shop(authentication)}${fault}`, options);
    const first = await ask(url, free);
    const robot = login('robot', 'right');
    const asked =
      authentication === 'authentication: basic, '
        ? { headers: { Authorization: robot } }
        : bearer(await tokenOf(url, first, robot));
    const statuses: unknown[] = [];
    for (const ms of [999, 1_000, 2_000]) {
      now = ms;
      const { status, headers } = await ask(url, free, asked);
      statuses.push([status, scheme.test(headers['www-authenticate'] ?? '')]);
    }
    expect(statuses).toEqual([
      [200, false],
      [401, true],
      [200, false],
    ]);
    expect(entries.map(({ fault }) => fault).filter((id) => id !== undefined)).toEqual([
      'faults/1-unauthorized',
    ]);
    now = 1_000;
    expect((await ask(url, closed, asked)).status).toBe(200);
  }
});

test.each(['Bearer none', 'Bearer bm9ib2R5.c2lnbmF0dXJl', 'Bearer .', 'Basic', 'Digest x', 'Basic !!'])(
  'the header %j opens nothing',
  async (Authorization) => {
    const { url } = await serve(shop('authentication: bearer, '), { documents: secret });
    expect((await ask(url, free, { headers: { Authorization } })).status).toBe(401);
  },
);

test('with Basic, or where no authentication is said, user and password open a private repository', async () => {
  for (const authentication of ['authentication: basic, ', '']) {
    const { url } = await serve(shop(authentication), { documents: secret });
    const refused = await ask(url, closed);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="shop.example"',
    ]);
    const status = async (user: string, password: string) =>
      (await ask(url, closed, { headers: { Authorization: login(user, password) } })).status;
    expect(await status('robot', 'right')).toBe(200);
    expect(await status('robot', 'wrong')).toBe(401);
    expect(await status('guest', 'pass')).toBe(403);
  }
});

const limited = `registries: { docker.io: { roundTrip: 0ms, authentication: none, blobStore: none } }
images: [{ name: 'redis:7', size: 9000B }, { name: 'redis:8', size: 9000B, index: true }]
`;
const redis = '/v2/library/redis/manifests';

test("Docker Hub's limit counts manifests, tells what is left, and refuses with 429", async () => {
  const { url } = await serve(limited, { pullLimits: ['docker.io=2/6h'] });
  const left: unknown[] = [];
  for (const method of ['HEAD', 'GET', 'GET', 'GET', 'HEAD']) {
    const { status, headers } = await ask(url, `${redis}/7`, { method });
    left.push([method, status, headers['ratelimit-remaining']]);
    expect(headers['ratelimit-limit']).toBe('2;w=21600');
    expect(headers['docker-ratelimit-source']).toBe('127.0.0.1');
  }
  expect(left).toEqual([
    ['HEAD', 200, '2;w=21600'],
    ['GET', 200, '1;w=21600'],
    ['GET', 200, '0;w=21600'],
    ['GET', 429, '0;w=21600'],
    ['HEAD', 200, '0;w=21600'],
  ]);
  const refused = await ask(url, `${redis}/7`);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(21_000);
  expect(JSON.parse(refused.body.toString()).errors[0]).toEqual({
    code: 'TOOMANYREQUESTS',
    message:
      'You have reached your unauthenticated pull rate limit. https://www.docker.com/increase-rate-limit',
  });
});

test('an index and a manifest of it are one pull', async () => {
  const { url } = await serve(limited, { pullLimits: ['docker.io=5/6h'] });
  const index = await ask(url, `${redis}/8`);
  expect(index.headers['ratelimit-remaining']).toBe('5;w=21600');
  const { digest } = JSON.parse(index.body.toString()).manifests[0];
  expect((await ask(url, `${redis}/${digest}`)).headers['ratelimit-remaining']).toBe('4;w=21600');
});

test('a pull counts until its window is over', async () => {
  let now = 0;
  const { url } = await serve(limited, { pullLimits: ['docker.io=1/10s'], nowMs: () => now, speed: 2 });
  const statuses: number[] = [];
  for (const ms of [0, 4_999, 5_000]) {
    now = ms;
    statuses.push((await ask(url, `${redis}/7`)).status);
  }
  expect(statuses).toEqual([200, 429, 200]);
});
