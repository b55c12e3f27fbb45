import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import {
  type ResourceChart,
  rateWords,
  resourceCharts,
  seriesFacts,
  stackedSeries,
} from '../../../src/interfaces/page/resources/resource-charts.ts';
import { backOffRows, imageRows } from '../../../src/interfaces/page/resources/strip-rows.ts';
import { simulatedInput } from '../../../src/interfaces/page/worker/made-run.ts';
import type { NodeResources } from '../../../src/reports/run-view/node-resource-tracker.ts';
import { resourceView } from '../../../src/reports/run-view/resource-view.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { idleNode } from '../../reports/run-view/idle-node.ts';

const known = new Map<string, readonly TraceRecord[]>();

/** The example's trace; it is simulated once for each request. */
function recordsOf(settings: RunRequest): readonly TraceRecord[] {
  const before = known.get(JSON.stringify(settings));
  if (before !== undefined) return before;
  const text = readFileSync('examples/web-rollout.yaml', 'utf8');
  const read = simulatedInput({ kind: 'simulate', sources: [{ name: 'web.yaml', text }], settings });
  if (!read.ok) throw new Error(read.errors.join('\n'));
  const { records } = simulate(read.input);
  known.set(JSON.stringify(settings), records);
  return records;
}

function shown(set: readonly string[] = [], more: Partial<RunRequest> = {}) {
  const records = recordsOf({ set, ...more });
  const { nodes, registries } = resourceView(records);
  const endMs = records.at(-1)?.at ?? 0;
  const [node] = nodes as [NodeResources];
  return {
    node,
    endMs,
    charts: new Map<string, ResourceChart>(
      resourceCharts(node, registries, endMs).map((chart) => [chart.key, chart]),
    ),
  };
}

test('each chart says its value at a moment, and all of it in a sentence', () => {
  const { charts } = shown();
  expect([...charts.keys()]).toEqual([
    'slots',
    'tokens',
    'link',
    'registry registry.example.com',
    'registry prod-registry-k8s-io.s3.amazonaws.com',
    'registry production.cloudflare.docker.com',
    'registry docker.io',
    'registry registry.k8s.io',
    'disk',
  ]);
  expect(charts.get('slots')?.readout(2_000)).toBe('2 of 2 in use · 1 waiting');
  expect(charts.get('slots')?.summary).toMatch(
    /^Pull slots: at most 2 at once; 2 in use at the most; all in use for [\d.]+ s \(\d+ %\); up to \d waiting\.$/,
  );
  expect(charts.get('tokens')?.readout(0)).toBe('10 of 10');
  expect(charts.get('link')?.readout(3_000)).toBe('400 Mbit/s of 1 Gbit/s');
  expect(charts.get('disk')?.summary).toMatch(
    /^Disk: at most [\d.]+ [MG]B of 100 GB, after .*, GC from 85 GB\.$/,
  );
});

test('where there is no limit, or nothing, it says so', () => {
  const { charts } = shown(['serializeImagePulls=false', 'maxParallelImagePulls=null', 'registryPullQPS=0'], {
    link: 'unlimited',
  });
  expect(charts.get('slots')?.summary).toContain('no limit is set');
  expect(charts.get('slots')?.levels).toEqual([]);
  expect(charts.get('tokens')?.empty).toBe('no limit is set: registryPullQPS is 0');
  // What the disk writes is a limit too.
  expect(charts.get('link')?.readout(0)).toBe('0 bit/s of 1 Gbit/s');
  expect(resourceCharts(idleNode, [], 0).map(({ empty }) => empty)).toEqual([
    'no pull took a slot',
    'no limit is set: registryPullQPS is 0',
    'nothing came over the link',
    'no image on the disk',
  ]);
});

test('images and back-off windows are rows of bars', () => {
  const { node, endMs } = shown();
  const images = imageRows(node, endMs);
  expect(images.map(({ label }) => label)).toContainEqual(expect.stringMatching(/^redis:8\.2 · \d+ MB$/));
  const backOffs = backOffRows(node);
  expect(backOffs.flatMap(({ bars }) => bars.map(({ text }) => text))).toEqual(
    expect.arrayContaining(['10 s', '20 s']),
  );
});

test('names from manifests are shown without what could hide or move text', () => {
  const { node } = shown();
  const hostile = {
    ...node,
    images: [{ image: 'a/\u202e<b>', fromMs: 0 }],
    backOffs: [{ key: 'k', pod: 'x\u0007', image: 'a/b', windows: [] }],
  };
  expect(imageRows(hostile, 9)[0]?.label).toBe('\\u202e<b>');
  expect(backOffRows(hostile)[0]?.label).toBe('x\\x07 · b');
});

test('facts and sums of series', () => {
  const series = { atMs: [0, 10, 20], values: [1, 4, 2] };
  expect(seriesFacts(series, 50, 4)).toEqual({ peak: 4, peakAtMs: 10, fullMs: 10 });
  expect(seriesFacts(series, 50, 2)).toEqual({ peak: 4, peakAtMs: 10, fullMs: 40 });
  expect(stackedSeries(series, { atMs: [0, 15], values: [0, 5] })).toEqual({
    atMs: [0, 10, 15, 20],
    values: [1, 4, 9, 7],
  });
  expect([0, 125, 125e6, 117.5e6, 1e15].map(rateWords)).toEqual([
    '0 bit/s',
    '1 kbit/s',
    '1 Gbit/s',
    '940 Mbit/s',
    '8000 Tbit/s',
  ]);
});
