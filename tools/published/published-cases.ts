import type { PublishedCase, PublishedQuestion } from './published-case.ts';
import { acceptedPulls, lastRunning, longestPull, meanStart, medianPull, pullShare, unpacking } from './readings.ts';

const spegel = { source: 'https://spegel.dev/docs/benchmark', input: 'spegel-registry.yaml', unit: 's', conditions: 'told' } as const;
const oneLayer = '[{ size: 1GB, unpackedSize: 1GB }]';
const ofFour = '{ size: 250MB, unpackedSize: 250MB }';
const fourLayers = [oneLayer, `[${[ofFour, ofFour, ofFour, ofFour].join(', ')}]`] as const;
const perBlob = 'the registry sent 2 GB/s of one blob, and 3.4 GB/s of four: a limit by blob, which is not simulated';

const deckhouse = {
  source: 'https://github.com/deckhouse/deckhouse/pull/20415',
  input: 'deckhouse-ten-images.yaml',
  unit: 's',
  conditions: 'default',
} as const;

const istio = { source: 'https://github.com/istio/istio/issues/30099', input: 'istio-always.yaml', unit: 's', conditions: 'told' } as const;
const ifNotPresent = ['imagePullPolicy: Always', 'imagePullPolicy: IfNotPresent'] as const;

const kubeCross = {
  source: 'https://github.com/containerd/containerd/issues/2886',
  input: 'containerd-unpack.yaml',
  unit: 's',
  conditions: 'told',
} as const;

/** Every published figure that is held against the simulator: what `npm run validate:published` prints, and docs/published.md. */
export const publishedCases: readonly PublishedCase[] = [
  { ...deckhouse, id: 'ten-serial', figure: 'ten images, one after the other', published: 65.8, read: lastRunning },
  {
    ...deckhouse,
    id: 'ten-parallel',
    options: { set: ['serializeImagePulls=false'] },
    figure: 'ten images in parallel',
    published: 29.2,
    read: lastRunning,
  },
  {
    ...spegel,
    id: 'spegel-10MB',
    instead: [['[{ size: 1GB, unpackedSize: 1GB }]', '[{ size: 10MB, unpackedSize: 10MB }]']],
    figure: '10 MB in one layer, 50 nodes at once (median)',
    published: 1.4,
    read: medianPull(':v1'),
    missed: 'what takes a second beside the bytes is not told',
  },
  { ...spegel, id: 'spegel-1GB-1', figure: '1 GB in one layer, 50 nodes at once (median)', published: 27.7, read: medianPull(':v1') },
  {
    ...spegel,
    id: 'spegel-1GB-1-rolling',
    figure: '1 GB in one layer, ten nodes at a time (median)',
    published: 7.7,
    read: medianPull(':v2'),
    missed: 'a second or two beside registry, disk and unpacking, which the 10 MB show as well',
  },
  {
    ...spegel,
    id: 'spegel-1GB-4',
    instead: [fourLayers],
    figure: '1 GB in four layers, 50 nodes at once (median)',
    published: 16.6,
    read: medianPull(':v1'),
    missed: perBlob,
  },
  {
    ...spegel,
    id: 'spegel-1GB-4-rolling',
    instead: [fourLayers],
    figure: '1 GB in four layers, ten nodes at a time (median)',
    published: 6.2,
    read: medianPull(':v2'),
  },
  {
    ...spegel,
    id: 'spegel-1GB-1-peers',
    instead: [
      ['registries: {', 'peers: { share: layers }\nregistries: {'],
      ['maxUnavailable: 20%', 'maxUnavailable: 1'],
    ],
    figure: '1 GB in one layer from other nodes, one node at a time (median)',
    published: 6.26,
    read: medianPull(':v2'),
  },
  {
    id: 'slacker',
    source: 'https://www.usenix.org/conference/fast16/technical-sessions/presentation/harter',
    input: 'slacker-pull-share.yaml',
    figure: 'share of a start that goes into the pull',
    unit: '%',
    published: 76,
    conditions: 'told',
    read: pullShare,
  },
  {
    ...istio,
    id: 'always-10',
    instead: [['replicas: 50', 'replicas: 10']],
    above: [['replicas: 50', 'replicas: 10'], ifNotPresent],
    figure: 'what `Always` adds to the start of 10 pods, images present (mean)',
    published: 0.33,
    read: meanStart,
    missed: 'how many nodes there were and how far the registry is are not told',
  },
  {
    ...istio,
    id: 'always-20',
    instead: [['replicas: 50', 'replicas: 20']],
    above: [['replicas: 50', 'replicas: 20'], ifNotPresent],
    figure: 'the same of 20 pods',
    published: 1.01,
    read: meanStart,
    missed: 'how many nodes there were and how far the registry is are not told',
  },
  {
    ...istio,
    id: 'always-50',
    above: [ifNotPresent],
    figure: 'the same of 50 pods',
    published: 2.33,
    read: meanStart,
    missed: 'how many nodes there were and how far the registry is are not told',
  },
  { ...kubeCross, id: 'unpack-45MB', figure: 'a layer of 45.3 MB unpacks', published: 1.64, read: unpacking(0) },
  { ...kubeCross, id: 'unpack-11MB', figure: 'a layer of 10.8 MB unpacks', published: 0.34, read: unpacking(1) },
  {
    ...kubeCross,
    id: 'unpack-4MB',
    figure: 'a layer of 4.3 MB unpacks',
    published: 0.09,
    read: unpacking(2),
    missed: 'what it holds is not told; here it has the ratio of all others',
  },
  {
    id: 'python-3',
    source: 'https://github.com/containerd/containerd/issues/4819',
    input: 'python-3.yaml',
    figure: 'python:3, unpacked while it downloads; 50 s one after the other',
    unit: 's',
    published: 33,
    conditions: 'told',
    read: longestPull('python:3'),
    missed: 'one layer has 57 % of the bytes, so that hardly anything overlaps; docker unpacks with several processors (unpigz)',
  },
  {
    id: 'duplicate-pulls',
    source: 'https://github.com/kubernetes/kubernetes/issues/139841',
    input: 'duplicate-pulls.yaml',
    figure: 'fourteen pulls of one image of 93 MB: the first one',
    unit: 's',
    published: 18.9,
    conditions: 'told',
    read: longestPull('proxyv2:1.27.1'),
  },
  {
    id: 'pull-qps',
    source: 'https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/kubelet/images/puller.go',
    input: 'pull-qps.yaml',
    options: { horizon: '2s' },
    figure: 'pulls let through of thirty 20 ms apart, 5 QPS and a burst of 10',
    unit: 'pulls',
    published: 12,
    conditions: 'told',
    read: acceptedPulls,
  },
];

/** What a user would decide by these figures. */
export const publishedQuestions: readonly PublishedQuestion[] = [
  { question: 'Are parallel pulls faster than serialized ones?', first: 'ten-parallel', second: 'ten-serial' },
  { question: 'Is an image faster in four layers than in one, 50 nodes at once?', first: 'spegel-1GB-4', second: 'spegel-1GB-1' },
  { question: 'And ten nodes at a time?', first: 'spegel-1GB-4-rolling', second: 'spegel-1GB-1-rolling' },
  { question: 'Are other nodes faster than the registry, in an update?', first: 'spegel-1GB-1-peers', second: 'spegel-1GB-1-rolling' },
  {
    question: 'Is an update of ten nodes at a time faster for each of them than all at once?',
    first: 'spegel-1GB-1-rolling',
    second: 'spegel-1GB-1',
  },
];
