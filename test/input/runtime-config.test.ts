import { describe, expect, it } from 'vitest';
import type { RunRequest } from '../../src/input/run-request.ts';
import { accepted, podYaml, refused, scenarioYaml, stream } from './reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: redis }] }');
const node = (fields: string, options: RunRequest = {}) => accepted(stream(pod, scenarioYaml(fields)), options).input.nodes[0];
const defaults = (fields: string, options: RunRequest = {}) => node(`nodes: { defaults: { ${fields} } }`, options);

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
    expect(defaults('runtimeConfig: { io.containerd.transfer.v1.local: { max_concurrent_downloads: 6 } }')?.runtimeOptions).toEqual({
      maxConcurrentDownloads: 6,
    });
    expect(defaults('runtimeConfig: { use_local_image_pull: true }')?.runtimeOptions).toEqual({ path: 'local' });
    expect(defaults('runtime: containerd://1.7.2, runtimeConfig: { max_concurrent_downloads: 6 }')?.runtimeOptions).toEqual({
      maxConcurrentDownloads: 6,
    });
  });

  it('says which of them the runtime does not have', () => {
    const text = stream(
      pod,
      scenarioYaml('nodes: { defaults: { runtime: containerd://1.6, runtimeConfig: { max_concurrent_unpacks: 2, snapshotter: stargz } } }'),
    );
    const { input } = accepted(text);
    expect(input.nodes[0]?.runtimeOptions).toEqual({ snapshotter: 'stargz' });
    expect(input.assumptions).toContain('containerd://1.6 has no max_concurrent_unpacks: ignored.');
    expect(input.assumptions).toContain('The snapshotter stargz is simulated as overlayfs.');
  });

  it('has mirrors in order, with what they may be asked for', () => {
    const words = 'runtimeConfig: { hosts: { docker.io: [https://m.io, { host: n.io, capabilities: [pull] }] } }';
    expect(defaults(words)?.registryHosts).toEqual({
      'docker.io': [
        { host: 'm.io', capabilities: ['resolve', 'pull'] },
        { host: 'n.io', capabilities: ['pull'] },
        { host: 'docker.io', capabilities: ['resolve', 'pull'] },
      ],
    });
  });

  it('is wrong where nobody knows the name', () => {
    const text = stream(pod, scenarioYaml('nodes: { defaults: { runtimeConfig: { max_concurent_downloads: 6 } } }'));
    expect(refused(text)).toEqual(['8:39 UNKNOWN_FIELD unknown field "max_concurent_downloads" in nodes.defaults.runtimeConfig']);
  });
});

describe('--runtime-config', () => {
  const options = (...runtimeConfig: readonly string[]) => accepted(pod, { runtimeConfig }).input.nodes[0];

  it('sets one option of every node', () => {
    expect(options('use_local_image_pull=true', 'max_concurrent_downloads=0')?.runtimeOptions).toEqual({
      maxConcurrentDownloads: 0,
      path: 'local',
    });
    expect(options('image_pull_progress_timeout=0')?.runtimeOptions).toEqual({ imagePullProgressTimeoutMicros: 0 });
    expect(options('io.containerd.transfer.v1.local.max_concurrent_downloads=12')?.runtimeOptions).toEqual({ maxConcurrentDownloads: 12 });
    expect(options('hosts.docker.io=https://m.io,n.io')?.registryHosts?.['docker.io']?.map(({ host }) => host)).toEqual([
      'm.io',
      'n.io',
      'docker.io',
    ]);
  });

  it.each([
    ['max_concurrent_downloads', 'not of the form name=value'],
    ['max_concurrent_downloads=', 'not of the form name=value'],
    ['max_concurrent_downloads=x', 'max_concurrent_downloads must be a whole number such as 3; 0 is no limit, not "x"'],
    ['max_concurent_downloads=3', 'unknown field "max_concurent_downloads"'],
    ['io.containerd.transfer.v1.local.max=3', 'unknown field "max" in io.containerd.transfer.v1.local'],
  ])('%s is wrong', (option, message) => {
    expect(refused(pod, { runtimeConfig: [option] })).toEqual([expect.stringContaining(`--runtime-config ${option}`)]);
    expect(refused(pod, { runtimeConfig: [option] })[0]).toContain(message);
  });
});

describe('processors of a node', () => {
  const nodeObject = (cpu: string) => `apiVersion: v1\nkind: Node\nmetadata: { name: n }\nstatus: { capacity: { cpu: ${cpu} } }\n`;
  const cpus = (...documents: readonly string[]) => accepted(stream(pod, ...documents)).input.nodes[0]?.cpus;

  it('are those of the Scenario, the Node object, or as many as it wants', () => {
    expect(cpus()).toBeUndefined();
    expect(cpus(nodeObject('"8"'))).toBe(8);
    expect(cpus(nodeObject('7910m'))).toBe(7.91);
    expect(cpus(nodeObject('"0"'))).toBeUndefined();
    expect(cpus(nodeObject('"many"'))).toBeUndefined();
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
    expect(layer('mediaType: application/vnd.oci.image.layer.v1.tar+zstd')).toMatchObject({ compression: 'zstd', unpackedBytes: 26e6 });
    expect(layer('mediaType: application/vnd.oci.image.layer.v1.tar')).toMatchObject({ compression: 'none', unpackedBytes: 10e6 });
    expect(layer('mediaType: application/vnd.docker.image.rootfs.diff.tar.gzip')).not.toHaveProperty('compression');
    expect(layer('compression: zstd, files: 4000')).toMatchObject({ compression: 'zstd', files: 4_000 });
  });
});
