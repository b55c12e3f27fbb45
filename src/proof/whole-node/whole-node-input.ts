import fc from 'fast-check';
import { stringify } from 'yaml';
import { defaultOf } from '../../inputs/defaults.ts';
import type { ImageDocument } from '../../inputs/images/image-shapes.ts';
import type { SourceText } from '../../inputs/read-input.ts';
import type { PeersDocument } from '../../inputs/scenario/registry-shapes.ts';
import {
  type NodeDocument,
  type ScenarioDocument,
  scenarioShape,
} from '../../inputs/scenario/scenario-shape.ts';
import { type NodeObjectDocument, nodeObjectShape } from '../../inputs/workloads/kubernetes-shapes.ts';
import { acceptableSettings } from './acceptable-settings.ts';
import { badMeeting } from './bad-meetings.ts';
import { shapeArbitrary } from './shape-arbitrary.ts';
import { nodeNames, nodeWords, secretNames, words } from './words.ts';
import { workloads } from './workloads.ts';

type Fields = Readonly<Record<string, unknown>>;

const draft = fc.record({
  scenario: shapeArbitrary(scenarioShape(), words) as fc.Arbitrary<ScenarioDocument>,
  // The default of 15 min is long for a fuzzer.
  horizon: words.horizon as fc.Arbitrary<string>,
  nodeStyle: fc.constantFrom('none', 'objects', 'counted', 'named'),
  nodeCount: fc.integer({ min: 1, max: nodeNames.length }),
  nodeObjects: fc.array(shapeArbitrary(nodeObjectShape, nodeWords), {
    minLength: nodeNames.length,
    maxLength: nodeNames.length,
  }) as fc.Arbitrary<NodeObjectDocument[]>,
  kubelet: words.kubelet as fc.Arbitrary<Fields>,
  workloads,
  secrets: fc.subarray([...secretNames]),
  accountSecrets: fc.subarray([...secretNames]),
  providerImages: fc.option(fc.subarray(['r.io', 'docker.io', 'm.io/team', '*.io'], { minLength: 1 }), {
    freq: 2,
    nil: undefined,
  }),
  meeting: fc.option(badMeeting, { freq: 2, nil: undefined }),
});
type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

/** Manifests, configuration and Scenario of a small random cluster, one document in each file. */
export const wholeNodeInput: fc.Arbitrary<readonly SourceText[]> = draft.map((drawn) =>
  documentsOf(drawn).map((document, index) => ({
    name: `${index}.yaml`,
    text: stringify(document, { aliasDuplicateObjects: false }),
  })),
);

function documentsOf(drawn: Draft): readonly object[] {
  const names = drawn.nodeStyle === 'none' ? ['node-1'] : nodeNames.slice(0, drawn.nodeCount);
  const objects =
    drawn.nodeStyle === 'objects'
      ? names.flatMap((name, index) => ({ name, node: drawn.nodeObjects[index] }))
      : [];
  const nodes = nodesOf(drawn, names);
  const versions = names.map((name, index) => {
    const info = drawn.nodeStyle === 'objects' ? drawn.nodeObjects[index]?.status?.nodeInfo : undefined;
    return (
      nodes?.named?.[name]?.kubeletVersion ??
      (info?.kubeletVersion || undefined) ??
      nodes?.defaults?.kubeletVersion ??
      defaultOf('kubeletVersion')
    );
  });
  const kubelet = acceptableSettings(drawn.kubelet, versions);
  const faults = drawn.scenario.faults?.map((fault) => ({
    ...fault,
    ...('node' in fault && fault.node !== undefined ? { node: knownNode(fault.node, names) } : {}),
    ...('kubelet' in fault && fault.kubelet !== undefined
      ? { kubelet: acceptableSettings(fault.kubelet, versions, kubelet) }
      : {}),
  }));
  const plain = {
    ...asAccepted(drawn.scenario),
    nodes,
    horizon: drawn.horizon,
    ...(faults === undefined ? {} : { faults }),
  };
  const scenario = drawn.meeting === undefined ? plain : drawn.meeting(plain as ScenarioDocument);
  return [
    ...objects.map(({ name, node }) => ({ apiVersion: 'v1', kind: 'Node', ...node, metadata: { name } })),
    { apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration', ...kubelet },
    ...drawn.secrets.map(secret),
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'builder' },
      imagePullSecrets: drawn.accountSecrets.map((name) => ({ name })),
    },
    ...(drawn.providerImages === undefined ? [] : [credentialConfig(drawn.providerImages)]),
    scenario,
    ...drawn.workloads.map((workload) => withKnownNodes(workload, names)),
  ];
}

