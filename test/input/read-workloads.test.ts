import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accepted, podYaml, refused, stream } from './reading.ts';

const shop = readFileSync(new URL('fixtures/shop.yaml', import.meta.url), 'utf8');
const template = '{ spec: { containers: [{ name: a, image: b }] } }';
const deployment = (name: string, more = '') =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name} }\nspec: { ${more}template: ${template} }\n`;
const job = (more: string, spec = '{ restartPolicy: Never, containers: [{ name: a, image: b }] }') =>
  `apiVersion: batch/v1\nkind: Job\nmetadata: { name: j }\nspec: { ${more} template: { spec: ${spec} } }\n`;

describe('the pods of each kind', () => {
  const { pods, assumptions } = accepted(shop).input;
  const namesOf = (owner: string) => pods.filter((pod) => pod.owner === owner).map((pod) => pod.name);
  // The alphabet of k8s.io/apimachinery/pkg/util/rand.
  const suffix = '[bcdfghjklmnpqrstvwxz2456789]';

  test("a Deployment's carry a hash of the template and a suffix each", () => {
    const names = namesOf('Deployment/web');
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(new RegExp(`^web-${suffix}{10}-${suffix}{5}$`));
    expect(new Set(names.map((name) => name.slice(0, -5))).size).toBe(1);
    expect(new Set(names).size).toBe(2);
  });

  test("a StatefulSet's are numbered", () => expect(namesOf('StatefulSet/db')).toEqual(['db-0', 'db-1']));

  test("a DaemonSet's run on each node", () => {
    const agents = pods.filter((pod) => pod.owner === 'DaemonSet/agent');
    expect(agents.map((pod) => pod.nodeName)).toEqual(['node-a', 'node-b']);
    for (const { name } of agents) expect(name).toMatch(new RegExp(`^agent-${suffix}{5}$`));
  });

  test("a Job's are the first that run side by side, and it is said that more would follow", () => {
    expect(namesOf('Job/migrate')).toHaveLength(2);
    expect(assumptions).toContain('Job default/migrate: only the first 2 of 5 pods, which run side by side.');
  });

  test("a CronJob's are those of one Job", () => {
    expect(namesOf('CronJob/report')).toEqual([expect.stringMatching(new RegExp(`^report-\\d{8}-${suffix}{5}$`))]);
    expect(assumptions).toContain('A CronJob runs once, at the start: its schedule is not simulated.');
  });

  test('names and UIDs are the same each time, and UIDs have the form of a version 4 UUID', () => {
    expect(accepted(shop).input.pods).toEqual(pods);
    for (const { uid } of pods) expect(uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(pods.map((pod) => pod.uid)).size).toBe(pods.length);
  });

  test('what does not matter is counted, and no secret value is kept', () => {
    const { input } = accepted(shop);
    expect(input.ignoredKinds).toEqual({ Service: 1 });
    expect(JSON.stringify(input)).not.toContain('hunter2');
  });
});

test('replicas default to one, and zero makes none', () => {
  expect(accepted(deployment('a')).input.pods).toHaveLength(1);
  const { input, warnings } = accepted(deployment('a', 'replicas: 0, '));
  expect(input.pods).toHaveLength(0);
  expect(warnings).toEqual(['no pods in the input: nothing will happen']);
});

test.each([
  ['', 1],
  ['completions: 3,', 1],
  ['parallelism: 4,', 4],
  ['completions: 2, parallelism: 4,', 2],
  ['completions: 4, parallelism: 2,', 2],
  ['parallelism: 0,', 0],
  ['suspend: true, parallelism: 4,', 0],
])('a Job with %s makes %d pods (min of completions and parallelism, Job controller)', (more, count) => {
  expect(accepted(job(more)).input.pods).toHaveLength(count);
});

test('a CronJob that is suspended makes no pods', () => {
  const text = `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: c }\nspec: { suspend: true, jobTemplate: { spec: { template: ${template} } } }\n`;
  expect(accepted(text).input.pods).toHaveLength(0);
});

test('a Job without the restartPolicy that it must have gets OnFailure and a warning', () => {
  const { input, warnings } = accepted(job('', '{ containers: [{ name: a, image: b }] }'));
  expect(input.pods[0]?.restartPolicy).toBe('OnFailure');
  expect(warnings).toEqual([expect.stringMatching(/^in\.yaml:4:\d+: the restartPolicy of Job default\/j must be OnFailure or Never/)]);
});

test('objects whose controller is in the input are left to it, as in `kubectl get all -o yaml`', () => {
  const owned = (kind: string, api: string, name: string, owner: string, spec: string) =>
    `apiVersion: ${api}\nkind: ${kind}\nmetadata: { name: ${name}, ownerReferences: [{ kind: ${owner.split('/')[0]}, name: ${owner.split('/')[1]}, controller: true }] }\nspec: ${spec}\n`;
  const set = owned('ReplicaSet', 'apps/v1', 'web-1', 'Deployment/web', `{ replicas: 2, template: ${template} }`);
  const pod = owned('Pod', 'v1', 'web-1-x', 'ReplicaSet/web-1', '{ containers: [{ name: a, image: b }] }');
  const { input } = accepted(stream(deployment('web', 'replicas: 2, '), set, pod));
  expect(input.pods.map((each) => each.owner)).toEqual(['Deployment/web', 'Deployment/web']);
  expect(input.assumptions).toContain('2 objects are left out: their controller is in the input too and makes them.');
  expect(accepted(pod).input.pods.map((each) => each.name)).toEqual(['web-1-x']);
});

test('generateName makes a name, and no name at all is an error', () => {
  const generated = podYaml('x', '{ containers: [{ name: a, image: b }] }').replace('name: x', 'generateName: run-');
  expect(accepted(generated).input.pods[0]?.name).toMatch(/^run-[a-z0-9]{5}$/);
  expect(refused(generated.replace('generateName: run-', 'labels: {}'))).toEqual(['3:1 REQUIRED Pod without metadata.name']);
});

test('the same object twice is an error, in two namespaces it is not', () => {
  const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');
  expect(refused(stream(pod, pod))).toEqual(['8:19 DUPLICATE Pod "x" of namespace "default" is there twice']);
  expect(accepted(stream(pod, pod.replace('name: x', 'name: x, namespace: other'))).input.pods).toHaveLength(2);
});

test('20,000 replicas of one template get 20,000 names, although five letters clash now and then', () => {
  const { pods } = accepted(deployment('a', 'replicas: 20000, ')).input;
  expect(new Set(pods.map((pod) => pod.name)).size).toBe(20_000);
});

test('more pods than the limit are an error at replicas', () => {
  expect(refused(deployment('a', 'replicas: 100001, '))).toEqual([
    '4:19 TOO_MANY_PODS the input makes 100001 pods: at most 100000 are simulated',
  ]);
});

test('wrong replicas are errors at their place', () => {
  expect(refused(deployment('a', 'replicas: three, '))).toEqual(['4:19 WRONG_TYPE spec.replicas must be a number, not "three"']);
  expect(refused(deployment('a', 'replicas: -1, '))).toEqual(['4:19 WRONG_VALUE spec.replicas must be at least 0, not -1']);
});
