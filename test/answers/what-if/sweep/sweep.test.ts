import { csvParse } from 'd3-dsv';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { Runner } from '../../../../src/answers/what-if/runs/runner.ts';
import {
  figuresOf,
  type RefusedPoint,
  runByRun,
  type SweepRow,
  sweepRuns,
} from '../../../../src/answers/what-if/sweep/sweep.ts';
import { sweepAnswer } from '../../../../src/answers/what-if/sweep/sweep-answer.ts';
import { latinHypercube } from '../../../../src/answers/what-if/sweep/sweep-points.ts';
import { figureAt, sweepResult } from '../../../../src/answers/what-if/sweep/sweep-result.ts';
import {
  figureColumns,
  readSweepLine,
  sweepColumns,
  sweepCsv,
  sweepLine,
} from '../../../../src/answers/what-if/sweep/sweep-table.ts';
import { sweepSentences } from '../../../../src/answers/what-if/sweep/sweep-text.ts';
import { gridOf } from '../../../../src/answers/what-if/variants/vary.ts';
import { parquetBytes } from '../../../../src/interfaces/cli/what-if/parquet.ts';
import { answerText } from '../../../../src/reports/answer/answer-text.ts';
import { figureRows } from '../../../../src/reports/comparison/figure-rows.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import { summaryOf, toldOf } from '../told-runs.ts';

const axes = [
  { field: 'maxParallelImagePulls', values: ['1', '2', '3'] },
  { field: 'link', values: ['10MB/s', '20MB/s'] },
];
const points = gridOf(axes);
const seeds = [4, 5, 6, 7];
const slowest = figureRows[0];
if (slowest === undefined) throw new Error('no figures');

/** A slow run of a point takes longer than a fast one; the input carries what makes it so. */
const timeOf = (name: string, seed: number) => 10_000 * name.length + seed;
const inputOf = ({ name }: { readonly name: string }) => ({ input: { name } as unknown as SimulationInput });
const runnerOf = (width: number, stopsAfter = Infinity): Runner & { runs: number } => {
  const runner = {
    width,
    runs: 0,
    run: async (input: SimulationInput) => {
      const { name, seed } = input as unknown as { readonly name: string; readonly seed: number };
      if (++runner.runs > stopsAfter) return undefined;
      for (let turn = 0; turn < (seed * 7) % 5; turn++) await Promise.resolve();
      return toldOf(timeOf(name, seed));
    },
  };
  return runner;
};

async function rowsOf(runner: Runner, more: object = {}): Promise<(SweepRow | RefusedPoint)[]> {
  const rows: (SweepRow | RefusedPoint)[] = [];
  for await (const row of sweepRuns({ points, seeds, inputOf, ...more }, runByRun(runner))) rows.push(row);
  return rows;
}

describe('the runs of a sweep', () => {
  test('come point by point and seed by seed, the same for any number of runners', async () => {
    const rows = await rowsOf(runnerOf(1));
    expect(rows.map((row) => [row.point, 'seed' in row && row.seed])).toEqual(
      points.flatMap((_, point) => seeds.map((seed) => [point, seed])),
    );
    expect(rows[0]).toEqual({
      point: 0,
      seed: 4,
      values: figuresOf(toldOf(timeOf(points[0]?.name ?? '', 4)).summary),
    });
    for (const width of [2, 5]) expect(await rowsOf(runnerOf(width))).toEqual(rows);
  });

  test('are not made again if they are known', async () => {
    const whole = await rowsOf(runnerOf(1));
    const known = ({ name }: { readonly name: string }, seed: number) => {
      const found = whole.find(
        (row) => 'seed' in row && row.seed === seed && points[row.point]?.name === name,
      );
      return seed === 5 && found !== undefined && 'values' in found ? found.values : undefined;
    };
    const runner = runnerOf(2);
    expect(await rowsOf(runner, { known })).toEqual(whole);
    expect(runner.runs).toBe(points.length * (seeds.length - 1));
  });

  test('end where somebody stops them', async () => {
    expect(await rowsOf(runnerOf(1, 5))).toHaveLength(5);
  });

  test('of a point that is refused are told once', async () => {
    const refusing = (point: { readonly name: string }) =>
      point.name.startsWith('maxParallelImagePulls=2') ? { refused: 'no' } : inputOf(point);
    for (const width of [1, 3]) {
      const rows = await rowsOf(runnerOf(width), { inputOf: refusing });
      expect(rows.filter((row) => 'refused' in row)).toEqual([
        { point: 2, refused: 'no' },
        { point: 3, refused: 'no' },
      ]);
      expect(rows).toHaveLength(4 * seeds.length + 2);
      const { points: found } = sweepResult(axes, seeds, points, rows);
      expect(found.map(({ runs, refused }) => [runs, refused])).toEqual([
        [4, undefined],
        [4, undefined],
        [0, 'no'],
        [0, 'no'],
        [4, undefined],
        [4, undefined],
      ]);
    }
  });
});

