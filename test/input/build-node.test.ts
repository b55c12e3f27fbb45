import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accepted, errorsOf, pause, podYaml, refused, scenarioYaml, stream } from './reading.ts';

const shop = readFileSync(new URL('fixtures/shop.yaml', import.meta.url), 'utf8');
const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');
const nodeYaml = (name: string, status = '{}') => `apiVersion: v1\nkind: Node\nmetadata: { name: ${name} }\nstatus: ${status}\n`;

describe('Node objects', () => {
  const [a, b] = accepted(shop).input.nodes;

  test('give version, runtime, platform and maxPods, and come in order of names', () => {
    expect([a?.name, b?.name]).toEqual(['node-a', 'node-b']);
    expect(b).toMatchObject({
      kubeletVersion: 'v1.31.14',
      profileRelease: '1.31',
      runtime: 'containerd://1.6.20',
      platform: 'linux/arm64',
    });
    expect(b?.kubelet.maxPods).toBe(58);
    expect(a).toMatchObject({ kubeletVersion: '1.36', profileRelease: '1.36', runtime: 'containerd://2.4', platform: 'linux/amd64' });
    expect(a?.kubelet.maxPods).toBe(110);
  });

  test('containerd 1.x unpacks more slowly by default (runtime-runs R5: 77 against 105 to 112 MB/s)', () => {
    expect([a?.timings.unpackBytesPerSecond, b?.timings.unpackBytesPerSecond]).toEqual([null, null]);
  });

  test('their images are present at the start, under the spelling that pods use, with the size as compressed', () => {
    const { images } = accepted(shop).input;
    expect(b?.presentImages).toEqual([
      'busybox:1.36',
      'docker.io/library/busybox@sha256:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
    ]);
    expect(a?.presentImages).toEqual([]);
    const [tagged, digested] = (b?.presentImages ?? []).map((name) => images[name]);
    expect(tagged?.layers.reduce((sum, layer) => sum + layer.bytes, 0)).toBe(2_160_000);
    expect([tagged?.source, tagged?.layers, tagged?.ref]).toEqual(['node', digested?.layers, digested?.ref]);
  });

  test('pods without nodeName go round the nodes, and it is said that Windlass is no scheduler', () => {
    const { pods, assumptions } = accepted(shop).input;
    const free = pods.filter((each) => each.owner !== 'DaemonSet/agent').map((each) => each.nodeName);
    expect(free).toEqual(['node-a', 'node-b', 'node-a', 'node-b', 'node-a', 'node-b', 'node-a']);
    expect(assumptions).toContain('Pods without spec.nodeName go round the 2 nodes in order of names; Windlass is no scheduler.');
  });

  test('options come before them', () => {
    const { input } = accepted(shop, { kubeletVersion: '1.27', runtime: 'containerd://2.4', platform: 'linux/s390x', set: ['maxPods=7'] });
    const expected = { profileRelease: '1.27', runtime: 'containerd://2.4', platform: 'linux/s390x' };
    for (const node of input.nodes) expect([node, node.kubelet.maxPods]).toMatchObject([expected, 7]);
  });

  test('versions between two profiles are noted as an assumption', () => {
    const status = '{ nodeInfo: { kubeletVersion: v1.29.2-gke.1, containerRuntimeVersion: "cri-o://1.33" } }';
    const { assumptions, nodes } = accepted(stream(pod, nodeYaml('n', status))).input;
    expect(nodes[0]?.profileRelease).toBe('1.27');
    expect(assumptions.filter((sentence) => /v1\.29\.2-gke\.1|cri-o/.test(sentence))).toHaveLength(2);
  });

  test('errors in them stand at their place', () => {
    const status = '{ nodeInfo: { kubeletVersion: v1.9.0, containerRuntimeVersion: nothing } }';
    expect(refused(stream(pod, nodeYaml('n', status)))).toEqual([
      '9:72 RUNTIME "nothing" is no container runtime',
      '9:39 KUBELET_VERSION kubelet v1.9.0 is older than 1.14, the oldest release known here',
    ]);
    expect(refused(stream(pod, nodeYaml('n'), nodeYaml('n')))).toEqual(['13:19 DUPLICATE Node "n" is there twice']);
  });

  test('a sidecar is an ordinary init container on a kubelet without them', () => {
    const web = '{ initContainers: [{ name: s, image: s, restartPolicy: Always }], containers: [{ name: a, image: b }] }';
    const read = (kubeletVersion: string, ...set: string[]) =>
      accepted(podYaml('x', web), { kubeletVersion, set }).input.pods[0]?.initContainers[0];
    expect(read('1.36')).toMatchObject({ sidecar: true, runsForMicros: null });
    expect(read('1.27')).toMatchObject({ sidecar: false, runsForMicros: 1_000_000 });
    // A gate counts where the release has it: SidecarContainers came with 1.28.
    expect(read('1.31', 'featureGates.SidecarContainers=false')).toMatchObject({ sidecar: false });
    expect(read('1.28', 'featureGates.SidecarContainers=true')).toMatchObject({ sidecar: false });
  });
});

