import { describe, expect, it } from 'vitest';
import type { RunRequest } from '../../src/inputs/run-request.ts';
import { accepted, errorsOf, podYaml, refused, scenarioYaml, stream } from './reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: redis }] }');
const node = (fields: string, options: RunRequest = {}) =>
  accepted(stream(pod, scenarioYaml(fields)), options).input.nodes[0];
const defaults = (fields: string, options: RunRequest = {}) =>
  node(`nodes: { defaults: { ${fields} } }`, options);

describe('runtimeConfig of a Scenario', () => {
  it('sets the options of the runtime by its own names', () => {
    const words =
      'runtimeConfig: { max_concurrent_unpacks: 3, concurrent_layer_fetch_buffer: 1MiB, image_pull_progress_timeout: 90s, snapshotter: native }';
    expect(defaults(words)?.runtimeOptions).toEqual({
      maxConcurrentUnpacks: 3,
      concurrentLayerFetchBuffer: 1_048_576,
      imagePullProgressTimeoutMicros: 90e6,
      snapshotter: 'native',
    });
    expect(defaults('runtime: containerd://1.6')?.runtimeOptions).toBeUndefined();
  });

  it('tells the limit of the CRI plugin from that of the transfer service', () => {
    expect(defaults('runtimeConfig: { max_concurrent_downloads: 6 }')?.runtimeOptions).toEqual({
      maxConcurrentDownloads: 6,
      path: 'local',
    });
    expect(
      defaults('runtimeConfig: { io.containerd.transfer.v1.local: { max_concurrent_downloads: 6 } }')
        ?.runtimeOptions,
    ).toEqual({
      maxConcurrentDownloads: 6,
    });
    expect(defaults('runtimeConfig: { use_local_image_pull: true }')?.runtimeOptions).toEqual({
      path: 'local',
    });
    expect(
      defaults('runtime: containerd://1.7.2, runtimeConfig: { max_concurrent_downloads: 6 }')?.runtimeOptions,
    ).toEqual({
      maxConcurrentDownloads: 6,
    });
  });

  it('says which of them the runtime does not have', () => {
    const text = stream(
      pod,
      scenarioYaml(
        'nodes: { defaults: { runtime: containerd://1.6, runtimeConfig: { max_concurrent_unpacks: 2, snapshotter: stargz } } }',
      ),
    );
    const { input } = accepted(text);
    expect(input.nodes[0]?.runtimeOptions).toEqual({
      snapshotter: 'stargz',
      lazyPull: { kind: 'stargz', onlyMarkedImages: true },
    });
    expect(input.readings).toContain('containerd://1.6 has no max_concurrent_unpacks: ignored.');
  });

  it('has mirrors in order, with what they may be asked for', () => {
    const words =
      'runtimeConfig: { hosts: { docker.io: [https://m.io, { host: n.io, capabilities: [pull] }] } }';
    expect(defaults(words)?.registryHosts).toEqual({
      'docker.io': [
        { host: 'm.io', capabilities: ['resolve', 'pull'] },
        { host: 'n.io', capabilities: ['pull'] },
        { host: 'docker.io', capabilities: ['resolve', 'pull'] },
      ],
    });
  });

  it('is wrong where nobody knows the name', () => {
    const text = stream(
      pod,
      scenarioYaml('nodes: { defaults: { runtimeConfig: { max_concurent_downloads: 6 } } }'),
    );
    expect(refused(text)).toEqual([
      '8:39 UNKNOWN_FIELD unknown field "max_concurent_downloads" in nodes.defaults.runtimeConfig',
    ]);
  });
});

describe('--runtime-config', () => {
  const options = (...runtimeConfig: readonly string[]) => accepted(pod, { runtimeConfig }).input.nodes[0];

  it('sets one option of every node', () => {
    expect(options('use_local_image_pull=true', 'max_concurrent_downloads=0')?.runtimeOptions).toEqual({
      maxConcurrentDownloads: 0,
      path: 'local',
    });
    expect(options('image_pull_progress_timeout=0')?.runtimeOptions).toEqual({
      imagePullProgressTimeoutMicros: 0,
    });
    expect(options('io.containerd.transfer.v1.local.max_concurrent_downloads=12')?.runtimeOptions).toEqual({
      maxConcurrentDownloads: 12,
    });
    expect(
      options('hosts.docker.io=https://m.io,n.io')?.registryHosts?.['docker.io']?.map(({ host }) => host),
    ).toEqual(['m.io', 'n.io', 'docker.io']);
  });

  it.each([
    ['max_concurrent_downloads', 'not of the form name=value'],
    ['max_concurrent_downloads=', 'not of the form name=value'],
    [
      'max_concurrent_downloads=x',
      'max_concurrent_downloads must be a whole number such as 3; 0 is no limit, not "x"',
    ],
    ['max_concurent_downloads=3', 'unknown field "max_concurent_downloads"'],
    ['io.containerd.transfer.v1.local.max=3', 'unknown field "max" in io.containerd.transfer.v1.local'],
  ])('%s is wrong', (option, message) => {
    expect(refused(pod, { runtimeConfig: [option] })).toEqual([
      expect.stringContaining(`--runtime-config ${option}`),
    ]);
    expect(refused(pod, { runtimeConfig: [option] })[0]).toContain(message);
  });
});

