import { expect, test } from 'vitest';
import { inputOfRun } from '../../../../src/answers/what-if/runs/drawn-sizes.ts';
import { runHere } from '../../../../src/answers/what-if/runs/run-here.ts';
import { figuresOf, runByRun, sweepRuns } from '../../../../src/answers/what-if/sweep/sweep.ts';
import { pointInputs } from '../../../../src/answers/what-if/variants/point-input.ts';
import { gridOf } from '../../../../src/answers/what-if/variants/vary.ts';
import { accepted, podYaml } from '../../../inputs/reading.ts';
import { runInProcess } from '../../../interfaces/cli/run-in-process.ts';

const pods = `${podYaml('x', '{ containers: [{ name: a, image: acme/web:1 }] }')}---\n${podYaml('y', '{ containers: [{ name: a, image: acme/other:1 }] }')}`;
const sweep = ['sweep', '-', '--vary', 'link=10MB/s,20MB/s', '--seeds', '4'];

test('each point has the same draw of sizes under one seed, the likeliest under the first', async () => {
  const points = gridOf([{ field: 'link', values: ['10MB/s', '20MB/s'] }]);
  const inputOf = pointInputs([{ name: 'a.yaml', text: pods }], {}, () => {});
  const rows: unknown[] = [];
  for await (const row of sweepRuns({ points, seeds: [5, 6, 7], inputOf }, runByRun(runHere())))
    rows.push(row);
  const expected: unknown[] = [];
  for (const [point, link] of ['10MB/s', '20MB/s'].entries())
    for (const [index, seed] of [5, 6, 7].entries()) {
      const told = await runHere().run(inputOfRun(accepted(pods, { link }), seed, index));
      expected.push({ point, seed, values: told === undefined ? [] : figuresOf(told.summary) });
    }
  expect(rows).toEqual(expected);
});

test('a sweep says for how many sizes its best point is so, as text and as data', async () => {
  const { stdout } = await runInProcess([...sweep, '-o', 'json'], { stdin: pods });
  const { best } = JSON.parse(stdout) as { best: { best: string; sizes: { sentence: string } } };
  expect(best).toMatchObject({
    best: 'link=20MB/s',
    against: 'link=10MB/s',
    sizes: { images: 2, draws: 4, better: 4 },
  });
  expect(best.sizes.sentence).toMatch(
    /^link=20MB\/s beats link=10MB\/s for all sizes tried \(4 draws of 2 images/,
  );
  const text = (await runInProcess(sweep, { stdin: pods })).stdout.replace(/\s+/g, ' ');
  expect(text).toContain('4 draws of 2 images that you did not give, the same at every point');
  expect(text).toContain('for all sizes tried');
});

test('with given sizes nothing is said of sizes', async () => {
  const given = ['--image-size', 'acme/web:1=80MB', '--image-size', 'acme/other:1=300MB'];
  const { stdout } = await runInProcess([...sweep, ...given, '-o', 'json'], { stdin: pods });
  expect(JSON.parse(stdout)).not.toHaveProperty('best');
});

test.each(['0', '3'])('with a draw that is named (%s) every run has its sizes', async (draw) => {
  const run = ['--size-draw', draw, '-o', 'json'];
  const drawn = await runInProcess([...sweep, ...run], { stdin: pods });
  expect(JSON.parse(drawn.stdout)).not.toHaveProperty('best');
  const likeliest = await runInProcess([...sweep, '--size-draw', '0', '-o', 'json'], { stdin: pods });
  expect(drawn.stdout === likeliest.stdout).toBe(draw === '0');
  const explained = await runInProcess(['explain', '-', '--pod', 'y', ...run], { stdin: pods });
  expect(JSON.parse(explained.stdout)).not.toHaveProperty('sizes');
});

test('a size that is varied is not drawn', async () => {
  const args = [
    'sweep',
    '-',
    '--vary',
    'image-size=acme/web:1=80MB|acme/web:1=160MB',
    '--seeds',
    '4',
    '-o',
    'json',
  ];
  const { stdout } = await runInProcess(args, { stdin: pods });
  expect(JSON.parse(stdout).best.sizes.images).toBe(1);
});

test('lines of a sweep are of another one if its first seed differs, as other sizes go with its seeds', async () => {
  const sweepId = async (seed: string, ...more: readonly string[]) => {
    const { stdout } = await runInProcess([...sweep, '--seed', seed, '-o', 'ndjson', ...more], {
      stdin: pods,
    });
    return (JSON.parse(stdout.split('\n')[0] ?? '') as { sweep: string }).sweep;
  };
  const given = ['--image-size', 'acme/web:1=80MB', '--image-size', 'acme/other:1=300MB'];
  expect(await sweepId('3')).toBe(await sweepId('3'));
  expect(await sweepId('3')).not.toBe(await sweepId('4'));
  expect(await sweepId('3', ...given)).toBe(await sweepId('4', ...given));
});
