import { describe, expect, test } from 'vitest';
import { withoutSecrets } from '../../../../src/inputs/documents/without-secrets.ts';
import { type InputRequest, readInput } from '../../../../src/inputs/read-input.ts';
import { fastImagePull, plainParallelPull } from '../../../../src/rules/runtime/profiles/parallel-pull.ts';

interface File {
  readonly name: string;
  readonly text: string;
}

const pod: File = {
  name: 'pod.yaml',
  text: 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: a, image: b }] }\n',
};

/** Returns how the only node pulls, and what is said of its settings. */
function pullOf(files: readonly File[], request: InputRequest = {}) {
  const result = readInput([pod, ...files], { runtime: 'containerd://2.1.5', ...request });
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
  const [node] = result.input.nodes;
  const { parallelPull, path, maxConcurrentDownloads } = node?.runtimeOptions ?? {};
  return { parallelPull, path, maxConcurrentDownloads, readings: result.input.readings ?? [] };
}

const scenario = (node: object): File => ({
  name: 'scenario.yaml',
  text: JSON.stringify({
    apiVersion: 'windlass.dev/v1alpha1',
    kind: 'Scenario',
    nodes: { defaults: node },
  }),
});

const nodeConfig = (gate: boolean): File => ({
  name: 'node-config.yaml',
  text: `apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec: { featureGates: { FastImagePull: ${gate} } }\n`,
});

const sociConfig = (enable: boolean): File => ({
  name: 'soci/config.toml',
  text: `[pull_modes.parallel_pull_unpack]
enable = ${enable}
max_concurrent_downloads = -1
max_concurrent_downloads_per_image = 10
concurrent_download_chunk_size = "8mb"
max_concurrent_unpacks_per_image = 10
discard_unpacked_layers = true
[pull_modes.parallel_pull_unpack.decompress_streams."gzip"]
path = "/usr/bin/unpigz"
args = ["-d", "-c"]
`,
});

const bottlerocket = `[settings.container-runtime]
snapshotter = "soci"
[settings.container-runtime-plugins.soci-snapshotter]
pull-mode = "parallel-pull-unpack"
[settings.container-runtime-plugins.soci-snapshotter.parallel-pull-unpack]
max-concurrent-downloads-per-image = 20
concurrent-download-chunk-size = "16mb"
max-concurrent-unpacks-per-image = 12
discard-unpacked-layers = true
`;

const ofSociFile = {
  ...plainParallelPull,
  downloadsPerImage: 10,
  chunkBytes: 8 * 2 ** 20,
  unpacksPerImage: 10,
  discardsLayers: true,
  inflater: 'unpigz',
};

