import { expect, test } from 'vitest';
import { packPlan, readPlan, type SweepPlan, seedsOfShare } from '../../../src/cli/indexed-job/job-plan.ts';
import type { PlannedSweep } from '../../../src/cli/sweep/planned-sweep.ts';
import type { PointInput } from '../../../src/what-if/sweep/sweep.ts';
import { gridOf } from '../../../src/what-if/variants/vary.ts';

const axes = [{ field: 'nodes', values: ['1', '2', '3'] }];
const points = gridOf(axes);
const inputOf = ({ name }: { readonly name: string }): PointInput =>
  name === 'nodes=2' ? { refused: 'no such node' } : ({ name, seed: 9 } as unknown as PointInput);
const planned = { id: 'a', axes, points, seeds: [1, 2, 3, 4], inputOf } as unknown as PlannedSweep;

test('a plan is read as it was packed; the seed of an input is none of its runs', async () => {
  const packed = await packPlan(planned, { engine: 'compiled', shares: 3 }, 10_000);
  const { plan, inputs } = await readPlan(packed ?? Buffer.of(), 'plan.br');
  expect(plan).toMatchObject({ id: 'a', engine: 'compiled', axes, points, seeds: [1, 2, 3, 4], shares: 3 });
  const read: unknown[] = [];
  for await (const line of inputs) read.push(line);
  expect(read).toEqual([
    { point: 0, input: { name: 'nodes=1', seed: 0 } },
    { point: 1, input: { refused: 'no such node' } },
    { point: 2, input: { name: 'nodes=3', seed: 0 } },
  ]);
});

test('a plan that is longer than allowed is none', async () => {
  const length = (await packPlan(planned, { engine: 'compiled', shares: 3 }, 10_000))?.length ?? 0;
  expect(await packPlan(planned, { engine: 'compiled', shares: 3 }, length)).toHaveLength(length);
  expect(await packPlan(planned, { engine: 'compiled', shares: 3 }, length - 1)).toBeUndefined();
});

test('each run is in one share, and shares are alike', () => {
  const plan = { seeds: [1, 2, 3, 4], shares: 5 } as unknown as SweepPlan;
  const runs = [0, 1, 2, 3, 4].map((share) =>
    points.flatMap((_, point) => seedsOfShare(plan, point, share).map((seed) => `${point}/${seed}`)),
  );
  expect(runs.flat().sort()).toEqual(points.flatMap((_, point) => [1, 2, 3, 4].map((seed) => `${point}/${seed}`)).sort());
  expect(new Set(runs.map((all) => all.length))).toEqual(new Set([2, 3]));
});
