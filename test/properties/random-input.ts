import fc from 'fast-check';
import type { ContainerSpec, PodSpec } from '../../src/rules/kubelet/pods/pod.ts';
import type { Image } from '../../src/rules/runtime/images/image.ts';
import type { FaultInput, NodeInput, SimulationInput } from '../../src/run/simulation-input.ts';
import { inputOf } from '../run/simulation/run-yaml.ts';

/**
 * What a random run is drawn from; the plain choices shrink well, and `simulationInput` makes a run of them.
 */
export interface Draft {
  readonly seed: number;
  readonly nodes: readonly Pick<NodeInput, 'profileRelease' | 'runtime' | 'presentImages' | 'kubelet'>[];
  readonly pods: readonly PodDraft[];
  readonly faults: readonly FaultInput[];
  /** 0: links carry without a limit. */
  readonly linkPlace: number;
}

interface PodDraft {
  readonly node: number;
  readonly arrivesAtMs: number;
  readonly hasVolumes: boolean;
  readonly restartPolicy: PodSpec['restartPolicy'];
  readonly imageVolumes: readonly Pick<ContainerSpec, 'image' | 'policy'>[];
  readonly initContainers: readonly ContainerDraft[];
  readonly containers: readonly ContainerDraft[];
}

type ContainerDraft = Pick<
  ContainerSpec,
  'image' | 'policy' | 'sidecar' | 'runsForMicros' | 'exitCode' | 'stopsInMicros'
>;

const template = inputOf(
  'apiVersion: v1\nkind: Pod\nmetadata: { name: p }\nspec: { containers: [{ name: app, image: a }] }',
).nodes[0];

/**
 * Names that the pods use; the same image under two spellings, one that no registry has, one of an unknown
 * host, one that is no name.
 */
const names = [
  'a:1',
  'docker.io/library/a:1',
  'b:1',
  'c',
  'r.io/d:1',
  'r.io/e:1',
  'gone:1',
  'nowhere.example/f:1',
  'Bad Name',
];
const layer = (digest: string, bytes: number) => ({
  digest: `sha256:${digest}`,
  bytes,
  unpackedBytes: bytes * 2,
});
const image = (name: string, ref: string, ...layers: Image['layers'][number][]): Image => {
  return { name, ref: `sha256:${ref}`, index: ref === 'c', configBytes: 1_000, layers, source: 'scenario' };
};
const base = layer('base', 30_000_000);
const images = [
  image('a:1', 'a', base, layer('a1', 5_000_000)),
  image('docker.io/library/a:1', 'a', base, layer('a1', 5_000_000)),
  image(
    'b:1',
    'b',
    base,
    layer('b1', 40_000_000),
    layer('b2', 1_000),
    layer('b3', 9_000_000),
    layer('b4', 7_000_000),
  ),
  image('c:latest', 'c', layer('c1', 800_000_000)),
  image('r.io/d:1', 'd', layer('d1', 1_000), layer('d2', 2_000_000), base),
  image('r.io/e:1', 'e', layer('e1', 3_000_000)),
];
const known = images.map(({ name }) => name);

const policy = fc.constantFrom('IfNotPresent', 'Always', 'IfNotPresent', 'Never', '');
const container = fc.record({
  image: fc.constantFrom(...names),
  policy,
  sidecar: fc.constant(false),
  runsForMicros: fc.constantFrom(null, null, 1_000_000, 30_000_000),
  exitCode: fc.constantFrom(0, 0, 1),
  stopsInMicros: fc.constant(500_000),
});
const initContainer = container.chain((plain) =>
  fc.boolean().map((sidecar) => ({
    ...plain,
    sidecar,
    runsForMicros: sidecar ? null : (plain.runsForMicros ?? 500_000),
  })),
);

const pod = fc.record({
  node: fc.nat(2),
  arrivesAtMs: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(60_000)),
  hasVolumes: fc.boolean(),
  restartPolicy: fc.constantFrom('Always', 'Always', 'OnFailure', 'Never'),
  imageVolumes: fc.array(fc.record({ image: fc.constantFrom(...names), policy }), { maxLength: 1 }),
  initContainers: fc.array(initContainer, { maxLength: 2 }),
  containers: fc.array(container, { minLength: 1, maxLength: 3 }),
}) satisfies fc.Arbitrary<PodDraft>;

const kubelet = fc
  .record({
    slots: fc.constantFrom<('serial' | 'unlimited' | number)[]>('serial', 'unlimited', 1, 2, 3, 5),
    qps: fc.constantFrom([5, 10], [0, 10], [1, 1], [2, 3], [1, 0]),
    gate: fc.constantFrom(undefined, true, false),
    maxPods: fc.constantFrom(110, 110, 4),
  })
  .map(({ slots, qps, gate, maxPods }) => ({
    ...(template?.kubelet as NodeInput['kubelet']),
    serializeImagePulls: slots === 'serial',
    maxParallelImagePulls: typeof slots === 'number' ? slots : null,
    registryPullQPS: qps[0] ?? 0,
    registryBurst: qps[1] ?? 0,
    maxPods,
    featureGates: gate === undefined ? {} : { KubeletEnsureSecretPulledImages: gate },
  }));

const node = fc.record({
  profileRelease: fc.constantFrom('1.36', '1.31', '1.27', '1.14'),
  runtime: fc.constantFrom('containerd://2.4', 'containerd://1.6'),
  presentImages: fc.subarray(known),
  kubelet,
});

