import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { podYaml, scenarioYaml, stream } from '../inputs/reading.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { root } from '../tidy/sources.ts';
import { hasRedis, RedisServer } from './redis-server.ts';
import { startWindlass, type WindlassProcess } from './windlass-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-queue-'));
const secret = 'hunter2hunter2';
const dockerConfig = JSON.stringify({ auths: { 'registry.example': { username: 'me', password: secret } } });
const pull = `apiVersion: v1\nkind: Secret\nmetadata: { name: pull }\ntype: kubernetes.io/dockerconfigjson\nstringData: { .dockerconfigjson: '${dockerConfig}' }\n`;
const pods = Array.from({ length: 25 }, (_, index) =>
  podYaml(
    `p${index}`,
    `{ imagePullSecrets: [{ name: pull }], containers: [{ name: a, image: registry.example/a${index % 20}:1 }] }`,
  ),
);
writeFileSync(join(folder, 'in.yaml'), stream(pull, ...pods, scenarioYaml('nodes: { count: 2 }')));

const words = 'sweep in.yaml --vary maxPods=51,52 --seeds 15 -o ndjson';
const processes: WindlassProcess[] = [];
const start = (line: string, env = {}, program?: string) => {
  const started = startWindlass(line.split(' '), folder, env, program);
  processes.push(started);
  return started;
};
const written = (name: string) => readFileSync(join(folder, name), 'utf8');
const kill = async (...all: readonly WindlassProcess[]) => {
  for (const { child } of all) child.kill('SIGKILL');
  await Promise.all(all.map(({ ended }) => ended));
};

