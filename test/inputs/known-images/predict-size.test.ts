import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { knownImages } from '../../../src/inputs/known-images/find-known-image.ts';
import { featuresOfImage, predictSize } from '../../../src/inputs/known-images/predict-size.ts';
import { root } from '../../tidy/sources.ts';

describe('the features of a name', () => {
  test.each([
    ['ghcr.io/acme/billing-operator:v1.2.0', true],
    ['registry.k8s.io/sig-storage/csi-attacher:v4.8.0', true],
    ['acme/cuda-device-plugin:1', false],
    ['acme/debian-agent:1', false],
    ['acme/web:1', false],
  ])('%s is a part of a cluster: %s', (name, isComponent) => {
    expect(featuresOfImage(name).isComponent).toBe(isComponent);
  });

  test('are its words without their numbers, what they are about, the form of its tag, and its registry', () => {
    expect(featuresOfImage('nvcr.io/acme/cuda12-train:v1.2.3-slim').features).toEqual([
      'word acme',
      'word cuda12',
      'word cuda',
      'word train',
      'tag slim',
      'about gpu',
      'tagged small',
      'host nvcr.io',
      'another host',
      'parts 2',
      'tag v1.2.3',
    ]);
  });

  test('are the same in every spelling of an official image', () => {
    const { features } = featuresOfImage('redis:8');
    expect(features).toContain('official');
    for (const written of [
      'docker.io/redis:8',
      'docker.io/library/redis:8',
      'index.docker.io/library/redis:8',
    ])
      expect(featuresOfImage(written).features).toEqual(features);
  });

  test('of a text that is no name are its words', () => {
    expect(featuresOfImage('Not A Name').features).toContain('word name');
  });
});

describe('a size by its name', () => {
  test('is larger with words of GPUs, smaller with those of small variants, and says so', () => {
    const [plain, gpu, small] = ['acme/train:1', 'acme/train:1-cuda12', 'acme/train:1-alpine'].map(
      predictSize,
    );
    expect(gpu?.middle).toBeGreaterThan(3 * (plain?.middle ?? 0));
    expect(small?.middle).toBeLessThan(0.6 * (plain?.middle ?? 0));
    expect(gpu?.because[0]?.[0]).toBe('about gpu');
    expect(small?.because.map(([feature]) => feature)).toContain('tagged small');
  });

  test('lies within its range, in whole kilobytes', () => {
    for (const name of ['acme/web:1', 'x.test/a/operator:v1.0.0', 'ubuntu-ish', 'UPPER']) {
      const { low, middle, high } = predictSize(name);
      expect(low).toBeLessThan(middle);
      expect(middle).toBeLessThan(high);
      expect(middle % 1_000).toBe(0);
    }
  });
});

// The table that scripts/image-sizes/image-sizes.mjs writes: images predicted by models of other owners' images.
test('cross-validated ranges hold eight in ten sizes, and are no wider than they need', () => {
  const document = readFileSync(join(root, 'docs/images.md'), 'utf8');
  const numbers = (title: string) => {
    const row = document.split('\n').find((line) => line.startsWith(`| ${title}`)) ?? '';
    return [...row.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
  };
  const [repositories, median, , bias, inside, width] = numbers('those that Dockerfiles build on');
  expect(repositories).toBeGreaterThan(550);
  expect(median).toBeLessThanOrEqual(2.4);
  expect(Math.abs(Math.log(bias ?? 0))).toBeLessThan(Math.log(1.2));
  expect(inside).toBeGreaterThanOrEqual(75);
  expect(inside).toBeLessThanOrEqual(85);
  expect(width).toBeLessThanOrEqual(35);
  const [, ofComponents] = numbers('components of clusters');
  // The kinds of names that were fitted by hand before had 1.85, of the rows that they were fitted to.
  expect(ofComponents).toBeLessThan(1.85);
});

test('the catalogue knows 600 repositories', () => {
  expect(knownImages().size).toBeGreaterThanOrEqual(600);
});
