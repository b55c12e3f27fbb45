import { expect, test } from 'vitest';
import { nameStem, shortImageName } from '../../../src/reports/text/short-name.ts';

test.for([
  ['nginx', 'nginx'],
  ['registry.example:5000/ml/trainer:1', 'trainer:1'],
  ['ghcr.io/acme/api@sha256:1f2e3d4c5b6a', 'api@1f2e3d4c'],
  ['', ''],
] as const)('the short name of %j is %j', ([image, short]) => {
  expect(shortImageName(image)).toBe(short);
});

// The alphabet: SafeEncodeString of k8s.io/apimachinery/pkg/util/rand (v0.36.3).
test.each([
  ['web-8vscnjvqbz-n9w5b', 'web'],
  ['logs-kqndb', 'logs'],
  ['node-problems-dj6rz', 'node-problems'],
  ['db-12', 'db'],
  ['node-problems', 'node-problems'],
  ['web', 'web'],
  ['-kqndb', '-kqndb'],
])('%s is of %s', (name, stem) => expect(nameStem(name)).toBe(stem));
