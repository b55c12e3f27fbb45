import { expect, test } from 'vitest';
import { shortImageName } from '../../../src/report/text/image-name.ts';

test.for([
  ['nginx', 'nginx'],
  ['registry.example:5000/ml/trainer:1', 'trainer:1'],
  ['ghcr.io/acme/api@sha256:1f2e3d4c5b6a', 'api@1f2e3d4c'],
  ['', ''],
] as const)('the short name of %j is %j', ([image, short]) => {
  expect(shortImageName(image)).toBe(short);
});
