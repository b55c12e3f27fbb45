import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runHere } from '../../../../src/answers/what-if/runs/run-here.ts';
import { type Runner, runInOrder } from '../../../../src/answers/what-if/runs/runner.ts';
import type { RunTold } from '../../../../src/reports/summary/run-totals.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import { appYaml } from '../../../run/simulation/pod-yaml.ts';
import { inputOf } from '../../../run/simulation/run-yaml.ts';

const inputOfJob = (job: number) => ({ seed: job }) as SimulationInput;
const told = (seed: number) => ({ podTimes: [], idleFaults: [], summary: { seed } }) as unknown as RunTold;

/**
 * A runner whose runs end in the order of their turns in `delays`, and that counts how many it has at once.
 */
function slowRunner(width: number, delays: readonly number[], stopsAt = Infinity) {
  const counts = { atOnce: 0, most: 0 };
  const run: Runner['run'] = async ({ seed }) => {
    counts.most = Math.max(counts.most, ++counts.atOnce);
    for (let turn = 0; turn < (delays[seed % delays.length] ?? 0); turn++) await Promise.resolve();
    counts.atOnce--;
    if (seed === -1) throw new Error('it failed');
    return seed >= stopsAt ? undefined : told(seed);
  };
  return { runner: { width, run }, counts };
}

async function seedsOf(jobs: Iterable<number>, runner: Runner): Promise<(number | null)[]> {
  const seeds: (number | null)[] = [];
  for await (const { job, result } of runInOrder(jobs, runner.width, (seed) =>
    runner.run(inputOfJob(seed)),
  )) {
    expect(result.summary.seed).toBe(job);
    seeds.push(result.summary.seed);
  }
  return seeds;
}

describe('runs in order', () => {
  test('come in the order of the jobs, however many are under way and whichever ends first', async () => {
    const anyRun = fc.record({
      width: fc.integer({ min: 1, max: 5 }),
      delays: fc.array(fc.nat(9), { minLength: 1 }),
      jobs: fc.nat(30),
    });
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ width, delays, jobs }) => {
        const all = Array.from({ length: jobs }, (_, job) => job);
        const { runner, counts } = slowRunner(width, delays);
        expect(await seedsOf(all, runner)).toEqual(all);
        expect(counts.most).toBeLessThanOrEqual(width === 1 ? 1 : width * 3);
      }),
      { numRuns: 60 },
    );
  });

  test('end at the first one that was interrupted', async () => {
    expect(await seedsOf([1, 2, 3, 4, 5, 6, 7, 8], slowRunner(2, [5, 1], 4).runner)).toEqual([1, 2, 3]);
  });

  test('fail when the turn of the failed one comes, and not before', async () => {
    const seeds: number[] = [];
    const run = async () => {
      const { runner } = slowRunner(4, [1]);
      for await (const { job } of runInOrder([1, 2, -1, 3], 4, (seed) => runner.run(inputOfJob(seed))))
        seeds.push(job);
    };
    await expect(run()).rejects.toThrow('it failed');
    expect(seeds).toEqual([1, 2]);
  });

  test('are started only when their turn comes', async () => {
    let started = 0;
    const start = async (job: number) => {
      started++;
      return job;
    };
    const all = Array.from({ length: 100 }, (_, at) => at);
    for await (const { job } of runInOrder(all, 2, start)) if (job === 10) break;
    expect(started).toBeLessThanOrEqual(17);
  });
});

test('this thread is a runner, too', async () => {
  const input = inputOf(appYaml('web', 'shop/web:1'));
  const done = await runHere().run(input);
  expect(done?.podTimes).toEqual([
    { pod: 'default/web', timeToRunningMs: done?.summary.timeToRunningMs?.max },
  ]);
  expect(await runHere({}, { isDue: () => true, goesOn: async () => false }).run(input)).toBeUndefined();
});
