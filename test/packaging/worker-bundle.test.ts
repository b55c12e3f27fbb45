import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withoutSecrets } from '../../src/inputs/documents/without-secrets.ts';
import { readExampleSources } from '../../src/interfaces/cli/pages/show-page.ts';
import type {
  RunOrigin,
  WorkerAnswer,
  WorkerRequest,
} from '../../src/interfaces/page/worker/worker-protocol.ts';
import { readPageAssets } from '../../src/interfaces/web/page-assets.ts';
import { siteFiles } from '../../src/interfaces/web/site-files.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { root } from '../tidy/sources.ts';

/**
 * Gzipped bytes of what a page loads before it shows anything. The app has XState and the page; the worker has
 * both engines, and what answers questions over many runs (60 kB): a bundle of its own would have the simulation,
 * which is nine tenths of it, once more, and windlass.html with it. A worker evaluates it only when it is asked.
 */
const appBudgetBytes = 260_000;
const workerBudgetBytes = 690_000;

const bundle = (name: string): string => readFileSync(join(root, 'dist/page', name), 'utf8');

/**
 * A worker's world: the language, and of its surroundings no more than this. There is no node, no page and no
 * network.
 */
function workerIn(code: string): (request: WorkerRequest) => Promise<WorkerAnswer[]> {
  const answers: WorkerAnswer[] = [];
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const context = createContext(
    {
      addEventListener: (type: string, listener: (event: { data: unknown }) => void) => {
        if (type === 'message') listeners.push(listener);
      },
      postMessage: (answer: WorkerAnswer) => answers.push(structuredClone(answer)),
      performance: { now: () => 0 },
      atob,
      btoa,
      TextDecoder,
      TextEncoder,
      URL,
    },
    // What the page's content security policy forbids is forbidden here too.
    { codeGeneration: { strings: false, wasm: false } },
  );
  runInContext(code, context);
  return async (request) => {
    answers.length = 0;
    for (const listener of listeners) listener({ data: request });
    while (answers.every(({ type }) => type === 'RUN.PROGRESSED'))
      await new Promise((resolve) => setImmediate(resolve));
    return [...answers];
  };
}

describe("the worker's bundle", () => {
  test.each([
    ['examples/web-rollout.yaml', []],
    ['examples/pull-secrets.yaml', ['--seed', '2']],
    ['examples/gc-thrash/manifests.yaml', ['--for', '10m']],
  ])('runs without node, and its trace of %s is that of the command line', async (file, options) => {
    const ask = workerIn(bundle('worker.js'));
    const settings = {
      ...(options[0] === '--seed' ? { seed: 2 } : options[0] === '--for' ? { horizon: '10m' } : {}),
    };
    const sources = [{ name: file, text: readFileSync(join(root, file), 'utf8') }];
    const request: RunOrigin = { kind: 'simulate', sources, settings };
    expect((await ask({ type: 'RUN.REQUESTED', id: 1, request })).map(({ type }) => type)).toContain(
      'RUN.FINISHED',
    );
    const [exported] = await ask({ type: 'EXPORT.REQUESTED', id: 2, format: 'trace' });
    const { stdout } = await runInProcess(['run', file, '-o', 'trace', ...options]);
    expect(exported).toEqual({ type: 'ANSWERED', id: 2, answer: stdout });
  });

  test('makes every file that the page offers', async () => {
    const ask = workerIn(bundle('worker.js'));
    const sources = [
      { name: 'web.yaml', text: readFileSync(join(root, 'examples/web-rollout.yaml'), 'utf8') },
    ];
    await ask({ type: 'RUN.REQUESTED', id: 1, request: { kind: 'simulate', sources, settings: {} } });
    for (const format of ['steps', 'csv', 'perfetto', 'report'] as const)
      expect([format, await ask({ type: 'EXPORT.REQUESTED', id: 2, format })]).toEqual([
        format,
        [expect.objectContaining({ type: 'ANSWERED' })],
      ]);
    const [inputs] = await ask({ type: 'EXPORT.REQUESTED', id: 3, format: 'inputs' });
    const shared = withoutSecrets(sources);
    expect(shared.sources[0]?.text).toMatch(
      /^apiVersion: apps\/v1\n[\s\S]*image: docker.io\/acme\/recommender:2026.11\n/,
    );
    expect(inputs).toMatchObject({ type: 'ANSWERED', answer: JSON.stringify(shared) });
  });
});

test('the bundles are small enough to be waited for', () => {
  const sizeOf = (...names: string[]) =>
    names.map((name) => gzipSync(bundle(name)).byteLength).reduce((sum, size) => sum + size, 0);
  expect(sizeOf('app.js', 'app.css')).toBeLessThan(appBudgetBytes);
  expect(sizeOf('worker.js')).toBeLessThan(workerBudgetBytes);
});

test('the guide says how large the page in one file is', async () => {
  const boot = { examples: await readExampleSources() };
  const [, page = ''] =
    [...siteFiles(await readPageAssets(), boot)].find(([name]) => name === 'windlass.html') ?? [];
  const guide = readFileSync(join(root, 'docs/guides/web-page.md'), 'utf8');
  const [, large, zipped] = /It is ([\d.]+) MB large, ([\d.]+) MB zipped\./.exec(guide) ?? [];
  const sizes = [Buffer.byteLength(page), gzipSync(page).byteLength].map((bytes) => bytes / 1e6);
  for (const [index, said] of [large, zipped].entries())
    expect(Math.abs(Number(said) - (sizes[index] ?? 0))).toBeLessThan(0.1);
});
