import { describe, expect, test } from 'vitest';
import { imageOfSize } from '../../src/input/images/assumed-image.ts';
import { readInput } from '../../src/input/read-input.ts';
import { publishedInput } from './published-run.ts';

/** Their lognormal distribution of sizes: median 17 MB, nine in ten below 0.48 GB. Quantiles of 20,000 images. */
const sizeOn = (share: number) => {
  const [low, high] = [-Math.log(1 / Math.max(share, 1e-9) - 1), 1.702];
  return Math.round(17e6 * Math.exp((2.61 * low) / high));
};

// Zhao et al., "Large-Scale Analysis of the Docker Hub Dataset", CLUSTER'19: how an image of the sizes of Docker Hub splits into
// layers. Sizes are compressed.
describe('images split into layers like those of Docker Hub', () => {
  const images = Array.from({ length: 20_000 }, (_, index) =>
    imageOfSize('x', `docker.io/library/image-${index}:v1`, sizeOn((index + 0.5) / 20_000), 'assumed'),
  );
  const counts = images.map(({ layers }) => layers.length);
  const layers = images.flatMap((image) => image.layers.map(({ bytes }) => bytes));
  const below = (limit: number) => layers.filter((bytes) => bytes < limit).length / layers.length;

  test('half of them have fewer than 8 layers, nine in ten fewer than 18, none more than 120', () => {
    const fewer = (layers: number) => counts.filter((count) => count < layers).length / counts.length;
    expect(fewer(8)).toBeGreaterThan(0.5);
    expect(fewer(8)).toBeLessThan(0.55);
    expect(fewer(18)).toBeGreaterThan(0.9);
    expect(fewer(18)).toBeLessThan(0.92);
    expect(Math.max(...counts)).toBeLessThanOrEqual(120);
  });

  // Drawn images share nothing, those of Docker Hub do: the published shares are of unique layers, so they are bounds from below
  // The layer figures are lower bounds. Measured here: 69 % and 93 %.
  test('at least half of their layers are below 4 MB, nine in ten below 63 MB', () => {
    expect(below(4e6)).toBeGreaterThanOrEqual(0.5);
    expect(below(63e6)).toBeGreaterThanOrEqual(0.9);
    expect(below(4e6)).toBeLessThan(0.75);
    expect(below(63e6)).toBeLessThan(0.95);
  });

  test('and so do those of a run without sizes', () => {
    const result = readInput([{ name: 'docker-hub-images.yaml', text: publishedInput('docker-hub-images.yaml') }], {});
    if (!result.ok) throw new Error('refused');
    const drawn = Object.values(result.input.images).filter(({ name }) => name !== 'registry.k8s.io/pause:3.10.2');
    expect(drawn.map(({ source }) => source)).toEqual(Array.from({ length: 5 }, () => 'assumed'));
    expect(new Set(drawn.map(({ layers }) => layers.length)).size).toBeGreaterThan(1);
  });
});
