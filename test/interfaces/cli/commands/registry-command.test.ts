import { execSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCode } from '../../../../src/interfaces/cli/command-error.ts';
import { runCli } from '../../../../src/interfaces/cli/run-cli.ts';
import { root } from '../../../tidy/sources.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-registry-'));
const scenario = `apiVersion: windlass.dev/v1alpha1
kind: Scenario
registries: { shop.example: { roundTrip: 0ms } }
images: [{ name: 'shop.example/web:1', size: 20kB }]
faults: [{ kind: badStatus, status: 503, times: 1, request: tag }, { kind: diskFull }]
`;

beforeAll(() => {
  writeFileSync(join(folder, 'scenario.yaml'), scenario);
  writeFileSync(join(folder, 'broken.yaml'), scenario.replace('20kB', 'large'));
  writeFileSync(join(folder, 'service.yaml'), 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Served {
  readonly output: { stdout: string; stderr: string };
  readonly url: string;
  readonly code: Promise<number>;
  readonly stop: () => void;
}

/** Carries out the command until its address is printed; `stop` is Ctrl-C. */
function registry(...argv: readonly string[]): Promise<Served> {
  return new Promise((resolve, reject) => {
    const output = { stdout: '', stderr: '' };
    let stop = (): void => {};
    const stopped = new Promise<void>((resolveStop) => {
      stop = resolveStop;
    });
    const code = runCli(['registry', ...argv], {
      stdin: (async function* () {})(),
      stdout: {
        write: (text) => {
          output.stdout += text;
          resolve({ output, url: output.stdout.trim(), code, stop });
        },
      },
      stderr: { write: (text) => (output.stderr += text) },
      env: {},
      cwd: folder,
      nowMs: () => performance.now(),
      untilStopped: () => stopped,
    });
    code.then((ended) => reject(new Error(`ended with ${ended}: ${output.stderr}`)), reject);
  });
}

interface TlsAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks with this certificate as the only one that is trusted. */
function askTls(url: string, ca: Buffer, token?: string): Promise<TlsAnswer> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(url, { ca, headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (piece: Buffer) => {
        body += piece.toString('latin1');
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    }).on('error', reject);
  });
}

describe('windlass registry', () => {
  test('prints its address in one line, a line for each request, and ends with 0 at Ctrl-C', async () => {
    const { output, url, code, stop } = await registry('scenario.yaml');
    expect(output.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    const statuses = [];
    for (const path of ['/v2/', '/v2/web/manifests/1', '/v2/web/manifests/1', '/v2/%1B[31m'])
      statuses.push((await fetch(`${url}${path}`)).status);
    expect(statuses).toEqual([200, 503, 200, 404]);
    await expect.poll(() => output.stderr.match(/ GET \//g)?.length).toBe(4);
    stop();
    expect(await code).toBe(exitCode.ok);
    expect(output.stderr).toContain('warning: the fault diskFull meets no registry: it does nothing here');
    expect(output.stderr).toMatch(
      /windlass: \+\d\.\d{3} s shop\.example GET \/v2\/web\/manifests\/1 503, \d+ B in \d\.\d{3} s \(faults\/1-badStatus\)\n/,
    );
    await expect(fetch(url)).rejects.toThrow();
  });

  test('a fault of the command line, and its speed, count', async () => {
    const { url, code, stop } = await registry(
      'scenario.yaml',
      '-q',
      '--speed',
      '1000',
      '--fault',
      'notFound from=1h',
    );
    await fetch(`${url}/v2/web/manifests/1`);
    expect((await fetch(`${url}/v2/web/manifests/1`)).status).toBe(200);
    stop();
    expect(await code).toBe(exitCode.ok);
  });

  test('-q prints warnings only', async () => {
    const { output, url, code, stop } = await registry('scenario.yaml', '-q');
    await fetch(`${url}/v2/`);
    stop();
    await code;
    expect(output.stderr.split('\n').filter((line) => line !== '')).toEqual([
      expect.stringContaining('warning: the fault diskFull'),
    ]);
  });

  test('another address than the own one has to be named, and is warned of', async () => {
    const { output, code, stop } = await registry('scenario.yaml', '--listen', '0.0.0.0:0');
    stop();
    await code;
    expect(output.stderr).toContain(
      'warning: 0.0.0.0 is not this machine alone: whoever reaches it may pull',
    );
  });

  test.each([
    [['scenario.yaml', '--listen', 'nowhere'], exitCode.usage, 'such as 127.0.0.1:5000'],
    [['scenario.yaml', '--listen', '127.0.0.1:70000'], exitCode.usage, 'such as 127.0.0.1:5000'],
    [['scenario.yaml', '--listen', '192.0.2.1:0'], exitCode.usage, '192.0.2.1 is no address of this machine'],
    [['scenario.yaml', '--speed', '0'], exitCode.usage, 'a number above 0'],
    [['scenario.yaml', '--store-at', 'no host'], exitCode.usage, 'such as store.example'],
    [['scenario.yaml', '--token-life', '0s'], exitCode.usage, 'a duration above zero'],
    [['scenario.yaml', '--tls-cert', 'c.pem'], exitCode.usage, '--tls-cert and --tls-key belong together'],
    [['scenario.yaml', '--tls-cert', 'c.pem', '--tls-key', 'k.pem'], exitCode.input, 'c.pem: no such file'],
    [
      ['scenario.yaml', '--tls-cert', 'scenario.yaml', '--tls-key', 'scenario.yaml'],
      exitCode.input,
      'scenario.yaml with scenario.yaml is no certificate with its key: ',
    ],
    [['broken.yaml'], exitCode.input, 'broken.yaml:4'],
    [['service.yaml'], exitCode.input, 'no images in the input'],
    [['absent.yaml'], exitCode.input, 'absent.yaml'],
    [[], exitCode.usage, 'inputs'],
  ] as const)('%j is refused', async (argv, code, text) => {
    const outcome = await runInProcess(['registry', ...argv], { cwd: folder });
    expect([outcome.code, outcome.stdout]).toEqual([code, '']);
    expect(outcome.stderr).toContain(text);
  });

  test.skipIf(!existsSync('/usr/bin/openssl'))(
    'with the certificate of the guide, tokens and blobs come over HTTPS, too',
    async () => {
      const guide = readFileSync(join(root, 'docs/guides/registry-server.md'), 'utf8');
      const [, command = ''] = /^(openssl req [\s\S]*?[^\\])$/m.exec(guide) ?? [];
      execSync(command, { cwd: folder, stdio: 'pipe' });
      writeFileSync(
        join(folder, 'closed.yaml'),
        scenario
          .replace('roundTrip: 0ms', 'authentication: bearer, blobStore: blobs.example')
          .replace(/faults.*\n/, ''),
      );
      const { url, code, stop } = await registry(
        'closed.yaml',
        '--tls-cert',
        'cert.pem',
        '--tls-key',
        'key.pem',
      );
      expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
      const ca = readFileSync(join(folder, 'cert.pem'));
      const refused = await askTls(`${url}/v2/web/manifests/1`, ca);
      const [, realm = ''] = /realm="([^"]*)"/.exec(refused.headers['www-authenticate'] ?? '') ?? [];
      expect([refused.status, realm]).toEqual([401, `${url}/token`]);
      const { token } = JSON.parse((await askTls(`${realm}?scope=repository:web:pull`, ca)).body);
      const manifest = await askTls(`${url}/v2/web/manifests/1`, ca, token);
      const { digest } = JSON.parse(manifest.body).layers[0];
      const { location = '' } = (await askTls(`${url}/v2/web/blobs/${digest}`, ca, token)).headers;
      expect(location).toMatch(/^https:\/\/localhost:/);
      expect((await askTls(location, ca)).status).toBe(200);
      stop();
      expect(await code).toBe(exitCode.ok);
    },
  );

  test('a port that is taken is refused', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as { port: number };
    const outcome = await runInProcess(['registry', 'scenario.yaml', '--listen', `127.0.0.1:${port}`], {
      cwd: folder,
    });
    server.close();
    expect([outcome.code, outcome.stderr]).toEqual([
      exitCode.usage,
      expect.stringContaining(`port ${port} is taken`),
    ]);
  });
});