describe('spec.nodeName', () => {
  const fixed = podYaml('x', '{ nodeName: node-2, containers: [{ name: a, image: b }] }');

  test('is honoured', () => {
    expect(accepted(stream(fixed, scenarioYaml('nodes: { count: 3 }'))).input.pods[0]?.nodeName).toBe('node-2');
  });

  test('of a node that is not there is an error with the nearest name', () => {
    expect(refused(fixed)).toEqual(['4:19 UNKNOWN_NODE there is no node "node-2"']);
  });
});

describe('nodes of a Scenario', () => {
  const read = (fields: string) => accepted(stream(pod, scenarioYaml(fields))).input;

  test('are counted, or named; ten comes after nine', () => {
    const names = read('nodes: { count: 11 }').nodes.map((node) => node.name);
    expect([names.length, names[1], names[9], names[10]]).toEqual([11, 'node-2', 'node-10', 'node-11']);
    expect(read('nodes: { named: { small: {}, big: {} } }').nodes.map((node) => node.name)).toEqual(['big', 'small']);
    expect(read('seed: 4').nodes.map((node) => node.name)).toEqual(['node-1']);
  });

  test('have settings for all and for one', () => {
    const timings = 'timings: { sandbox: 1s, unpack: 50MB/s }';
    const named = 'named: { node-2: { link: unlimited, disk: 20GiB, timings: { sandbox: 2s, volumeMount: 0s } } }';
    const [one, two] = read(`nodes: { count: 2, defaults: { link: 100Mbit/s, ${timings} }, ${named} }`).nodes;
    expect([one?.linkBytesPerSecond, one?.diskBytes]).toEqual([12_500_000, 100e9]);
    expect([two?.linkBytesPerSecond, two?.diskBytes]).toEqual([650e6, 20 * 1024 ** 3]);
    expect(one?.timings).toMatchObject({ sandboxMicros: 1e6, volumeMountMicros: 300_000, unpackBytesPerSecond: 50e6 });
    expect(two?.timings).toMatchObject({ sandboxMicros: 2e6, volumeMountMicros: 0, unpackBytesPerSecond: 50e6 });
  });

  test('take in no more than their runtime does, or than timings.intake says, whatever the link carries', () => {
    const linkOf = (defaults: string) => read(`nodes: { defaults: { ${defaults} } }`).nodes[0]?.linkBytesPerSecond;
    expect(linkOf('link: 100Gbit/s')).toBe(650e6);
    expect(linkOf('link: 100Gbit/s, runtime: "containerd://1.6"')).toBe(290e6);
    expect(linkOf('link: 100Gbit/s, timings: { intake: 2GB/s }')).toBe(2e9);
    expect(linkOf('link: 8Mbit/s, timings: { intake: 2GB/s }')).toBe(1e6);
  });

  test('may have images at the start, under any spelling', () => {
    const { nodes, images } = read('nodes: { defaults: { presentImages: [docker.io/library/b, other] } }');
    expect(nodes[0]?.presentImages).toEqual(['b:latest', 'other:latest']);
    expect(Object.keys(images)).toEqual(['b:latest', 'other:latest', pause]);
    expect(refused(stream(pod, scenarioYaml('nodes: { defaults: { presentImages: [UPPER] } }')))).toEqual([
      '8:38 IMAGE_NAME "UPPER" is no image name',
    ]);
  });

  test('that are not there are errors', () => {
    expect(refused(stream(pod, scenarioYaml('nodes: { count: 2, named: { node-3: {} } }')))).toEqual([
      '8:29 UNKNOWN_NODE there is no node "node-3"',
    ]);
  });

  test('cannot be counted beside Node objects, and not above the limit', () => {
    expect(refused(stream(pod, nodeYaml('n'), scenarioYaml('nodes: { count: 2 }')))).toEqual([
      '13:17 CONFLICT nodes.count makes nodes of its own, but the input has Node objects',
    ]);
    expect(refused(stream(pod, scenarioYaml('nodes: { count: 1001 }')))).toEqual([
      '8:17 WRONG_VALUE nodes.count must be at most 1000, not 1001',
    ]);
    const nodes = Array.from({ length: 1_001 }, (_, index) => nodeYaml(`n${index}`));
    expect(refused(stream(pod, ...nodes))).toEqual(['in.yaml TOO_MANY_NODES 1001 nodes: at most 1000 are simulated']);
  });
});

test.each([
  ['link: 1Gbit/s', 'did you mean nodes.defaults.link?'],
  ['runtimeConfig: { max_concurrent_downloads: 6 }', 'did you mean nodes.defaults.runtimeConfig?'],
  ['nodes: { timings: {} }', 'did you mean defaults.timings?'],
  ['nodes: { defaults: { lnk: 1Gbit/s } }', 'did you mean link?'],
])('a field of nodes that is a level too high is told where it belongs: %s', (text, hint) => {
  const [error] = errorsOf(scenarioYaml(text));
  expect(error).toMatchObject({ code: 'UNKNOWN_FIELD', hint });
});
