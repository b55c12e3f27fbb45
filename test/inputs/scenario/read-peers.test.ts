import { describe, expect, test } from 'vitest';
import { accepted, errorsOf, pause, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: "r.io/app:1" }, { name: b, image: redis }] }');
const inputOf = (written: string, more = '') =>
  accepted(stream(pod, scenarioYaml(`peers: ${written}\n${more}`))).input;
const places = (written: string, more = '') =>
  Object.entries(inputOf(written, more).nodes[0]?.registryHosts ?? {}).map(([registry, hosts]) => [
    registry,
    ...hosts.map(({ host }) => host),
  ]);

describe('nodes that give to each other', () => {
  test('are asked first for the images of every registry', () => {
    expect(inputOf('{ share: layers }').peers).toBe('layers');
    expect(places('{ share: layers }')).toEqual([
      ['docker.io', 'peers', 'docker.io'],
      ['r.io', 'peers', 'r.io'],
      ['registry.k8s.io', 'peers', 'registry.k8s.io'],
    ]);
  });

  test('are asked for those of the registries that are named, before their mirrors', () => {
    const mirrors =
      'nodes: { defaults: { runtimeConfig: { hosts: { docker.io: ["https://m.io"], quay.io: ["https://m.io"] } } } }';
    expect(places('{ share: pieces, registries: [docker.io, ghcr.io] }', mirrors)).toEqual([
      ['docker.io', 'peers', 'm.io', 'docker.io'],
    ]);
    const { registries } = inputOf('{ share: pieces }', mirrors);
    expect(Object.keys(registries)).toEqual(
      expect.arrayContaining(['docker.io', 'm.io', 'r.io', 'registry.k8s.io', 'peers']),
    );
  });

  test('may leave tags to the registry', () => {
    const hosts = (written: string) =>
      inputOf(written).nodes[0]?.registryHosts?.['r.io']?.map(({ capabilities }) => capabilities.join());
    expect(hosts('{ share: layers }')).toEqual(['resolve,pull', 'resolve,pull']);
    expect(hosts('{ share: layers, resolveTags: false }')).toEqual(['pull', 'resolve,pull']);
  });

  test.each([
    [
      'share: layers',
      { roundTripMicros: 20_000, egressBytesPerSecond: null, bytesPerSecondPerResponse: null },
    ],
    [
      'share: layers, lookup: 5ms, perResponse: 30MB/s',
      { roundTripMicros: 5_000, bytesPerSecondPerResponse: 30e6 },
    ],
    [
      'share: pieces, perClient: 300MB/s',
      { egressBytesPerSecond: null, bytesPerSecondPerClient: 300e6, bytesPerSecondPerResponse: null },
    ],
    // Nobody gets a blob faster than the origin puts it in.
    ['share: pieces, origin: 50MB/s', { egressBytesPerSecond: 50e6, bytesPerSecondPerResponse: 50e6 }],
    [
      'share: pieces, origin: 50MB/s, perResponse: 20MB/s',
      { egressBytesPerSecond: 50e6, bytesPerSecondPerResponse: 20e6 },
    ],
  ])('%s', (written, read) => {
    expect(inputOf(`{ ${written} }`).registries.peers).toMatchObject({ host: 'peers', ...read });
  });

  test('send at most what their link carries, whatever their runtime takes in, or what is said', () => {
    const uplink = (written: string, link: string) =>
      inputOf(written, `nodes: { defaults: { link: ${link} } }`).nodes[0]?.uplinkBytesPerSecond;
    expect(uplink('{ share: layers }', '80Gbit/s')).toBe(1e10);
    expect(uplink('{ share: layers }', 'unlimited')).toBeNull();
    expect(uplink('{ share: layers, uplink: 1Gbit/s }', '80Gbit/s')).toBe(125e6);
    expect(accepted(pod).input.nodes[0]).not.toHaveProperty('uplinkBytesPerSecond');
    expect(Object.keys(accepted(pod).input.images)).toContain(pause);
  });
});

describe('is refused, with its place', () => {
  const refusedOf = (fields: string) => refused(stream(pod, scenarioYaml(fields)));

  test.each([
    [
      'peers:\n  share: layers\n  origin: 1Gbit/s',
      ['10:11 WRONG_VALUE origin is of peers that share pieces'],
    ],
    [
      'peers:\n  share: layers\n  perClient: 1Gbit/s',
      ['10:14 WRONG_VALUE perClient is of peers that share pieces'],
    ],
    [
      'peers:\n  share: pieces\n  resolveTags: false',
      ['10:16 WRONG_VALUE resolveTags is of peers that share layers'],
    ],
    [
      'peers:\n  share: pieces\nregistries:\n  peers: {}',
      ['11:10 WRONG_VALUE peers is what nodes are called that give to each other'],
    ],
  ])('%s', (fields, errors) => {
    expect(refusedOf(fields)).toEqual(errors);
  });

  test('what shares neither, and what nobody knows', () => {
    expect(errorsOf(stream(pod, scenarioYaml('peers: { share: blobs }')))[0]?.expected).toContain('layers');
    expect(
      errorsOf(stream(pod, scenarioYaml('peers: { share: layers, upload: 1Gbit/s }')))[0]?.message,
    ).toContain('upload');
    expect(errorsOf(stream(pod, scenarioYaml('peers: {}'))).length).toBe(1);
  });
});