describe('processors of a node', () => {
  const nodeObject = (cpu: string) =>
    `apiVersion: v1\nkind: Node\nmetadata: { name: n }\nstatus: { capacity: { cpu: ${cpu} } }\n`;
  const cpus = (...documents: readonly string[]) => accepted(stream(pod, ...documents)).input.nodes[0]?.cpus;

  it('are those of the Scenario, the Node object, or the kind of node', () => {
    expect(cpus()).toBe(4);
    expect(cpus(scenarioYaml('nodes: { defaults: { nodeProfile: cloud-vm-large } }'))).toBe(16);
    expect(cpus(nodeObject('"8"'))).toBe(8);
    expect(cpus(nodeObject('7910m'))).toBe(7.91);
    expect(cpus(nodeObject('"0"'))).toBe(4);
    expect(cpus(nodeObject('"many"'))).toBe(4);
    expect(cpus(scenarioYaml('nodes: { defaults: { cpus: 2 } }'))).toBe(2);
    expect(cpus(nodeObject('8'), scenarioYaml('nodes: { defaults: { cpus: 2 } }'))).toBe(8);
    expect(cpus(nodeObject('8'), scenarioYaml('nodes: { named: { n: { cpus: 2 } } }'))).toBe(2);
  });
});

describe('a layer', () => {
  const layer = (fields: string) => {
    const text = stream(pod, scenarioYaml(`images: [{ name: redis, layers: [{ size: 10MB, ${fields} }] }]`));
    return accepted(text).input.images['redis:latest']?.layers[0];
  };

  it('is packed as its media type says, or as it is said', () => {
    expect(layer('mediaType: application/vnd.oci.image.layer.v1.tar+gzip')).not.toHaveProperty('compression');
    expect(layer('mediaType: application/vnd.oci.image.layer.v1.tar+zstd')).toMatchObject({
      compression: 'zstd',
      unpackedBytes: 26e6,
    });
    expect(layer('mediaType: application/vnd.oci.image.layer.v1.tar')).toMatchObject({
      compression: 'none',
      unpackedBytes: 10e6,
    });
    expect(layer('mediaType: application/vnd.docker.image.rootfs.diff.tar.gzip')).not.toHaveProperty(
      'compression',
    );
    expect(layer('compression: zstd, files: 4000')).toMatchObject({ compression: 'zstd', files: 4_000 });
  });
});

describe('a wrong --runtime-config', () => {
  const error = (option: string) => errorsOf(pod, { runtimeConfig: [option] })[0];

  it.each([
    ['x', 'not of the form name=value', 'name=value, such as --runtime-config max_concurrent_downloads=6'],
    [
      'x y=1',
      'not of the form name=value',
      'name=value, such as --runtime-config max_concurrent_downloads=6',
    ],
    [
      'snapshotter= ',
      'not of the form name=value',
      'name=value, such as --runtime-config max_concurrent_downloads=6',
    ],
    ['hosts.r.io=[3]', expect.stringContaining('hosts.r.io[0]'), expect.anything()],
  ])('%j', (option, message, expected) => {
    expect(error(option)).toMatchObject({ file: `--runtime-config ${option}`, message, expected });
    expect(error(option)).not.toHaveProperty('line');
  });

  it('that goes over several lines is named by its first', () => {
    expect(error('x\ny')?.file).toBe('--runtime-config x');
  });
});

