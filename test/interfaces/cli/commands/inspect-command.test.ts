import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { senderOf } from '../../../../src/charts/inspector/step-selection.ts';
import { exitCode } from '../../../../src/interfaces/cli/command-error.ts';
import { runCli } from '../../../../src/interfaces/cli/run-cli.ts';
import type { ReplayBoot } from '../../../../src/interfaces/page/replay/replay-boot.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-inspect-'));
const pods = ['web', 'api']
  .map(
    (name) =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec:\n  containers: [{ name: app, image: "${name}:1" }]\n`,
  )
  .join('---\n');
const env = { WINDLASS_PAGE: join(folder, 'page') };
const inFolder = { cwd: folder, env };

beforeAll(async () => {
  writeFileSync(join(folder, 'pods.yaml'), pods);
  await runInProcess(['run', 'pods.yaml', '-o', 'trace', '--steps', '--out', 'steps.ndjson'], inFolder);
  await runInProcess(['run', 'pods.yaml', '-o', 'trace', '--out', 'plain.ndjson'], inFolder);
  mkdirSync(env.WINDLASS_PAGE);
  for (const name of ['replay.js', 'replay.css', 'part-charts.js'])
    writeFileSync(join(env.WINDLASS_PAGE, name), `/* ${name} */`);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Served {
  readonly url: string;
  readonly stdout: string;
  readonly stderr: () => string;
  readonly code: Promise<number>;
  readonly stop: () => void;
}

/** Carries out the command until it serves; `stop` is Ctrl-C. */
function served(argv: readonly string[]): Promise<Served> {
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', ''];
    let stop = (): void => {};
    const stopped = new Promise<void>((resolveStop) => {
      stop = resolveStop;
    });
    const code = runCli(argv, {
      stdin: (async function* () {})(),
      stdout: { write: (text) => (stdout += text) },
      stderr: {
        write: (text) => {
          stderr += text;
          if (stdout !== '') resolve({ url: stdout.trim(), stdout, stderr: () => stderr, code, stop });
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

function bootIn(html: string): ReplayBoot {
  return JSON.parse(/id="windlass-boot">([^<]*)</.exec(html)?.[1] ?? '') as ReplayBoot;
}

describe('windlass inspect', () => {
  test('serves a stored run and nothing else, allows the frame of the inspector only, and ends at Ctrl-C', async () => {
    const { url, stdout, code, stop } = await served(['inspect', 'steps.ndjson', '--no-open']);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\n$/);
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).toContain('; frame-src https://stately.ai');
    const boot = bootIn(await page.text());
    expect(boot).toMatchObject({
      title: 'steps.ndjson',
      inspectorUrl: 'https://stately.ai/inspect',
      viewer: 'hosted',
      actors: '',
    });
    expect(boot.steps).toEqual(stepsOf('steps.ndjson'));
    expect(Object.keys(boot.definitions)).toContain('imagePull');
    expect([(await fetch(`${url}replay.js`)).status, (await fetch(`${url}viewer.html`)).status]).toEqual([
      200, 404,
    ]);
    stop();
    expect(await code).toBe(exitCode.ok);
  });

  test('waits for a browser before it sends anything, and says so', async () => {
    const { url, stderr, code, stop } = await served(['inspect', 'steps.ndjson', '--no-open']);
    await expect.poll(stderr).toContain('windlass: the replay waits for the browser: nothing is sent before');
    // What looks whether somebody serves there, or takes another file, is no browser with the page.
    await fetch(url, { method: 'HEAD' });
    await fetch(`${url}replay.js`);
    expect(stderr()).not.toContain('a browser has the page');
    for (let times = 0; times < 2; times += 1) await (await fetch(url)).text();
    await expect.poll(stderr).toContain('windlass: a browser has the page: the replay is there\n');
    expect(stderr().split('a browser has the page')).toHaveLength(2);
    stop();
    expect(await code).toBe(exitCode.ok);
  });

  test('run --inspect shows the same as the stored run', async () => {
    const { url, code, stop } = await served([
      'run',
      'pods.yaml',
      '--inspect',
      '--actors',
      'web imagePull',
      '--inspector-url',
      'own',
    ]);
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).not.toContain('frame-src');
    const boot = bootIn(await page.text());
    expect(boot.steps.length).toBeGreaterThan(3);
    const own = boot.steps.filter(({ isSent }) => isSent !== true);
    expect(new Set(own.map(({ actor }) => actor)).size).toBe(1);
    // With what this one sends to others, but not what these do with it.
    const sent = boot.steps.filter(({ isSent }) => isSent === true);
    expect(sent.length).toBeGreaterThan(2);
    expect(sent.map((step) => [senderOf(step), 'context' in step])).toEqual(
      sent.map(() => [own[0]?.actor, false]),
    );
    expect(boot).toMatchObject({ viewer: 'own', actors: 'web imagePull', title: 'pods.yaml' });
    expect(boot).not.toHaveProperty('inspectorUrl');
    stop();
    expect(await code).toBe(exitCode.ok);
  });

  test.each([
    ['inspect', 'steps.ndjson'],
    ['run', 'pods.yaml', '--inspect'],
  ])('%s … --out writes one file, which begins with the own viewer, and serves nothing', async (...argv) => {
    const out = `${argv[0]}.html`;
    const { code, stdout, stderr } = await runInProcess([...argv, '--out', out], inFolder);
    expect([code, stdout]).toEqual([exitCode.ok, '']);
    expect(stderr).toContain(`${out} is written`);
    const html = readFileSync(join(folder, out), 'utf8');
    expect(bootIn(html)).toMatchObject({ viewer: 'own', inspectorUrl: 'https://stately.ai/inspect' });
    expect(bootIn(html).steps).toEqual(stepsOf('steps.ndjson'));
    expect(html).not.toMatch(/<script[^>]* src=/);
    expect(html).toContain('; frame-src https://stately.ai');
  });

  test('run with -o prints that too', async () => {
    const { code, stdout } = await runInProcess(
      ['run', 'pods.yaml', '-o', 'pods', '--inspect', '--no-open'],
      {
        ...inFolder,
      },
    );
    expect(code).toBe(exitCode.ok);
    expect(stdout).toContain('NAME');
    expect(stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\//);
  });

  test.each([
    [
      ['inspect', 'plain.ndjson'],
      exitCode.input,
      /no steps of statecharts\nA trace with steps is made by: windlass run … -o trace --steps/,
    ],
    [['inspect', 'pods.yaml'], exitCode.input, /pods\.yaml:1: this is not a trace that can be replayed/],
    [['inspect', 'none.ndjson'], exitCode.input, /none\.ndjson/],
    [
      ['inspect', 'steps.ndjson', '--actors', 'nobody'],
      exitCode.usage,
      /--actors 'nobody': no actor of this run matches/,
    ],
    [
      ['inspect', 'steps.ndjson', '--inspector-url', 'javascript:alert(1)'],
      exitCode.usage,
      /Expected the address of a page/,
    ],
    [['run', 'pods.yaml', '--actors', 'web'], exitCode.usage, /--actors needs --inspect/],
    [['run', 'pods.yaml', '--no-open'], exitCode.usage, /--no-open needs --inspect/],
    [
      ['run', 'pods.yaml', '--inspect', '--seeds', '3'],
      exitCode.usage,
      /--inspect cannot be used with --seeds/,
    ],
    [
      ['run', 'pods.yaml', '--inspect', '-o', 'trace', '--steps'],
      exitCode.usage,
      /--inspect cannot be used with --steps/,
    ],
  ] as const)('%j is refused, and says what to do', async (argv, expected, message) => {
    const { code, stdout, stderr } = await runInProcess(argv, inFolder);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('internal error');
  });
});

function stepsOf(file: string): unknown[] {
  const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
  return lines
    .map((line) => JSON.parse(line) as { type: string })
    .filter(({ type }) => type.startsWith('actor'));
}
