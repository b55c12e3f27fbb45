import { expect, test } from 'vitest';
import { networkView } from '../../../src/reports/run-view/network-view.ts';
import { resourceView } from '../../../src/reports/run-view/resource-view.ts';
import { type Series, valueAt } from '../../../src/reports/run-view/series-builder.ts';
import type { HeaderNode } from '../../../src/trace/record.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';
import { rollout } from '../rollout.ts';
import { TraceBuilder } from '../trace-builder.ts';

function points(series: Series | undefined): (readonly [number, number])[] {
  return (series?.atMs ?? []).map((at, index) => [at, series?.values[index] ?? Number.NaN]);
}

test('slots in use and waiting; a restart of the kubelet empties both', () => {
  const [node] = resourceView(rollout()).nodes;
  expect(node?.slotsMax).toBe(1);
  expect(points(node?.slotsInUse).slice(0, 5)).toEqual([
    [0, 0],
    [180, 1],
    [61_000, 0],
    [61_060, 1],
    [64_110, 0],
  ]);
  expect(points(node?.slotsWaiting).slice(0, 4)).toEqual([
    [0, 0],
    [181, 1],
    [182, 2],
    [61_060, 1],
  ]);
  const trace = new TraceBuilder([{ kubelet: { serializeImagePulls: false, maxParallelImagePulls: 2 } }]);
  const web = trace.pod(0, 'web', [['app', 'web:1']]);
  web.pull(10, 'app', 'pulling', 'web:1');
  trace.tell(20, 'node-1', { type: 'node', state: 'kubeletRestarted' });
  const [restarted] = resourceView(trace.end(30)).nodes;
  expect(restarted?.slotsMax).toBe(2);
  expect(points(restarted?.slotsInUse)).toEqual([
    [0, 0],
    [10, 1],
    [20, 0],
  ]);
});

test('the token bucket loses a token with each call, and shows every whole one that comes back', () => {
  const trace = new TraceBuilder([
    { kubelet: { serializeImagePulls: true, registryPullQPS: 1, registryBurst: 2 } },
  ]);
  const call = { type: 'runtime', op: 'PullImage', image: 'web:1' } as const;
  for (const at of [1_000, 1_000, 2_500]) trace.tell(at, 'node-1/kubelet/default/web/app', call);
  const [node] = resourceView(trace.end(10_000)).nodes;
  expect(node?.tokensMax).toBe(2);
  expect(points(node?.tokens)).toEqual([
    [0, 2],
    [1_000, 0],
    [2_000, 1],
    [2_500, 0.5],
    [3_000, 1],
    [4_000, 2],
  ]);
  const unlimited = new TraceBuilder([{ kubelet: { registryPullQPS: 0, registryBurst: 10 } }]);
  expect(resourceView(unlimited.end(1)).nodes[0]?.tokens).toBeUndefined();
});

test('back-off windows stand under the key that the kubelet gives them, and end with it', () => {
  const trace = new TraceBuilder();
  const web = trace.pod(0, 'web', [['app', 'web:1']]);
  web.pull(1_000, 'app', 'failed', 'web:1', { windowMs: 10_000, untilMs: 11_000 });
  web.pull(12_000, 'app', 'failed', 'web:1', { windowMs: 20_000, untilMs: 32_000 });
  trace.tell(20_000, 'node-1', { type: 'node', state: 'kubeletRestarted' });
  expect(resourceView(trace.end(40_000)).nodes[0]?.backOffs).toEqual([
    {
      key: 'uid-web_web:1',
      pod: 'default/web',
      image: 'web:1',
      windows: [
        { fromMs: 1_000, untilMs: 11_000, windowMs: 10_000 },
        { fromMs: 12_000, untilMs: 20_000, windowMs: 20_000 },
      ],
    },
  ]);
});

test('images come with their pull or were there before, and go', () => {
  const trace = new TraceBuilder();
  const web = trace.pod(0, 'web', [['app', 'web:1']]);
  const image = { type: 'image', ref: 'r' } as const;
  trace.tell(100, 'node-1/images', { ...image, state: 'present', image: 'docker.io/library/web:1' });
  web.pull(100, 'app', 'pulled', 'web:1', { sizeBytes: 7 });
  web.pull(200, 'app', 'present', 'old:1');
  trace.tell(300, 'node-1/images', { ...image, state: 'removed', image: 'web:1' });
  expect(resourceView(trace.end(400)).nodes[0]?.images).toEqual([
    { image: 'old:1', fromMs: 0 },
    { image: 'docker.io/library/web:1', fromMs: 100, toMs: 300, bytes: 7 },
  ]);
});

test('what a failed pull has left of a layer is on the disk once, and part of the layer when that is complete', () => {
  const trace = new TraceBuilder([{}]);
  const layer = { type: 'fetch', image: 'web:1', digest: 'sha256:a', layer: 0, bytes: 1_000 } as const;
  const content = { type: 'content', digest: 'sha256:a' } as const;
  const pull = (at: number, name: string, state: 'started' | 'failed' | 'fetched') =>
    trace.tell(at, `node-1/images/node-1/kubelet/default/${name}/app#fetch-0`, { ...layer, state });
  const store = 'node-1/images/content';
  pull(100, 'web', 'started');
  pull(200, 'web', 'failed');
  trace.tell(200, store, { ...content, state: 'left', bytes: 300 });
  pull(300, 'job', 'started');
  pull(400, 'job', 'failed');
  trace.tell(400, store, { ...content, state: 'left', bytes: 600 });
  pull(450, 'db', 'started');
  pull(500, 'db', 'fetched');
  const [node] = resourceView(trace.end(600)).nodes;
  const levels = new Map(node?.disk.atMs.map((at, index) => [at, node.disk.values[index]]));
  expect([...levels]).toEqual([
    [0, 0],
    [100, 1_000],
    [200, 300],
    [300, 1_000],
    [400, 600],
    [450, 1_000],
  ]);
});

