import { expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, stream } from '../reading.ts';

const workload = (kind: string, name: string, more = '') => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name} }
spec:
  ${more}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: app, image: 'redis:7' }] }
`;

const yaml = stream(
  workload('Deployment', 'web', 'replicas: 3'),
  workload('StatefulSet', 'db'),
  workload('DaemonSet', 'agent'),
  podYaml('alone', '{ containers: [{ name: a, image: redis }] }'),
);

const podsOf = (replicas: readonly string[]) => {
  const { input } = accepted(yaml, { replicas });
  const count = (kind: string) => input.pods.filter(({ owner }) => owner?.kind === kind).length;
  return { web: count('Deployment'), db: count('StatefulSet'), agent: count('DaemonSet') };
};

test.each([
  [[], { web: 3, db: 1, agent: 1 }],
  [['web=5'], { web: 5, db: 1, agent: 1 }],
  [['deployment/web=0'], { web: 0, db: 1, agent: 1 }],
  [['default/StatefulSet/*=4'], { web: 3, db: 4, agent: 1 }],
  [['*=2', 'db=3'], { web: 2, db: 3, agent: 1 }],
])('--replicas %s', (replicas, pods) => {
  expect(podsOf(replicas)).toEqual(pods);
});

test('the pods of a StatefulSet go on being numbered', () => {
  const names = accepted(yaml, { replicas: ['db=3'] }).input.pods.filter(({ owner }) => owner?.name === 'db');
  expect(names.map(({ name }) => name)).toEqual(['db-0', 'db-1', 'db-2']);
});

test.each([
  ['web', 'not of the form workload=number'],
  ['web=', '"" is not a number of pods'],
  ['web=-1', '"-1" is not a number of pods'],
  ['web=400000', '"400000" is not a number of pods'],
  ['wbe=2', 'no workload with replicas has this name'],
  ['agent=2', 'no workload with replicas has this name'],
  ['alone=2', 'no workload with replicas has this name'],
])('%s is refused', (option, message) => {
  expect(errorsOf(yaml, { replicas: [option] })).toMatchObject([
    { code: 'OPTION', file: `--replicas ${option}`, message },
  ]);
});

test('a similar name is named', () => {
  expect(errorsOf(yaml, { replicas: ['webb=2'] })).toMatchObject([{ hint: 'did you mean web?' }]);
});