/** Two credential providers, of which each release can read the configuration. */
function credentialConfig(matchImages: readonly string[]): object {
  const common = { defaultCacheDuration: '20s', apiVersion: 'credentialprovider.kubelet.k8s.io/v1alpha1' };
  return {
    apiVersion: 'kubelet.config.k8s.io/v1alpha1',
    kind: 'CredentialProviderConfig',
    providers: [
      { name: 'first', matchImages, ...common },
      { name: 'second', matchImages: ['r.io'], ...common },
    ],
  };
}

/**
 * A Scenario that says nothing twice, has one content for a digest, peers of one kind, caches that do not ask
 * each other in a circle, and no blob store of a cache.
 */
function asAccepted({ registries, images, peers, ...rest }: ScenarioDocument): ScenarioDocument {
  const asked = Object.entries(registries ?? {}).map(([host, { cacheOf, blobStore, ...registry }]) => {
    const mayAsk = cacheOf !== undefined && (host === 'cache.io' || host === 'm.io');
    // While a connection is set up a trace says nothing: not for minutes, as where the round trip is that
    // long.
    const { connect = '20ms' } = registry;
    if (mayAsk) return [host, { ...registry, connect, cacheOf }] as const;
    return [
      host,
      { ...registry, connect, ...(blobStore === undefined || host === '*' ? {} : { blobStore }) },
    ] as const;
  });
  return {
    ...rest,
    ...(peers === undefined ? {} : { peers: ofOneKind(peers) }),
    ...(registries === undefined ? {} : { registries: Object.fromEntries(asked) }),
    ...(images === undefined
      ? {}
      : { images: [...new Map(images.map((image) => [image.name, withOneContent(image)])).values()] }),
  };
}

function ofOneKind({ resolveTags, origin, perClient, ...both }: PeersDocument): PeersDocument {
  if (both.share === 'layers') return resolveTags === undefined ? both : { ...both, resolveTags };
  return {
    ...both,
    ...(origin === undefined ? {} : { origin }),
    ...(perClient === undefined ? {} : { perClient }),
  };
}

function withOneContent(image: ImageDocument): ImageDocument {
  const layers = image.layers?.map((layer) => {
    const { digest } = layer;
    return digest === undefined
      ? layer
      : { digest, size: `${digest.length - 7}MB`, unpackedSize: `${2 * digest.length}MB` };
  });
  return layers === undefined ? image : { ...image, layers };
}

/**
 * The Scenario's nodes as the style has them: it may not count, or name others, where there are Node objects.
 */
function nodesOf(
  { scenario, nodeStyle, nodeCount }: Draft,
  names: readonly string[],
): ScenarioDocument['nodes'] {
  const { defaults, named = {}, joins = [], leaves = [], autoscaler } = scenario.nodes ?? {};
  const own: Record<string, NodeDocument> = {};
  for (const name of names) {
    const written = named[name];
    if (written !== undefined || nodeStyle === 'named') own[name] = written ?? {};
  }
  return {
    ...(defaults === undefined ? {} : { defaults }),
    ...(joins.length === 0 ? {} : { joins: joins.slice(0, 2) }),
    ...(leaves.length === 0 ? {} : { leaves: leaves.slice(0, 2) }),
    ...(autoscaler === undefined ? {} : { autoscaler }),
    ...(nodeStyle === 'counted' ? { count: nodeCount } : {}),
    ...(Object.keys(own).length === 0 || nodeStyle === 'none' ? {} : { named: own }),
  };
}

/** Of the nodes that there are, the one that stands for this name. */
function knownNode(name: string, names: readonly string[]): string {
  return names[nodeNames.indexOf(name) % names.length] ?? name;
}

function withKnownNodes(workload: object, names: readonly string[]): object {
  return JSON.parse(
    JSON.stringify(workload, (key, value) =>
      key === 'nodeName' && typeof value === 'string' ? knownNode(value, names) : value,
    ),
  ) as object;
}

function secret(name: string): object {
  const username = name.replace('of-', '');
  const entry = { username, password: `password of ${username}` };
  const config =
    name === 'broken'
      ? { auths: { 'r.io': { auth: '!!!' } } }
      : { auths: { 'r.io': entry, 'https://docker.io/v1/': entry, 'm.io/f': entry } };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': Buffer.from(JSON.stringify(config)).toString('base64') },
  };
}
