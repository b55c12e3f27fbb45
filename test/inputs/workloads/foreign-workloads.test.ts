import { describe, expect, test } from 'vitest';
import { accepted, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const template = (image = 'b', more = '') =>
  `{ spec: { ${more} containers: [{ name: a, image: ${image} }] } }`;
const object = (apiVersion: string, kind: string, spec: string) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: x }\nspec: ${spec}\n`;

/** The pods' names without what is drawn, and how often each is there. */
function podsOf(...documents: readonly string[]) {
  const { pods, readings, unknownKinds } = accepted(stream(...documents)).input;
  const counts: Record<string, number> = {};
  for (const { name } of pods)
    counts[name.replace(/-[a-z0-9]{5}$/, '')] = (counts[name.replace(/-[a-z0-9]{5}$/, '')] ?? 0) + 1;
  return { counts, readings, unknownKinds, pods };
}

describe('the pod templates of other projects’ kinds', () => {
  test.each([
    ['argoproj.io/v1alpha1', 'Rollout', `{ replicas: 3, template: ${template()} }`, { x: 3 }],
    ['apps.kruise.io/v1alpha1', 'CloneSet', `{ replicas: 0, template: ${template()} }`, {}],
    [
      'apps.kruise.io/v1beta1',
      'StatefulSet',
      `{ replicas: 2, template: ${template()} }`,
      { 'x-0': 1, 'x-1': 1 },
    ],
    [
      'apps.openshift.io/v1',
      'DeploymentConfig',
      `{ replicas: 2, selector: { app: other }, template: ${template()} }`,
      { x: 2 },
    ],
    [
      'serving.knative.dev/v1',
      'Service',
      '{ template: { spec: { containers: [{ image: b }, { image: c }] } } }',
      { x: 1 },
    ],
    [
      'kubeflow.org/v1',
      'PyTorchJob',
      `{ pytorchReplicaSpecs: { Master: { replicas: 1, template: ${template()} }, Worker: { replicas: 2, template: ${template()} } } }`,
      { 'x-master': 1, 'x-worker': 2 },
    ],
    [
      'ray.io/v1',
      'RayCluster',
      `{ headGroupSpec: { template: ${template()} }, workerGroupSpecs: [{ groupName: small, replicas: 2, template: ${template()} }] }`,
      { 'x-head': 1, 'x-small': 2 },
    ],
    [
      'batch.volcano.sh/v1alpha1',
      'Job',
      `{ tasks: [{ name: ps, replicas: 2, template: ${template()} }] }`,
      { x: 2 },
    ],
    [
      'jobset.x-k8s.io/v1alpha2',
      'JobSet',
      `{ replicatedJobs: [{ name: w, replicas: 2, template: { spec: { parallelism: 3, template: ${template()} } } }] }`,
      { x: 6 },
    ],
  ])('%s %s', (apiVersion, kind, spec, counts) => {
    expect(podsOf(object(apiVersion, kind, spec))).toMatchObject({ counts, unknownKinds: undefined });
  });

  test('are told, with how many pods are made of them', () => {
    const { readings } = podsOf(
      object('argoproj.io/v1alpha1', 'Rollout', `{ replicas: 3, template: ${template()} }`),
    );
    expect(readings).toContain(
      'Rollout/x: 3 pods, of the pod template in it; what else its controller does is not known.',
    );
  });

  test('a DaemonSet of another project has a pod on each node', () => {
    const { pods } = podsOf(
      scenarioYaml('nodes: { count: 3 }'),
      object('apps.kruise.io/v1alpha1', 'DaemonSet', `{ template: ${template()} }`),
    );
    expect(pods.map(({ nodeName }) => nodeName)).toEqual(['node-1', 'node-2', 'node-3']);
  });

  test('pods that may not restart end, as those of Jobs', () => {
    const spec = (policy: string) =>
      `{ tasks: [{ template: ${template('b', `restartPolicy: ${policy},`)} }] }`;
    const ends = (policy: string) =>
      podsOf(object('batch.volcano.sh/v1alpha1', 'Job', spec(policy))).pods[0]?.containers[0]
        ?.runsForMicros !== null;
    expect([ends('Never'), ends('OnFailure'), ends('Always')]).toEqual([true, true, false]);
  });

  test('a ReplicaSet of a Rollout that is there is left to it', () => {
    const rollout = object('argoproj.io/v1alpha1', 'Rollout', `{ replicas: 2, template: ${template()} }`);
    const owned = `apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: { name: x-1, ownerReferences: [{ kind: Rollout, name: x, controller: true }] }\nspec: { replicas: 2, template: ${template()} }\n`;
    expect(podsOf(rollout, owned).counts).toEqual({ x: 2 });
  });

  test('may have the name of one of Kubernetes’ own', () => {
    const own = `apiVersion: batch/v1\nkind: Job\nmetadata: { name: x }\nspec: { template: ${template('b', 'restartPolicy: Never,')} }\n`;
    const volcano = object('batch.volcano.sh/v1alpha1', 'Job', `{ tasks: [{ template: ${template()} }] }`);
    expect(podsOf(own, volcano).pods).toHaveLength(2);
    expect(refused(stream(volcano, volcano))[0]).toContain('DUPLICATE Job "x"');
  });

  test('what is wrong in them has its place', () => {
    const wrong = object(
      'argoproj.io/v1alpha1',
      'Rollout',
      `{ template: ${template('b', 'restartPolicy: Sometimes,')} }`,
    );
    expect(refused(wrong)[0]).toMatch(/^4:.* spec\.template\.spec\.restartPolicy/);
  });
});

test('a PodTemplate is one pod; kinds without a template of pods are counted', () => {
  const alone =
    'apiVersion: v1\nkind: PodTemplate\nmetadata: { name: x }\ntemplate: { spec: { containers: [{ name: a, image: b }] } }\n';
  expect(podsOf(alone).counts).toEqual({ x: 1 });
  const kafka = object(
    'kafka.strimzi.io/v1beta2',
    'Kafka',
    '{ kafka: { replicas: 3, template: { pod: { metadata: {} } } } }',
  );
  const set = object(
    'argoproj.io/v1alpha1',
    'ApplicationSet',
    '{ template: { spec: { project: default } } }',
  );
  expect(podsOf(kafka, set, podYaml('p', '{ containers: [{ name: a, image: b }] }')).unknownKinds).toEqual({
    ApplicationSet: 1,
    Kafka: 1,
  });
});
