import { describe, expect, test } from 'vitest';
import { isAt, spansApart } from '../../../../src/interfaces/page/resources/band-row.ts';
import { bandRows } from '../../../../src/interfaces/page/resources/band-rows.ts';
import type { NodeResources } from '../../../../src/reports/run-view/node-resource-tracker.ts';
import type { RunActivity } from '../../../../src/reports/run-view/run-activity.ts';
import { idleNode } from '../../../reports/run-view/idle-node.ts';

const idle: RunActivity = {
  faults: [],
  nodes: [],
  pulls: { begunMs: [], succeededMs: [], failedMs: [] },
  layers: [],
};

function rows(node: Partial<NodeResources>, activity: Partial<RunActivity> = {}, ...expanded: string[]) {
  const source = { ...idleNode, ...node };
  return bandRows(
    { node: source, registries: [], activity: { ...idle, ...activity }, endMs: 10_000 },
    new Set(expanded),
  );
}

const faults = [
  { fault: 'registryDown', target: 'ghcr.io', fromMs: 0, toMs: 5_000 },
  { fault: 'stall', fromMs: 2_000, toMs: 3_000 },
  { fault: 'diskFull', target: 'node-1', fromMs: 6_000, toMs: 10_000 },
];

describe('the band above the pods', () => {
  test('has no row of what did not happen', () => {
    expect(rows({})).toEqual([]);
    expect(rows({ slotsInUse: { atMs: [0, 1], values: [0, 1] } }).map(({ key }) => key)).toEqual(['slots']);
  });

  test('has faults in as many rows as overlap, with what they do in words; the first row counts them', () => {
    const [first, second, ...none] = rows({}, { faults });
    expect(none).toEqual([]);
    expect(first).toMatchObject({ title: 'faults', look: 'faults', whole: '3' });
    expect(first?.spans.map(({ text }) => text)).toEqual(['ghcr.io down', 'the full disk of node-1']);
    expect(second?.spans.map(({ words }) => words)).toEqual([
      'every registry silent: 1.0 s, from 2.0 s to 3.0 s',
    ]);
    expect([2_500, 4_000, 5_500, 10_000].map((atMs) => first?.label(atMs))).toEqual([
      '2 of 3',
      '1 of 3',
      'none now',
      '1 of 3',
    ]);
    expect(second).toMatchObject({ title: '', whole: '' });
    expect(first?.summary).toBe(
      'ghcr.io down: 5.0 s, from 0 s to 5.0 s; the full disk of node-1: 4.0 s, from 6.0 s to 10 s.',
    );
  });

  test('has conditions and image GC of its node only, with what rounds freed', () => {
    const conditions = [
      { name: 'DiskPressure', message: 'kubelet has disk pressure', fromMs: 1_000, toMs: 4_000 },
      { name: 'kubelet restart', fromMs: 5_000, toMs: 5_000 },
    ];
    const removed = ['a:1', 'b:1', 'c:1', 'd:1', 'e:1', 'f:1', 'g:1'].map((image) => ({
      atMs: 2_000,
      image,
      freedBytes: 1e9,
    }));
    const rounds = [
      { fromMs: 2_000, toMs: 2_500, trigger: 'diskPressure' as const, removed, errors: [] },
      { fromMs: 6_000, toMs: 6_000, trigger: 'loop' as const, removed: [], errors: ['wanted 5 bytes'] },
    ];
    const nodes = [
      { node: 'node-2', conditions, rounds },
      { node: idleNode.node, conditions, rounds },
    ];
    const [condition, gc] = rows({}, { nodes });
    expect([condition?.title, condition?.label(1_500), condition?.label(4_500)]).toEqual([
      'node conditions',
      'DiskPressure',
      'none now',
    ]);
    expect(condition?.spans.map(({ words }) => words)).toEqual([
      'DiskPressure: 3.0 s, from 1.0 s to 4.0 s. kubelet has disk pressure',
      'kubelet restart: at 5.0 s',
    ]);
    expect([gc?.title, gc?.whole, gc?.label(2_100)]).toEqual([
      'image GC',
      '2 rounds, 7.0 GB',
      '7.0 GB freed',
    ]);
    expect(gc?.spans.map(({ words }) => words)).toEqual([
      'image GC under disk pressure at 2.0 s: 7.0 GB freed. a:1, b:1, c:1, d:1, e:1, 2 more',
      'image GC at 6.0 s: nothing to remove. wanted 5 bytes',
    ]);
    expect(rows({ node: 'node-3' }, { nodes })).toEqual([]);
  });

  test('shows what held nobody, and what is on the disk, where a person asks for it', () => {
    const images = [
      { image: 'redis:8', fromMs: 1_000, toMs: 3_000, bytes: 42e6 },
      { image: 'nginx:1', fromMs: 2_000, bytes: 71e6 },
    ];
    const tokens = { atMs: [0, 1], values: [10, 9] };
    const node = { images, tokens, tokensMax: 10 };
    const keysOf = (...expanded: string[]) => rows(node, {}, ...expanded).map(({ key }) => key);
    expect(keysOf()).toEqual(['more']);
    expect(keysOf('images')).toEqual(['more']);
    expect(keysOf('more')).toEqual(['more', 'tokens', 'images']);
    expect(keysOf('more', 'images')).toEqual([
      'more',
      'tokens',
      'images',
      'images redis:8',
      'images nginx:1',
    ]);
    const [more, , count, part] = rows(node, {}, 'more', 'images');
    expect(more).toMatchObject({ title: '2 more', isExpanded: true, isPart: false });
    expect(more?.whole).toBe('tokens of registryPullQPS, images on the disk');
    expect(count).toMatchObject({ whole: 'up to 2 images', isExpanded: true });
    expect([500, 2_000, 3_000, 10_000].map((atMs) => count?.label(atMs))).toEqual([
      '0 images',
      '2 images',
      '1 image',
      '1 image',
    ]);
    expect(part).toMatchObject({ title: 'redis:8 · 42 MB', isPart: true });
    expect(part).not.toHaveProperty('isExpanded');
  });
});

test('spans that touch share a row, those that overlap do not; each is there from its beginning to its end', () => {
  const span = (fromMs: number, toMs: number) => ({ fromMs, toMs, text: '', words: '' });
  const [one, two, three] = [span(0, 5), span(3, 6), span(5, 9)];
  expect(spansApart([three, one, two])).toEqual([[one, three], [two]]);
  expect([2, 3, 6, 7].map((atMs) => isAt(two, atMs))).toEqual([false, true, true, false]);
});
