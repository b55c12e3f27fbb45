import { describe, expect, test } from 'vitest';
import type { NodeResources } from '../../../src/reports/run-view/node-resource-tracker.ts';
import { resourceView } from '../../../src/reports/run-view/resource-view.ts';
import type { Series } from '../../../src/reports/run-view/series-builder.ts';
import type { HeaderNode, HeaderRecord } from '../../../src/trace/record.ts';
import { TraceBuilder } from '../trace-builder.ts';

type Told = Parameters<TraceBuilder['tell']>[2];

/** What one node's pulls compete for, in a trace of these records. */
function nodeOf(
  told: readonly (readonly [at: number, actor: string, record: Told])[],
  header: Partial<HeaderNode> = {},
): NodeResources {
  const trace = new TraceBuilder([header]);
  for (const [at, actor, record] of told) trace.tell(at, actor, record);
  const [node] = resourceView(trace.end(100_000)).nodes;
  if (node === undefined) throw new Error('no node');
  return node;
}

const stepsOf = ({ atMs, values }: Series) => atMs.map((at, index) => `${at}: ${values[index]}`);
const pod = { namespace: 'default', name: 'web', uid: 'u' };
const web = 'node-1/kubelet/default/web/app';
const pull = (
  state: 'waiting' | 'pulling' | 'pulled' | 'failed' | 'backingOff',
  more: object = {},
): Told => ({
  type: 'pull',
  state,
  pod,
  container: 'app',
  image: 'web:1',
  ...more,
});
const restart = (
  kubelet?: Readonly<Record<string, unknown>>,
  state: 'kubeletRestarted' | 'rebooting' | 'rebooted' | 'started' = 'kubeletRestarted',
): Told => ({
  type: 'node',
  state,
  ...(kubelet === undefined ? {} : { kubelet }),
});

describe('limits', () => {
  const thresholds = { imageGCHighThresholdPercent: 85, imageGCLowThresholdPercent: 80 };

  test('are those of the settings; where a restart changed them, the greatest', () => {
    const kubelet = { serializeImagePulls: false, maxParallelImagePulls: 3, ...thresholds };
    const header = { kubelet, diskBytes: 1_000 };
    expect(nodeOf([], header)).toMatchObject({
      slotsMax: 3,
      gcHighBytes: 850,
      gcLowBytes: 800,
      diskMax: 1_000,
    });
    const more = {
      maxParallelImagePulls: 5,
      imageGCHighThresholdPercent: 90,
      imageGCLowThresholdPercent: 70,
    };
    for (const state of ['kubeletRestarted', 'rebooted'] as const)
      expect(nodeOf([[10, 'node-1', restart(more, state)]], header)).toMatchObject({
        slotsMax: 5,
        gcHighBytes: 900,
        gcLowBytes: 800,
      });
    for (const state of ['started', 'rebooting'] as const)
      expect(nodeOf([[10, 'node-1', restart(more, state)]], header)).toMatchObject({
        slotsMax: 3,
        gcHighBytes: 850,
      });
    expect(nodeOf([[10, 'node-1', restart({ serializeImagePulls: true })]], header)).toMatchObject({
      slotsMax: 3,
    });
  });

  test.each<[string, Partial<HeaderNode>, number | undefined]>([
    ['serialized', { kubelet: { serializeImagePulls: true, maxParallelImagePulls: 4 } }, 1],
    ['unlimited', { kubelet: { serializeImagePulls: false } }, undefined],
    [
      'unlimited by null',
      { kubelet: { serializeImagePulls: false, maxParallelImagePulls: null } },
      undefined,
    ],
    [
      'of a release without a limit',
      { profile: '1.14', kubelet: { serializeImagePulls: false, maxParallelImagePulls: 4 } },
      undefined,
    ],
    [
      'of rules that nobody knows',
      { profile: '9.99', kubelet: { serializeImagePulls: false, maxParallelImagePulls: 4 } },
      4,
    ],
  ])('slots: %s', (_, header, slotsMax) => {
    expect(nodeOf([], header).slotsMax).toBe(slotsMax);
  });

  test('of a disk are those of the header, else what its first record says; without a size or a threshold there are none', () => {
    const low: Told = { type: 'disk', state: 'low', availableBytes: 1, capacityBytes: 400 };
    expect(nodeOf([[5, 'node-1/disk', low]], { kubelet: thresholds })).toMatchObject({
      diskMax: 400,
      gcHighBytes: 340,
    });
    expect(nodeOf([[5, 'node-1/disk', low]], { kubelet: thresholds, diskBytes: 1_000 })).toMatchObject({
      diskMax: 1_000,
    });
    expect(
      nodeOf([[5, 'node-1/disk', { type: 'disk', state: 'low', availableBytes: 1 }]], {
        kubelet: thresholds,
      }),
    ).not.toHaveProperty('gcHighBytes');
    const none = nodeOf([], { diskBytes: 1_000, diskUsedBytes: 1_200 });
    expect(none).toMatchObject({ diskMax: 0 });
    for (const name of ['gcHighBytes', 'gcLowBytes', 'linkMax', 'takenInBy', 'tokens'])
      expect(none).not.toHaveProperty(name);
  });

  test('of what comes in are those of the link, or of what takes it in more slowly', () => {
    const linkBytesPerSecond = 1_000;
    expect(nodeOf([], { linkBytesPerSecond })).toMatchObject({ linkMax: 1_000 });
    const intake = { bytesPerSecond: 100, limit: 'cpus' } as const;
    expect(nodeOf([], { linkBytesPerSecond, intake })).toMatchObject({ linkMax: 100, takenInBy: 'cpus' });
  });

  test('of registries stand beside what they send, by host; a node that no header has is followed too', () => {
    const trace = new TraceBuilder();
    trace.records[0] = {
      ...(trace.records[0] as HeaderRecord),
      registries: { 'b.io': { egressBytesPerSecond: 1_000 }, 'a.io': {} },
    };
    trace.tell(5, 'node-9/kubelet/default/web/app', pull('waiting'));
    trace.tell(6, 'faults/1', { type: 'fault', state: 'began', fault: 'registryDown' });
    trace.tell(7, 'b.io', { type: 'pullLimit', registry: 'b.io', client: 'x', pullsMax: 1, untilMs: 9 });
    trace.tell(8, 'node-1', { type: 'pod', state: 'added', pod, containers: [] });
    const { nodes, registries } = resourceView(trace.end(10));
    const nothing = { atMs: [0], values: [0] };
    expect(registries).toEqual([
      { host: 'a.io', egress: nothing },
      { host: 'b.io', egress: nothing, egressMax: 1_000 },
    ]);
    expect(nodes.map(({ node, link }) => [node, link])).toEqual([
      ['node-1', nothing],
      ['node-9', nothing],
    ]);
  });
});

