import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fieldPath, unmodelledFields } from '../../../src/inputs/workloads/unmodelled-fields.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';

const pod = (name: string, spec: string) => `apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec: { ${spec} }
---
`;
const container = (more: string) => `{ name: app, image: app:1, ${more} }`;
const said = (yaml: string) =>
  inputOf(yaml).assumptions.filter((sentence) => sentence.startsWith('Not simulated, although'));

/** A value of each field, as deep as its path says. */
function nested(path: readonly string[], value: string): string {
  return path.reduceRight((inner, name) => `{ ${name}: ${inner} }`, value).slice(1, -1);
}

it.each(unmodelledFields.map((field) => [fieldPath(field), field] as const))(
  '%s is said by name',
  (name, { in: list, path }) => {
    const value = nested(
      path,
      name === 'hostUsers' ? 'false' : name === 'activeDeadlineSeconds' ? '5' : '{ x: 1 }',
    );
    const specs = {
      spec: `${value}, containers: [${container('')}]`,
      containers: `containers: [${container(value)}]`,
      volumes: `volumes: [{ name: v, ${value} }], containers: [${container('')}]`,
    };
    expect(said(pod('web', specs[list]))).toEqual([`Not simulated, although it can delay a start: ${name}.`]);
  },
);

it('all of them are said in one sentence, however many pods set them', () => {
  const spec = `hostUsers: false, initContainers: [{ name: i, image: app:1, startupProbe: { exec: {} } }], containers: [${container('')}]`;
  expect(said(pod('web', spec) + pod('other', spec))).toEqual([
    'Not simulated, although it can delay a start: hostUsers, containers[].startupProbe.',
  ]);
});

it('nothing is said of what is empty, or the default', () => {
  const spec = `hostUsers: true, schedulingGates: [], affinity: {}, volumes: [{ name: v, emptyDir: {} }], containers: [${container('livenessProbe: null')}]`;
  expect(said(pod('web', spec))).toEqual([]);
});

it('docs/left-out.md has a row for each, and none more', () => {
  const [, section = ''] = readFileSync('docs/left-out.md', 'utf8').split(
    '## Fields of a pod that a start may wait for',
  );
  const [table = ''] = section.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(
    unmodelledFields.map((field) => `| \`${fieldPath(field)}\` | ${field.does} | ${field.shown} |`),
  );
});
