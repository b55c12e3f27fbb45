import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ownerText } from '../../../src/rules/kubelet/pods/pod.ts';
import { accepted, errorsOf, podYaml, refused, stream } from '../reading.ts';

const shop = readFileSync(new URL('../fixtures/shop.yaml', import.meta.url), 'utf8');
const template = '{ spec: { containers: [{ name: a, image: b }] } }';
const deployment = (name: string, more = '') =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name} }\nspec: { ${more}template: ${template} }\n`;
const job = (more: string, spec = '{ restartPolicy: Never, containers: [{ name: a, image: b }] }') =>
  `apiVersion: batch/v1\nkind: Job\nmetadata: { name: j }\nspec: { ${more} template: { spec: ${spec} } }\n`;

describe('the pods of each kind', () => {
  const { pods, assumptions } = accepted(shop).input;
  const namesOf = (owner: string) =>
    pods.filter((pod) => ownerText(pod.owner) === owner).map((pod) => pod.name);
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
    const agents = pods.filter((pod) => ownerText(pod.owner) === 'DaemonSet/agent');
    expect(agents.map((pod) => pod.nodeName)).toEqual(['node-a', 'node-b']);
    for (const { name } of agents) expect(name).toMatch(new RegExp(`^agent-${suffix}{5}$`));
  });

  test("a Job's are as many as its completions", () => expect(namesOf('Job/migrate')).toHaveLength(5));

  test("a CronJob's are those of one Job", () => {
    expect(namesOf('CronJob/report')).toEqual([
      expect.stringMatching(new RegExp(`^report-\\d{8}-${suffix}{5}$`)),
    ]);
    expect(assumptions).toContain(
      'A CronJob runs once, at the start. With startTime in the Scenario it runs by its schedule.',
    );
  });

  test('names and UIDs are the same each time, and UIDs have the form of a version 4 UUID', () => {
    expect(accepted(shop).input.pods).toEqual(pods);
    for (const { uid } of pods)
      expect(uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
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
  ['completions: 3,', 3],
  ['parallelism: 4,', 4],
  ['completions: 2, parallelism: 4,', 2],
  ['completions: 4, parallelism: 2,', 4],
  ['completions: 4, parallelism: 0,', 0],
  ['parallelism: 0,', 0],
  ['suspend: true, parallelism: 4,', 0],
])('a Job with %s makes %d pods (completions, else parallelism, Job controller)', (more, count) => {
  expect(accepted(job(more)).input.pods).toHaveLength(count);
});

test('a CronJob that is suspended makes no pods', () => {
  const text = `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: c }\nspec: { suspend: true, jobTemplate: { spec: { template: ${template} } } }\n`;
  expect(accepted(text).input.pods).toHaveLength(0);
});

test('a Job without the restartPolicy that it must have gets OnFailure and a warning', () => {
  const { input, warnings } = accepted(job('', '{ containers: [{ name: a, image: b }] }'));
  expect(input.pods[0]?.restartPolicy).toBe('OnFailure');
  expect(warnings).toEqual([
    expect.stringMatching(/^in\.yaml:4:\d+: the restartPolicy of Job default\/j must be OnFailure or Never/),
  ]);
});

test('objects whose controller is in the input are left to it, as in `kubectl get all -o yaml`', () => {
  const owned = (kind: string, api: string, name: string, owner: string, spec: string) =>
    `apiVersion: ${api}\nkind: ${kind}\nmetadata: { name: ${name}, ownerReferences: [{ kind: ${owner.split('/')[0]}, name: ${owner.split('/')[1]}, controller: true }] }\nspec: ${spec}\n`;
  const set = owned(
    'ReplicaSet',
    'apps/v1',
    'web-1',
    'Deployment/web',
    `{ replicas: 2, template: ${template} }`,
  );
  const pod = owned('Pod', 'v1', 'web-1-x', 'ReplicaSet/web-1', '{ containers: [{ name: a, image: b }] }');
  const { input } = accepted(stream(deployment('web', 'replicas: 2, '), set, pod));
  expect(input.pods.map((each) => ownerText(each.owner))).toEqual(['Deployment/web', 'Deployment/web']);
  expect(input.readings).toContain(
    '2 objects are left out: their controller is in the input too and makes them.',
  );
  expect(accepted(pod).input.pods.map((each) => each.name)).toEqual(['web-1-x']);
});

test('generateName makes a name, and no name at all is an error', () => {
  const generated = podYaml('x', '{ containers: [{ name: a, image: b }] }').replace(
    'name: x',
    'generateName: run-',
  );
  expect(accepted(generated).input.pods[0]?.name).toMatch(/^run-[a-z0-9]{5}$/);
  expect(refused(generated.replace('generateName: run-', 'labels: {}'))).toEqual([
    '3:1 REQUIRED Pod without metadata.name',
  ]);
});

test('the same object twice is an error, in two namespaces it is not', () => {
  const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');
  expect(refused(stream(pod, pod))).toEqual(['8:19 DUPLICATE Pod "x" of namespace "default" is there twice']);
  expect(accepted(stream(pod, pod.replace('name: x', 'name: x, namespace: other'))).input.pods).toHaveLength(
    2,
  );
});

test('20,000 replicas of one template get 20,000 names, although five letters clash now and then', () => {
  const { pods } = accepted(deployment('a', 'replicas: 20000, '), { set: ['maxPods=20000'] }).input;
  expect(new Set(pods.map((pod) => pod.name)).size).toBe(20_000);
});

test('more pods than the limit are an error at replicas', () => {
  expect(refused(deployment('a', 'replicas: 300001, '))).toEqual([
    '4:19 TOO_MANY_PODS the input makes 300001 pods: at most 300000 are simulated',
  ]);
});

test('wrong replicas are errors at their place', () => {
  expect(refused(deployment('a', 'replicas: three, '))).toEqual([
    '4:19 WRONG_TYPE spec.replicas must be a number, not "three"',
  ]);
  expect(refused(deployment('a', 'replicas: -1, '))).toEqual([
    '4:19 WRONG_VALUE spec.replicas must be at least 0, not -1',
  ]);
});

describe('names of pods', () => {
  const namesOf = (text: string) => accepted(text).input.pods.map((pod) => pod.name);
  const replicated = (kind: string, api: string, more: string) =>
    `apiVersion: ${api}\nkind: ${kind}\nmetadata: { name: web }\nspec: { ${more} template: ${template} }\n`;

  test.each([
    [replicated('ReplicaSet', 'apps/v1', 'replicas: 2,'), [/^web-\w{5}$/, /^web-\w{5}$/]],
    [replicated('ReplicationController', 'v1', ''), [/^web-\w{5}$/]],
    [replicated('StatefulSet', 'apps/v1', 'replicas: 2, ordinals: { start: 7 },'), [/^web-7$/, /^web-8$/]],
    [job('completionMode: Indexed, parallelism: 2, completions: 2,'), [/^j-0-\w{5}$/, /^j-1-\w{5}$/]],
    [job('completionMode: NonIndexed, parallelism: 2,'), [/^j-\w{5}$/, /^j-\w{5}$/]],
  ])('%s', (text, names) => {
    const found = namesOf(text);
    expect(found).toEqual(names.map((name) => expect.stringMatching(name)));
    expect(new Set(found).size).toBe(names.length);
  });

  test('a CronJob’s leaves room for those of its Jobs', () => {
    const cron = (name: string) =>
      `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: ${name} }\nspec: { jobTemplate: { spec: { template: ${template} } } }\n`;
    expect(namesOf(cron('c'.repeat(52)))).toEqual([expect.stringMatching(/^c{52}-29453\w{5}$/)]);
    expect(errorsOf(cron('c'.repeat(53)))).toMatchObject([
      { code: 'NAME', line: 3, expected: 'at most 52 characters' },
    ]);
  });

  test('generated from the same beginning differ', () => {
    const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }').replace(
      'name: x',
      'name: null, generateName: run-',
    );
    const names = namesOf(stream(pod, pod));
    expect(names).toEqual([expect.stringMatching(/^run-\w{5}$/), expect.stringMatching(/^run-\w{5}$/)]);
    expect(new Set(names).size).toBe(2);
  });
});

test('annotations, which may hold anything, are no part of an input', () => {
  const noted = deployment('web').replace('{ spec:', '{ metadata: { annotations: { team: shop } }, spec:');
  expect(accepted(noted).input).toEqual(accepted(deployment('web')).input);
  const ofJob = job('').replace('{ spec:', '{ metadata: { annotations: { team: shop } }, spec:');
  expect(accepted(ofJob).input).toEqual(accepted(job('')).input);
});

describe('what is said of pods that are not made, or not one after the other', () => {
  const saidOf = (text: string) => {
    const { assumptions, readings = [] } = accepted(text).input;
    return [...readings, ...assumptions].filter((sentence) => /StatefulSet|Job|left out/.test(sentence));
  };
  const set = (more: string) =>
    `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: db }\nspec: { ${more} template: ${template} }\n`;
  const cron = (more: string, ofJob = '') =>
    `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: c }\nspec: { ${more} jobTemplate: { spec: { ${ofJob} template: ${template} } } }\n`;

  test.each([
    [set('replicas: 2,'), []],
    [job(''), []],
    [job('completions: 2, parallelism: 2,'), []],
    [job('completions: 3, parallelism: 2,'), []],
    [job('completions: 20000, parallelism: 2,'), ['Job default/j: only the first 10000 of 20000 pods.']],
    [job('completions: 3, suspend: true,'), ['Job default/j is suspended: no pods.']],
    [
      cron('', 'suspend: true,'),
      [
        'A CronJob runs once, at the start. With startTime in the Scenario it runs by its schedule.',
        'CronJob default/c is suspended: no pods.',
      ],
    ],
  ])('%s', (text, sentences) => {
    expect(saidOf(text)).toEqual(sentences);
  });

  test('a controller owns what it controls, in its own namespace', () => {
    const owned = (more: string, ofPod = '') =>
      podYaml('x', '{ containers: [{ name: a, image: b }] }').replace(
        'name: x',
        `name: x${ofPod}, ownerReferences: [{ kind: Deployment, name: web${more} }]`,
      );
    expect(saidOf(stream(deployment('web'), owned('')))).toEqual([
      '1 object is left out: their controller is in the input too and makes them.',
    ]);
    expect(saidOf(stream(deployment('web'), owned(', controller: false')))).toEqual([]);
    expect(saidOf(stream(deployment('web'), owned('', ', namespace: other')))).toEqual([]);
    expect(saidOf(stream(deployment('webs'), owned('')))).toEqual([]);
  });
});

describe('what a cluster tells of what is over', () => {
  const pod = (name: string, status: string, more = '') =>
    podYaml('x', '{ restartPolicy: Never, containers: [{ name: a, image: b }] }')
      .replace('name: x', `name: ${name}${more}`)
      .concat(`status: ${status}\n`);
  const read = (...texts: string[]) => accepted(stream(...texts)).input;

  test('is left out, and it is said: nobody starts it again', () => {
    const over = job('').concat(
      "status: { succeeded: 1, conditions: [{ type: Complete, status: 'True' }] }\n",
    );
    const terminating = pod('d', '{ phase: Running }', ", deletionTimestamp: '2026-11-26T10:00:00Z'");
    const input = read(
      pod('a', '{ phase: Succeeded }'),
      pod('b', '{ phase: Failed }'),
      pod('c', '{ phase: Running }'),
      terminating,
      over,
    );
    expect(input.pods.map(({ name }) => name)).toEqual(['c']);
    expect(input.readings).toEqual([
      '4 objects are left out: they are over or being deleted, and nobody starts them again.',
    ]);
    const active = job('').concat(
      "status: { active: 1, conditions: [{ type: Suspended, status: 'False' }] }\n",
    );
    expect(read(active).pods).toHaveLength(1);
  });

  test('a pod of a Job that is not in the files ends as the Job’s pods do', () => {
    const owner = (kind: string) => `, ownerReferences: [{ kind: ${kind}, name: j, controller: true }]`;
    const endOf = (more: string) =>
      read(pod('a', '{ phase: Running }', more)).pods[0]?.containers[0]?.runsForMicros;
    expect([endOf(owner('Job')), endOf(owner('ReplicaSet')), endOf('')]).toEqual([1_000_000, null, null]);
  });
});

test('a Job’s pods that are never started again stay so, and the restartPolicy of others is complained of where it stands', () => {
  const read = (policy: string) =>
    accepted(job('', `{ restartPolicy: ${policy}, containers: [{ name: a, image: b }] }`));
  const policies = ['Never', 'OnFailure', 'Always'].map((policy) => [
    read(policy).input.pods[0]?.restartPolicy,
    read(policy).warnings,
  ]);
  const message =
    'in.yaml:4:45: the restartPolicy of Job default/j must be OnFailure or Never; the API server refuses it otherwise. OnFailure is taken.';
  expect(policies).toEqual([
    ['Never', []],
    ['OnFailure', []],
    ['OnFailure', [message]],
  ]);
});

test('a name that is none is refused where it stands', () => {
  const pod = (metadata: string) =>
    podYaml('x', '{ containers: [{ name: a, image: b }] }').replace('{ name: x }', metadata);
  const expected = expect.stringMatching(/^at most \d+ lower-case letters/);
  expect(errorsOf(pod('{ name: 7 }'))).toMatchObject([
    {
      line: 3,
      column: 19,
      code: 'WRONG_TYPE',
      message: 'metadata.name must be a string, not 7',
      expected: 'a name',
    },
  ]);
  expect(errorsOf(pod('{ name: "" }'))).toMatchObject([
    { code: 'REQUIRED', message: 'Pod without metadata.name', expected: 'a name' },
  ]);
  expect(errorsOf(pod('{ generateName: "" }'))).toMatchObject([{ code: 'REQUIRED' }]);
  expect(errorsOf(pod('{ name: A }'))).toMatchObject([{ code: 'NAME', expected }]);
  expect(errorsOf(pod('{ name: a, namespace: A }'))).toMatchObject([{ code: 'NAME', column: 33, expected }]);
  expect(accepted(pod('{ name: a, namespace: "" }')).input.pods[0]?.namespace).toBe('default');
  expect(accepted(stream(pod('{ name: web }'), deployment('web'))).input.pods).toHaveLength(2);
  const [twice] = errorsOf(stream(pod('{ name: a }'), pod('{ name: a, namespace: default }')));
  expect(twice).toMatchObject({
    code: 'DUPLICATE',
    hint: 'rename one, or leave one out: the first is at in.yaml:3:19',
  });
});