test('tokens go with pulls alone, and a new kubelet has a full bucket of its own settings', () => {
  const call = (op: 'PullImage' | 'GetImageRef'): Told => ({ type: 'runtime', op, image: 'web:1' });
  const { tokens, tokensMax } = nodeOf(
    [
      [1_000, web, call('GetImageRef')],
      [2_000, web, call('PullImage')],
      [2_100, 'node-1', restart({ registryBurst: 3 })],
    ],
    { kubelet: { registryPullQPS: 0.5, registryBurst: 2 } },
  );
  expect(tokens && stepsOf(tokens)).toEqual(['0: 2', '2000: 1', '2100: 3']);
  expect(tokensMax).toBe(3);
  const without = nodeOf([[1, web, call('PullImage')]], { kubelet: { registryPullQPS: 5 } });
  expect([without.tokens, without.tokensMax]).toEqual([undefined, undefined]);
});

test('slots are held by pulls alone; a node that goes down frees them', () => {
  const { slotsInUse, slotsWaiting } = nodeOf([
    [10, web, pull('waiting')],
    [15, web, pull('waiting')],
    [20, web, pull('pulling')],
    [30, 'node-1', { type: 'imageGC', state: 'finished', trigger: 'loop' }],
    [40, 'node-1', restart(undefined, 'rebooted')],
    [50, 'node-1', restart(undefined, 'rebooting')],
    [60, web, pull('failed')],
  ]);
  expect(stepsOf(slotsInUse)).toEqual(['0: 0', '20: 1', '50: 0']);
  expect(stepsOf(slotsWaiting)).toEqual(['0: 0', '10: 1', '20: 0']);
});

test('a window opens with a failure that has one; the next of the same key cuts it, and so does the end of the kubelet', () => {
  const failed = (windowMs: number, untilMs: number, more: object = {}) =>
    pull('failed', { windowMs, untilMs, ...more });
  const { backOffs } = nodeOf([
    [1_000, web, failed(10_000, 11_000)],
    [5_000, web, pull('backingOff', { windowMs: 10_000, untilMs: 11_000 })],
    [6_000, web, pull('failed', { untilMs: 16_000 })],
    [6_000, web, pull('failed', { windowMs: 10_000 })],
    [8_000, web, failed(20_000, 28_000)],
    [8_000, web, failed(10_000, 18_000, { image: 'log:1' })],
    [20_000, 'node-1', restart(undefined, 'rebooted')],
    [21_000, 'node-1', restart(undefined, 'rebooting')],
  ]);
  expect(backOffs).toEqual([
    {
      key: 'u_web:1',
      pod: 'default/web',
      image: 'web:1',
      windows: [
        { fromMs: 1_000, untilMs: 8_000, windowMs: 10_000 },
        { fromMs: 8_000, untilMs: 21_000, windowMs: 20_000 },
      ],
    },
    {
      key: 'u_log:1',
      pod: 'default/web',
      image: 'log:1',
      windows: [{ fromMs: 8_000, untilMs: 18_000, windowMs: 10_000 }],
    },
  ]);
});