describe('mirrors of an option', () => {
  const hosts = (option: string) =>
    accepted(pod, { runtimeConfig: [option] }).input.nodes[0]?.registryHosts?.['docker.io']?.map(
      ({ host, capabilities }) => [host, ...capabilities],
    );
  const both = ['resolve', 'pull'];

  it.each([
    [
      'hosts.docker.io=m.io',
      [
        ['m.io', ...both],
        ['docker.io', ...both],
      ],
    ],
    [
      'hosts.docker.io= m.io , https://n.io ',
      [
        ['m.io', ...both],
        ['n.io', ...both],
        ['docker.io', ...both],
      ],
    ],
    [
      'hosts.docker.io=[{ host: m.io, capabilities: [pull] }, docker.io]',
      [
        ['m.io', 'pull'],
        ['docker.io', ...both],
      ],
    ],
    [
      'hosts.https://index.docker.io=m.io',
      [
        ['m.io', ...both],
        ['docker.io', ...both],
      ],
    ],
    [
      'hosts.docker.io=[{ host: m.io, capabilities: [] }]',
      [
        ['m.io', ...both],
        ['docker.io', ...both],
      ],
    ],
    ['hosts.docker.io=[{ host: m.io, capabilities: [push] }]', undefined],
    [
      'hosts._default=m.io',
      [
        ['m.io', ...both],
        ['docker.io', ...both],
      ],
    ],
    ['hosts.r.io=m.io', undefined],
  ])('%s', (option, places) => {
    expect(hosts(option)).toEqual(places);
  });

  it('are laid over each other registry by registry', () => {
    const { registryHosts } =
      accepted(pod, {
        runtimeConfig: ['hosts.docker.io=m.io', 'hosts.registry.k8s.io=k.io', 'hosts.docker.io=n.io'],
      }).input.nodes[0] ?? {};
    expect(
      Object.entries(registryHosts ?? {}).map(([registry, places]) => [registry, places[0]?.host]),
    ).toEqual([
      ['docker.io', 'n.io'],
      ['registry.k8s.io', 'k.io'],
    ]);
  });
});

it('every field of runtimeConfig is read, and those of the transfer service come before the plain ones', () => {
  const all =
    'max_concurrent_unpacks: 2, concurrent_layer_fetch_buffer: 1kB, image_pull_progress_timeout: 0, snapshotter: native';
  expect(
    defaults(
      `runtimeConfig: { ${all}, io.containerd.transfer.v1.local: { max_concurrent_unpacks: 4, concurrent_layer_fetch_buffer: 2kB } }`,
    )?.runtimeOptions,
  ).toEqual({
    maxConcurrentUnpacks: 4,
    concurrentLayerFetchBuffer: 2000,
    imagePullProgressTimeoutMicros: 0,
    snapshotter: 'native',
  });
  expect(
    defaults('runtime: cri-o://1.33, runtimeConfig: { pull_progress_timeout: 7s, sandbox_image: "p:1" }'),
  ).toMatchObject({
    runtimeOptions: { imagePullProgressTimeoutMicros: 7e6 },
    sandboxImage: 'p:1',
  });
});

describe('a layer that is packed otherwise', () => {
  const layer = (fields: string) => {
    const text = stream(pod, scenarioYaml(`images: [{ name: redis, layers: [{ size: 10MB, ${fields} }] }]`));
    return accepted(text).input.images['redis:latest']?.layers[0];
  };

  it.each([
    ['compression: none', { compression: 'none', unpackedBytes: 10e6 }],
    ['compression: none, unpackedSize: 3MB', { compression: 'none', unpackedBytes: 3e6 }],
    ['compression: none, mediaType: a.tar+zstd', { compression: 'none' }],
    ['mediaType: application/vnd.docker.image.rootfs.diff.tar.zstd', { compression: 'zstd' }],
    ['files: 0', { files: 0 }],
  ])('%s', (fields, expected) => {
    expect(layer(fields)).toMatchObject(expected);
  });

  it.each([
    'compression: gzip',
    'compression: gzip, mediaType: a.tar+zstd',
    'mediaType: a.zstd.x',
    'mediaType: azstd',
    'mediaType: a.tarx',
    'mediaType: atar',
  ])('or in the usual way: %s', (fields) => {
    const read = layer(fields);
    expect(read).not.toHaveProperty('compression');
    expect(read).not.toHaveProperty('files');
    expect(read?.unpackedBytes).toBe(26e6);
  });
});

it.each([
  ['"500m"', 0.5],
  ['"2.5"', 2.5],
  ['"999999999"', 999_999_999],
  ['"1234567890"', 4],
  ['"1.2345"', 4],
  ['x8', 4],
  ['8x', 4],
])('a Node object of %s processors has %s', (cpu, cpus) => {
  const object = `apiVersion: v1\nkind: Node\nmetadata: { name: n }\nstatus: { capacity: { cpu: ${cpu} } }\n`;
  expect(accepted(stream(pod, object)).input.nodes[0]?.cpus).toBe(cpus);
});
