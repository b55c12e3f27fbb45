import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { PointInput } from '../../../src/answers/what-if/sweep/sweep.ts';
import { gridOf } from '../../../src/answers/what-if/variants/vary.ts';
import { originsOfRanges } from '../../../src/inputs/images/with-size-draw.ts';
import type { PlannedSweep } from '../../../src/interfaces/cli/sweep/planned-sweep.ts';
import {
  packPlan,
  readPlan,
  type SweepPlan,
  seedsOfShare,
} from '../../../src/interfaces/indexed-job/job-plan.ts';
import { ownBuild } from '../../../src/interfaces/queue/build-name.ts';
import { accepted, podYaml } from '../../inputs/reading.ts';

const axes = [{ field: 'nodes', values: ['1', '2', '3'] }];
const points = gridOf(axes);
const { input, origins: all } = accepted(podYaml('a', '{ containers: [{ name: a, image: a }] }'));
const origins = originsOfRanges(input, all);
const inputOf = ({ name }: { readonly name: string }): PointInput =>
  name === 'nodes=2'
    ? { refused: 'no such node' }
    : { input: { ...input, seed: 9, assumptions: [name] }, origins };
const sizes = new Map([['a', [1e6, 2e6]]]);
const planned = { id: 'a', axes, points, seeds: [1, 2, 3, 4], sizes, inputOf } as unknown as PlannedSweep;

test('a plan is read as it was packed; the seed of an input is none of its runs', async () => {
  const packed = await packPlan(planned, { engine: 'compiled', shares: 3 }, 10_000);
  const { plan, inputs } = await readPlan(packed ?? Buffer.of(), 'plan.br');
  expect(plan).toMatchObject({ id: 'a', engine: 'compiled', axes, points, seeds: [1, 2, 3, 4], shares: 3 });
  const read: unknown[] = [];
  for await (const line of inputs) read.push(line);
  expect(read).toEqual([
    { point: 0, input: { input: { ...input, seed: 0, assumptions: ['nodes=1'] }, origins } },
    { point: 1, input: { refused: 'no such node' } },
    { point: 2, input: { input: { ...input, seed: 0, assumptions: ['nodes=3'] }, origins } },
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
  expect(runs.flat().sort()).toEqual(
    points.flatMap((_, point) => [1, 2, 3, 4].map((seed) => `${point}/${seed}`)).sort(),
  );
  expect(new Set(runs.map((all) => all.length))).toEqual(new Set([2, 3]));
});

const plan = {
  build: ownBuild(),
  ...{ id: 'a', engine: 'compiled', axes, points, seeds: [1], sizes: [], shares: 1 },
};
const lineOf = (point: number, of: unknown = input) => ({ point, input: of, origins: [] });

async function readAll(...lines: readonly unknown[]): Promise<void> {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  const { inputs } = await readPlan(brotliCompressSync(text), 'plan.br');
  for await (const _ of inputs);
}

test.each<[string, ...unknown[]]>([
  ['a plan that is a number', 5],
  ['a plan that is null', null],
  ['a plan of nothing but its build', { build: ownBuild() }],
  ['a plan whose points are none', { ...plan, points: [5] }],
  ['a plan without shares', { ...plan, shares: 0 }],
  ['a plan with fewer inputs than points', plan, lineOf(0), lineOf(1)],
  ['a plan with more', plan, lineOf(0), lineOf(1), lineOf(2), lineOf(3)],
  ['a plan with one input twice', plan, lineOf(0), lineOf(0), lineOf(2)],
  ['an input that is none', plan, lineOf(0), lineOf(1, { seed: 0 }), lineOf(2)],
  [
    'an input without layers',
    plan,
    lineOf(0, { ...input, images: { a: { name: 'a' } } }),
    lineOf(1),
    lineOf(2),
  ],
  [
    'an origin that is none',
    plan,
    { ...lineOf(0), origins: [['a', { kind: 'drawn', low: 5 }]] },
    lineOf(1),
    lineOf(2),
  ],
  ['a line that is no JSON', plan, 'x'],
])('%s is refused in words', async (_, ...lines) => {
  await expect(readAll(...lines)).rejects.toThrow(
    'plan.br is no plan of a sweep: windlass sweep --indexed-job makes them',
  );
});

test('a plan is read as far as it goes, and no line of it is longer than 128 MiB', async () => {
  await expect(readAll(plan, lineOf(0), lineOf(1), lineOf(2))).resolves.toBeUndefined();
  await expect(readAll(plan, 'x'.repeat(129 * 1024 * 1024))).rejects.toThrow(
    'plan.br: a line of more than 128 MiB, which is not read',
  );
});
