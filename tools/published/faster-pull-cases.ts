import type { PublishedCase, PublishedQuestion } from './published-case.ts';
import { longestPull } from './readings.ts';

const awsVllm = {
  source:
    'https://aws.amazon.com/blogs/containers/introducing-seekable-oci-parallel-pull-mode-for-amazon-eks/',
  input: 'aws-vllm.yaml',
  unit: 's',
  conditions: 'told',
  read: longestPull('vllm:1'),
} as const;

/** Which instance it was is not told, beside what its volume and its network can do at least. */
const karpenterVllm = {
  ...awsVllm,
  source: 'https://github.com/aws-samples/karpenter-blueprints/tree/main/blueprints/soci-snapshotter',
  conditions: 'default',
  instead: [
    ['size: 9.35GB', 'size: 10778400361B'],
    ['link: 25Gbit/s', 'link: 10Gbit/s'],
  ],
} as const;

const chunkedLayers = {
  source: 'https://github.com/containerd/containerd/pull/10177',
  input: 'containerd-chunks.yaml',
  unit: '×',
  published: 2,
  conditions: 'told',
  timesThatWith: {
    runtimeConfig: [
      'concurrent_layer_fetch_buffer=32MiB',
      'io.containerd.transfer.v1.local.max_concurrent_downloads=20',
    ],
  },
  read: longestPull('models:1'),
} as const;

/** Published figures of ways to pull large images faster. */
export const fasterPullCases: readonly PublishedCase[] = [
  {
    ...awsVllm,
    id: 'aws-vllm',
    figure: 'the image of vLLM, 9.35 GB, on EKS AL2023',
    published: 130.8,
  },
  {
    ...awsVllm,
    id: 'aws-vllm-soci',
    options: { runtimeConfig: ['parallel_pull_unpack=true'] },
    figure: 'the same with FastImagePull (SOCI parallel pull)',
    published: 39.6,
  },
  {
    ...awsVllm,
    id: 'aws-vllm-bottlerocket',
    instead: [['provider: eks-al2023', 'provider: bottlerocket']],
    options: {
      runtimeConfig: ['parallel_pull_unpack=true', 'parallel_pull_unpack.decompressor=igzip'],
    },
    figure: 'the same on Bottlerocket, which inflates by igzip',
    published: 23.2,
  },
  {
    ...karpenterVllm,
    id: 'karpenter-vllm',
    figure: 'vLLM of 10.8 GB, on some machine with 8 Gbit/s to its volume',
    published: 112.3,
  },
  {
    ...karpenterVllm,
    id: 'karpenter-vllm-soci',
    options: { runtimeConfig: ['parallel_pull_unpack=true'] },
    figure: 'the same with FastImagePull',
    published: 59.8,
  },
  {
    ...karpenterVllm,
    id: 'karpenter-vllm-bottlerocket',
    instead: [...karpenterVllm.instead, ['provider: eks-al2023', 'provider: bottlerocket']],
    options: {
      runtimeConfig: ['parallel_pull_unpack=true', 'parallel_pull_unpack.decompressor=igzip'],
    },
    figure: 'the same on Bottlerocket',
    published: 45,
  },
  {
    ...chunkedLayers,
    id: 'chunks-tmpfs',
    figure: 'an image of 8.6 GB from S3: layers in one response each, beside chunks, on tmpfs',
  },
  {
    ...chunkedLayers,
    id: 'chunks-disk',
    instead: [['diskBandwidth: unlimited', 'diskBandwidth: 1000MB/s']],
    figure: 'the same on NVMe or EBS',
  },
];

/** What a user would decide by them. */
export const fasterPullQuestions: readonly PublishedQuestion[] = [
  {
    question: 'Is the parallel pull of the SOCI snapshotter faster than containerd?',
    first: 'aws-vllm-soci',
    second: 'aws-vllm',
  },
  {
    question: 'And still faster with igzip, as on Bottlerocket?',
    first: 'aws-vllm-bottlerocket',
    second: 'aws-vllm-soci',
  },
];