const { records: cutOff } = runYaml(`apiVersion: windlass.dev/v1alpha1
kind: Scenario
registries: { docker.io: { authentication: none, blobStore: none, perResponse: unlimited, roundTrip: 20ms, connect: 0s } }
images: [{ name: "big:1", layers: [{ size: 8MB, unpackedSize: 9MB }] }]
nodes: { defaults: { link: 10MB/s } }
faults: [{ kind: connectionReset, afterBytes: 3MB, until: 2s }]
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: "big:1" }] }
`);

test('what a failed pull has left is on the disk until the runtime collects it', () => {
  const [left, collected] = cutOff.filter((record) => record.type === 'content');
  const disk = resourceView(cutOff).nodes[0]?.disk ?? { atMs: [], values: [] };
  expect(left).toMatchObject({ state: 'left', bytes: 3_000_000 });
  expect(collected).toMatchObject({ state: 'collected', bytes: 3_000_000 });
  const [leftMs = 0, collectedMs = 0] = [left?.at, collected?.at];
  expect(collectedMs - leftMs).toBeLessThan(250);
  expect([leftMs, collectedMs - 0.001, collectedMs].map((atMs) => valueAt(disk, atMs))).toEqual([
    3_000_000, 3_000_000, 0,
  ]);
  expect(disk.values.at(-1)).toBe(17_000_000);
});

test('levels of the disk leave out what other things take', () => {
  const kubelet = { imageGCHighThresholdPercent: 85, imageGCLowThresholdPercent: 80 };
  const node: Partial<HeaderNode> = { kubelet, diskBytes: 1_000, diskUsedBytes: 300, imageBytes: 50 };
  const [told] = resourceView(new TraceBuilder([node]).end(1)).nodes;
  expect(told).toMatchObject({
    diskMax: 700,
    gcHighBytes: 550,
    gcLowBytes: 500,
    disk: { atMs: [0], values: [50] },
  });
});

const { records: slowed } = runYaml(`apiVersion: windlass.dev/v1alpha1
kind: Scenario
registries: { docker.io: { authentication: none, blobStore: none, perResponse: unlimited, roundTrip: 20ms, connect: 0s } }
images: [{ name: "big:1", size: 800MB }]
nodes: { defaults: { link: 100MB/s } }
faults:
  - { kind: slowLink, link: 10MB/s, from: 3s, until: 5s }
  - { kind: stall, from: 7s, until: 8s }
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: "big:1" }] }
`);

test('a slow link and a stalled registry stand in the rates, and their ends are exact', () => {
  const { endErrorMsMax, links } = networkView(slowed);
  expect(endErrorMsMax).toBe(0);
  const link = links.get('node-1') ?? { atMs: [0], values: [0] };
  expect(resourceView(slowed).nodes[0]).toMatchObject({ linkMax: 100_000_000, link });
  // Of a pipe shared by so many responses less than a byte for each is lost to rounding.
  const near = (atMs: number) => Math.ceil(valueAt(link, atMs) / 100) * 100;
  expect([2_500, 4_000, 6_000, 7_500, 8_500].map(near)).toEqual([
    100_000_000, 10_000_000, 100_000_000, 0, 100_000_000,
  ]);
});

const withBody = (kind: string) =>
  runYaml(`apiVersion: windlass.dev/v1alpha1
kind: Scenario
registries: { docker.io: { authentication: none, blobStore: none, perResponse: unlimited, roundTrip: 20ms, connect: 0s } }
images: [{ name: "big:1", layers: [{ size: 80MB }, { size: 40MB }] }]
nodes: { defaults: { link: 100MB/s } }
faults: [{ kind: ${kind}, layer: 0, afterBytes: 10MB, times: 1 }]
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: "big:1" }] }
`).records;

test.each([
  // docs/measurements.md R8: a body that ends early is gone on with from its offset.
  ['breaks off', withBody('cutBody'), [100_000_000, 100_000_000, 100_000_000, 0]],
  // One that stalls takes no share any more: its sibling has the whole link.
  ['stalls', withBody('stalledBody'), [100_000_000, 100_000_000, 0, 0]],
])('a body that %s leaves the link to others, and the ends of all are exact', (_, records, rates) => {
  const { endErrorMsMax, links } = networkView(records);
  expect(endErrorMsMax).toBe(0);
  expect(
    [700, 1_000, 1_300, 1_900].map((atMs) =>
      valueAt(links.get('node-1') ?? { atMs: [0], values: [0] }, atMs),
    ),
  ).toEqual(rates);
});

test('a trace that does not tell what the wires carry shows mean rates', () => {
  const trace = new TraceBuilder();
  const fetch = { type: 'fetch', image: 'web:1', digest: 'd', layer: 0 } as const;
  const [one, other] = ['a', 'b'].map((name) => `node-1/images/kubelet/default/${name}/app#fetch-0`);
  trace.tell(1_000, one ?? '', { ...fetch, state: 'started', bytes: 300 });
  trace.tell(2_000, other ?? '', { ...fetch, state: 'started', bytes: 100 });
  trace.tell(3_000, other ?? '', { ...fetch, state: 'fetched', bytes: 100 });
  trace.tell(4_000, one ?? '', { ...fetch, state: 'fetched', bytes: 300 });
  const records = trace.end(5_000);
  expect(networkView(records).endErrorMsMax).toBeUndefined();
  expect(points(resourceView(records).nodes[0]?.link)).toEqual([
    [0, 0],
    [1_000, 100],
    [2_000, 200],
    [3_000, 100],
    [4_000, 0],
  ]);
});
