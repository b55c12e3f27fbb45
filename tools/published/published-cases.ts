import { controlPlaneImages } from '../../src/rules/kubeadm/control-plane-images.ts';
import { imagesOfFewerLayers, layersBelow } from './docker-hub.ts';
import { fasterPullCases, fasterPullQuestions } from './faster-pull-cases.ts';
import type { PublishedCase, PublishedQuestion } from './published-case.ts';
import {
  acceptedPulls,
  backOffsIn,
  callAfterFirst,
  downloadedBy,
  lastRunning,
  longestPull,
  meanStart,
  medianPull,
  oneAfterTheOther,
  prePulledAt,
  pullShare,
  slowestPull,
  unpacking,
} from './readings.ts';

const spegel = {
  source: 'https://spegel.dev/docs/benchmark',
  input: 'spegel-registry.yaml',
  unit: 's',
  conditions: 'told',
} as const;
const oneLayer = '[{ size: 1GB, unpackedSize: 1GB }]';
const ofFour = '{ size: 250MB, unpackedSize: 250MB }';
const fourLayers = [oneLayer, `[${[ofFour, ofFour, ofFour, ofFour].join(', ')}]`] as const;
const perBlob =
  'the registry sent 2 GB/s of one blob and 3.4 GB/s of four. By blob alone it would send 8 GB/s of four (6.8 s); by response, 40 MB/s, 13.1 s, but then ten nodes at a time would take 26 s for 7.7; a limit by blob and one in all would be two figures fitted to two';

/** Its earlier run, of version 0.0.22: all nodes at once, then one after the other from whoever has it. */
const spegel22 = {
  source: 'https://github.com/spegel-org/spegel',
  input: 'spegel.yaml',
  unit: 's',
  conditions: 'told',
} as const;
const ofFourLayers = [
  ['1GB-1', '1GB-4'],
  ['{ size: 1GB, unpackedSize: 1GB }', [ofFour, ofFour, ofFour, ofFour].join(', ')],
] as const;

const kubeadm = {
  source: 'https://github.com/kubernetes/kubernetes/pull/122616',
  input: 'kubeadm-parallel-pull.yaml',
  options: {
    runtime: 'containerd://1.6',
    prePull: {
      plan: {
        images: controlPlaneImages('1.30', undefined).images.map(({ name }) => name),
        parallel: true,
        policy: 'IfNotPresent',
        release: '1.30',
      },
      sizes: [],
    },
  },
  unit: 's',
  conditions: 'told',
} as const;
const notEqualShares = 'equal shares of a link cannot give it; neither sizes nor the link are told';

const kraken = {
  source: 'https://github.com/uber/kraken',
  input: 'kraken.yaml',
  unit: 's',
  conditions: 'told',
} as const;

const dockerHub = {
  source: 'https://dblp.org/search?q=Large-Scale+Analysis+of+the+Docker+Hub+Dataset',
  input: 'docker-hub-images.yaml',
  unit: '%',
  conditions: 'told',
} as const;
const laterImages =
  'theirs are all images of Docker Hub in 2017; ours are learnt from those that people build on, to 2024: fewer layers, and more even ones';
const uniqueLayers = 'theirs is of unique layers, of which drawn images have only such: a bound from below';

const deckhouse = {
  source: 'https://github.com/deckhouse/deckhouse/pull/20415',
  input: 'deckhouse-ten-images.yaml',
  unit: 's',
  conditions: 'default',
} as const;

const istio = {
  source: 'https://github.com/istio/istio/issues/30099',
  input: 'istio-always.yaml',
  unit: 's',
  conditions: 'told',
} as const;
const ifNotPresent = ['imagePullPolicy: Always', 'imagePullPolicy: IfNotPresent'] as const;

const kubeCross = {
  source: 'https://github.com/containerd/containerd/issues/2886',
  input: 'containerd-unpack.yaml',
  unit: 's',
  conditions: 'told',
} as const;

