import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnOrigin, imageOfSize, uncertainImage } from '../../../src/inputs/images/assumed-image.ts';
import { uncertainOrigin } from '../../../src/inputs/images/image-catalogue.ts';
import { imageRowsOf } from '../../../src/inputs/images/image-rows.ts';
import { imagesOfRanges, withSizeDraw } from '../../../src/inputs/images/with-size-draw.ts';
import { accepted, pause, podYaml, scenarioYaml, stream } from '../reading.ts';

const drawn = (name: string, draw = 0) => uncertainImage('x', name, uncertainOrigin(name), draw);
const sizeOf = (image: ReturnType<typeof drawn>) => image.layers.reduce((sum, layer) => sum + layer.bytes, 0);
const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

describe('an image of which only the name is known', () => {
  const images = Array.from({ length: 2_500 }, (_, index) => drawn(`ghcr.io/acme/image-${index}:v1`, 1));

  test('has in a draw a size between 10 and 90 %, and otherwise the middle', () => {
    const { low, middle, high } = drawnOrigin('ghcr.io/acme/image-1:v1');
    const sizes = images.map(sizeOf);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(low);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(high);
    expect(Math.abs(quantile(sizes, 0.5) / middle - 1)).toBeLessThan(0.08);
    expect(quantile(sizes, 0.1)).toBeGreaterThan(low * 1.2);
    expect(sizeOf(drawn('ghcr.io/acme/image-1:v1'))).toBe(middle);
  });

  test('of a GPU framework is not larger than the largest known', () => {
    const sizes = Array.from({ length: 500 }, (_, index) =>
      sizeOf(drawn(`ghcr.io/acme/image-${index}:v1-cuda`, 1)),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20e9);
    expect(quantile(sizes, 0.5)).toBeGreaterThan(4e8);
  });

  test('has as many layers as images of the study: some six at 100 MB, more if it is larger, at most 120', () => {
    const countsAt = (bytes: number) =>
      Array.from({ length: 1_000 }, (_, index) => imageOfSize('x', `a/b:${index}`, bytes, 'assumed'))
        .map(({ layers }) => layers.length)
        .sort((a, b) => a - b);
    expect(quantile(countsAt(100e6), 0.5)).toBe(6);
    expect(quantile(countsAt(1e9), 0.5)).toBe(13);
    expect(Math.max(...countsAt(10e9))).toBeLessThanOrEqual(120);
  });

  test('shares no layer with another, and its digests look like digests', () => {
    const digests = images
      .slice(0, 500)
      .flatMap((image) => [image.ref, ...image.layers.map((layer) => layer.digest)]);
    expect(new Set(digests).size).toBe(digests.length);
    for (const digest of digests) expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('is always the same, whatever the seed, the other images and the spelling', () => {
    const pod = (image: string) => podYaml('x', `{ containers: [{ name: a, image: ${image} }] }`);
    const read = (text: string, name: string) => {
      const { name: _, ...image } = accepted(text).input.images[name] ?? { name };
      return image;
    };
    const alone = read(pod('acme/web'), 'acme/web:latest');
    const other = podYaml('y', '{ containers: [{ name: a, image: acme/other }] }');
    expect(read(stream(other, pod('acme/web'), scenarioYaml('seed: 9')), 'acme/web:latest')).toEqual(alone);
    expect(read(pod('docker.io/acme/web'), 'docker.io/acme/web:latest')).toEqual(alone);
    expect(read(pod('acme/web:7'), 'acme/web:7')).not.toEqual(alone);
  });

  test('is said to be assumed, and counted; so is one of public documents', () => {
    const text = podYaml(
      'x',
      '{ containers: [{ name: a, image: redis }, { name: b, image: nginx }, { name: c, image: acme/web }] }',
    );
    const { input, origins } = accepted(text, { imageSizes: ['redis=30MB'] });
    expect(Object.values(input.images).map((image) => [image.name, image.source])).toEqual([
      ['acme/web:latest', 'assumed'],
      ['nginx:latest', 'known'],
      ['redis:latest', 'scenario'],
      [pause, 'assumed'],
    ]);
    expect([...origins].map(([name, { kind }]) => [name, kind])).toEqual([
      ['docker.io/acme/web:latest', 'drawn'],
      ['docker.io/library/nginx:latest', 'known'],
      ['docker.io/library/redis:latest', 'given'],
      [pause, 'given'],
    ]);
    expect(input.assumptions).toEqual(
      expect.arrayContaining([
        'The sizes of 1 of 3 images are from public documents, some for a similar version (windlass images lists them).',
        'The sizes and layers of 1 of 3 images are estimated from their names (source: assumed).',
        'The layers of 1 image of known size.',
      ]),
    );
  });
});

test('an image of public documents has their bytes, and their layers where they tell them', () => {
  expect(sizeOf(drawn('registry.k8s.io/kube-proxy:v1.34.9'))).toBe(26_000_000);
  expect(drawn('python:3.12').layers.map(({ bytes }) => bytes)).toEqual([
    49_312_314, 25_638_637, 67_797_999, 236_319_920, 6_100_758, 25_738_585, 246,
  ]);
  expect(drawn('registry.k8s.io/pause:3.9').layers).toHaveLength(1);
});

describe('another draw of sizes', () => {
  const text = podYaml(
    'x',
    '{ containers: [{ name: a, image: acme/web }, { name: b, image: redis:7.2 }, { name: c, image: busybox:1.36 }] }',
  );
  const { input, origins } = accepted(text);
  const sizes = (images: typeof input.images) => Object.values(images).map(sizeOf);

  test('changes what is a range, within it, and nothing else', () => {
    expect(imagesOfRanges(input, origins)).toEqual(['acme/web:latest', 'redis:7.2']);
    for (const draw of [1, 2, 3]) {
      const other = withSizeDraw(input, origins, draw);
      const changed = sizes(other.images).map((size, index) => size !== sizes(input.images)[index]);
      expect(changed).toEqual([true, false, true, false]);
      for (const { image, bytes, lowBytes, highBytes } of imageRowsOf(other, origins))
        expect([image, lowBytes <= bytes && bytes <= highBytes]).toEqual([image, true]);
      expect({ ...other, images: input.images }).toEqual(input);
    }
  });

  test('is the same each time, and others differ', () => {
    expect(withSizeDraw(input, origins, 1)).toEqual(withSizeDraw(input, origins, 1));
    expect(sizes(withSizeDraw(input, origins, 1).images)).not.toEqual(
      sizes(withSizeDraw(input, origins, 2).images),
    );
  });
});

test('any size splits into layers that add up to it', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 2 ** 45 }), (name, size) => {
      const image = imageOfSize(name, name, size, 'catalogue');
      expect(sizeOf(image)).toBe(size);
      expect(image.layers.length).toBeGreaterThan(0);
      for (const layer of image.layers)
        expect(Number.isSafeInteger(layer.bytes) && layer.bytes >= 0).toBe(true);
      if (size >= 64)
        expect(Math.min(...image.layers.map((layer) => layer.bytes))).toBeGreaterThanOrEqual(32);
    }),
  );
});

describe('images whose layers a document tells', () => {
  const digests = (name: string, draw = 0) => drawn(name, draw).layers.map(({ digest }) => digest);

  test('share a base of the same number of bytes, and nothing else', () => {
    const [base] = digests('docker.io/library/debian:trixie');
    const python = digests('docker.io/library/python:3.12');
    expect(python.indexOf(base ?? '')).toBe(0);
    const others = [
      'python:3.12.13-slim',
      'node:22.23.2',
      'node:22.23.2-slim',
      'postgres:17.11',
      'nginx:1.31.3',
      'redis:7.4.11-alpine',
    ];
    const all = [...python, ...others.flatMap((name) => digests(`docker.io/library/${name}`))];
    expect(new Set(all).size).toBe(all.length);
  });

  test('share none where a near version stands for them', () => {
    const exact = digests('docker.io/library/postgres:17.11');
    expect(digests('docker.io/library/postgres:17.10').filter((digest) => exact.includes(digest))).toEqual(
      [],
    );
  });
});
