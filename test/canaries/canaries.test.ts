import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { sweepChunk } from '../../src/answers/what-if/sweep/sweep.ts';
import { formatInputError } from '../../src/inputs/documents/input-error.ts';
import { withoutSecrets } from '../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../src/inputs/read-input.ts';
import { splitWords } from '../../src/interfaces/cli/files/examples.ts';
import { sharedRunJson } from '../../src/interfaces/page/share/shared-run.ts';
import { LoadedRun } from '../../src/interfaces/page/worker/loaded-run.ts';
import { makeRun } from '../../src/interfaces/page/worker/made-run.ts';
import { ChunkPacker } from '../../src/interfaces/queue/chunk-job.ts';
import { outputRows } from '../../src/reports/outputs.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { canaryInputs } from './canary-inputs.ts';

// A canary in every field of every kind that no run reads, in comments, and in each place where credentials
// stand: none of them leaves.

const { sources, canaries } = canaryInputs();
const folder = mkdtempSync(join(tmpdir(), 'windlass-canaries-'));
const inputs = sources.map(({ name }) => name);

function canariesIn(text: string): readonly string[] {
  // Base64 hides a canary from a search.
  const decoded = [...text.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g)].map(([word]) =>
    Buffer.from(word, 'base64').toString('latin1'),
  );
  return [...new Set([text, ...decoded].flatMap((each) => each.match(/CANARY\d+x/g) ?? []))];
}

beforeAll(() => {
  for (const { name, text } of sources) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a command prints, and the files that it writes. */
async function leftBy(words: readonly string[]): Promise<{ readonly text: string; readonly code: number }> {
  const { all, code } = await runInProcess(words, { cwd: folder });
  const out = join(folder, 'out');
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(out, file)).isFile(),
  );
  const text = [all, ...files.map((file) => readFileSync(join(out, file), 'latin1'))].join('\n');
  return { text, code };
}

test('there are canaries in more than a thousand places, and the input with them runs', () => {
  const read = readInput(sources, {});
  expect(read.ok ? [] : read.errors.map(formatInputError)).toEqual([]);
  expect(canaries.count).toBeGreaterThan(1_000);
  expect(new Set(sources.flatMap(({ text }) => canariesIn(text))).size).toBeGreaterThan(canaries.count - 50);
});

describe.sequential('no canary is in what is left by', () => {
  const commands: readonly string[] = [
    ...outputRows.map(([output]) => `run INPUTS -o ${output} --out out/o`),
    'run INPUTS --report out/run.html -v',
    'run INPUTS --mirror docker.io=https://u:CANARY0x@m.io --set staticPodURL=https://h/?t=CANARY0x --set staticPodURLHeader.X=CANARY0x --kubelet-flag=--manifest-url-header=X:CANARY0x --fault \'pullFails image=ghcr.io/acme/web:1 error="Authorization: Basic CANARY0x"\' --report out/r.html -o trace',
    'run INPUTS --seeds 2',
    'run INPUTS --steps -o trace --out out/steps.ndjson',
    'compare INPUTS --b serializeImagePulls=true --seeds 2 --report out/compare.html',
    'compare INPUTS --b mirror=docker.io=https://u:CANARY0x@m.io --b staticPodURL=CANARY0x --seeds 2 -o json --report out/c.html',
    "sweep INPUTS --vary link=100Mbit/s,1Gbit/s --vary 'mirror=docker.io=https://u:CANARY0x@m.io' --seeds 1 --report out/sweep.html",
    "recommend INPUTS --target 'p50 timeToRunning <= 60s' --vary serializeImagePulls=true,false --seeds 2 --report out/recommend.html",
    "worst INPUTS --faults 'kubeletRestart at=0s..5s' --budget 3 --seeds 1 --report out/worst.html",
    'upgrade INPUTS --from 1.35 --to 1.36 --seeds 1 --report out/upgrade.html',
    'explain INPUTS --report out/explain.html --pod web-0',
    'explain INPUTS --fleet --report out/fleet.html',
    'lint INPUTS --report out/lint.html',
    'lint INPUTS -o json',
    'assumptions INPUTS',
    'images INPUTS',
    'prepull INPUTS',
    'import YAML',
  ];

  test.each(commands)('windlass %s', { timeout: 120_000 }, async (command) => {
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    mkdirSync(join(folder, 'out'));
    const { text, code } = await leftBy(
      splitWords(command).flatMap((word) =>
        word === 'INPUTS'
          ? inputs
          : word === 'YAML'
            ? inputs.filter((name) => name.endsWith('.yaml'))
            : [word],
      ),
    );
    expect(canariesIn(text)).toEqual([]);
    expect([0, 4], text.slice(0, 2_000)).toContain(code);
    expect(text.length).toBeGreaterThan(50);
  });
});

test('nor in what the page shares and saves', async () => {
  const request = {
    kind: 'simulate',
    sources,
    settings: { mirrors: ['docker.io=https://u:CANARY0x@m.io'], set: ['staticPodURL=CANARY0x'] },
  } as const;
  const made = await makeRun(request);
  if (!made.ok) throw new Error(made.errors.join('\n'));
  const run = new LoadedRun(request, made);
  for (const format of ['csv', 'perfetto', 'trace', 'steps', 'report', 'inputs', 'replay'] as const) {
    const text = await run.export(format);
    expect(text.length).toBeGreaterThan(100);
    expect(canariesIn(text), format).toEqual([]);
  }
  expect(canariesIn(JSON.stringify(run.loaded(1)))).toEqual([]);
  expect(
    canariesIn(sharedRunJson({ sources: withoutSecrets(sources).sources, settings: request.settings })),
  ).toEqual([]);
});

test('nor in a job of a queue', () => {
  const read = readInput(sources, {});
  if (!read.ok) throw new Error('refused');
  const { data } = new ChunkPacker('compiled').pack(sweepChunk(read, [1], 1));
  const text = brotliDecompressSync(Buffer.from(data.input, 'base64')).toString('utf8');
  expect(JSON.parse(text)).toMatchObject({ input: { seed: 0 } });
  expect(canariesIn(text)).toEqual([]);
});

test('nor in the ConfigMap of a Job', async () => {
  const words = [
    'sweep',
    ...inputs,
    '--vary',
    'mirror=docker.io=https://u:CANARY0x@m.io|docker.io=https://n.io',
    '--vary',
    'nodes=1,2',
    '--indexed-job',
  ];
  const { stdout, code, stderr } = await runInProcess(words, { cwd: folder });
  expect(code, stderr).toBe(0);
  const [config] = parseAllDocuments(stdout).map(
    (document) => document.toJS() as { binaryData: Record<string, string> },
  );
  const plan = brotliDecompressSync(Buffer.from(config?.binaryData['sweep.br'] ?? '', 'base64')).toString(
    'utf8',
  );
  expect(plan).toContain('"axes"');
  expect(canariesIn(plan + stdout.replace(/sweep\.br: \S+/, '') + stderr)).toEqual([]);
});
