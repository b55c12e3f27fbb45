import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assumedImage, imageOfSize } from '../../../src/input/images/assumed-image.ts';
import { accepted, pause, podYaml, scenarioYaml, stream } from '../reading.ts';

const sizeOf = (image: ReturnType<typeof assumedImage>) => image.layers.reduce((sum, layer) => sum + layer.bytes, 0);
const quantile = (values: readonly number[], share: number) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

describe('an image of which only the name is known', () => {
  const images = Array.from({ length: 10_000 }, (_, index) => assumedImage('x', `docker.io/library/image-${index}:v1`));

  // Zhao et al., CLUSTER'19.
  test('has a size as on Docker Hub: median 17 MB, p90 0.48 GB, clamped at 4 GB', () => {
    const sizes = images.map(sizeOf);
    expect(Math.abs(quantile(sizes, 0.5) / 17e6 - 1)).toBeLessThan(0.08);
    expect(Math.abs(quantile(sizes, 0.9) / 480e6 - 1)).toBeLessThan(0.1);
    expect(Math.max(...sizes)).toBe(4e9);
  });

  test('has as many layers as on Docker Hub: half fewer than 8, nine in ten fewer than 18, at most 120', () => {
    const counts = images.map((image) => image.layers.length);
    expect(quantile(counts, 0.5)).toBe(7);
    expect(quantile(counts, 0.9)).toBe(17);
    expect(Math.max(...counts)).toBeLessThanOrEqual(120);
  });

  test('shares no layer with another, and its digests look like digests', () => {
    const digests = images.slice(0, 500).flatMap((image) => [image.ref, ...image.layers.map((layer) => layer.digest)]);
    expect(new Set(digests).size).toBe(digests.length);
    for (const digest of digests) expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('is always the same, whatever the seed, the other images and the spelling', () => {
    const pod = (image: string) => podYaml('x', `{ containers: [{ name: a, image: ${image} }] }`);
    const read = (text: string, name: string) => {
      const { name: _, ...image } = accepted(text).input.images[name] ?? { name };
      return image;
    };
    const alone = read(pod('redis'), 'redis:latest');
    const other = podYaml('y', '{ containers: [{ name: a, image: nginx }] }');
    expect(read(stream(other, pod('redis'), scenarioYaml('seed: 9')), 'redis:latest')).toEqual(alone);
    expect(read(pod('docker.io/library/redis'), 'docker.io/library/redis:latest')).toEqual(alone);
    expect(read(pod('redis:7'), 'redis:7')).not.toEqual(alone);
  });

  test('is said to be assumed, and counted', () => {
    const text = podYaml('x', '{ containers: [{ name: a, image: redis }, { name: b, image: nginx }] }');
    const { input } = accepted(text, { imageSizes: ['redis=30MB'] });
    expect(Object.values(input.images).map((image) => [image.name, image.source])).toEqual([
      ['nginx:latest', 'assumed'],
      ['redis:latest', 'scenario'],
      [pause, 'assumed'],
    ]);
    expect(input.assumptions).toContain(
      'The sizes and layers of 1 of 2 images are drawn from the published Docker Hub distribution, by name (source: assumed).',
    );
    expect(input.assumptions).toContain('1 image has a known size but an assumed split into layers.');
  });
});

test('any size splits into layers that add up to it', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 2 ** 45 }), (name, size) => {
      const image = imageOfSize(name, name, size, 'catalogue');
      expect(sizeOf(image)).toBe(size);
      expect(image.layers.length).toBeGreaterThan(0);
      for (const layer of image.layers) expect(Number.isSafeInteger(layer.bytes) && layer.bytes >= 0).toBe(true);
      if (size >= 64) expect(Math.min(...image.layers.map((layer) => layer.bytes))).toBeGreaterThanOrEqual(32);
    }),
  );
});
