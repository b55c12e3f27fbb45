import { expect, test } from 'vitest';
import { compareVariants } from '../../../../src/answers/what-if/comparison/compare-variants.ts';
import { inputOfRun } from '../../../../src/answers/what-if/runs/drawn-sizes.ts';
import { runHere } from '../../../../src/answers/what-if/runs/run-here.ts';
import { withSizeDraw } from '../../../../src/inputs/images/with-size-draw.ts';
import type { RunRequest } from '../../../../src/inputs/run-request.ts';
import { accepted, podYaml } from '../../../inputs/reading.ts';
import { runInProcess } from '../../../interfaces/cli/run-in-process.ts';

const pods = `${podYaml('x', '{ containers: [{ name: a, image: acme/web:1 }] }')}---\n${podYaml('y', '{ containers: [{ name: a, image: acme/other:1 }] }')}`;

async function compared(request: RunRequest, seeds: readonly number[]) {
  const variant = (name: string, more: RunRequest) => ({
    variant: { name, changes: [] },
    ...accepted(pods, { ...request, ...more }),
  });
  const inputs = [variant('A', {}), variant('B', { set: ['serializeImagePulls=false'] })];
  return compareVariants(inputs, seeds, runHere(), () => {});
}

test('the first run has the likeliest sizes, each other one a draw, and all variants the same', () => {
  const sized = accepted(pods, {});
  expect(inputOfRun(sized, 7, 0)).toEqual({ ...sized.input, seed: 7 });
  expect(inputOfRun(sized, 9, 2)).toEqual({ ...withSizeDraw(sized.input, sized.origins, 2), seed: 9 });
  expect(inputOfRun(sized, 23, 16).images).toEqual(sized.input.images);
  const other = accepted(pods, { set: ['serializeImagePulls=false'] });
  expect(inputOfRun(other, 9, 2).images).toEqual(inputOfRun(sized, 9, 2).images);
});

test('a comparison says whether it holds for all sizes that were drawn', async () => {
  const { differences } = await compared({}, [1, 2, 3, 4, 5, 6]);
  expect(differences[0]?.sizes).toMatchObject({ images: 2, draws: 6 });
  expect(differences[0]?.sizes?.sentence).toContain('6 draws of 2 images that you did not give');
  expect(differences[0]?.typicalSeed).toBe(1);
});

test('with given sizes, or with one seed, no size is drawn and nothing is said of sizes', async () => {
  const given = { imageSizes: ['acme/web:1=80MB', 'acme/other:1=300MB'] };
  expect((await compared(given, [1, 2, 3])).differences[0]).not.toHaveProperty('sizes');
  expect((await compared({}, [1])).differences[0]).not.toHaveProperty('sizes');
});

test('the command prints it, and has it as data', async () => {
  const args = ['compare', '-', '--b', 'serializeImagePulls=false', '--seeds', '6'];
  const { differences } = await compared({}, [1, 2, 3, 4, 5, 6]);
  const sentence = differences[0]?.sizes?.sentence ?? 'none';
  const { stdout } = await runInProcess([...args, '-o', 'json'], { stdin: pods });
  expect(JSON.parse(stdout).differences[0].sizes.sentence).toBe(sentence);
});
