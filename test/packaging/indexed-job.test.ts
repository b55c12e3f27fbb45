import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Job } from 'kubernetes-models/batch/v1';
import { ConfigMap } from 'kubernetes-models/v1';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { podYaml, scenarioYaml, stream } from '../inputs/reading.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { root } from '../tidy/sources.ts';
import { startWindlass } from './windlass-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-job-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secret = 'hunter2hunter2';
const config = JSON.stringify({ auths: { 'registry.example': { username: 'me', password: secret } } });
const pull = `apiVersion: v1\nkind: Secret\nmetadata: { name: pull }\nstringData: { .dockerconfigjson: '${config}' }\n`;
const pods = Array.from({ length: 12 }, (_, index) =>
  podYaml(
    `p${index}`,
    `{ imagePullSecrets: [{ name: pull }], containers: [{ name: a, image: registry.example/a${index % 9}:1 }] }`,
  ),
);
writeFileSync(join(folder, 'in.yaml'), stream(pull, ...pods, scenarioYaml('nodes: { count: 2 }')));
// The second value is one that a kubelet refuses.
const words =
  'sweep in.yaml --vary maxParallelImagePulls=1,2 --vary serializeImagePulls=true,false --seeds 6';
const start = (line: string, env = {}, program?: string) =>
  startWindlass(line.split(' '), folder, env, program);
const ended = async (line: string, env = {}) => {
  const started = start(line, env);
  return [await started.ended, started.told()] as const;
};
/** What needs neither threads nor the build is carried out in this process, which is ten times as fast. */
const here = async (line: string, env = {}) => {
  const { code, stderr } = await runInProcess(line.split(' '), { cwd: folder, env });
  return [code, stderr] as const;
};
const written = (name: string) => readFileSync(join(folder, name), 'utf8');
const share = (index: number, results: string) =>
  `worker --plan plan.br --results ${results} --workers ${1 + (index % 2)}`;

type Fields = Readonly<Record<string, unknown>>;
let objects: readonly {
  readonly kind: string;
  readonly binaryData: Readonly<Record<string, string>>;
  readonly spec: Fields;
}[] = [];

beforeAll(async () => {
  expect(
    await ended(
      `${words} --indexed-job --completions 3 --parallelism 2 --image registry.example/windlass:1 --out job.yaml`,
    ),
  ).toEqual([0, expect.stringMatching(/^windlass: 24 runs in 3 shares; inputs: /)]);
  objects = parseAllDocuments(written('job.yaml')).map((document) => document.toJS());
  writeFileSync(join(folder, 'plan.br'), Buffer.from(objects[0]?.binaryData['sweep.br'] ?? '', 'base64'));
  for (const output of ['csv', 'json'])
    expect((await here(`${words} -o ${output} --out local.${output}`))[0]).toBe(0);
});

