import fc from 'fast-check';
import {
  type ContainerDocument,
  type PodSpecDocument,
  podSpecShape,
} from '../../inputs/workloads/kubernetes-shapes.ts';
import { shapeArbitrary, type Words } from './shape-arbitrary.ts';
import { secretNames, words } from './words.ts';

const text = (...values: string[]) => fc.constantFrom(...values);

const podWords: Words = {
  ...words,
  'containers.name': text('app'),
  'initContainers.name': text('init'),
  'ephemeralContainers.name': text('debugger'),
  'exitCodes.values': fc.constantFrom(0, 1, 137, 143, 255),
  'volumeMounts.name': text('volume-0', 'volume-1'),
  'volumes.name': text('volume'),
  reference: words.image as fc.Arbitrary<unknown>,
  'containers.image': fc.oneof(
    { weight: 12, arbitrary: words.image as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: text('Bad Name', 'r.io/UPPER:1') },
  ),
  runtimeClassName: text('', 'plain'),
  serviceAccountName: text('builder', 'default', ''),
  serviceAccount: text('builder'),
  'imagePullSecrets.name': text(...secretNames, 'nowhere'),
  terminationGracePeriodSeconds: fc.constantFrom(0, 2, 30),
};

interface Template {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec: PodSpecDocument;
}

/** A pod's spec as an API server could have taken it: names are its own, and what is mounted is there. */
function asAccepted(drawn: PodSpecDocument): PodSpecDocument {
  const volumes = (drawn.volumes ?? []).map((volume, index) => ({
    ...volume,
    name: `volume-${index}`,
    ...(volume.image ? { image: { ...volume.image, reference: volume.image.reference || 'a:1' } } : {}),
  }));
  const isThere = ({ name }: { name: string }) => volumes.some((volume) => volume.name === name);
  const named = (prefix: string) => (container: ContainerDocument, index: number) => {
    const mounts = (container.volumeMounts ?? [])
      .filter(isThere)
      .map(({ name }) => ({ name, mountPath: `/${name}` }));
    return {
      ...container,
      name: `${prefix}-${index}`,
      volumeMounts: mounts.length === 0 ? undefined : mounts,
      restartPolicyRules: container.restartPolicy ? container.restartPolicyRules : undefined,
    };
  };
  const init = drawn.initContainers?.map(named('init'));
  const ephemeral = drawn.ephemeralContainers?.map(named('debug'));
  return {
    ...drawn,
    ...(drawn.volumes ? { volumes } : {}),
    ...(init ? { initContainers: init } : {}),
    ...(ephemeral ? { ephemeralContainers: ephemeral } : {}),
    containers: drawn.containers.map(named('app')),
  };
}

/** In a template neither ephemeral containers may stand, nor another restart policy than the kind's. */
function templateOf(
  { labels, annotations, spec }: Template,
  restartPolicy: PodSpecDocument['restartPolicy'],
): object {
  const { ephemeralContainers, ...rest } = spec;
  return { metadata: { labels, ...(annotations ? { annotations } : {}) }, spec: { ...rest, restartPolicy } };
}

type Make = (drawn: {
  readonly spec: PodSpecDocument;
  readonly count: number;
  readonly other: number;
}) => object;

function controlled(kind: string, apiVersion: string, name: string, more: Make): readonly [string, Make] {
  const labels = { app: name };
  return [
    `${kind}/${name}`,
    (drawn) => ({
      apiVersion,
      kind,
      metadata: { name },
      spec: {
        ...(kind === 'ReplicationController' ? { selector: labels } : { selector: { matchLabels: labels } }),
        template: templateOf({ labels, spec: drawn.spec }, 'Always'),
        ...more(drawn),
      },
    }),
  ];
}

function job({ spec, count, other }: Parameters<Make>[0]): object {
  const restartPolicy = spec.restartPolicy === 'OnFailure' ? 'OnFailure' : 'Never';
  return {
    completions: count,
    parallelism: other,
    template: templateOf({ labels: { app: 'once' }, spec }, restartPolicy),
  };
}

const pod = (name: string): readonly [string, Make] => [
  `Pod/${name}`,
  ({ spec }) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: name } }, spec }),
];

/** Every kind of object that makes pods. */
const makers: Readonly<Record<string, Make>> = Object.fromEntries([
  pod('one'),
  pod('web-one'),
  controlled('Deployment', 'apps/v1', 'web', ({ count, other }) => ({
    replicas: count,
    ...(other === 2 ? { strategy: { type: 'Recreate' } } : {}),
    ...(other === 3 ? { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '50%' } } } : {}),
  })),
  controlled('ReplicaSet', 'apps/v1', 'set', ({ count }) => ({ replicas: count })),
  controlled('ReplicationController', 'v1', 'old', ({ count }) => ({ replicas: count })),
  controlled('StatefulSet', 'apps/v1', 'store', ({ count, other }) => ({
    replicas: count,
    serviceName: 'store',
    podManagementPolicy: other > 1 ? 'Parallel' : 'OrderedReady',
    ...(other === 3 ? { ordinals: { start: 1 }, updateStrategy: { rollingUpdate: { partition: 2 } } } : {}),
  })),
  controlled('DaemonSet', 'apps/v1', 'agent', ({ other }) => ({
    ...(other === 2 ? { updateStrategy: { type: 'OnDelete' } } : {}),
    ...(other === 3 ? { updateStrategy: { rollingUpdate: { maxSurge: 1 } } } : {}),
  })),
  // Its pods set up the network of a node that joins, if they need none themselves.
  controlled('DaemonSet', 'apps/v1', 'kindnet', () => ({})),
  [
    'Job/once',
    (drawn) => ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'once' }, spec: job(drawn) }),
  ],
  [
    'CronJob/nightly',
    (drawn) => ({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'nightly' },
      spec: {
        schedule: ['0 3 * * *', '* * * * *', '@every 20s'][drawn.other - 1],
        jobTemplate: { spec: job(drawn) },
      },
    }),
  ],
]);

const spec = shapeArbitrary(podSpecShape, podWords).map((drawn) => asAccepted(drawn as PodSpecDocument));

/** One to three objects that make pods, as manifests. */
export const workloads: fc.Arbitrary<readonly object[]> = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom(...Object.keys(makers)),
      spec,
      count: fc.integer({ min: 0, max: 3 }),
      other: fc.integer({ min: 1, max: 3 }),
    }),
    {
      selector: ({ name }) => name,
      minLength: 1,
      maxLength: 3,
      size: 'max',
    },
  )
  .map((drawn) => drawn.flatMap(({ name, ...more }) => makers[name]?.(more) ?? []));
