import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { grpcLibraries } from '../../../src/interfaces/cri/connect-image-service.ts';
import { checkedDocument } from '../../reports/json/checked-document.ts';
import { type Outcome, runInProcess } from '../cli/run-in-process.ts';
import type { Defect } from './planted-defects.ts';
import { PlantedImageService } from './planted-image-service.ts';
import { serveImageService } from './serve-image-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-test-cri-'));
afterAll(() => rmSync(folder, { recursive: true }));
const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

/** Starts a runtime with this defect at a socket, and returns its address. */
async function runtime(defect?: Defect): Promise<string> {
  const endpoint = `unix://${folder}/cri-${defect ?? 'right'}.sock`;
  const server = await serveImageService(new PlantedImageService(defect), endpoint, await grpcLibraries());
  closes.push(server.close);
  return endpoint;
}

function run(...options: readonly string[]): Promise<Outcome> {
  const env = { NO_COLOR: '1' };
  const nowMs = () => performance.now();
  return runInProcess(['test', ...options], { env, cwd: folder, columns: 80, nowMs });
}

test('a right runtime holds all properties, over its socket', { timeout: 60_000 }, async () => {
  const endpoint = await runtime();
  const { code, stdout, stderr } = await run('--cri', endpoint, '--machine', 'contentStore', '--runs', '3');
  expect(code).toBe(0);
  expect(stderr).toMatch(/^windlass: the registry is 127\.0\.0\.1:\d+, over HTTP; 7 scripts\n$/);
  expect(stdout).toMatch(
    /^HOLDS planted v1\.0\.0\n7 scripts, \d+ steps: 20 of 22 properties hold, the others had/,
  );
  expect(stdout).toMatch(/\npaths of contentStore +4 +0\nrandom scripts +3 +0\n/);
});

test('a violation is made small, explained, saved, and shown again', { timeout: 60_000 }, async () => {
  const endpoint = await runtime('tellsPassword');
  const args = ['--runs', '0', '--only', 'only-alice-may', '--junit', 'report.xml', '--save', 'found', '-q'];
  const { code, stdout } = await run('--cri', endpoint, ...args);
  expect(code).toBe(4);
  const end = stdout.slice(stdout.indexOf('1. passwords-are-not-told is violated\n'));
  expect(end).toContain('smallest script that shows it (6 steps → 1 step, ');
  expect(end).toContain('     pull web, as mallory\n');
  expect(end).toMatch(/\n +\d+ ms {2}pull 1: PullImage web:1 as mallory\n/);
  expect(end).toMatch(/\n +\d+ ms {4}HEAD the tag of web: 401\n/);
  const replay = `--replay found/1.ndjson`;
  expect(end).toMatch(new RegExp(`\n   replay: windlass test --cri \\S+ ${replay}\n$`));
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(
    Math.max(80, `   replay: windlass test --cri ${endpoint} ${replay}`.length),
  );
  const junit = readFileSync(join(folder, 'report.xml'), 'utf8');
  expect(junit).toContain(
    '<testcase name="passwords-are-not-told" classname="properties"><error type="violated">',
  );
  expect(junit).toMatch(
    /<error type="violated">passwords-are-not-told: the message of pull \d+ has the password/,
  );
  expect(junit).not.toContain('Wrong-Horse');
  const saved = JSON.parse(readFileSync(join(folder, 'found/1.json'), 'utf8'));
  expect(checkedDocument(JSON.stringify(saved), 'CriTestFinding')).toMatchObject({ isRepeatable: true });

  const again = await run('--cri', endpoint, '--replay', 'found/1.ndjson', '-o', 'json', '-q');
  expect(again.code).toBe(4);
  expect(checkedDocument(again.stdout, 'CriTestReport')).toMatchObject({
    verdict: 'violates',
    findings: [{ property: 'passwords-are-not-told', script: { steps: [{ do: 'pull', as: 'mallory' }] } }],
  });
  const without = ['--without', 'passwords-are-not-told'];
  expect((await run('--cri', endpoint, '--replay', 'found/1.ndjson', ...without)).code).toBe(0);
});

test('where no runtime listens, the socket is named, and nothing is written', async () => {
  const { code, stdout, stderr } = await run(
    '--cri',
    '/nowhere/cri.sock',
    '--runs',
    '0',
    '--junit',
    'none.xml',
  );
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toContain('--cri /nowhere/cri.sock: there is no socket /nowhere/cri.sock');
  expect(existsSync(join(folder, 'none.xml'))).toBe(false);
});