/**
 * Every published figure that is held against the simulator: what `npm run validate:published` prints, and
 * docs/published.md.
 */
export const publishedCases: readonly PublishedCase[] = [
  {
    ...deckhouse,
    id: 'ten-serial',
    figure: 'ten images, one after the other',
    published: 65.8,
    read: lastRunning,
  },
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
  {
    ...spegel,
    id: 'spegel-1GB-1',
    figure: '1 GB in one layer, 50 nodes at once (median)',
    published: 27.7,
    read: medianPull(':v1'),
  },
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
    missed: 'a second or two beside registry, disk and unpacking, which the 10 MB show as well',
  },
  {
    ...spegel22,
    id: 'spegel22-1GB-1',
    figure: 'an earlier run: 1 GB in one layer, 50 nodes at once (median; the registry is fitted to it)',
    published: 37.6,
    tolerance: 0.02,
    read: medianPull(':v1-1GB-1'),
  },
  {
    ...spegel22,
    id: 'spegel22-1GB-1-first',
    figure: 'the same, the first node of an update',
    published: 38.4,
    tolerance: 0.05,
    read: slowestPull(':v2-'),
  },
  {
    ...spegel22,
    id: 'spegel22-1GB-4',
    instead: ofFourLayers,
    figure: 'the same in four layers, 50 nodes at once (median)',
    published: 15.3,
    read: medianPull(':v1-1GB-4'),
  },
  {
    ...spegel22,
    id: 'spegel22-1GB-4-first',
    instead: ofFourLayers,
    figure: 'the same in four layers, the first node of an update',
    published: 29.6,
    read: slowestPull(':v2-'),
    missed: 'the registry gave one node half of what it had given fifty at once',
  },
  {
    ...spegel22,
    id: 'spegel22-1GB-4-others',
    instead: ofFourLayers,
    figure: 'the same in four layers, the other nodes (median)',
    published: 4.96,
    read: medianPull(':v2-1GB-4'),
  },
  {
    ...kraken,
    id: 'kraken-p50',
    figure: '3 GB to 2,600 hosts: half of them have it',
    published: 10,
    tolerance: 0.01,
    read: downloadedBy(0.5),
  },
  {
    ...kraken,
    id: 'kraken-p99',
    figure: 'the same, 99 % of them',
    published: 18,
    read: downloadedBy(0.99),
    missed: 'its tail has causes that no wire shows',
  },
  {
    ...kraken,
    id: 'kraken-p999',
    figure: 'the same, 99.9 % of them',
    published: 22,
    read: downloadedBy(0.999),
    missed: 'its tail has causes that no wire shows',
  },
  {
    ...kubeadm,
    id: 'kubeadm-last',
    figure: 'seven images at once by kubeadm: the last one (the link is fitted to it)',
    published: 40.7,
    tolerance: 0.05,
    read: prePulledAt(),
  },
  {
    ...kubeadm,
    id: 'kubeadm-etcd',
    figure: 'the same, etcd',
    published: 38.5,
    tolerance: 0.1,
    read: prePulledAt('/etcd:'),
  },
  {
    ...kubeadm,
    id: 'kubeadm-kube-proxy',
    figure: 'the same, kube-proxy',
    published: 36.5,
    tolerance: 0.1,
    read: prePulledAt('/kube-proxy:'),
  },
  {
    ...kubeadm,
    id: 'kubeadm-coredns',
    figure: 'the same, coredns',
    published: 15.8,
    read: prePulledAt('/coredns:'),
    missed: notEqualShares,
  },
  {
    ...kubeadm,
    id: 'kubeadm-pause',
    figure: 'the same, pause',
    published: 3.56,
    read: prePulledAt('/pause:'),
    missed: 'with 0.3 MB it waited for something else than bytes',
  },
  {
    id: 'back-offs',
    source: 'https://github.com/kubernetes/kubernetes/issues/119891',
    input: 'back-off-cadence.yaml',
    figure: 'back-offs of a pod in 22 hours and some minutes',
    unit: 'back-offs',
    published: 5_959,
    conditions: 'told',
    tolerance: 0.03,
    read: backOffsIn(22),
  },
  {
    id: 'fourth-pull',
    source: 'https://koti.dev',
    input: 'back-off-cadence.yaml',
    options: { horizon: '2m' },
    figure: 'the fourth pull of a failing image begins after the first',
    unit: 's',
    published: 90,
    conditions: 'told',
    tolerance: 0.12,
    read: callAfterFirst(4),
  },
  {
    ...dockerHub,
    id: 'docker-hub-8',
    figure: 'images of Docker Hub with fewer than 8 layers',
    published: 50,
    reckon: () => imagesOfFewerLayers(8),
    missed: laterImages,
  },
  {
    ...dockerHub,
    id: 'docker-hub-18',
    figure: 'the same with fewer than 18',
    published: 90,
    tolerance: 0.025,
    reckon: () => imagesOfFewerLayers(18),
  },
  {
    ...dockerHub,
    id: 'docker-hub-4MB',
    figure: 'layers below 4 MB',
    published: 50,
    reckon: () => layersBelow(4e6),
    missed: uniqueLayers,
  },
  {
    ...dockerHub,
    id: 'docker-hub-63MB',
    figure: 'layers below 63 MB',
    published: 90,
    reckon: () => layersBelow(63e6),
    missed: laterImages,
  },
  {
    id: 'slacker',
    source: 'https://www.usenix.org/conference/fast16/technical-sessions/presentation/harter',
    input: 'slacker-pull-share.yaml',
    figure: 'share of a start that goes into the pull',
    unit: '%',
    published: 76,
    conditions: 'told',
    tolerance: 0.06,
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
  {
    ...kubeCross,
    id: 'unpack-45MB',
    figure: 'a layer of 45.3 MB unpacks',
    published: 1.64,
    read: unpacking(0),
  },
  {
    ...kubeCross,
    id: 'unpack-11MB',
    figure: 'a layer of 10.8 MB unpacks',
    published: 0.34,
    read: unpacking(1),
  },
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
    figure: 'python:3, unpacked while it downloads',
    unit: 's',
    published: 33,
    conditions: 'told',
    read: longestPull('python:3'),
    missed:
      'one layer has 57 % of the bytes, so that hardly anything overlaps; docker unpacks with several processors (unpigz)',
  },
  {
    id: 'python-3-serial',
    source: 'https://github.com/containerd/containerd/issues/4819',
    input: 'python-3.yaml',
    figure: 'the same, unpacked after it',
    unit: 's',
    published: 50,
    conditions: 'told',
    read: oneAfterTheOther('python:3'),
  },
  ...fasterPullCases,
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
    tolerance: 0,
    read: acceptedPulls,
  },
];

/** What a user would decide by these figures. */
export const publishedQuestions: readonly PublishedQuestion[] = [
  {
    question: 'Are parallel pulls faster than serialized ones?',
    first: 'ten-parallel',
    second: 'ten-serial',
  },
  {
    question: 'Is an image faster in four layers than in one, 50 nodes at once?',
    first: 'spegel-1GB-4',
    second: 'spegel-1GB-1',
  },
  { question: 'And ten nodes at a time?', first: 'spegel-1GB-4-rolling', second: 'spegel-1GB-1-rolling' },
  {
    question: 'Is it faster to unpack an image while it downloads?',
    first: 'python-3',
    second: 'python-3-serial',
  },
  {
    question: 'Are other nodes faster than the registry, in an update?',
    first: 'spegel-1GB-1-peers',
    second: 'spegel-1GB-1-rolling',
  },
  {
    question: 'Is an update of ten nodes at a time faster for each of them than all at once?',
    first: 'spegel-1GB-1-rolling',
    second: 'spegel-1GB-1',
  },
  ...fasterPullQuestions,
];