test('images stay from when they came or were first seen; their size is that of a pull, else what image GC believed', () => {
  const image = (state: 'present' | 'removed', name: string): Told => ({
    type: 'image',
    state,
    image: name,
    ref: 'r',
  });
  const removed = (name: string, believedBytes?: number): Told => ({
    type: 'imageGC',
    state: 'removed',
    trigger: 'loop',
    image: name,
    ...(believedBytes === undefined ? {} : { believedBytes }),
  });
  const { images } = nodeOf([
    [10, 'node-1/images', image('present', 'b:1')],
    [10, 'node-1/images', image('present', 'a:1')],
    [20, 'node-1/images', image('present', 'a:1')],
    [30, web, pull('pulled', { image: 'a:1', sizeBytes: 5 })],
    [40, 'node-1/image-gc', removed('a:1', 9)],
    [40, 'node-1/images', image('removed', 'a:1')],
    [50, 'node-1/images', image('present', 'a:1')],
    [60, 'node-1/image-gc', removed('old:1', 7)],
    [60, 'node-1/images', image('removed', 'old:1')],
    [70, 'node-1/image-gc', removed('b:1')],
  ]);
  expect(images).toEqual([
    { image: 'old:1', fromMs: 0, toMs: 60, bytes: 7 },
    { image: 'a:1', fromMs: 10, toMs: 40, bytes: 5 },
    { image: 'b:1', fromMs: 10 },
    { image: 'a:1', fromMs: 50, bytes: 5 },
  ]);
});

describe('the disk', () => {
  const runtime = (name: string) => `node-1/images/kubelet/default/${name}/app`;
  const fetch = (
    state: 'started' | 'fetched' | 'failed',
    digest: string,
    layer: number,
    bytes: number,
  ): Told => ({
    type: 'fetch',
    state,
    image: 'x',
    digest,
    layer,
    bytes,
  });
  const unpack = (
    state: 'started' | 'finished' | 'failed',
    digest: string,
    layer: number,
    bytes: number,
  ): Told => ({
    type: 'unpack',
    state,
    image: 'x',
    digest,
    layer,
    bytes,
  });
  const image = (state: 'present' | 'removed', name: string, caller?: string): Told =>
    ({
      type: 'image',
      state,
      image: name,
      ref: 'r',
      ...(caller === undefined ? {} : { because: { kind: 'pull', actor: runtime(caller) } }),
    }) as Told;
  /** A layer that is fetched and unpacked. */
  const load = (at: number, name: string, digest: string, layer: number, bytes: number) =>
    [
      [at, runtime(name), fetch('started', digest, layer, bytes)],
      [at + 1, runtime(name), fetch('fetched', digest, layer, bytes)],
      [at + 2, runtime(name), unpack('started', digest, layer, bytes * 10)],
      [at + 3, runtime(name), unpack('finished', digest, layer, bytes * 10)],
    ] as const;

  test('holds what images share once, until the last of them goes', () => {
    const { disk } = nodeOf([
      ...load(10, 'web', 'base', 0, 1),
      ...load(20, 'web', 'top', 1, 2),
      [30, 'node-1/images', image('present', 'web:1', 'web')],
      ...load(40, 'db', 'base', 0, 1),
      ...load(50, 'db', 'other', 1, 4),
      [60, 'node-1/images', image('present', 'db:1', 'db')],
      [70, 'node-1/images', image('removed', 'web:1')],
      [80, 'node-1/images', image('removed', 'unknown:1')],
      [90, 'node-1/images', image('removed', 'db:1')],
    ]);
    expect(stepsOf(disk)).toEqual([
      ...['0: 0', '10: 1', '12: 11', '20: 13', '22: 33'],
      ...['40: 34', '41: 33', '42: 43', '43: 33', '50: 37', '52: 77', '70: 55', '90: 0'],
    ]);
  });

  test('loses what a pull has not completed when that is given up; what it has completed goes with the next image', () => {
    const { disk } = nodeOf([
      ...load(10, 'web', 'base', 0, 1),
      [20, web, { type: 'runtime', op: 'PullImage', image: 'x' }],
      [30, runtime('web'), fetch('started', 'top', 1, 5)],
      [35, runtime('web'), unpack('started', 'top', 1, 50)],
      [40, runtime('web'), unpack('failed', 'top', 1, 50)],
      [50, web, { type: 'runtime-return', op: 'PullImage', image: 'x', error: 'boom' }],
      [60, 'node-1/images', image('removed', 'any:1')],
    ]);
    expect(stepsOf(disk)).toEqual(['0: 0', '10: 1', '12: 11', '30: 16', '35: 66', '40: 11', '60: 0']);
  });

  test('holds of images of the start what image GC says that all still take', () => {
    const gc = { type: 'imageGC', state: 'removed', trigger: 'loop', image: 'old:1' } as const;
    const { disk } = nodeOf(
      [
        ...load(10, 'web', 'base', 0, 1),
        [20, 'node-1/images', image('present', 'web:1', 'web')],
        [30, 'node-1/image-gc', { ...gc, heldBytes: 31 }],
        [40, 'node-1/image-gc', { ...gc, state: 'failed', heldBytes: 5 }],
        [50, 'node-1/image-gc', gc],
      ],
      { imageBytes: 100 },
    );
    expect(stepsOf(disk)).toEqual(['0: 100', '10: 101', '12: 111', '30: 31']);
  });
});
