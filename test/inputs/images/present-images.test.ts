import { describe, expect, test } from 'vitest';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { accepted, errorsOf, podYaml, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml(
  'web',
  '{ containers: [{ name: a, image: "shop/web:1" }, { name: b, image: "redis:7" }] }',
);
const names = (...images: string[]) =>
  images.map((image) => `{ names: ["${image}"], sizeBytes: 1000000 }`).join(', ');
const node = (...images: string[]) =>
  `apiVersion: v1\nkind: Node\nmetadata: { name: n }\nstatus: { images: [${names(...images)}] }\n`;
const all = node('docker.io/shop/web:1', 'docker.io/library/redis:7');

const read = (documents: readonly string[], request: RunRequest = {}) => {
  const { input, warnings } = accepted(stream(...documents), request);
  return {
    present: input.nodes.find(({ name }) => name === 'n')?.presentImages,
    images: input.images,
    warnings,
  };
};

describe('what Node objects list', () => {
  test('is there at the start, and it is said where nothing is left to pull', () => {
    expect(read([pod, all])).toMatchObject({
      present: ['redis:7', 'shop/web:1'],
      warnings: [expect.stringContaining('try --cold')],
    });
    expect(read([pod, node('docker.io/shop/web:1')]).warnings).toEqual([]);
    expect(read([pod.replace('redis:7" }', 'redis:7", imagePullPolicy: Always }'), all]).warnings).toEqual(
      [],
    );
  });

  test('is not there with --cold, though its sizes still count', () => {
    const { present, images, warnings } = read([pod, all], { cold: true });
    expect([present, warnings]).toEqual([[], []]);
    expect(images['redis:7']?.source).toBe('node');
  });

  test.each([
    ['shop/*', ['redis:7']],
    ['docker.io/shop/*', ['redis:7']],
    ['redis', ['shop/web:1']],
    ['library/redis:7', ['shop/web:1']],
    ['*:1', ['redis:7']],
    ['*', []],
  ])('is not there where --cold-images %s means it', (pattern, present) => {
    expect(read([pod, all], { coldImages: [pattern] })).toMatchObject({ present, warnings: [] });
  });

  test('a pattern that means nothing of it is refused: the run would be another than was asked for', () => {
    const errors = (request: RunRequest) => errorsOf(stream(pod, node('docker.io/shop/web:1')), request);
    expect(errors({ coldImages: ['shp/*'] })).toEqual([
      expect.objectContaining({
        file: '--cold-images "shp/*"',
        message: 'no image on a node at the start has this name',
      }),
    ]);
    expect(errors({ presentImages: ['shp/*'] })).toEqual([
      expect.objectContaining({
        file: '--present-images "shp/*"',
        message: 'no pod uses an image with this name',
      }),
    ]);
    expect(errors({ presentImages: ['shop/web:1,redis:7'] })).toEqual([
      expect.objectContaining({
        hint: 'one option for each: --present-images shop/web:1 --present-images redis:7',
      }),
    ]);
  });

  test('is there where --present-images means it, whatever is cold', () => {
    expect(read([pod, node('other:1')], { presentImages: ['shop/*'] })).toMatchObject({
      present: ['other:1', 'shop/web:1'],
      warnings: [],
    });
    expect(read([pod, all], { presentImages: ['shop/*'], cold: true }).present).toEqual(['shop/web:1']);
    expect(read([pod, all], { presentImages: ['*'], cold: true }).warnings).toEqual([]);
  });

  test('is not there where a Scenario says that nothing is', () => {
    const scenario = (nodes: string) => read([pod, all, scenarioYaml(`nodes: { ${nodes} }`)]).present;
    expect(scenario('defaults: { presentImages: [] }')).toEqual([]);
    expect(scenario('defaults: { presentImages: [] }, named: { n: { presentImages: [redis:7] } }')).toEqual([
      'redis:7',
    ]);
    expect(scenario('defaults: { presentImages: [other:1] }, named: { n: { presentImages: [] } }')).toEqual(
      [],
    );
    expect(scenario('defaults: { presentImages: [other:1] }')).toEqual(['other:1', 'redis:7', 'shop/web:1']);
    const own = scenarioYaml(
      'nodes: { defaults: { presentImages: [] }, named: { n: { presentImages: ["shop/web:1", redis:7] } } }',
    );
    expect(read([pod, all, own]).warnings).toEqual([]);
  });
});
