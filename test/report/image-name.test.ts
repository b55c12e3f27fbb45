import { expect, test } from 'vitest';
import { imageKey, shortImageName } from '../../src/report/image-name.ts';

test.for([
  ['nginx', 'nginx'],
  ['registry.example:5000/ml/trainer:1', 'trainer:1'],
  ['ghcr.io/acme/api@sha256:1f2e3d4c5b6a', 'api@1f2e3d4c'],
  ['', ''],
] as const)('the short name of %j is %j', ([image, short]) => {
  expect(shortImageName(image)).toBe(short);
});

test('the ways to write an image of Docker Hub have one key, other registries and tags their own', () => {
  for (const image of ['redis', 'redis:latest', 'library/redis', 'docker.io/library/redis:latest'])
    expect(imageKey(image)).toBe('redis:latest');
  expect(imageKey('localhost:5000/redis')).toBe('localhost:5000/redis:latest');
  expect(imageKey('redis:7')).toBe('redis:7');
  expect(imageKey('redis@sha256:ab')).toBe('redis@sha256:ab');
});
