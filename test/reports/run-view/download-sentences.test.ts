import { expect, test } from 'vitest';
import { resourceView } from '../../../src/reports/run-view/resource-view.ts';
import { runView } from '../../../src/reports/run-view/run-view.ts';
import { WhyIndex } from '../../../src/reports/run-view/why-index.ts';
import { podYaml, scenarioYaml } from '../../run/simulation/pod-yaml.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';

/** A run of two nodes that pull one image of 20 MB, the second later. */
function runOf(peers: string, late = '30s') {
  const pods = ['node-1', 'node-2'].map((name) =>
    podYaml(name, `nodeName: ${name}\ncontainers: [{ name: app, image: 'sim.local/app:1' }]`),
  );
  const scenario = `arrivals: { pods: [{ match: node-2, at: ${late} }] }
nodes: { count: 2, defaults: { link: 100MB/s } }
images: [{ name: 'sim.local/app:1', layers: [{ size: 20MB }] }]
peers: ${peers}`;
  return runYaml(pods.join('') + scenarioYaml([], scenario)).records;
}

/** The sentence of the second node's download. */
function downloadOf(records: ReturnType<typeof runOf>): string {
  const { rows } = runView(records);
  const row = rows.findIndex(({ node }) => node === 'node-2');
  return new WhyIndex(records).sentence(
    row,
    rows[row]?.bars.findIndex(({ phase }) => phase === 'downloading') ?? -1,
  );
}

test('a download from another node says which, and that its uplink limits it', () => {
  expect(downloadOf(runOf('{ share: layers, uplink: 10MB/s }'))).toContain(
    '1 layer of 20 MB came from peers/node-1 at 10 MB/s on average, limited by the uplink of node-1, which sends 10 MB/s to all its peers together.',
  );
  expect(downloadOf(runOf('{ share: layers, perResponse: 10MB/s }'))).toContain(
    'limited by peers/node-1, which sends 10 MB/s in each response.',
  );
  expect(downloadOf(runOf('{ share: layers, uplink: unlimited }'))).toContain(
    "limited by the node's link of 100 MB/s.",
  );
});

test('a download of pieces says that all who download send', () => {
  expect(downloadOf(runOf('{ share: pieces, origin: 10MB/s, uplink: 1MB/s }', '0s'))).toContain(
    'limited by what the origin and the uplinks of all nodes that download send together.',
  );
});

test('what nodes send to each other is one series, without the limit of one of them', () => {
  const peersOf = (peers: string) =>
    resourceView(runOf(peers)).registries.filter(({ host }) => host.startsWith('peers'));
  const [layers, ...others] = peersOf('{ share: layers, uplink: 10MB/s }');
  expect(others).toEqual([]);
  expect(Math.max(...(layers?.egress.values ?? []))).toBe(10e6);
  expect(peersOf('{ share: pieces, origin: 10MB/s }').map(({ egressMax }) => egressMax)).toEqual([undefined]);
});

test('a download that waits for processors says what else they do', () => {
  const pods = ['one', 'two', 'three'].map((name) =>
    podYaml(name, `containers: [{ name: app, image: 'sim.local/${name}:1' }]`),
  );
  const images = ['one', 'two', 'three'].map(
    (name, index) => `{ name: 'sim.local/${name}:1', layers: [{ size: ${100 + 100 * index}MB }] }`,
  );
  const scenario = `nodes: { count: 1, defaults: { link: unlimited, diskBandwidth: unlimited, cpus: 2 } }
registries: { sim.local: { perResponse: unlimited } }
images: [${images.join(', ')}]`;
  const parallel =
    '---\napiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nserializeImagePulls: false\n';
  const { records } = runYaml(pods.join('') + scenarioYaml([], scenario) + parallel);
  const { rows } = runView(records);
  const row = rows.findIndex(({ pod }) => pod?.name === 'three');
  const bar = rows[row]?.bars.findIndex(({ phase }) => phase === 'downloading') ?? -1;
  expect(new WhyIndex(records).sentence(row, bar)).toMatch(
    /limited by the node's processors, which unpack layers at the same time/,
  );
});
