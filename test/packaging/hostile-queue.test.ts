import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { figureRows } from '../../src/reports/comparison/figure-rows.ts';
import { podYaml, scenarioYaml, stream } from '../inputs/reading.ts';
import { hasRedis, RedisServer } from './redis-server.ts';
import { startWindlass, type WindlassProcess } from './windlass-process.ts';

/**
 * What anybody who reaches a Redis may have written there: no process dies of it, hangs, or ends without an
 * answer.
 */
const folder = mkdtempSync(join(tmpdir(), 'windlass-hostile-'));
const pods = Array.from({ length: 4 }, (_, index) =>
  podYaml(`p${index}`, `{ containers: [{ name: a, image: registry.example/a${index}:1 }] }`),
);
writeFileSync(join(folder, 'in.yaml'), stream(...pods, scenarioYaml('nodes: { count: 1 }')));
const words = 'sweep in.yaml --vary maxPods=51,52 --seeds 2 -o ndjson';
const processes: WindlassProcess[] = [];
const workers: Worker[] = [];

const start = (line: string) => {
  const started = startWindlass(line.split(' '), folder);
  processes.push(started);
  return started;
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasRedis)(
  `what others have written to Redis${hasRedis ? '' : ' (SKIPPED: no redis-server here)'}`,
  () => {
    let redis: RedisServer;
    let queue = '';
    let local = '';
    beforeAll(async () => {
      redis = await RedisServer.start(folder);
      queue = `--queue ${redis.url}`;
      expect(await start(`${words} --out local.ndjson --workers 1 -q`).ended).toBe(0);
      local = readFileSync(join(folder, 'local.ndjson'), 'utf8');
    });
    afterAll(() => redis.kill());
    afterEach(async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.close()));
      const all = processes.splice(0);
      for (const { child } of all) child.kill('SIGKILL');
      await Promise.all(all.map(({ ended }) => ended));
      await withClient((client) => client.flushall());
    });

    async function withClient<T>(
      task: (client: ReturnType<RedisServer['client']>) => Promise<T>,
    ): Promise<T> {
      const client = redis.client();
      try {
        return await task(client);
      } finally {
        client.disconnect();
      }
    }

    /** The names of the jobs of a sweep, once it has asked for both. */
    async function jobsAsked(): Promise<readonly string[]> {
      let keys: readonly string[] = [];
      const look = async () => {
        keys = (await withClient((client) => client.keys('windlass:chunks-*:chunk-*'))).filter(
          (key) => !key.endsWith(':lock'),
        );
        return keys.length;
      };
      await expect.poll(look).toBe(2);
      return keys;
    }

    /** A worker of another program, which answers each job so. */
    function answerWith(job: string, answer: () => unknown): void {
      const [prefix = '', name = ''] = job.split(':');
      workers.push(new Worker(name, async () => answer(), { connection: { port: redis.port }, prefix }));
    }

    const ofValues = figureRows.map(() => 1);
    test.each([
      ['a number', 5],
      ['nothing', null],
      ['an empty object', {}],
      ['a failure of null', { failed: null }],
      ['a failure without an error', { failed: { exitCode: 0, message: 'fine' } }],
      ['a failure with another code', { failed: { exitCode: 'six', message: 'x' } }],
      ['values that are none', { values: 'many' }],
      ['fewer runs than asked for', { values: [ofValues] }],
      ['runs without figures', { values: [[], []] }],
      ['figures of another type', { values: [ofValues, ofValues.map(String)] }],
      ['a result without end', { values: [ofValues, ofValues], more: 'x'.repeat(1_000_000) }],
      ['a text', 'done'],
    ])('a result that is %s ends the sweep with a sentence', async (_, result) => {
      const sweep = start(`${words} ${queue} --out odd.ndjson`);
      answerWith((await jobsAsked())[0] ?? '', () => result);
      expect([await sweep.ended, sweep.told()]).toEqual([
        6,
        expect.stringContaining('came to nothing twice: what is in Redis as its result is none'),
      ]);
    });

    test('a result of no use is asked for once more', async () => {
      const sweep = start(`${words} ${queue} --out healed.ndjson`);
      const [job = ''] = await jobsAsked();
      let answers = 0;
      await new Promise<void>((resolve) => {
        answerWith(job, () => {
          if (++answers === 2) resolve();
          return 5;
        });
      });
      await Promise.all(workers.splice(0).map((worker) => worker.close()));
      start(`worker ${queue} --workers 1`);
      expect([await sweep.ended, readFileSync(join(folder, 'healed.ndjson'), 'utf8') === local]).toEqual([
        0,
        true,
      ]);
    });

    test('a worker that fails ends the sweep with its reason', async () => {
      const sweep = start(`${words} ${queue}`);
      answerWith((await jobsAsked())[0] ?? '', () => {
        throw new Error('no such thing');
      });
      expect([await sweep.ended, sweep.told()]).toEqual([
        6,
        expect.stringContaining('twice: a worker failed at it: no such thing'),
      ]);
    });

    test('entries that are none in the list of workers are left out, and said once', async () => {
      await withClient(async (client) => {
        const build = { version: '1', digest: 'x' };
        const entries = [
          'not json',
          'null',
          '5',
          '[]',
          '{"role":"worker"}',
          JSON.stringify({ role: 'worker', build, host: 1 }),
          'x'.repeat(1e6),
        ];
        for (const key of ['windlass:present', 'windlass:present:2'])
          for (const entry of entries) await client.zadd(key, 9e12, entry);
      });
      const worker = start(`worker ${queue} --workers 1`);
      const sweep = start(`${words} ${queue} --out beside.ndjson`);
      expect([await sweep.ended, readFileSync(join(folder, 'beside.ndjson'), 'utf8') === local]).toEqual([
        0,
        true,
      ]);
      await expect
        .poll(() => worker.told())
        .toContain('has entries that no windlass has written; they are left out');
      worker.child.kill('SIGTERM');
      expect(await worker.ended).toBe(0);
    });

    test.each([
      ['no JSON', 'not json'],
      ['no chunk', '{}'],
      [
        'an input that is none',
        JSON.stringify({
          engine: 'compiled',
          seeds: [1],
          input: brotliCompressSync('{"seed":0}').toString('base64'),
        }),
      ],
      ['what is not packed', JSON.stringify({ engine: 'compiled', seeds: [1], input: 'AAAA' })],
      [
        'what is 1 GB unpacked',
        JSON.stringify({
          engine: 'compiled',
          seeds: [1],
          input: brotliCompressSync(Buffer.alloc(2 ** 30)).toString('base64'),
        }),
      ],
    ])('a job with %s is replaced, and the answer is the same', async (_, data) => {
      const first = start(`${words} ${queue} --out first.ndjson`);
      const jobs = await jobsAsked();
      first.child.kill('SIGKILL');
      await first.ended;
      await withClient((client) => Promise.all(jobs.map((job) => client.hset(job, 'data', data))));
      const worker = start(`worker ${queue} --workers 1`);
      const sweep = start(`${words} ${queue} --out again.ndjson`);
      expect([await sweep.ended, readFileSync(join(folder, 'again.ndjson'), 'utf8') === local]).toEqual([
        0,
        true,
      ]);
      worker.child.kill('SIGTERM');
      expect(await worker.ended).toBe(0);
    });

    test('a key of another type ends the sweep with 7', async () => {
      const first = start(`${words} ${queue}`);
      const [job = ''] = await jobsAsked();
      first.child.kill('SIGKILL');
      await first.ended;
      const completed = `${job.slice(0, job.lastIndexOf(':'))}:completed`;
      await withClient((client) => client.set(completed, 'mine'));
      const sweep = start(`${words} ${queue}`);
      expect([await sweep.ended, sweep.told()]).toEqual([
        7,
        expect.stringMatching(/cannot be used: .*WRONGTYPE.*delete those that begin with windlass:chunks-/s),
      ]);
    });

    test('a sweep and a worker hear SIGTERM while Redis does not answer', async () => {
      const worker = start(`worker ${queue} --workers 1`);
      await expect.poll(() => worker.told()).toContain('takes runs from');
      worker.child.kill('SIGSTOP');
      const sweep = start(`${words} ${queue}`);
      await jobsAsked();
      redis.signal('SIGSTOP');
      try {
        worker.child.kill('SIGCONT');
        for (const each of [sweep, worker]) each.child.kill('SIGTERM');
        expect(await Promise.all([sweep.ended, worker.ended])).toEqual([130, 0]);
      } finally {
        redis.signal('SIGCONT');
      }
    });

    test('what answers nothing, or not as Redis does, is said to be unreachable', async () => {
      for (const answer of ['', 'HTTP/1.1 400 Bad Request\r\n\r\n']) {
        const server = createServer((socket) => socket.write(answer)).listen(0, '127.0.0.1');
        await new Promise((resolve) => server.on('listening', resolve));
        const address = server.address();
        const port = address !== null && typeof address === 'object' ? address.port : 0;
        for (const line of [
          `${words} --queue redis://127.0.0.1:${port}/0`,
          `worker --queue redis://127.0.0.1:${port}/0`,
        ]) {
          const away = start(line);
          expect([await away.ended, away.told()]).toEqual([
            7,
            expect.stringContaining(`cannot reach Redis at redis://127.0.0.1:${port}/0`),
          ]);
        }
        server.close();
      }
    });
  },
);
