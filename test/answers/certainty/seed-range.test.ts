import { expect, test } from 'vitest';
import { seedRange } from '../../../src/answers/certainty/seed-range.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { simulate, withoutPauses } from '../../../src/run/simulation/simulate.ts';

const pod = (name: string, image: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec: { containers: [{ name: app, image: "${image}" }] }`;

const scenario = (rest: string) => `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { count: 1, defaults: { link: 1Gbit/s } }
images: [{ name: 'registry.example/a:1', layers: [{ size: 200MB }] }]
${rest}`;

function sized(...documents: readonly string[]) {
  const read = readInput([{ name: 'a.yaml', text: documents.join('\n---\n') }], { seed: 7 });
  if (!read.ok) throw new Error(read.errors[0]?.message);
  return read;
}

test('of twenty seeds, its own first, the slowest and the quickest run count', async () => {
  const read = sized(pod('a', 'registry.example/a:1'), scenario(''));
  const range = await seedRange(read, 60_000, {}, withoutPauses);
  const times = Array.from({ length: 20 }, (_, index) => {
    const { records } = simulate({ ...read.input, seed: 7 + index });
    return summarize(records).timeToRunningMs?.max ?? Number.NaN;
  });
  expect(range).toMatchObject({ seeds: 20, allRun: 20 });
  expect(range?.slowestMs?.min).toBeCloseTo(Math.min(...times), 0);
  expect(range?.slowestMs?.max).toBeCloseTo(Math.max(...times), 0);
  expect(range?.sentence).toMatch(/ over 20 seeds$| with each of 20 seeds$/);
});

test('where not all pods run it says with how many seeds they do', async () => {
  const down = scenario(
    'horizon: 5m\nfaults: [{ kind: registryDown, registry: registry.example, from: 0s, until: 10m }]',
  );
  const range = await seedRange(sized(pod('a', 'registry.example/a:1'), down), 300_000, {}, withoutPauses);
  expect(range).toMatchObject({ allRun: 0, slowestMs: null, sentence: 'no pod runs with any of 20 seeds' });
});

test('an input that takes too long is not run again, and nothing is told after an interruption', async () => {
  const read = sized(pod('a', 'registry.example/a:1'), scenario(''));
  expect(await seedRange(read, 40 * 3_600_000, {}, withoutPauses)).toBeUndefined();
  const stopped = { isDue: () => true, goesOn: async () => false };
  expect(await seedRange(read, 60_000, {}, stopped)).toBeUndefined();
});