describe('a Latin hypercube', () => {
  test('draws every value of an axis equally often, as far as the count allows', () => {
    const anyAxes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyAxes, fc.integer({ min: 1, max: 40 }), fc.nat(1000), (sizes, count, seed) => {
        const many = [
          ...sizes.map((size, at) => ({
            field: `f${at}`,
            values: Array.from({ length: size }, (_, value) => `${value}`),
          })),
          {
            field: 'own',
            values: Array.from({ length: count }, (_, value) => `${value}`),
          },
        ];
        const drawn = latinHypercube(many, count, seed);
        expect(drawn).toHaveLength(count);
        for (const [at, { values }] of many.entries()) {
          const counts = values.map(
            (value) => drawn.filter(({ changes }) => changes[at]?.value === value).length,
          );
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        }
        expect(latinHypercube(many, count, seed)).toEqual(drawn);
      }),
    );
  });

  test('is another one for another seed, and has no point twice', () => {
    const [one, other] = [1, 2].map((seed) => latinHypercube(axes, 4, seed).map(({ name }) => name));
    expect(one).not.toEqual(other);
    expect(new Set(latinHypercube(axes, 50, 3).map(({ name }) => name)).size).toBe(
      latinHypercube(axes, 50, 3).length,
    );
  });
});

describe('the result of a sweep', () => {
  test('has exact quantiles by nearest rank, and says in how many runs a figure is missing', () => {
    const anyTimes = fc.array(fc.option(fc.nat(1_000_000), { freq: 5 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(anyTimes, (times) => {
        const rows = times.map((time, seed) => ({ point: 0, seed, values: figureRows.map(() => time) }));
        const figure = figureAt(
          sweepResult(axes, seeds, points, rows).points[0] ?? {
            variant: points[0] as never,
            runs: 0,
            figures: [],
          },
          slowest.name,
        );
        const known = times.flatMap((time) => time ?? []).sort((a, b) => a - b);
        const at = (percent: number) =>
          known[Math.max(0, Math.ceil((percent / 100) * known.length) - 1)] ?? null;
        expect(figure).toMatchObject({
          p5: at(5),
          p50: at(50),
          p95: at(95),
          min: at(0),
          max: at(100),
          missing: times.length - known.length,
        });
        if (known.length > 0)
          expect(figure?.mean).toBeCloseTo(known.reduce((sum, time) => sum + time, 0) / known.length, 6);
      }),
    );
  });

  test('tells the best point, the worst, and what moves the figure', () => {
    const time = [60_000, 30_000, 50_000, 20_000, 50_000, 20_000];
    const rows = time.flatMap((ms, point) =>
      seeds.map((seed) => ({ point, seed, values: figuresOf(toldOf(ms).summary) })),
    );
    const result = sweepResult(axes, seeds, points, rows);
    expect(sweepSentences(result, slowest)).toEqual([
      'Least all running after: 20 s with maxParallelImagePulls=2 link=20MB/s and 1 more point.',
      'Most: 60 s with maxParallelImagePulls=1 link=10MB/s.',
      'What moves it, as a mean over the others: link by up to 30 s, maxParallelImagePulls by up to 10 s.',
    ]);
    const text = answerText(sweepAnswer(result, [slowest]), { width: 100, colour: false });
    expect(text).toMatch(/^6 points, 24 runs; means over 4 seeds of each, from 4 on\n/);
    expect(text).toMatch(/^maxParallelImagePulls +link +all running after +5 % to 95 %$/m);
    expect(text).toMatch(/^2 +20MB\/s +20 s +20 s$/m);
  });

  test('does not take for the effect of one field what another one does', () => {
    const of = (times: readonly (number | undefined)[]) =>
      times.flatMap((ms, point): (SweepRow | RefusedPoint)[] =>
        ms === undefined
          ? [{ point, refused: 'no' }]
          : seeds.map((seed) => ({ point, seed, values: figuresOf(toldOf(ms).summary) })),
      );
    const told = (rows: readonly (SweepRow | RefusedPoint)[], drawn = points) =>
      sweepSentences(sweepResult(axes, seeds, drawn, rows), slowest)[2];
    // The slow link is refused but for the slowest setting: the link itself does nothing.
    expect(told(of([60_000, 60_000, undefined, 30_000, undefined, 20_000]))).toBe(
      'What moves it, as a mean over the others: maxParallelImagePulls by up to 40 s, link by up to 0 ms.',
    );
    const [first, , , fourth] = points;
    if (first === undefined || fourth === undefined) throw new Error('no points');
    expect(told(of([60_000, 30_000]), [first, fourth])).toBe(
      'Too few points to tell which field moves it: others change along with each.',
    );
  });

  test('tells no best and no worst point of figures that read the same', () => {
    const rows = points.flatMap((_, point) =>
      seeds.map((seed) => ({ point, seed, values: figuresOf(toldOf(20_000 + point).summary) })),
    );
    expect(sweepSentences(sweepResult(axes, seeds, points, rows), slowest)[0]).toBe(
      'All running after: 20 s at every point.',
    );
  });

  test('has no column for what is the same at every point, and no line wider than the screen', () => {
    const rows = [60_000, 30_000, 50_000, 20_000, 50_000, 20_000].flatMap((ms, point) =>
      seeds.map((seed) => ({ point, seed, values: figuresOf({ ...toldOf(ms).summary, backOffs: point }) })),
    );
    const result = sweepResult(axes, seeds, points, rows);
    const figures = [
      'all running after',
      'failed pulls',
      'time to running p50',
      'refused by back-off',
    ].flatMap((name) => figureRows.filter((figure) => figure.name === name));
    const wide = answerText(sweepAnswer(result, figures), { width: 200, colour: false });
    expect(wide).toMatch(/^The same at every point: failed pulls 0\.$/m);
    expect(wide).toMatch(
      /^maxParallelImagePulls +link +all running after +5 % to 95 % +time to running p50 +5 % to 95 % +refused by back-off +5 % to 95 %$/m,
    );
    const narrow = answerText(sweepAnswer(result, figures), { width: 80, colour: false });
    expect(narrow.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(narrow.replaceAll('\n', ' ')).toMatch(
      /Without room here: (time to running p50, )?5 % to 95 %, refused by back-off; a wider terminal has all\./,
    );
  });

  test('says where pods do not run, and what was refused', () => {
    const gone = { pods: { total: 2, running: 1, ended: 0, notRunning: 1, rejected: 0, unplaced: 0 } };
    const rows = [0, 1, 3].flatMap((point) =>
      seeds.map((seed) => ({
        point,
        seed,
        values: figuresOf(toldOf(9_000, point === 0 ? gone : {}).summary),
      })),
    );
    const result = sweepResult(axes, seeds, points, [...rows, { point: 2, refused: 'the kubelet says no' }]);
    expect(sweepSentences(result, slowest)).toEqual([
      'All running after: 9.0 s at every point.',
      expect.stringContaining('maxParallelImagePulls by up to 0 ms (there is none with 3)'),
      '1 point with runs that do not have it, because pods do not run.',
      '1 point refused: see below.',
    ]);
    expect(answerText(sweepAnswer(result, [slowest]), { width: 100, colour: false })).toMatch(
      /^Refused points\nPOINT +WHY\nmaxParallelImagePulls=2 link=10MB\/s +the kubelet says no$/m,
    );
    expect(answerText(sweepAnswer(result, [slowest]), { width: 100, colour: false })).toMatch(
      /^1 +10MB\/s +– \(not in 4\)$/m,
    );
  });
});

describe('the runs as a table', () => {
  const gone = toldOf(1, {
    pods: { total: 2, running: 0, ended: 0, notRunning: 2, rejected: 0, unplaced: 0 },
    timeToRunningMs: null,
  });
  const rows = [
    { point: 0, seed: 4, values: figuresOf(toldOf(1234.567).summary) },
    { point: 5, seed: 5, values: figuresOf(gone.summary) },
  ];
  const columns = sweepColumns('abc', axes, points, rows);

  test('has names that SQL takes, one for each figure', () => {
    expect(new Set(figureColumns).size).toBe(figureRows.length);
    expect(figureColumns.filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([]);
    expect(figureColumns).toEqual(
      expect.arrayContaining(['time_to_running_p99_ms', 'downloaded_bytes', 'failed_pulls']),
    );
  });

  test('reads back from CSV', () => {
    const read = csvParse(sweepCsv(columns));
    expect(read).toHaveLength(2);
    expect(read[0]).toMatchObject({
      sweep: 'abc',
      point: '0',
      seed: '4',
      maxParallelImagePulls: '1',
      link: '10MB/s',
      all_running_after_ms: '1234.567',
    });
    expect(read[1]).toMatchObject({
      maxParallelImagePulls: '3',
      link: '20MB/s',
      all_running_after_ms: '',
      pods_not_running: '2',
    });
  });

  test('reads back from NDJSON, and what is no such line is none', () => {
    for (const row of rows) {
      const line = sweepLine('abc', axes, points, row);
      const fields = Object.fromEntries(
        (points[row.point]?.changes ?? []).map(({ field, value }) => [field, value]),
      );
      expect(readSweepLine(line)).toEqual({ sweep: 'abc', seed: row.seed, fields, values: row.values });
      expect(readSweepLine(line.slice(0, -3))).toBeUndefined();
    }
    for (const line of ['', '{}', '[1]', '"x"', '{"sweep":"a","seed":1}', '{"sweep":1,"seed":1}'])
      expect(readSweepLine(line)).toBeUndefined();
  });

  test('reads back from Parquet with its types, and null where a run has no figure', async () => {
    const bytes = parquetBytes(columns);
    const read = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    });
    expect(read).toEqual(
      rows.map((_, row) => Object.fromEntries(columns.map(({ name, values }) => [name, values[row]]))),
    );
    expect(read[1]).toMatchObject({ point: 5, all_running_after_ms: null, link: '20MB/s' });
  });
});

test('the figures of a run are those of the table, in its order', () => {
  const summary = summaryOf({ backOffs: 3 });
  expect(figuresOf(summary)).toEqual(figureRows.map(({ measure }) => measure(summary)));
});
