import { expect, test } from 'vitest';
import { podYaml } from '../../../inputs/reading.ts';
import { runInProcess } from '../../../interfaces/cli/run-in-process.ts';

const pods = `${podYaml('x', '{ containers: [{ name: a, image: acme/web:1 }] }')}---\n${podYaml('y', '{ containers: [{ name: a, image: acme/other:1 }] }')}`;
const fault = ['--faults', 'registryDown registry=docker.io for=40s from=0s..10s'];

interface Document {
  readonly value: number;
  readonly median: number;
  readonly sentences: readonly string[];
  readonly sizes?: {
    readonly worst: { readonly min: number; readonly max: number };
    readonly median: { readonly min: number; readonly max: number };
    readonly sentence: string;
  };
}

async function worst(...more: readonly string[]): Promise<Document> {
  const args = ['worst', '-', '--budget', '30', ...fault, ...more, '-o', 'json'];
  const { stdout } = await runInProcess(args, { stdin: pods });
  return JSON.parse(stdout) as Document;
}

test('the worst luck and the median seed are run with other sizes too', async () => {
  const { sizes, value, median, sentences } = await worst();
  expect(sizes).toMatchObject({ images: 2, draws: 5, worse: 5 });
  expect(sentences).toContain(sizes?.sentence);
  expect(sizes?.sentence).toMatch(
    /with this luck and .+ with the median seed; it is worse in all of them\.$/,
  );
  expect(sizes?.worst.min).toBeLessThanOrEqual(value);
  expect(sizes?.worst.max).toBeGreaterThan(sizes?.worst.min ?? 0);
  expect(sizes?.median.max).toBeGreaterThanOrEqual(median);
});

test('with given sizes nothing is said of them, and the same question has the same answer', async () => {
  expect(
    await worst('--image-size', 'acme/web:1=80MB', '--image-size', 'acme/other:1=300MB'),
  ).not.toHaveProperty('sizes');
  expect(await worst()).toEqual(await worst());
});
