import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { splitWords } from '../../src/interfaces/cli/files/examples.ts';
import { podYaml, scenarioYaml, stream } from '../inputs/reading.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { root } from '../tidy/sources.ts';
import { hasRedis, RedisServer } from './redis-server.ts';
import { startWindlass } from './windlass-process.ts';

// Each command of docs/guides/many-machines.md, in its order, with fewer runs, and with the addresses of
// servers that are here.
const guide = readFileSync(join(root, 'docs/guides/many-machines.md'), 'utf8');
const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);
const commandWith = (...parts: readonly string[]) => {
  const found = commands.filter((line) => parts.every((part) => line.includes(part)));
  expect(found, `one command of the guide with ${parts.join(' and ')}`).toHaveLength(1);
  return found[0] ?? '';
};

const folder = mkdtempSync(join(tmpdir(), 'windlass-machines-'));
const pods = Array.from({ length: 6 }, (_, index) =>
  podYaml(`p${index}`, `{ containers: [{ name: a, image: acme/a${index % 3}:1 }] }`),
);
writeFileSync(join(folder, 'web.yaml'), stream(...pods, scenarioYaml('nodes: { count: 2 }')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (name: string) => readFileSync(join(folder, name), 'utf8');
const fewer = (line: string) => line.replace('nodes=1..200', 'nodes=1..3').replace('--seeds 50', '--seeds 4');
const start = (line: string, env = {}) => {
  const { variables, words } = splitVariables(line);
  return startWindlass(words, folder, { ...env, ...variables });
};
const run = async (line: string, env = {}) => {
  const { ended, told } = start(line, env);
  expect(await ended, told()).toBe(0);
};
const here = async (seeds: string) => {
  const words = splitWords(`sweep web.yaml --vary nodes=1..3 ${seeds} -o csv`);
  return (await runInProcess(words, { cwd: folder })).stdout;
};

/** `NAME=value windlass words…`. */
function splitVariables(line: string) {
  const words = splitWords(line);
  const at = words.indexOf('windlass');
  const variables = Object.fromEntries(words.slice(0, at).map((word) => word.split('=')));
  return { variables, words: words.slice(at + 1) };
}

test('every command of the guide is run here, but for those of other programs', () => {
  expect(commands.filter((line) => !/(?:^|\s)windlass (?:sweep|worker) /.test(line))).toEqual([
    expect.stringMatching(/^npm install -g windlass bullmq@\S+ ioredis@\S+$/),
    'kubectl create -f job.yaml',
    'kubectl wait --for=condition=Complete --timeout=1h job -l app.kubernetes.io/component=sweep',
  ]);
  expect(commands.filter((line) => /(?:^|\s)windlass (?:sweep|worker) /.test(line))).toHaveLength(6);
});

test('the libraries to install are those that are tested', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [, name = '', version] of commandWith('npm install').matchAll(/(bullmq|ioredis)@(\S+)/g))
    expect(devDependencies[name]).toMatch(new RegExp(`^\\^?${version?.replaceAll('.', '\\.')}\\.`));
});

describe.skipIf(!hasRedis)(`by a queue${hasRedis ? '' : ' (SKIPPED: no redis-server here)'}`, () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start(folder);
  });
  afterAll(() => redis.kill());

  test('the worker and the sweep of the guide give the bytes of a sweep here', async () => {
    const served = (line: string) => fewer(line).replace('redis://10.0.0.7:6379/0', redis.url);
    const worker = start(served(commandWith('windlass worker', '--queue')));
    await run(served(commandWith('windlass sweep', '--queue')));
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(written('sweep.csv')).toBe(await here('--seeds 4'));
  });
});

test('the Job of the guide with a claim: a share is made by hand, as it says', async () => {
  await run(fewer(commandWith('windlass sweep', '--indexed-job', '--completions')));
  const [map, job] = parseAllDocuments(written('job.yaml')).map((document) => document.toJS());
  expect(job.spec).toMatchObject({ completions: 20, parallelism: 5 });
  writeFileSync(join(folder, 'sweep.br'), Buffer.from(map.binaryData['sweep.br'], 'base64'));
  mkdirSync(join(folder, 'results'));
  await run(commandWith('windlass worker', '--plan'));
  expect(written('results/share-00003.ndjson').split('\n').length).toBeGreaterThan(1);
});

test('the Job of the guide with a store: its shares are merged to the bytes of a sweep here', async () => {
  const directory = join(folder, 's3');
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'sweeps', configs: [] }],
  });
  const { port } = await server.run();
  const env = {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
  await run(`${fewer(commandWith('windlass sweep', '--indexed-job', 's3://'))} --completions 2`);
  const [map, job] = parseAllDocuments(written('job.yaml')).map((document) => document.toJS());
  writeFileSync(join(folder, 'plan.br'), Buffer.from(map.binaryData['sweep.br'], 'base64'));
  // The words that the pods of the Job are started with; their plan is a mounted file.
  const { command } = job.spec.template.spec.containers[0];
  const line = command.map((word: string) => (word.endsWith('sweep.br') ? 'plan.br' : word)).join(' ');
  for (const index of [0, 1]) await run(line, { ...env, JOB_COMPLETION_INDEX: String(index) });
  await run(commandWith('windlass sweep collect', 's3://'), env);
  await server.close();
  expect(written('sweep.csv')).toBe(await here('--seeds 10'));
});
