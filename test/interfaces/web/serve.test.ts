import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PageServer, serve } from '../../../src/interfaces/web/serve.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

let server: PageServer;
let origin: string;

beforeAll(async () => {
  const assets = new Map([
    ['app.js', 'start()'],
    ['app.css', 'main { margin: 0 }'],
  ]);
  const pages = new Map([
    ['', { html: '<p>Windlass' }],
    ['inspect.html', { html: '<p>frames', frames: ['https://stately.ai'] }],
  ]);
  server = await serve({ assets, pages });
  origin = new URL(server.url).origin;
});
afterAll(() => server.close());

/** Asks as a program does that sends what it likes: fetch would put the path and the host in order first. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const path = (name = ''): string => `${new URL(server.url).pathname}${name}`;

describe('the server of the page', () => {
  test('listens on the loopback address, below a path that nobody guesses', async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    const other = await serve({ assets: new Map(), pages: new Map() });
    expect(new URL(other.url).pathname).not.toBe(path());
    await other.close();
  });

  test('gives the page and its parts, each with its type', async () => {
    expect(await ask(path())).toMatchObject({
      status: 200,
      body: '<p>Windlass',
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    expect(await ask(path('app.js'))).toMatchObject({
      status: 200,
      body: 'start()',
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
    expect(await ask(path('app.css'))).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/css; charset=utf-8' },
    });
    expect(await ask(path('inspect.html'))).toMatchObject({ status: 200, body: '<p>frames' });
    expect(await ask(path('app.js?again'))).toMatchObject({ status: 200, body: 'start()' });
  });

  test('the address without its last slash leads to it, since the page names its parts from there', async () => {
    expect(await ask(path().slice(0, -1))).toMatchObject({ status: 308, headers: { location: path() } });
  });

  test('who does not know the token gets nothing, whatever he asks for', async () => {
    const wrong = `/${'A'.repeat(32)}`;
    for (const tried of [
      '/',
      '/app.js',
      '/favicon.ico',
      '//',
      '',
      `${wrong}/`,
      `${wrong}/app.js`,
      `${wrong}`,
      path().slice(0, -2),
    ]) {
      const answer = await ask(tried === '' ? '*' : tried);
      expect([tried, answer.status, answer.body]).toEqual([tried, 404, '']);
    }
  });

  test('nothing but the names that it was given is there: no folder, no file, no way out', async () => {
    const tried = [
      '..',
      '../../',
      './app.js',
      '../../etc/passwd',
      '%2e%2e/%2e%2e/package.json',
      '..%2fapp.js',
      '//app.js',
      'app.js/',
      'APP.JS',
    ];
    for (const name of [
      ...tried,
      'package.json',
      '__proto__',
      'constructor',
      'app.js%00.css',
      '\\..\\app.js',
    ])
      expect([name, (await ask(path(name))).status]).toEqual([name, 404]);
  });

  test('only GET and HEAD are answered; HEAD without a body', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])
      expect(await ask(path(), {}, method)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    const { status, body, headers } = await ask(path(), {}, 'HEAD');
    expect([status, body, headers['content-length']]).toEqual([200, '', '11']);
  });

  test('a name that somebody points at this machine is refused (DNS rebinding)', async () => {
    const { port } = new URL(server.url);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `evil.example@127.0.0.1:${port}`,
      `localhost.evil.example:${port}`,
      `127.0.0.1:${port}.evil.example`,
      '127.0.0.2',
      'xlocalhost',
    ])
      expect([host, (await ask(path(), { host })).status]).toEqual([host, 421]);
  });

  test('a tunnel brings another port, or none: whatever it is, this machine is meant (ssh -L)', async () => {
    const { port } = new URL(server.url);
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      'localhost:8080',
      '127.0.0.1:1',
      'localhost',
      `[::1]:${port}`,
    ])
      expect([host, (await ask(path(), { host, origin: `http://${host}` })).status]).toEqual([host, 200]);
    // Another server of the same machine is another site.
    expect((await ask(path(), { host: 'localhost:8080', origin: 'http://localhost:3000' })).status).toBe(403);
  });

  test('who is refused reads what to do, and nothing that was not known to him', async () => {
    const { port } = new URL(server.url);
    const asked = { name: { host: `evil.example:${port}` }, page: { origin: 'https://evil.example' } };
    const [name, page, method] = [
      await ask(path(), asked.name),
      await ask(path(), asked.page),
      await ask(path(), {}, 'POST'),
    ];
    expect(name.body).toContain(`ssh -L 8080:127.0.0.1:${port} THIS-MACHINE`);
    expect(page.body).toContain('the whole address that windlass ui printed');
    expect(method.body).toContain('GET or HEAD');
    for (const { headers, body } of [name, page, method]) {
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(body).not.toMatch(/evil|<p>/);
      expect(body).not.toContain(path().slice(1, -1));
    }
  });

  test('a request without a host, in the way of HTTP/1.0, is refused', async () => {
    const { port } = new URL(server.url);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(`GET ${path()} HTTP/1.0\r\n\r\n`));
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('Windlass');
  });

  test('the pages of other sites are refused, the person and the page itself are not', async () => {
    const foreign = ['https://evil.example', 'null', 'http://127.0.0.1:1', origin.replace('http:', 'https:')];
    for (const other of foreign)
      expect([other, (await ask(path(), { origin: other })).status]).toEqual([other, 403]);
    expect((await ask(path(), { origin })).status).toBe(200);
    for (const site of ['cross-site', 'same-site', 'something-new'])
      expect((await ask(path(), { 'sec-fetch-site': site })).status).toBe(403);
    for (const site of ['none', 'same-origin'])
      expect((await ask(path(), { 'sec-fetch-site': site })).status).toBe(200);
  });

  test('every answer forbids guessing of types, referrers, caches and use by other sites', async () => {
    for (const answer of [
      await ask(path()),
      await ask(path('app.js')),
      await ask('/'),
      await ask(path(), { host: 'evil.example' }),
    ]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['x-powered-by']).toBeUndefined();
    }
  });

  test('the policy lets nothing in but what the server gives, and nothing out', async () => {
    const policyOf = async (name: string) =>
      String((await ask(path(name))).headers['content-security-policy']).split('; ');
    for (const name of ['', 'app.js']) {
      const policy = await policyOf(name);
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "frame-ancestors 'none'",
        ]),
      );
      expect(policy.join()).not.toMatch(/unsafe|\*|https?:|connect-src|frame-src/);
    }
    expect(await policyOf('inspect.html')).toContain('frame-src https://stately.ai');
  });

  test('a page with frames of another site is not isolated from them, the others are', async () => {
    const isolation = async (name: string) => (await ask(path(name))).headers['cross-origin-embedder-policy'];
    expect([await isolation(''), await isolation('inspect.html')]).toEqual(['require-corp', undefined]);
  });

  test('takes the port that it is given, and says so where it is taken', async () => {
    const taken = Number(new URL(server.url).port);
    await expect(serve({ assets: new Map(), pages: new Map(), port: taken })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  test('closes though a browser keeps its connection open', async () => {
    const short = await serve({ assets: new Map(), pages: new Map([['', { html: 'x' }]]) });
    expect(await (await fetch(short.url)).text()).toBe('x');
    await short.close();
    await expect(fetch(short.url)).rejects.toThrow();
  });
});
