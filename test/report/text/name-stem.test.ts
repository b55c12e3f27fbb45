import { expect, test } from 'vitest';
import { nameStem } from '../../../src/report/text/name-stem.ts';

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
