import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCode } from '../../../../src/interfaces/cli/command-error.ts';
import { runCli } from '../../../../src/interfaces/cli/run-cli.ts';
import type { Boot } from '../../../../src/interfaces/page/boot.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-ui-'));
const pod = `apiVersion: v1
kind: Pod
metadata: { name: web, annotations: { note: "</script><script>alert(1)</script>" } }
spec:
  containers: [{ name: app, image: "app:1" }]
`;
// Stands in for the bundles: what the command does with them does not depend on what is in them.
const env = { WINDLASS_PAGE: join(folder, 'page') };

beforeAll(async () => {
  writeFileSync(join(folder, 'pod.yaml'), pod);
  writeFileSync(
    join(folder, 'broken.yaml'),
    'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers: nginx\n',
  );
  writeFileSync(join(folder, 'service.yaml'), 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\n');
  writeFileSync(
    join(folder, 'run.ndjson'),
    (await runInProcess(['run', 'pod.yaml', '-o', 'trace'], { cwd: folder })).stdout,
  );
  writeFileSync(join(folder, 'cut.ndjson'), '{"id":0,"at":0,"type":"header","format":"windlass-trace/1"}\n');
  mkdirSync(env.WINDLASS_PAGE);
  for (const name of ['app.js', 'worker.js', 'app.css', 'replay.js'])
    writeFileSync(join(env.WINDLASS_PAGE, name), `/* ${name} */`);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Served {
  readonly stdout: string;
  readonly stderr: string;
  readonly url: string;
  readonly code: Promise<number>;
  readonly stop: () => void;
}

/** Carries out the command until its address is printed; `stop` is Ctrl-C. */
function ui(argv: readonly string[], stdin = ''): Promise<Served> {
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', ''];
    let stop = (): void => {};
    const stopped = new Promise<void>((resolveStop) => {
      stop = resolveStop;
    });
    const code = runCli(['ui', ...argv], {
      stdin: (async function* () {
        yield stdin;
      })(),
      stdout: { write: (text) => (stdout += text) },
      stderr: {
        write: (text) => {
          stderr += text;
          if (stdout !== '') resolve({ stdout, stderr, url: stdout.trim(), code, stop });
        },
      },
      env,
      cwd: folder,
      nowMs: () => 0,
      untilStopped: () => stopped,
    });
    code.then((ended) => reject(new Error(`ended with ${ended}: ${stderr}`)), reject);
  });
}

async function bootAt(url: string): Promise<Boot> {
  const html = await (await fetch(url)).text();
  return JSON.parse(/id="windlass-boot">([^<]*)</.exec(html)?.[1] ?? '') as Boot;
}

describe('windlass ui', () => {
  test('prints the address in one line, serves the page and its parts, and ends cleanly at Ctrl-C', async () => {
    const { stdout, stderr, url, code, stop } = await ui(['pod.yaml']);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\n$/);
    expect(stderr).toBe('windlass: open this address in a browser; Ctrl-C ends it\n');
    expect(await (await fetch(`${url}worker.js`)).text()).toBe('/* worker.js */');
    expect((await fetch(new URL('/', url))).status).toBe(404);
    stop();
    expect(await code).toBe(exitCode.ok);
    await expect(fetch(url)).rejects.toThrow();
  });

  test('gives the page the files as they are, with the settings of the command line', async () => {
    const options = [
      '--set',
      'serializeImagePulls=false',
      '--seed',
      '0',
      '--for',
      '5m',
      '--kubelet-version',
      '1.31',
    ];
    const { url, stop } = await ui(
      ['pod.yaml', '-', ...options, '--image-size', 'app=3GB'],
      pod.replace('name: web', 'name: api'),
    );
    const { request, examples } = await bootAt(url);
    stop();
    expect(request).toEqual({
      kind: 'simulate',
      sources: [
        { name: 'pod.yaml', text: pod },
        { name: '<stdin>', text: expect.stringContaining('name: api') },
      ],
      settings: {
        set: ['serializeImagePulls=false'],
        imageSizes: ['app=3GB'],
        seed: 0,
        horizon: '5m',
        kubeletVersion: '1.31',
      },
    });
    expect(examples.length).toBeGreaterThan(10);
  });

  test('without inputs the page asks; it has the examples with their manifests', async () => {
    const { url, stop } = await ui([]);
    const { request, examples } = await bootAt(url);
    stop();
    expect(request).toBeUndefined();
    expect(examples[0]).toMatchObject({
      name: 'head-of-line-blocking',
      title: expect.any(String),
      sources: [{ text: expect.stringContaining('kind:') }],
    });
    const fix = examples.find(({ name }) => name === 'after-the-fix');
    expect(fix?.sources.map(({ name }) => name)).toEqual([
      'examples/after-the-fix/pods.yaml',
      'examples/after-the-fix/wait.yaml',
    ]);
  });

  test('a stored trace is shown, and nothing is simulated', async () => {
    const { url, stop } = await ui(['run.ndjson']);
    const { request } = await bootAt(url);
    stop();
    expect(request).toMatchObject({
      kind: 'show',
      name: 'run.ndjson',
      trace: expect.stringMatching(/"type":"end".*\n$/),
    });
  });

  test('takes the port that it is told, and says so where it is taken', async () => {
    const first = await ui([]);
    const { port } = new URL(first.url);
    const second = await runInProcess(['ui', '--port', port], { cwd: folder, env });
    first.stop();
    expect(second).toMatchObject({
      code: exitCode.usage,
      stdout: '',
      stderr: expect.stringContaining(`port ${port} is taken`),
    });
  });
});

describe('what windlass ui refuses, before it serves anything', () => {
  const refused: readonly (readonly [string, readonly string[], number, RegExp])[] = [
    [
      'a wrong manifest',
      ['broken.yaml'],
      exitCode.input,
      /^windlass: the input is wrong\nbroken\.yaml:5:\d+: /,
    ],
    [
      'an input without pods',
      ['service.yaml'],
      exitCode.input,
      /^windlass: the input is wrong\nno pods in the input: nothing would happen\n/,
    ],
    ['no such file', ['nothing.yaml'], exitCode.input, /nothing\.yaml: no such file/],
    ['a wrong trace', ['cut.ndjson'], exitCode.input, /^windlass: cut\.ndjson:1: /],
    ['a trace and something else', ['run.ndjson', 'pod.yaml'], exitCode.usage, /shown alone/],
    ['settings for a trace', ['run.ndjson', '--seed', '2'], exitCode.usage, /can only be shown/],
    ['settings for nothing', ['--set', 'maxParallelImagePulls=2'], exitCode.usage, /settings need an input/],
    ['a wrong setting', ['pod.yaml', '--set', 'serializeImagePull=1'], exitCode.input, /serializeImagePulls/],
    ['a horizon that is none', ['pod.yaml', '--for', 'soon'], exitCode.usage, /duration above zero/],
    ['a port that is none', ['--port', '70000'], exitCode.usage, /65535/],
  ];

  test.each(refused)('%s', async (_, argv, code, message) => {
    const outcome = await runInProcess(['ui', ...argv], { cwd: folder, env });
    expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('a clone that is not built', async () => {
    const outcome = await runInProcess(['ui'], {
      cwd: folder,
      env: { WINDLASS_PAGE: join(folder, 'nowhere') },
    });
    expect(outcome).toMatchObject({ code: exitCode.input, stderr: expect.stringContaining('npm run build') });
  });
});
