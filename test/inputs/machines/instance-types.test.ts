import { expect, test } from 'vitest';
import { instanceType, instanceTypeTables } from '../../../src/inputs/machines/instance-types.ts';
import { amazonTypes } from '../../../src/inputs/machines/rows/amazon-types.ts';
import { azureTypes } from '../../../src/inputs/machines/rows/azure-types.ts';
import { accepted, podYaml, scenarioYaml } from '../reading.ts';

const gib = 2 ** 30;

test.each([
  ['m5.large', 2, 8, 10, 29],
  ['t3.medium', 2, 4, 5, 17],
  ['c5a.4xlarge', 16, 32, 10, 234],
  ['g5.12xlarge', 48, 192, 40, 737],
  ['p4d.24xlarge', 96, 1152, 100, 737],
  ['Standard_D4s_v5', 4, 16, 12.5, undefined],
  ['standard_d4ads_v5', 4, 16, 12.5, undefined],
  ['Standard_D16s_v3', 16, 64, undefined, undefined],
  ['Standard_DS2_v2', 2, 7, 1.5, undefined],
  ['Standard_NC24ads_A100_v4', 24, 220, 20, undefined],
  ['n1-standard-16', 16, 60, undefined, undefined],
  ['n2-highmem-8', 8, 64, undefined, undefined],
  ['n2-custom-4-5120', 4, 5, undefined, undefined],
])('%s is %s vCPUs, %s GiB, %s Gbit/s and %s pods', (name, cpus, memory, link, pods) => {
  const type = instanceType(name);
  expect(type).toMatchObject({ cpus, memoryBytes: memory * gib });
  expect([type?.linkGigabits, type?.podsMax]).toEqual([link, pods]);
});

test.each(['m5.gigantic', 'm5', 'a2-highgpu-1g', 'e2-medium', 'n2-standard', 'k3s', ''])(
  'nothing is claimed of %j',
  (name) => expect(instanceType(name)).toBeUndefined(),
);

test('every size of every table has its figures, and a family stands once', () => {
  const names = (table: string) =>
    [...table.matchAll(/^([^ :][^:]*): /gm)].flatMap(([, each = '']) => each.split(' '));
  expect(names(amazonTypes).length).toBeGreaterThan(70);
  for (const table of [amazonTypes, azureTypes]) {
    expect(new Set(names(table)).size).toBe(names(table).length);
    const sizes = table.replace(/^([^ :][^:]*): /gm, '').split(/[|\n]/);
    for (const size of sizes.filter((each) => each.trim() !== ''))
      expect(size.trim()).toMatch(/^(?:\d*[a-z]+ )?\d+ \d+(?:\.\d+)?(?: \d+(?:\.\d+)?){0,2}$/);
  }
  for (const { source } of instanceTypeTables) expect(source).not.toBe('');
});

const pod = podYaml('web', '{ containers: [{ name: a, image: b }] }');

function node(type: string, { labels = {}, capacity = {}, version = 'v1.33.4-eks-1' } = {}) {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n', labels: { 'node.kubernetes.io/instance-type': type, ...labels } },
    status: { capacity, nodeInfo: { kubeletVersion: version, osImage: 'Amazon Linux 2023.8' } },
  });
}

/** The figures of the node, and the sentences about them. */
function figures(text: string, options = {}) {
  const { input } = accepted(text, options);
  const [first] = input.nodes;
  const { cpus, memoryBytes, linkBytesPerSecond, kubelet } = first ?? {};
  const said = input.assumptions.filter((sentence) => /^Nodes (?:have|of the type) /.test(sentence));
  return { cpus, memoryBytes, link: linkBytesPerSecond, maxPods: kubelet?.maxPods, said };
}

test('the instance type of a Node gives what the input does not say, in one line', () => {
  const { said, ...found } = figures(`${node('g4dn.2xlarge')}\n---\n${pod}`);
  expect(found).toEqual({ cpus: 8, memoryBytes: 32 * gib, link: 25e9 / 8, maxPods: 29 });
  expect(said).toEqual([
    'Nodes have diskBandwidth 125MB/s, disk 100GB (a common virtual machine with a network disk: --node-profile cloud-vm).',
    expect.stringMatching(
      /^Nodes of the type g4dn\.2xlarge have cpus 8, memory 32GiB, link 25Gbit\/s, as published \(/,
    ),
  ]);
});

test('what the Node, the Scenario and options say comes before its type', () => {
  const capacity = { cpu: '7', memory: '30Gi', pods: '20' };
  const defaults = scenarioYaml('nodes: { defaults: { link: 1Gbit/s } }');
  const own = figures(`${node('g4dn.2xlarge', { capacity })}\n---\n${pod}---\n${defaults}`);
  expect(own).toMatchObject({ cpus: 7, memoryBytes: 30 * gib, link: 125e6, maxPods: 20 });
  expect(own.said.some((sentence) => sentence.includes('of the type'))).toBe(false);
  const options = { link: '2Gbit/s', memory: '5GiB', set: ['maxPods=3'] };
  expect(figures(`${node('g4dn.2xlarge')}\n---\n${pod}`, options)).toMatchObject({
    cpus: 8,
    memoryBytes: 5 * gib,
    link: 250e6,
    maxPods: 3,
  });
  expect(figures(`${node('g4dn.2xlarge')}\n---\n${pod}`, { nodeProfile: 'edge' })).toMatchObject({
    cpus: 4,
    memoryBytes: 4 * gib,
    link: 50e6 / 8,
  });
});

test('a machine that only the Scenario names counts, and one that is in no table changes nothing', () => {
  const machine = scenarioYaml('nodes: { defaults: { machine: Standard_D8s_v5 } }');
  expect(figures(`${pod}---\n${machine}`)).toMatchObject({
    cpus: 8,
    memoryBytes: 32 * gib,
    link: 12.5e9 / 8,
  });
  const unknown = figures(`${node('x9.large', { version: 'v1.33.4' })}\n---\n${pod}`);
  expect(unknown).toMatchObject({ cpus: 4, memoryBytes: 16 * gib, link: 10e9 / 8, maxPods: 110 });
  expect(unknown.said.join()).toMatch(
    /^Nodes of the type x9\.large, which is in no table of instance types, have cpus 4, memory 16GiB, link 10Gbit\/s, /,
  );
  const said = `{ machine: x9.large, cpus: 2, memory: 8GiB, link: 1Gbit/s }`;
  expect(figures(`${pod}---\n${scenarioYaml(`nodes: { defaults: ${said} }`)}`).said.join()).toMatch(
    /^Nodes have diskBandwidth 125MB\/s, disk 100GB /,
  );
});

test('EKS counts pods by network interfaces, with less on managed groups and in Auto Mode; others do not', () => {
  const pods = (type: string, more: Parameters<typeof node>[1] = {}) =>
    figures(`${node(type, more)}\n---\n${pod}`).maxPods;
  const managed = { labels: { 'eks.amazonaws.com/nodegroup': 'a' } };
  expect(pods('t3.medium')).toBe(17);
  expect(pods('m5.4xlarge')).toBe(234);
  expect(pods('m5.4xlarge', managed)).toBe(110);
  expect(pods('m5.16xlarge', managed)).toBe(250);
  expect(pods('m5.4xlarge', { labels: { 'eks.amazonaws.com/compute-type': 'auto' } })).toBe(110);
  expect(pods('m5.large', { version: 'v1.33.4' })).toBe(110);
});
