import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { few } from '../../../src/inputs/nodes/plan-nodes.ts';
import { ownerText } from '../../../src/rules/kubelet/pods/pod.ts';
import { accepted, errorsOf, pause, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const shop = readFileSync(new URL('../fixtures/shop.yaml', import.meta.url), 'utf8');
const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');
const nodeYaml = (name: string, status = '{}') =>
  `apiVersion: v1\nkind: Node\nmetadata: { name: ${name} }\nstatus: ${status}\n`;

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
    expect(a).toMatchObject({
      kubeletVersion: '1.36',
      profileRelease: '1.36',
      runtime: 'containerd://2.4',
      platform: 'linux/amd64',
    });
    expect(a?.kubelet.maxPods).toBe(110);
  });

  test('containerd 1.x unpacks more slowly by default (docs/measurements.md R5: 77 against 105 to 112 MB/s)', () => {
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

  test('pods without nodeName go round the nodes, and it is said that nobody looks at CPU and memory', () => {
    const { pods, assumptions } = accepted(shop).input;
    const free = pods
      .filter((each) => ownerText(each.owner) !== 'DaemonSet/agent')
      .map((each) => each.nodeName);
    // The last three are the Job's: they come when others of it are over.
    expect(free).toEqual([
      'node-a',
      'node-b',
      'node-a',
      'node-b',
      'node-a',
      'node-b',
      'node-a',
      'node-b',
      'node-a',
      'node-b',
    ]);
    expect(assumptions).toContain(
      'Pods without spec.nodeName are spread evenly over the nodes that accept them (nodeSelector, affinity, taints, topology spread, maxPods); CPU and memory are ignored.',
    );
  });

  test('options come before them', () => {
    const { input } = accepted(shop, {
      kubeletVersion: '1.27',
      runtime: 'containerd://2.4',
      platform: 'linux/s390x',
      set: ['maxPods=7'],
    });
    const expected = { profileRelease: '1.27', runtime: 'containerd://2.4', platform: 'linux/s390x' };
    for (const node of input.nodes) expect([node, node.kubelet.maxPods]).toMatchObject([expected, 7]);
  });

  test('versions between two profiles are noted as an assumption', () => {
    const status = '{ nodeInfo: { kubeletVersion: v1.20.2-gke.1, containerRuntimeVersion: "cri-o://1.33" } }';
    const { assumptions, nodes } = accepted(stream(pod, nodeYaml('n', status))).input;
    expect(nodes[0]?.profileRelease).toBe('1.22');
    expect(assumptions.filter((sentence) => /v1\.20\.2-gke\.1|cri-o/.test(sentence))).toHaveLength(2);
  });

  test('errors in them stand at their place', () => {
    const status = '{ nodeInfo: { kubeletVersion: v1.9.0, containerRuntimeVersion: nothing } }';
    expect(refused(stream(pod, nodeYaml('n', status)))).toEqual([
      '9:72 RUNTIME "nothing" is not a valid container runtime',
      '9:39 KUBELET_VERSION kubelet v1.9.0 is older than 1.14, the oldest release known here',
    ]);
    expect(refused(stream(pod, nodeYaml('n'), nodeYaml('n')))).toEqual([
      '13:19 DUPLICATE Node "n" is there twice',
    ]);
  });

  test('a sidecar is an ordinary init container on a kubelet without them', () => {
    const web =
      '{ initContainers: [{ name: s, image: s, restartPolicy: Always }], containers: [{ name: a, image: b }] }';
    const read = (kubeletVersion: string, ...set: string[]) =>
      accepted(podYaml('x', web), { kubeletVersion, set }).input.pods[0]?.initContainers[0];
    expect(read('1.36')).toMatchObject({ sidecar: true, runsForMicros: null });
    expect(read('1.27')).toMatchObject({ sidecar: false, runsForMicros: 1_000_000 });
    // A gate counts where the release has it: SidecarContainers came with 1.28.
    expect(read('1.31', 'featureGates.SidecarContainers=false')).toMatchObject({ sidecar: false });
    expect(read('1.28', 'featureGates.SidecarContainers=true')).toMatchObject({ sidecar: true });
    expect(read('1.28')).toMatchObject({ sidecar: false });
  });
});

describe('spec.nodeName', () => {
  const fixed = podYaml('x', '{ nodeName: node-2, containers: [{ name: a, image: b }] }');

  test('is honoured', () => {
    expect(accepted(stream(fixed, scenarioYaml('nodes: { count: 3 }'))).input.pods[0]?.nodeName).toBe(
      'node-2',
    );
  });
});

