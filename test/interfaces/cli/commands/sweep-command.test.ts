import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../../../src/interfaces/cli/files/examples.ts';
import type { JsonFields } from '../../../../src/reports/json/json-text.ts';
import { podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';
import { checkedDocument } from '../../../reports/json/checked-document.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-sweep-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pod = (name: string) => podYaml(name, `{ containers: [{ name: a, image: acme/${name}:1 }] }`);
const images = 'images: [{ name: acme/big:1, size: 300MB }, { name: acme/small:1, size: 5MB }]';
writeFileSync(join(folder, 'in.yaml'), stream(pod('big'), pod('small'), scenarioYaml(images)));

const sweep = (words: string, more = {}) =>
  runInProcess(['sweep', ...splitWords(words)], { cwd: folder, ...more });
const two = 'in.yaml --vary serializeImagePulls=true,false --vary link=100Mbit/s,1Gbit/s --seeds 3';
const written = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('windlass sweep', () => {
  it('shows every combination, the best one, and what moves it', async () => {
    const { code, stdout, stderr } = await sweep(`${two} --figure 'time to running p50'`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^4 points, 12 runs; /);
    expect(stdout).toMatch(
      /^Least time to running p50: .* with serializeImagePulls=\w+ link=1Gbit\/s(?: and 1 more point)?\.$/m,
    );
    expect(stdout).toMatch(
      /^What moves it, as a mean over the others: link by up to .*, serializeImagePulls by up to /m,
    );
    expect(stdout.match(/^(?:true|false) +\S+bit\/s /gm)).toHaveLength(4);
  });

  it('has for each run the figures that windlass run has', async () => {
    const { stdout } = await sweep(`${two} --seed 5 -o csv`);
    const rows = csvParse(stdout);
    expect(rows.map(({ seed }) => seed)).toEqual([
      '5',
      '6',
      '7',
      '5',
      '6',
      '7',
      '5',
      '6',
      '7',
      '5',
      '6',
      '7',
    ]);
    const row = rows.find(
      ({ seed, serializeImagePulls, link }) =>
        seed === '6' && serializeImagePulls === 'false' && link === '100Mbit/s',
    );
    const run = await runInProcess(
      [
        'run',
        'in.yaml',
        '--set',
        'serializeImagePulls=false',
        '--link',
        '100Mbit/s',
        '--seed',
        '6',
        '-o',
        'json',
        '-q',
      ],
      {
        cwd: folder,
      },
    );
    const { timeToRunningMs, bytes } = JSON.parse(run.stdout);
    expect(Number(row?.time_to_running_p99_ms)).toBe(timeToRunningMs.p99);
    expect(Number(row?.downloaded_bytes)).toBe(bytes.downloadedBytes);
  });

  it('prints JSON by its schema; a combination that a kubelet refuses is told as that', async () => {
    const { code, stdout } = await sweep(
      'in.yaml --vary serializeImagePulls=true,false --vary maxParallelImagePulls=1,2 --seeds 2 -o json',
    );
    expect(code).toBe(0);
    const { points, interrupted, seeds } = checkedDocument(stdout, 'Sweep') as unknown as JsonFields<'Sweep'>;
    expect([points.length, interrupted, seeds]).toEqual([4, false, [1, 2]]);
    expect(points.flatMap(({ name, refused }) => (refused === undefined ? [] : [[name, refused]]))).toEqual([
      [
        'serializeImagePulls=true maxParallelImagePulls=2',
        expect.stringContaining('maxParallelImagePulls cannot be larger than 1 unless'),
      ],
    ]);
  });

  it('draws some of the combinations, the same for the same seed', async () => {
    const words = 'in.yaml --vary maxPods=10..60 --vary registryPullQPS=1..50 --sample 6 --seeds 1 -o csv';
    const [one, again, other] = [await sweep(words), await sweep(words), await sweep(`${words} --seed 2`)];
    expect(csvParse(one.stdout)).toHaveLength(6);
    expect(again.stdout).toBe(one.stdout);
    expect(csvParse(other.stdout).map(({ maxPods }) => maxPods)).not.toEqual(
      csvParse(one.stdout).map(({ maxPods }) => maxPods),
    );
  });

  it('goes on with what was made: the same bytes, whatever was cut off', async () => {
    await sweep(`${two} -o ndjson --out whole.ndjson`);
    const whole = written('whole.ndjson');
    expect(whole.split('\n')).toHaveLength(13);
    // In the middle of a line, after one, in a file that was never completed, and before there is one.
    for (const [name, length] of [
      ['a.ndjson', 5_000],
      ['b.ndjson.partial', whole.indexOf('\n') + 1],
      ['c.ndjson', whole.length],
    ] as const) {
      writeFileSync(join(folder, name), whole.slice(0, length));
      const out = name.replace('.partial', '');
      const { code, stderr } = await sweep(`${two} -o ndjson --out ${out} --resume ${out}`);
      expect(code).toBe(0);
      expect(stderr).toMatch(/^windlass: \d+ runs are known from /);
      expect(written(out)).toBe(whole);
    }
    expect((await sweep(`${two} -o ndjson --out d.ndjson --resume d.ndjson`)).code).toBe(0);
    expect(written('d.ndjson')).toBe(whole);
    // More seeds than before: what is there counts.
    const more = await sweep(`${two.replace('--seeds 3', '--seeds 4')} -o ndjson --resume whole.ndjson`);
    expect(more.stderr).toMatch(/^windlass: 12 runs are known/);
    expect(more.stdout.split('\n')).toHaveLength(17);
  });

  it('refuses to go on with runs of another input, and with files of another kind', async () => {
    await sweep(`${two} -o ndjson --out mine.ndjson`);
    const other = await sweep(`${two} --node-profile edge --resume mine.ndjson`);
    expect([other.code, other.stdout]).toEqual([3, '']);
    expect(other.stderr).toContain(
      'mine.ndjson:1: this run is of another input, request or version of windlass',
    );
    const odd = await sweep(`${two} --resume in.yaml`);
    expect([odd.code, odd.stderr]).toEqual([3, expect.stringContaining('in.yaml:1: no line of a sweep')]);
  });

  it('writes Parquet', async () => {
    const { code, stdout } = await sweep(`${two} -o parquet --out out.parquet`);
    expect([code, stdout]).toEqual([0, '']);
    const bytes = readFileSync(join(folder, 'out.parquet'));
    const rows = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    });
    expect(rows).toHaveLength(12);
    expect(rows[11]).toMatchObject({
      point: 3,
      seed: 3,
      serializeImagePulls: 'false',
      link: '1Gbit/s',
      failed_pulls: 0,
    });
  });

  it('gives what is known after Ctrl-C, and can be resumed', async () => {
    let looks = 0;
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const nowMs = () => {
      if (++looks === 40) stop();
      return looks * 60;
    };
    const long = two.replace('--seeds 3', '--seeds 2000');
    const { code, stderr } = await sweep(`${long} -o ndjson --out cut.ndjson`, {
      nowMs,
      untilStopped: () => stopped,
    });
    expect(code).toBe(130);
    const lines = written('cut.ndjson').split('\n').length - 1;
    expect(lines).toBeGreaterThan(0);
    expect(stderr).toContain(
      `windlass: warning: interrupted: ${lines} of 8000 runs; --resume cut.ndjson goes on\n`,
    );
    const { stdout } = await sweep(`${two} --resume cut.ndjson -o csv`);
    expect(csvParse(stdout)).toHaveLength(12);
  });

  it('says of a point that it names what is not there: no difference would be an answer', async () => {
    const { code, stderr } = await sweep('in.yaml --vary pull-limit=nix.example=1/6h --seeds 1');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^windlass: warning: --pull-limit nix\.example=1\/6h: no image comes from "nix\.example"/m,
    );
    const refused = await sweep('in.yaml --vary delete-pods=nix=1m,nix-*=2m --seeds 1');
    expect([refused.code, refused.stdout]).toEqual([3, '']);
    expect(refused.stderr).toContain('every point is refused\n--delete-pods nix=1m: no pod has this name');
  });

  it.each([
    ['in.yaml', 2, "required option '--vary <field=values>' not specified"],
    ['in.yaml --vary maxParallelImagePulls=', 2, 'no value: there is nothing to run'],
    ['in.yaml --vary maxParalelImagePulls=1..3', 2, 'did you mean maxParallelImagePulls?'],
    ['in.yaml --vary nodes=1,2 --vary nodes=3,4', 2, '--vary nodes is there twice'],
    [
      'in.yaml --vary nodes=1..200 --vary maxPods=1..200',
      2,
      '40000 combinations: at most 10000 are run; --sample takes some of them',
    ],
    ['in.yaml --vary nodes=1,2 --figure hapiness', 2, '--figure: there is no figure "hapiness"'],
    ['in.yaml --vary nodes=1,2 -o parquet', 2, '-o parquet needs --out'],
    ['gone.yaml --vary nodes=1,2', 3, 'gone.yaml: no such file'],
    ['in.yaml --vary maxParallelImagePulls=many,more --seeds 1', 3, 'every point is refused'],
  ])('refuses %s', async (words, code, message) => {
    const outcome = await sweep(words);
    expect([outcome.code, outcome.stdout]).toEqual([code, '']);
    expect(outcome.stderr).toContain(message);
  });
});
