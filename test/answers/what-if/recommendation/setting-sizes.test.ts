import { expect, test } from 'vitest';
import { parseBound } from '../../../../src/answers/what-if/figures/figure-bound.ts';
import { recommend } from '../../../../src/answers/what-if/recommendation/recommend.ts';
import { recommendationSentences } from '../../../../src/answers/what-if/recommendation/recommendation-text.ts';
import { withSizes } from '../../../../src/answers/what-if/recommendation/setting-sizes.ts';
import { drawnImages, sizesByImage } from '../../../../src/answers/what-if/runs/drawn-sizes.ts';
import type { Variant } from '../../../../src/answers/what-if/variants/variant.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import { accepted, podYaml } from '../../../inputs/reading.ts';
import { runInProcess } from '../../../interfaces/cli/run-in-process.ts';
import { toldOf } from '../told-runs.ts';

const pods = podYaml('x', '{ containers: [{ name: a, image: acme/web:1 }] }');
const sized = accepted(pods, {});
const target = parseBound('all running after <= 100s');
if (target === undefined || typeof target === 'string') throw new Error('no target');
const axes = [{ field: 'nodes', values: ['1', '2'] }];
const seeds = Array.from({ length: 100 }, (_, seed) => seed + 1);
const drawn = sizesByImage(sized, drawnImages(sized), seeds.length);

/** A run takes so long for each byte; the value of the point is in the horizon, which has no other use here. */
const inputOf = ({ changes }: Variant) => ({
  ...sized,
  input: { ...sized.input, horizonMicros: Number(changes[0]?.value) },
});
const bytesOf = ({ images }: SimulationInput) =>
  Object.values(images)
    .flatMap(({ layers }) => layers)
    .reduce((sum, { bytes }) => sum + bytes, 0);
const middle = bytesOf(sized.input);

async function answer(timeOf: (nodes: number, share: number, seed: number) => number) {
  let made = 0;
  const run = async (input: SimulationInput) => {
    made += 1;
    return toldOf(timeOf(input.horizonMicros, bytesOf(input) / middle, input.seed));
  };
  const settings = { axes, targets: [target as Exclude<typeof target, string | undefined>], seeds, inputOf };
  const runner = { width: 1, run };
  const judged = await recommend(settings, runner, () => {});
  const told = await withSizes(judged, drawn, settings, runner);
  const sentences = recommendationSentences(told, settings.targets, ({ variant }, one) =>
    JSON.stringify([variant.name, one]),
  );
  return { told, sentences, made };
}

test('the recommended setting is held against the first one over all draws, which the verdict did not need', async () => {
  const { told, sentences, made } = await answer(
    (nodes, share) => (nodes === 1 ? 150_000 : 60_000) + 0 * share,
  );
  expect(told.tried.map(({ summaries }) => summaries.length)).toEqual([3, 31]);
  expect(made).toBe(3 + 31 + 13);
  expect(told.sizes?.against).toMatchObject({ images: 1, draws: 16, better: 16 });
  expect(sentences).toContain(
    'nodes=2 beats nodes=1 for all sizes tried (16 draws of 1 image that you did not give), by 90 s.',
  );
});

test('whether runs keep to the target may depend on the size of an image', async () => {
  const { told, sentences } = await answer((_, share) => (share < 2 ? 60_000 : 150_000));
  expect(told.found).toBeUndefined();
  expect(sentences.join('\n')).toMatch(
    /Whether nodes=1 keeps to it depends on the size of acme\/web:1: it does below \d+ MB \(8 draws of 1 image/,
  );
});

test('the run that breaks the target has the likeliest sizes if there is one, and else names its draw', async () => {
  const late = await answer((_, __, seed) => (seed === 17 || seed % 5 === 2 ? 150_000 : 60_000));
  expect(late.told.tried[0]?.broken).toEqual({ seed: 17, draw: 0 });
  const drawnOnly = await answer((_, share) => (share === 1 ? 60_000 : 150_000));
  expect(drawnOnly.told.tried[0]?.broken).toEqual({ seed: 2, draw: 1 });
});

test('its command makes that very run', async () => {
  const args = [
    'recommend',
    '-',
    '--target',
    'all running after <= 1s',
    '--vary',
    'link=10MB/s',
    '--seeds',
    '3',
  ];
  const { stdout } = await runInProcess([...args, '-o', 'json'], { stdin: pods });
  expect(JSON.parse(stdout).tried[0].command).toBe('windlass run - --link 10MB/s --seed 1');
  const one = accepted(pods, { sizeDraw: 3, seed: 4 });
  const { withSizeDraw } = await import('../../../../src/inputs/images/with-size-draw.ts');
  const likeliest = accepted(pods, { seed: 4 });
  expect(one.input.images).toEqual(withSizeDraw(likeliest.input, likeliest.origins, 3).images);
});