describe('nodes of a Scenario', () => {
  const read = (fields: string) => accepted(stream(pod, scenarioYaml(fields))).input;

  test('are counted, or named; ten comes after nine', () => {
    const names = read('nodes: { count: 11 }').nodes.map((node) => node.name);
    expect([names.length, names[1], names[9], names[10]]).toEqual([11, 'node-2', 'node-10', 'node-11']);
    expect(read('nodes: { named: { small: {}, big: {} } }').nodes.map((node) => node.name)).toEqual([
      'big',
      'small',
    ]);
    expect(read('seed: 4').nodes.map((node) => node.name)).toEqual(['node-1']);
  });

  test('have settings for all and for one', () => {
    const timings = 'timings: { sandbox: 1s, unpack: 50MB/s }';
    const named =
      'named: { node-2: { link: unlimited, disk: 20GiB, timings: { sandbox: 2s, volumeMount: 0s } } }';
    const [one, two] = read(`nodes: { count: 2, defaults: { link: 100Mbit/s, ${timings} }, ${named} }`).nodes;
    expect([one?.linkBytesPerSecond, one?.diskBytes]).toEqual([12_500_000, 100e9]);
    expect([two?.linkBytesPerSecond, two?.diskBytes]).toEqual([null, 20 * 1024 ** 3]);
    expect(one?.timings).toMatchObject({
      sandboxMicros: 1e6,
      volumeMountMicros: 300_000,
      unpackBytesPerSecond: 50e6,
    });
    expect(two?.timings).toMatchObject({
      sandboxMicros: 2e6,
      volumeMountMicros: 0,
      unpackBytesPerSecond: 50e6,
    });
  });

  test('take in no more than their disk writes and their processors get done, or than timings.intake says, whatever the link carries', () => {
    const intakeOf = (defaults: string) =>
      read(`nodes: { defaults: { link: 100Gbit/s, ${defaults} } }`).nodes[0]?.intake;
    const fast = 'diskBandwidth: unlimited';
    expect(intakeOf('')).toEqual({ bytesPerSecond: 125e6, limit: 'disk' });
    expect(intakeOf('diskBandwidth: 1MB/s')).toEqual({ bytesPerSecond: 1e6, limit: 'disk' });
    expect(intakeOf('nodeProfile: edge')).toEqual({ bytesPerSecond: 40e6, limit: 'disk' });
    expect(intakeOf(fast)).toEqual({ bytesPerSecond: 1200e6, limit: 'cpus' });
    expect(intakeOf(`${fast}, cpus: 2`)).toEqual({ bytesPerSecond: 600e6, limit: 'cpus' });
    expect(intakeOf(`${fast}, cpus: 2, runtime: "containerd://1.6"`)).toEqual({
      bytesPerSecond: 290e6,
      limit: 'cpus',
    });
    expect(intakeOf(`${fast}, timings: { intake: 2GB/s }`)).toEqual({ bytesPerSecond: 2e9, limit: 'cpus' });
    expect(read('nodes: { defaults: { link: 100Mbit/s } }').nodes[0]).not.toHaveProperty('intake');
  });

  test('share their processors between what they receive and what they unpack, whatever the disk writes', () => {
    const processorsOf = (defaults: string) =>
      read(`nodes: { defaults: { ${defaults} } }`).nodes[0]?.processors;
    expect(processorsOf('cpus: 2')).toEqual({ bytesPerSecond: 600e6, bytesPerUnpackMicro: 420 });
    expect(processorsOf('cpus: 8, diskBandwidth: 1MB/s')).toEqual({
      bytesPerSecond: 2400e6,
      bytesPerUnpackMicro: 420,
    });
    expect(processorsOf('cpus: 2, runtime: "containerd://1.6"')).toEqual({
      bytesPerSecond: 290e6,
      bytesPerUnpackMicro: 268.25,
    });
    expect(processorsOf('cpus: 2, timings: { intake: 1GB/s }')).toEqual({
      bytesPerSecond: 1e9,
      bytesPerUnpackMicro: 700,
    });
  });

  test('are of a kind where nobody says what they have, which is told once', () => {
    const { nodes, assumptions } = read(
      'nodes: { count: 2, defaults: { nodeProfile: edge, cpus: 2 }, named: { node-2: { nodeProfile: kind } } }',
    );
    expect(
      nodes.map(({ nodeProfile, cpus, linkBytesPerSecond, diskBytes }) => [
        nodeProfile,
        cpus,
        linkBytesPerSecond,
        diskBytes,
      ]),
    ).toEqual([
      ['edge', 2, 6_250_000, 32e9],
      ['kind', 2, 25e6, 100e9],
    ]);
    expect(assumptions.filter((sentence) => sentence.includes('--node-profile'))).toEqual([
      'Nodes have memory 4GiB, link 50Mbit/s, diskBandwidth 40MB/s, disk 32GB (a small computer on a slow link: --node-profile edge).',
      'Nodes have memory 16GiB, link 200Mbit/s, diskBandwidth 1000MB/s, disk 100GB (a cluster of kind on a laptop: --node-profile kind).',
    ]);
    const all = 'cpus: 1, memory: 1GB, link: 1MB/s, diskBandwidth: 1MB/s, disk: unlimited';
    expect(read(`nodes: { defaults: { ${all} } }`).assumptions.join()).not.toContain('--node-profile');
    expect(accepted(stream(pod), { nodeProfile: 'bare-metal' }).input.nodes[0]).toMatchObject({
      nodeProfile: 'bare-metal',
      cpus: 32,
    });
  });

  test('may have images at the start, under any spelling', () => {
    const { nodes, images } = read('nodes: { defaults: { presentImages: [docker.io/library/b, other] } }');
    expect(nodes[0]?.presentImages).toEqual(['b:latest', 'other:latest']);
    expect(Object.keys(images)).toEqual(['b:latest', 'other:latest', pause]);
    expect(refused(stream(pod, scenarioYaml('nodes: { defaults: { presentImages: [UPPER] } }')))).toEqual([
      '8:38 IMAGE_NAME "UPPER" is not an image name',
    ]);
  });

  test('that are not there are errors', () => {
    expect(refused(stream(pod, scenarioYaml('nodes: { count: 2, named: { node-3: {} } }')))).toEqual([
      '8:29 UNKNOWN_NODE there is no node "node-3"',
    ]);
  });

  test('are added beside Node objects, as they are but with no images and no taints of a control plane', () => {
    const master = `apiVersion: v1\nkind: Node\nmetadata: { name: node-1 }\nspec: { taints: [{ key: master, effect: NoSchedule }] }\n`;
    const images = 'images: [{ names: ["b:latest"], sizeBytes: 1000 }]';
    const status = `{ nodeInfo: { kubeletVersion: v1.31.14 }, capacity: { cpu: "2" }, ${images} }`;
    const inputs = stream(pod, master, nodeYaml('worker', status), scenarioYaml('nodes: { count: 2 }'));
    const { nodes, assumptions } = accepted(inputs).input;
    expect(
      nodes.map(({ name, kubeletVersion, cpus, presentImages }) => [
        name,
        kubeletVersion,
        cpus,
        presentImages,
      ]),
    ).toEqual([
      ['node-1', '1.36', 4, []],
      ['node-2', 'v1.31.14', 2, []],
      ['node-3', 'v1.31.14', 2, []],
      ['worker', 'v1.31.14', 2, ['b:latest']],
    ]);
    expect(assumptions).toContain(
      'nodes.count adds node-2, node-3 to the 2 Node objects of the input, like worker but without its images.',
    );
    const asked = accepted(inputs, { nodes: 1 }).input;
    expect(asked.nodes.map(({ name }) => name)).toEqual(['node-1', 'node-2', 'worker']);
    expect(asked.assumptions).toContain(
      '--nodes 1 adds node-2 to the 2 Node objects of the input, like worker but without its images.',
    );
    expect(accepted(pod, { nodes: 3 }).input.nodes.map(({ name }) => name)).toEqual([
      'node-1',
      'node-2',
      'node-3',
    ]);
  });

  test('are at most as many as the limit', () => {
    expect(refused(stream(pod, scenarioYaml('nodes: { count: 10001 }')))).toEqual([
      '8:17 WRONG_VALUE nodes.count must be at most 10000, not 10001',
    ]);
    const nodes = Array.from({ length: 10_001 }, (_, index) => nodeYaml(`n${index}`));
    expect(refused(stream(pod, ...nodes))).toEqual([
      'in.yaml TOO_MANY_NODES 10001 nodes: at most 10000 are simulated',
    ]);
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

describe('what a Node object shows of its pods', () => {
  const maxPods = (status: string) =>
    accepted(stream(pod, nodeYaml('n', status))).input.nodes[0]?.kubelet.maxPods;

  test.each([
    ['{ allocatable: { pods: "20" }, capacity: { pods: "30" } }', 20],
    ['{ capacity: { pods: 30 } }', 30],
    ['{ capacity: { pods: "0" } }', 0],
    ['{ capacity: { pods: "-1" } }', 110],
    ['{ capacity: { pods: "1.5" } }', 110],
    ['{ capacity: { pods: many } }', 110],
    ['{}', 110],
  ])('%s', (status, pods) => {
    expect(maxPods(status)).toBe(pods);
  });
});

describe('a version or runtime that nobody knows is refused where it is written', () => {
  const object = nodeYaml(
    'n',
    '{ nodeInfo: { kubeletVersion: v1.36.0, containerRuntimeVersion: "containerd://2.4" } }',
  );
  const named = (fields: string) => scenarioYaml(`nodes: { named: { n: { ${fields} } } }`);

  test.each([
    [
      [scenarioYaml('nodes: { defaults: { runtime: docker } }')],
      {},
      '8:31 RUNTIME "docker" is not a valid container runtime',
    ],
    [[object, named('runtime: docker')], {}, '13:33 RUNTIME "docker" is not a valid container runtime'],
    [
      [scenarioYaml('nodes: { defaults: { kubeletVersion: "1.9" } }')],
      {},
      expect.stringMatching(/^8:38 KUBELET_VERSION kubelet 1\.9 is older/),
    ],
    [
      [object, named('kubeletVersion: "1.9"')],
      {},
      expect.stringMatching(/^13:40 KUBELET_VERSION kubelet 1\.9 is older/),
    ],
    [
      [object, named('kubeletVersion: "1.9"')],
      { kubeletVersion: '1.8' },
      expect.stringMatching(/^--kubelet-version 1\.8 KUBELET_VERSION kubelet 1\.8/),
    ],
    [
      [
        nodeYaml('n', '{ nodeInfo: { kubeletVersion: v1.9.0 } }'),
        scenarioYaml('nodes: { defaults: { kubeletVersion: "1.36" } }'),
      ],
      {},
      expect.stringMatching(/^9:39 KUBELET_VERSION/),
    ],
  ])('%j %j', (documents, options, error) => {
    expect(refused(stream(pod, ...documents), options)).toEqual([error]);
  });
});

test('a platform is said by an option, the Scenario of this node, its object with both halves, or the Scenario of all', () => {
  const platform = (info: string, ...scenario: readonly string[]) =>
    accepted(stream(pod, nodeYaml('n', `{ nodeInfo: { ${info} } }`), ...scenario)).input.nodes[0]?.platform;
  const all = scenarioYaml('nodes: { defaults: { platform: linux/s390x } }');
  expect(platform('operatingSystem: linux, architecture: arm64', all)).toBe('linux/arm64');
  expect(platform('operatingSystem: linux', all)).toBe('linux/s390x');
  expect(platform('architecture: arm64', all)).toBe('linux/s390x');
  expect(platform('operatingSystem: "", architecture: arm64')).toBe('linux/amd64');
  expect(
    platform(
      'operatingSystem: linux, architecture: arm64',
      scenarioYaml('nodes: { named: { n: { platform: linux/riscv64 } } }'),
    ),
  ).toBe('linux/riscv64');
  expect(platform('kubeletVersion: "", containerRuntimeVersion: ""')).toBe('linux/amd64');
});

test('every time of a node is that of the Scenario, of this node or of all, and what was said of them is told', () => {
  const names = [
    ...[
      'podSync',
      'volumeMount',
      'sandbox',
      'sandboxStop',
      'createContainer',
      'startContainer',
      'imageStatus',
      'imageSize',
    ],
    ...['relistPeriod', 'relist', 'kubeletStart', 'reboot', 'kubeletUptime', 'imageGcRound', 'removeImage'],
  ];
  const written = names.map((name, index) => `${name}: ${index + 1}s`).join(', ');
  const text = `nodes: { defaults: { timings: { ${written}, unpack: 2MB/s, intake: 3MB/s } }, named: { a: { timings: { relist: 99s } }, b: {} } }`;
  const [a, b] = accepted(stream(pod, scenarioYaml(text))).input.nodes;
  const micros = Object.fromEntries(names.map((name, index) => [`${name}Micros`, (index + 1) * 1e6]));
  expect(b?.timings).toEqual({ ...micros, unpackBytesPerSecond: 2e6 });
  expect(a?.timings).toEqual({ ...micros, relistMicros: 99e6, unpackBytesPerSecond: 2e6 });
  expect([a?.intake, b?.intake]).toEqual([a, b].map(() => ({ bytesPerSecond: 3e6, limit: 'cpus' })));
  expect(b?.fixedCosts).toEqual(Object.fromEntries(names.map((name, index) => [name, (index + 1) * 1000])));
  expect(a?.fixedCosts).toMatchObject({ relist: 99_000 });
  expect(accepted(pod).input.nodes[0]).not.toHaveProperty('fixedCosts');
});

test('the runtime’s own delays are those of the Scenario, of this node before those of all', () => {
  const text =
    'nodes: { defaults: { runtimeDelays: { beforeHead: 1ms, commit: 2ms } }, named: { a: { runtimeDelays: { beforeHead: 0s } }, b: {} } }';
  const [a, b] = accepted(stream(pod, scenarioYaml(text))).input.nodes;
  expect([a?.runtimeDelays, b?.runtimeDelays]).toEqual([
    { beforeHead: 0, commit: 2000, commitPerMegabyte: 0 },
    { beforeHead: 1000, commit: 2000, commitPerMegabyte: 0 },
  ]);
  // The disk writes as layers come where it is what they wait for.
  expect(
    accepted(stream(pod, scenarioYaml('nodes: { defaults: { link: 1MB/s } }'))).input.nodes[0]?.runtimeDelays,
  ).toEqual({});
  const told = 'nodes: { defaults: { runtimeDelays: { commitPerMegabyte: 1ms } } }';
  expect(accepted(stream(pod, scenarioYaml(told))).input.nodes[0]?.runtimeDelays).toEqual({
    commitPerMegabyte: 1000,
  });
  expect(a?.fixedCosts).toEqual({ beforeHead: 0, commit: 2 });
});

test('a disk has a size, or none', () => {
  const disk = (written: string) =>
    accepted(stream(pod, scenarioYaml(`nodes: { defaults: { disk: ${written} } }`))).input.nodes[0]
      ?.diskBytes;
  expect([disk('unlimited'), disk('1GiB'), disk('5')]).toEqual([null, 2 ** 30, 5]);
});

describe('nodes that are told wrong', () => {
  test('the nearest is proposed, and those that there are', () => {
    expect(errorsOf(stream(pod, scenarioYaml('nodes: { count: 12, named: { node-13: {} } }')))).toMatchObject(
      [
        {
          code: 'UNKNOWN_NODE',
          expected:
            'one of node-1, node-2, node-3, node-4, node-5, node-6, node-7, node-8, node-9, node-10, …',
          hint: 'did you mean node-1?',
        },
      ],
    );
    const [error] = errorsOf(stream(pod, nodeYaml('n'), scenarioYaml('nodes: { named: { elsewhere: {} } }')));
    expect(error).toMatchObject({ expected: 'one of n' });
    expect(error).not.toHaveProperty('hint');
  });

  test('are told what to do', () => {
    expect(errorsOf(stream(pod, nodeYaml('n'), nodeYaml('n')))).toMatchObject([
      { hint: 'rename one, or leave one out' },
    ]);
    // A Node object that is wrong is no reason for another node.
    expect(refused(stream(pod, nodeYaml('""')))).toEqual([
      '8:19 WRONG_VALUE metadata.name must be a string that is not empty, not ""',
    ]);
  });
});

test.each([
  [10, '0, 1, 2, 3, 4, 5, 6, 7, 8, 9'],
  [11, '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …'],
])('of %i names ten are shown', (length, shown) => {
  expect(few(Array.from({ length }, (_, index) => `${index}`))).toBe(shown);
});

test.each([
  [
    { kubeletVersion: '9.9' },
    'kubelet 9.9 is newer than 1.38, the newest release known here: the rules of 1.38.0-beta.0 are used',
  ],
  [
    { runtime: 'docker://1' },
    'docker://1: not measured; it runs on the figures and error texts of containerd 2.4',
  ],
])('a release or a runtime of which nothing is known is a warning: %j', (asked, warning) => {
  const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');
  expect(accepted(pod, asked).warnings).toEqual([warning]);
  expect(accepted(pod, { kubeletVersion: '1.37.9', runtime: 'cri-o://1.33' }).warnings).toEqual([]);
});
