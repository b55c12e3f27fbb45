import { expect, test } from 'vitest';
import { refused } from '../reading.ts';

const wrong = (count: number, indent: string) => `${indent}- 5\n`.repeat(count);
const pod = (spec: string) => `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n${spec}`;
const scenario = (fields: string) => `apiVersion: windlass.dev/v1alpha1\nkind: Scenario\n${fields}`;
const keys = (count: number) => Array.from({ length: count }, (_, index) => `  k${index}.io: 1\n`).join('');

test.each([
  [
    'the containers of a pod',
    pod(`  containers:\n${wrong(150_000, '  ')}`),
    'spec.containers[0] must be a mapping',
  ],
  [
    'the mounts of a container',
    pod(`  containers:\n  - name: a\n    image: a\n    volumeMounts:\n${wrong(150_000, '    ')}`),
    'volumeMounts[0] must be',
  ],
  [
    'the items of a List',
    `apiVersion: v1\nkind: List\nitems:\n${wrong(150_000, '')}`,
    'items[0] must be a Kubernetes object',
  ],
  ['the faults of a Scenario', scenario(`faults:\n${wrong(150_000, '')}`), 'faults must be a list'],
  ['the registries of a Scenario', scenario(`registries:\n${keys(150_000)}`), 'registries.k0.io must be'],
  ['a list of documents', wrong(150_000, ''), 'the document must be a Kubernetes object'],
])('150,000 wrong values in %s are reported like a few', (_, text, message) => {
  const errors = refused(text);
  expect(errors[0]).toContain(message);
  expect(errors.length).toBeLessThanOrEqual(101);
});