test('an address that takes a connection and says nothing ends in time', async () => {
  const endpoint = `${folder}/silent.sock`;
  const server = createServer(() => {}).listen(endpoint);
  closes.push(() => server.close());
  const { code, stderr } = await run('--cri', endpoint, '--runs', '0', '--timeout', '1', '-q');
  expect([code, stderr]).toEqual([
    3,
    `windlass: --cri ${endpoint}: no CRI runtime answers: nothing came within 1 s\n`,
  ]);
});

test('a runtime that dies is gone, and no violator', { timeout: 60_000 }, async () => {
  const service = new PlantedImageService();
  const endpoint = `unix://${folder}/cri-dying.sock`;
  const server = await serveImageService(service, endpoint, await grpcLibraries());
  const pull = service.pullImage.bind(service);
  let pulls = 0;
  service.pullImage = async (...call) => {
    pulls += 1;
    if (pulls === 6) server.close();
    return await pull(...call);
  };
  const { code, stdout } = await run('--cri', endpoint, '--machine', 'contentStore', '--runs', '0', '-q');
  expect(code).toBe(3);
  expect(stdout).toMatch(
    /\nThe runtime is gone: it stopped to answer in contentStore-\d\.\n\d scripts? more not run\.\n/,
  );
  expect(stdout).not.toContain('is violated');
});

test('a session that is ended has judged what it has run', { timeout: 60_000 }, async () => {
  const endpoint = await runtime();
  const env = { NO_COLOR: '1' };
  const untilStopped = () => Promise.resolve();
  const args = ['test', '--cri', endpoint, '--machine', 'contentStore', '--runs', '0', '-q'];
  const { code, stdout } = await runInProcess(args, { env, nowMs: () => performance.now(), untilStopped });
  expect(code).toBe(130);
  expect(stdout).toMatch(
    /^HOLDS planted v1\.0\.0\n1 script, \d+ steps: \d+ of 22 properties hold, the others had/,
  );
});

test('a runtime that does not ask the registry is told from one that fails', async () => {
  const service = new PlantedImageService();
  service.pullImage = async (image) => ({
    ok: false,
    code: 'Unknown',
    message: `${image}: HTTP is not allowed`,
  });
  const endpoint = `unix://${folder}/cri-deaf.sock`;
  const server = await serveImageService(service, endpoint, await grpcLibraries());
  closes.push(server.close);
  const { code, stdout, stderr } = await run('--cri', endpoint, '--runs', '0', '--only', 'tag-moves', '-q');
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/the runtime does not ask the registry of the scripts: .*: HTTP is not allowed/);
  expect(stderr).toMatch(/It has to take plain HTTP from 127\.0\.0\.1:\d+/);
});

test.each([
  [['--sut', 'true'], '--sut is for an image manager, not for --cri'],
  [['--bred', '3'], '--bred is for an image manager, not for --cri'],
  [['--without', 'luck'], '--without luck: the properties are every-call-is-answered, '],
  [['--machine', 'imagePull'], '--machine imagePull: with --cri the machines are runtimePull, fetch, '],
  [['--only', 'random-900'], '--only random-900: no script of this name'],
  [['--export', 'x', '--for', 'go'], '--export is for an image manager, not for --cri'],
  [['--kind', 'kubeadm'], '--kind is for an image manager, not for --cri'],
  [['--listen', '[::1]:5078'], '--listen [::1]: names of images have no room for an IPv6 address'],
  [['--junit', '.'], '--junit .: it is a folder'],
  [['--listen', '0.0.0.0:0'], '--listen 0.0.0.0: name the address under which the runtime reaches'],
])('%j is refused', async (options, sentence) => {
  const { code, stderr } = await run('--cri', '/nowhere/cri.sock', '--runs', '0', ...options);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});

test.each([
  ['{"name":"x"', 'bad.ndjson:1: not JSON: '],
  ['{"name":"x","images":[],"steps":[{"do":"pull","image":"web"}]}', 'bad.ndjson:1: images: '],
  [
    '{"name":"x","images":[{"name":"web","layers":["a"]}],"steps":[{"do":"pull","image":"api"}]}',
    'bad.ndjson:1: steps[0].image: there is no image api',
  ],
  [
    '{"name":"x","images":[{"name":"web","layers":["a"]}],"steps":[{"do":"cancel","id":"p"}]}',
    'bad.ndjson:1: steps[0].id: no pull p comes before',
  ],
])('a script that is none is refused with its place: %s', async (line, sentence) => {
  writeFileSync(join(folder, 'bad.ndjson'), `${line}\n`);
  const { code, stderr } = await run('--cri', '/nowhere/cri.sock', '--replay', 'bad.ndjson');
  expect(code).toBe(3);
  expect(stderr).toContain(sentence);
});