afterEach(() => kill(...processes.splice(0)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasRedis)(
  `a sweep over a queue${hasRedis ? '' : ' (SKIPPED: no redis-server here)'}`,
  () => {
    let redis: RedisServer;
    let queue = '';
    let local = '';
    beforeAll(async () => {
      redis = await RedisServer.start(folder);
      queue = `--queue ${redis.url}`;
      expect(await start(`${words} --out local.ndjson --workers 1 -q`).ended).toBe(0);
      local = written('local.ndjson');
      expect(local.split('\n')).toHaveLength(31);
    });
    afterAll(() => redis.kill());
    afterEach(async () => {
      await kill(...processes.splice(0));
      const client = redis.client();
      await client.flushall();
      client.disconnect();
    });

    /** The names in Redis of what is kept of chunks in this state. */
    const chunksIn = async (state: 'completed' | 'active' | 'wait') => {
      const client = redis.client();
      const [key] = await client.keys(`windlass:chunks-*:${state}`);
      const count =
        key === undefined ? 0 : await (state === 'completed' ? client.zcard(key) : client.llen(key));
      client.disconnect();
      return count;
    };

    test('loses nothing and counts nothing twice when two workers and the sweep are killed in the middle', async () => {
      const workers = [start(`worker ${queue} --workers 1`), start(`worker ${queue} --workers 1`)];
      const sweep = start(`${words} ${queue} --out killed.ndjson`);
      await expect.poll(() => chunksIn('completed')).toBeGreaterThan(0);
      await kill(...workers, sweep);
      const made = await chunksIn('completed');
      expect(made).toBeLessThan(4);
      const successor = start(`worker ${queue} --workers 2`);
      const again = start(`${words} ${queue} --out killed.ndjson`);
      expect(await again.ended).toBe(0);
      expect(written('killed.ndjson')).toBe(local);
      successor.child.kill('SIGTERM');
      expect(await successor.ended).toBe(0);
      // What was made before was not made again.
      const [, chunks] = /stopped; (\d+) chunks? w/.exec(successor.told()) ?? [];
      expect(Number(chunks)).toBe(4 - made);
      // Once the answer is written nothing of it stays.
      expect(await Promise.all((['completed', 'active', 'wait'] as const).map(chunksIn))).toEqual([0, 0, 0]);
    });

    test('goes on when Redis is killed and comes back without what was in it', async () => {
      const worker = start(`worker ${queue} --workers 1`);
      const sweep = start(`${words} ${queue} --out lost.ndjson`);
      await expect.poll(() => chunksIn('completed')).toBeGreaterThan(0);
      await redis.kill();
      await expect
        .poll(() => worker.told())
        .toContain(`cannot reach Redis at ${redis.url}; it is tried again`);
      await redis.start();
      expect([await sweep.ended, written('lost.ndjson') === local]).toEqual([0, true]);
      // It looks once a second, and the sweep may be faster.
      await expect.poll(() => worker.told()).toContain(`Redis at ${redis.url} is back`);
    });

    test('ends with what is known by Ctrl-C, takes back what nobody has begun, and goes on later', async () => {
      const worker = start(`worker ${queue} --workers 1`);
      const sweep = start(`${words} ${queue} --out cut.ndjson`);
      // The sweep looks for results every 200 ms: by the second chunk it has the first.
      await expect.poll(() => chunksIn('completed')).toBeGreaterThan(1);
      sweep.child.kill('SIGINT');
      expect(await sweep.ended).toBe(130);
      expect(sweep.told()).toMatch(/interrupted: \d+ of 30 runs; --resume cut.ndjson goes on/);
      expect(local.startsWith(written('cut.ndjson'))).toBe(true);
      expect(await chunksIn('wait')).toBe(0);
      const again = start(`${words} ${queue} --out cut.ndjson --resume cut.ndjson`);
      expect([await again.ended, written('cut.ndjson') === local]).toEqual([0, true]);
      worker.child.kill('SIGINT');
      expect(await worker.ended).toBe(0);
    });

    test('refuses a worker of another build, and both sides say so; what goes through Redis has no secret', async () => {
      // The same version with a change in its code, as two commits have it.
      const other = join(folder, 'other');
      mkdirSync(other);
      cpSync(join(root, 'dist'), join(other, 'dist'), { recursive: true });
      writeFileSync(join(other, 'package.json'), '{ "type": "module" }');
      symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'));
      const program = join(other, 'dist/command/windlass.js');
      appendFileSync(program, '\n// A change.\n');
      const worker = start(`worker ${queue} --workers 1`, {}, program);
      const sweep = start(`${words} ${queue}`);
      const build = String.raw`windlass 0\.1\.0 \(build [0-9a-f]{12}\)`;
      await expect
        .poll(() => sweep.told())
        .toMatch(new RegExp(`a worker of ${build} at \\S+ does not take these runs, since this is ${build}`));
      await expect
        .poll(() => worker.told())
        .toMatch(new RegExp(`a sweep of ${build} waits at \\S+; this worker is ${build} and does not take`));
      // Both may have met before the sweep has asked for its last chunk.
      await expect.poll(() => chunksIn('wait')).toBe(4);
      expect([await chunksIn('completed'), await chunksIn('active')]).toEqual([0, 0]);
      const client = redis.client();
      const jobs = await client.keys('windlass:chunks-*:chunk-*');
      expect(jobs).toHaveLength(4);
      const { brotliDecompressSync } = await import('node:zlib');
      for (const job of jobs) {
        const { input } = JSON.parse((await client.hget(job, 'data')) ?? '') as { readonly input: string };
        const text = brotliDecompressSync(Buffer.from(input, 'base64')).toString();
        expect(text).toContain('registry.example/a1:1');
        expect(text).not.toContain(secret);
      }
      client.disconnect();
    });

    test('says that a worker is needed, and ends with 7 where Redis is not', async () => {
      const sweep = start(`${words} ${queue}`);
      await expect
        .poll(() => sweep.told())
        .toContain(`waiting for a worker; start one on any machine: windlass worker --queue ${redis.url}`);
      for (const line of [
        `${words} --queue redis://:pass@127.0.0.1:1/0`,
        'worker --queue redis://:pass@127.0.0.1:1/0',
      ]) {
        const away = start(line);
        expect([await away.ended, away.told()]).toEqual([
          7,
          expect.stringContaining('cannot reach Redis at redis://127.0.0.1:1/0: nothing listens there'),
        ]);
      }
    });
  },
);

test.each([
  ['worker --queue 127.0.0.1:6379', 'expected redis://HOST:PORT/DATABASE'],
  ['worker --queue http://127.0.0.1:6379', 'expected redis://HOST:PORT/DATABASE'],
  ['worker', 'worker needs --queue, or --plan and --results'],
])('refuses %s', async (line, message) => {
  const refused = await runInProcess(line.split(' '));
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