// awslabs/amazon-eks-ami nodeadm/internal/containerd (81fec2e8), awslabs/soci-snapshotter docs/parallel-mode.md
// (v0.14), bottlerocket-core-kit packages/soci-snapshotter/soci-config-toml (a24677be)
describe('the SOCI snapshotter pulls in parallel', () => {
  const cases: readonly (readonly [string, readonly File[], InputRequest, object | undefined])[] = [
    ['not by itself', [], {}, undefined],
    ['with FastImagePull of nodeadm', [nodeConfig(true)], {}, fastImagePull],
    ['not where the gate is off', [nodeConfig(false)], {}, undefined],
    [
      'not with the gate on a machine that is too small',
      [nodeConfig(true), scenario({ cpus: 2, memory: '16GiB' })],
      {},
      undefined,
    ],
    [
      'not with the gate and too little memory',
      [nodeConfig(true), scenario({ cpus: 4, memory: '4GiB' })],
      {},
      undefined,
    ],
    ['as its own file says', [sociConfig(true)], {}, ofSociFile],
    ['as its own file says, over nodeadm', [nodeConfig(true), sociConfig(true)], {}, ofSociFile],
    ['not where its own file does not enable it', [sociConfig(false)], {}, undefined],
    [
      "not where containerd's file has another snapshotter",
      [sociConfig(true), { name: 'containerd/config.toml', text: 'version = 3\n' }],
      {},
      undefined,
    ],
    [
      'as settings of Bottlerocket say, by igzip',
      [{ name: 'user-data.toml', text: bottlerocket }],
      {},
      { ...fastImagePull, inflater: 'igzip' },
    ],
    [
      'as containerd would, with settings of Bottlerocket that name the snapshotter alone',
      [{ name: 'user-data.toml', text: '[settings.container-runtime]\nsnapshotter = "soci"\n' }],
      {},
      { ...plainParallelPull, inflater: 'igzip' },
    ],
    [
      'as the user data of a node class says',
      [
        {
          name: 'class.yaml',
          text: JSON.stringify({
            apiVersion: 'karpenter.k8s.aws/v1',
            kind: 'EC2NodeClass',
            metadata: { name: 'big' },
            spec: { userData: bottlerocket },
          }),
        },
      ],
      {},
      { ...fastImagePull, inflater: 'igzip' },
    ],
    ['on nodes of EKS Auto Mode', [], { provider: 'eks-auto-mode' }, fastImagePull],
    [
      'as a Scenario says, with its defaults for the rest',
      [scenario({ runtimeConfig: { parallel_pull_unpack: { max_concurrent_unpacks_per_image: 4 } } })],
      {},
      { ...plainParallelPull, unpacksPerImage: 4 },
    ],
    [
      'as an option says, as with FastImagePull',
      [],
      { runtimeConfig: ['parallel_pull_unpack=true'] },
      fastImagePull,
    ],
    [
      'not against an option',
      [nodeConfig(true)],
      { runtimeConfig: ['parallel_pull_unpack=false'] },
      undefined,
    ],
    [
      'with one setting of an option over those of nodeadm',
      [nodeConfig(true)],
      { runtimeConfig: ['parallel_pull_unpack.max_concurrent_downloads_per_image=-1'] },
      { ...fastImagePull, downloadsPerImage: 0 },
    ],
  ];

  test.each(cases)('%s', (_, files, request, expected) => {
    expect(pullOf(files, request).parallelPull).toEqual(expected);
  });

  test.each(cases)('%s, also where secrets are left out', (_, files, request, expected) => {
    expect(pullOf(withoutSecrets(files).sources, request).parallelPull).toEqual(expected);
  });
});

test('beside it settings of containerd have no effect, and a run says so', () => {
  const request = { runtimeConfig: ['parallel_pull_unpack=true', 'max_concurrent_downloads=6'] };
  const { path, maxConcurrentDownloads, readings } = pullOf([], request);
  expect({ path, maxConcurrentDownloads }).toEqual({ path: 'local', maxConcurrentDownloads: undefined });
  expect(readings).toContain(
    'max_concurrent_downloads of containerd: without effect, because the SOCI snapshotter pulls (parallel_pull_unpack).',
  );
});

test('what has no effect is said', () => {
  const readings = (files: readonly File[]) => pullOf(files).readings.join('\n');
  expect(readings([nodeConfig(true), scenario({ cpus: 2 })])).toMatch(/FastImagePull has no effect/);
  expect(readings([sociConfig(true), { name: 'containerd/config.toml', text: 'version = 3\n' }])).toMatch(
    /no effect: containerd's snapshotter is overlayfs/,
  );
});

test.each(['"abc"', '"-5"', '-5', 'true'])('Bottlerocket takes no piece of the size %s', (value) => {
  for (const table of [
    'container-runtime',
    'container-runtime-plugins.soci-snapshotter.parallel-pull-unpack',
  ]) {
    const text = `[settings.${table}]\nconcurrent-download-chunk-size = ${value}\n`;
    expect(() => pullOf([{ name: 'user-data.toml', text }])).toThrow(
      `settings.${table}.concurrent-download-chunk-size must be a size such as 16mb, or unlimited`,
    );
  }
});

test('CRI-O has no such snapshotter', () => {
  const request = { runtime: 'cri-o://1.33.1', runtimeConfig: ['parallel_pull_unpack=true'] };
  const { parallelPull, readings } = pullOf([], request);
  expect(parallelPull).toBeUndefined();
  expect(readings).toContain('cri-o://1.33.1 has no parallel_pull_unpack: ignored.');
});