const window = fc.tuple(fc.nat(60), fc.option(fc.integer({ min: 1, max: 90 }))).map(([from, length]) => ({
  fromMicros: from * 1_000_000,
  untilMicros: length === null ? null : (from + length) * 1_000_000,
}));
const registry = fc.constantFrom({}, { registry: 'docker.io' }, { registry: 'r.io' });
const someImage = fc.constantFrom(...known);
const someNode = fc.constantFrom({}, { node: 'node-1' }, { node: 'node-2' });
const faultKind: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  registry.map((where) => ({ kind: 'registryDown', ...where })),
  fc
    .tuple(registry, fc.constantFrom(0.2, 0.9), fc.constantFrom(500, 503, 429, 404))
    .map(([where, rate, status]) => ({
      kind: 'errorRate',
      ...where,
      rate,
      status,
    })),
  fc
    .tuple(registry, fc.nat(12))
    .map(([where, requestsMax]) => ({ kind: 'rateLimit', ...where, requestsMax, windowMicros: 10_000_000 })),
  someImage.map((of) => ({ kind: 'notFound', image: of })),
  registry.map((where) => ({ kind: 'unauthorized', ...where })),
  registry.map((where) => ({ kind: 'stall', ...where })),
  fc
    .tuple(someNode, fc.constantFrom(1_000_000, 50_000))
    .map(([where, bytesPerSecond]) => ({ kind: 'slowLink', ...where, bytesPerSecond })),
  someNode.map((where) => ({ kind: 'diskFull', ...where })),
  someNode.map((where) => ({ kind: 'runtimeDown', ...where, error: 'no runtime' })),
  fc
    .tuple(someNode, fc.constantFrom(null, 700_000, 200_000_000), fc.constantFrom(null, 300_000))
    .map(([where, listMicros, podStatusMicros]) => ({
      kind: 'runtimeSlow',
      ...where,
      listMicros,
      podStatusMicros,
    })),
  fc
    .tuple(someNode, fc.constantFrom('lost', 'completed'))
    .map(([where, pulls]) => ({ kind: 'kubeletRestart', ...where, pulls })),
  someNode.map((where) => ({ kind: 'nodeReboot', ...where })),
  fc.tuple(someNode, someImage).map(([where, of]) => ({ kind: 'imageRemoved', ...where, image: of })),
  fc.tuple(someImage, fc.nat(20), fc.constantFrom(null, 1, 3)).map(([of, seconds, times]) => ({
    kind: 'pullFails',
    image: of,
    error: 'boom',
    takesMicros: seconds * 1_000_000,
    times,
  })),
  fc
    .tuple(someImage, fc.nat(40))
    .map(([of, seconds]) => ({ kind: 'pullTakes', image: of, takesMicros: seconds * 1_000_000 })),
);
const fault = fc.tuple(faultKind, window).map(([what, when]) => ({ ...what, ...when }) as FaultInput);

/** Random nodes, pods and faults. */
export const draft: fc.Arbitrary<Draft> = fc.record({
  seed: fc.nat(1_000),
  nodes: fc.array(node, { minLength: 1, maxLength: 3 }),
  pods: fc.array(pod, { minLength: 1, maxLength: 12 }),
  faults: fc.array(fault, { maxLength: 4 }),
  // Last, so that what is drawn before stays as it was: one run in eight has links without a limit.
  linkPlace: fc.nat(7),
});

/**
 * The run that a draft describes: four virtual minutes, links of 1 Gbit/s or without a limit, registries 20
 * ms away.
 */
export function simulationInput({ seed, nodes, pods, faults, linkPlace }: Draft): SimulationInput {
  if (template === undefined) throw new Error('no node to start from');
  const host = (name: string) => [
    name,
    { host: name, roundTripMicros: 20_000, egressBytesPerSecond: null, bytesPerSecondPerResponse: null },
  ];
  const link = linkPlace === 0 ? { linkBytesPerSecond: null } : {};
  const specs = pods.map((drawn, index) => podSpec(drawn, index, nodes.length));
  return {
    seed,
    horizonMicros: 240_000_000,
    nodes: nodes.map((own, index) => ({
      ...template,
      ...link,
      ...own,
      name: `node-${index + 1}`,
      kubeletVersion: own.profileRelease,
    })),
    pods: specs.sort((a, b) => a.arrivesAtMicros - b.arrivesAtMicros),
    images: Object.fromEntries(images.map((known) => [known.name, known])),
    registries: Object.fromEntries(['docker.io', 'r.io'].map(host)),
    faults,
    assumptions: [],
    ignoredKinds: {},
  };
}

function podSpec(
  { node: place, arrivesAtMs, imageVolumes, initContainers, containers, ...own }: PodDraft,
  index: number,
  nodes: number,
): PodSpec {
  const mounts = imageVolumes.map((_, number) => `volume-${number}`);
  const named = (prefix: string) => (drawn: ContainerDraft, number: number) => ({
    ...drawn,
    name: `${prefix}-${number}`,
    mounts,
  });
  return {
    ...own,
    namespace: 'default',
    name: `pod-${index}`,
    uid: `uid-${index}`,
    nodeName: `node-${(place % nodes) + 1}`,
    arrivesAtMicros: arrivesAtMs * 1_000,
    annotations: {},
    runtimeHandler: '',
    imageVolumes: imageVolumes.map((drawn, number) => ({ ...drawn, name: `volume-${number}` })),
    initContainers: initContainers.map(named('init')),
    containers: containers.map(named('app')),
    ephemeralContainers: [],
    terminationGracePeriodMicros: 30_000_000,
  };
}