describe('a sweep as a Job', () => {
  test('is a ConfigMap and an Indexed Job by the schemas of Kubernetes', () => {
    const [map, job] = objects;
    expect(map?.kind).toBe('ConfigMap');
    expect(() => new ConfigMap(map as never).validate()).not.toThrow();
    expect(() => new Job(job as never).validate()).not.toThrow();
    // What the schemas are worth.
    expect(() =>
      new Job({ ...job, spec: { ...job?.spec, completions: 'three' } } as never).validate(),
    ).toThrow('completions');
    expect(job?.spec).toMatchObject({ completionMode: 'Indexed', completions: 3, parallelism: 2 });
    expect(JSON.stringify(job)).toContain('"image":"registry.example/windlass:1"');
  });

  test('has the inputs without their secrets', () => {
    const plan = brotliDecompressSync(readFileSync(join(folder, 'plan.br'))).toString();
    expect(plan).toContain('registry.example/a1:1');
    expect(plan).not.toContain(secret);
    expect(written('job.yaml')).not.toContain(secret);
  });

  test('gives the bytes of a sweep here, also where a pod is killed and made again', async () => {
    const killed = start(share(1, 'results'), { JOB_COMPLETION_INDEX: '1' });
    // At once, so that its runs are not made yet.
    await expect.poll(() => existsSync(join(folder, 'results/plan.br')), { interval: 5 }).toBe(true);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    const both = [0, 2].map((index) =>
      ended(share(index, 'results'), { JOB_COMPLETION_INDEX: String(index) }),
    );
    expect(await Promise.all(both)).toEqual([
      [0, 'windlass: share 0 of 3: 6 runs made\n'],
      [0, 'windlass: share 2 of 3: 6 runs made\n'],
    ]);
    expect(await ended('sweep collect results')).toEqual([
      3,
      expect.stringContaining('results: 1 of 3 shares are missing: 1\n'),
    ]);
    for (const told of ['share 1 of 3: 6 runs made', 'share 1 is there already'])
      expect(await ended(share(1, 'results'), { JOB_COMPLETION_INDEX: '1' })).toEqual([
        0,
        `windlass: ${told}\n`,
      ]);
    expect(readdirSync(join(folder, 'results')).sort()).toEqual([
      'plan.br',
      ...[0, 1, 2].map((index) => `share-0000${index}.ndjson`),
    ]);
    for (const output of ['csv', 'json']) {
      expect((await ended(`sweep collect results -o ${output} --out job.${output}`))[0]).toBe(0);
      expect(written(`job.${output}`)).toBe(written(`local.${output}`));
    }
  });

  test('makes a share again that is of no use, and names one that was cut short or is no file', async () => {
    const env = { JOB_COMPLETION_INDEX: '1' };
    const path = join(folder, 'results/share-00001.ndjson');
    const whole = readFileSync(path, 'utf8');
    const cut = whole.slice(0, whole.indexOf('\n') + 1);
    for (const content of ['not json\n', '{}', 'null', whole.replace(/"sweep":"\w+"/, '"sweep":"other"')]) {
      writeFileSync(path, content);
      expect(await ended('sweep collect results')).toEqual([
        3,
        expect.stringMatching(/share-00001\.ndjson:1: .*delete this share, and make it again/),
      ]);
      expect(await ended(share(1, 'results'), env)).toEqual([
        0,
        expect.stringMatching(/share-00001.ndjson:1: .*it is made again\n.*6 runs made\n$/s),
      ]);
      expect(readFileSync(path, 'utf8')).toBe(whole);
    }
    writeFileSync(path, cut);
    expect(await ended('sweep collect results')).toEqual([
      3,
      expect.stringMatching(
        /results\/share-00001.ndjson: the run of .* with seed \d+ is not in it: delete this share, and make it again/,
      ),
    ]);
    expect((await ended(share(1, 'results'), env))[0]).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(whole);
    rmSync(path);
    spawnSync('mkfifo', [path]);
    expect(await ended('sweep collect results')).toEqual([
      3,
      expect.stringContaining('share-00001.ndjson: not a regular file'),
    ]);
    expect(await ended(share(1, 'results'), env)).toEqual([
      3,
      expect.stringContaining('share-00001.ndjson: not a regular file'),
    ]);
    rmSync(path);
    truncateSync(join(folder, 'results/plan.br'), 2 ** 21);
    expect(await ended('sweep collect results')).toEqual([
      3,
      expect.stringContaining('plan.br: more than 1 MiB, which is not read'),
    ]);
    writeFileSync(join(folder, 'results/plan.br'), readFileSync(join(folder, 'plan.br')));
    writeFileSync(path, whole);
  });

  test('puts results into a store that speaks S3, and takes them from there', async () => {
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(folder, 's3'),
      configureBuckets: [{ name: 'runs', configs: [] }],
    });
    const { port } = await server.run();
    const env = {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    };
    for (const index of [0, 1, 2])
      expect(
        (await ended(share(index, 's3://runs/a/sweep'), { ...env, JOB_COMPLETION_INDEX: String(index) }))[0],
      ).toBe(0);
    expect(await ended('sweep collect s3://runs/a/sweep -o csv --out s3.csv', env)).toEqual([0, '']);
    expect(written('s3.csv')).toBe(written('local.csv'));
    // What goes wrong.
    const unknown = await here('sweep collect s3://runs/a/sweep', { ...env, AWS_ACCESS_KEY_ID: 'NOBODY' });
    expect(unknown).toEqual([3, expect.stringContaining('answers 403 InvalidAccessKeyId')]);
    expect(await here('sweep collect s3://gone/a', env)).toEqual([
      3,
      expect.stringContaining('answers 404 NoSuchBucket'),
    ]);
    expect(await here('sweep collect s3://runs/b', env)).toEqual([
      3,
      expect.stringContaining('s3://runs/b: no plan.br'),
    ]);
    await server.close();
    expect(await here('sweep collect s3://runs/a/sweep', env)).toEqual([
      7,
      expect.stringContaining(`cannot reach http://127.0.0.1:${port} for s3://runs/a/sweep`),
    ]);
  });

  test('refuses a plan of another build, and other results in its place', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    cpSync(join(root, 'dist'), join(other, 'dist'), { recursive: true });
    writeFileSync(join(other, 'package.json'), '{ "type": "module" }');
    symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'));
    const program = join(other, 'dist/command/windlass.js');
    appendFileSync(program, '\n// A change.\n');
    const skewed = start(share(0, 'elsewhere'), { JOB_COMPLETION_INDEX: '0' }, program);
    expect([await skewed.ended, skewed.told()]).toEqual([
      3,
      expect.stringMatching(/plan\.br is of windlass \S+ \(build \w+\), and this is windlass/),
    ]);
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full/plan.br'), 'another');
    expect(await ended(share(0, 'full'), { JOB_COMPLETION_INDEX: '0' })).toEqual([
      3,
      expect.stringContaining('full has the results of another sweep'),
    ]);
  });

  test.each([
    ['worker --plan plan.br', 2, 'worker needs --queue, or --plan and --results'],
    ['worker --plan in.yaml --results r', 3, 'in.yaml is no plan of a sweep'],
    ['worker --plan gone.br --results r', 3, 'gone.br: no such file'],
    ['sweep collect gone', 3, 'gone: no plan.br'],
    ['sweep in.yaml --vary nodes=1,2 --completions 3', 2, '--completions needs --indexed-job'],
    [
      'sweep in.yaml --vary nodes=1,2 --indexed-job --results here',
      2,
      'expected pvc:NAME of a PersistentVolumeClaim, or s3://BUCKET/PREFIX',
    ],
    ['sweep collect s3://runs/a', 2, 's3://runs/a needs AWS_ACCESS_KEY_ID'],
  ])('refuses %s', async (line, code, message) => {
    const refused = await runInProcess(line.split(' '), { cwd: folder });
    expect(refused).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  test('refuses a share of no number', async () => {
    const told = expect.stringContaining('JOB_COMPLETION_INDEX is not set: expected 0 to 2');
    expect(await ended('worker --plan plan.br --results r', { AWS_ACCESS_KEY_ID: '' })).toEqual([2, told]);
  });
});
