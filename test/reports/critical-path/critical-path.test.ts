import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import { readInput, type SourceText } from '../../../src/inputs/read-input.ts';
import { wholeNodeInput } from '../../../src/proof/whole-node/whole-node-input.ts';
import { pathSpan } from '../../../src/reports/critical-path/critical-path.ts';
import { type PathExplanation, PathIndex } from '../../../src/reports/critical-path/path-explanation.ts';
import { headline } from '../../../src/reports/critical-path/path-text.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { root } from '../../tidy/sources.ts';
import { tries } from '../../tries.ts';
import { TraceBuilder } from '../trace-builder.ts';

const micros = (ms: number) => Math.round(ms * 1000);
const sumMicros = (parts: readonly { readonly tookMs: number }[]) =>
  parts.reduce((sum, { tookMs }) => sum + micros(tookMs), 0);

/**
 * From the records alone: when each container came with its pod or was added to it, and when it first ran.
 */
function startsOf(records: readonly TraceRecord[]): Map<string, { addedMs: number; ranMs?: number }> {
  const starts = new Map<string, { addedMs: number; ranMs?: number; startupMs: number; readyMs: number }>();
  for (const record of records) {
    if (record.type === 'pod' || record.type === 'scheduling')
      for (const { name, startupMs = 0 } of record.containers) {
        const key = `${record.pod.uid} ${name}`;
        if (!starts.has(key)) starts.set(key, { addedMs: record.at, startupMs, readyMs: Infinity });
      }
    if (record.type !== 'container' || (record.state !== 'running' && record.state !== 'exited')) continue;
    const start = starts.get(`${record.pod.uid} ${record.container}`);
    if (start === undefined) continue;
    // A container that ends before it is ready has run all the same.
    if (record.state === 'exited') start.ranMs ??= Math.min(start.readyMs, record.at);
    else if (start.readyMs <= record.at) start.ranMs ??= start.readyMs;
    if (record.state === 'running') start.readyMs = record.at + start.startupMs;
  }
  const endMs = records.at(-1)?.at ?? 0;
  for (const start of starts.values()) if (start.readyMs <= endMs) start.ranMs ??= start.readyMs;
  return starts;
}

/** Each row of a run with its path. */
function pathsOf(records: readonly TraceRecord[]) {
  const index = new PathIndex(records);
  return index.rows.map((row) => ({ row, path: index.explain(row) }));
}

/** What does not add up in the paths of a run. */
function wrongSums(records: readonly TraceRecord[], paths = pathsOf(records)): string[] {
  const starts = startsOf(records);
  return paths.flatMap(({ row, path }) => {
    const { container } = row;
    const start = starts.get(`${container.pod.uid} ${container.name}`);
    const name = `${path.pod}/${path.container}`;
    const wrong = [];
    if (start === undefined) return [`${name} is in no record`];
    const endMs = start.ranMs ?? pathSpan(row).toMs;
    if (sumMicros(path.links) !== micros(endMs) - micros(start.addedMs))
      wrong.push(`${name}: ${sumMicros(path.links)} µs`);
    if (start.ranMs !== undefined && path.reached !== 'running')
      wrong.push(`${name} ran, and is told as ${path.reached}`);
    if (!isWithoutGaps(path)) wrong.push(`${name} has a gap`);
    const wrongHolders = path.links.filter(({ heldBy, tookMs, fromMs, toMs }) => {
      const isOutside = heldBy?.some(
        (held) => held.fromMs < fromMs || held.toMs > toMs || sumMicros(held.phases) !== micros(held.tookMs),
      );
      return heldBy !== undefined && (isOutside || sumMicros(heldBy) > micros(tookMs));
    });
    return [...wrong, ...wrongHolders.map(({ sentence }) => `${name}: holders of "${sentence}"`)];
  });
}

function isWithoutGaps({ links, fromMs, toMs: endMs }: PathExplanation): boolean {
  const edges = [...links.map(({ fromMs }) => fromMs), endMs];
  return links.length === 0
    ? fromMs === endMs
    : edges[0] === fromMs && links.every(({ toMs }, index) => toMs === edges[index + 1]);
}

function recordsOf(sources: readonly SourceText[]): readonly TraceRecord[] {
  const result = readInput(sources, {});
  // What happens all night happens in its first hours too.
  return result.ok
    ? simulate({ ...result.input, horizonMicros: Math.min(result.input.horizonMicros, 2 * 3_600e6) }).records
    : [];
}

const source = (name: string): SourceText => ({ name, text: readFileSync(join(root, name), 'utf8') });
// kraken.yaml has no pods: its images are pulled ahead.
const examples = globSync('examples/**/*.yaml', {
  cwd: root,
  ignore: ['**/kraken.yaml', '**/after-the-fix/*'],
}).sort();
const afterTheFix = ['wait', 'delete', 'restart'].map((fix) =>
  ['pods', fix].map((name) => `examples/after-the-fix/${name}.yaml`),
);
const runs = [...examples.map((name) => [name]), ...afterTheFix].map((names) => ({ names }));

describe('the links of a path add up to the microsecond, from the pod that came to the container that ran', () => {
  test('there are examples', () => expect(examples.length).toBeGreaterThan(35));

  test.each(runs)('$names', ({ names }) => {
    const records = recordsOf(names.map(source));
    const paths = pathsOf(records);
    expect(wrongSums(records, paths)).toEqual([]);
    // Whoever let a pull in is named: all of a wait for a slot that ended, unless a kubelet restarted
    // meanwhile.
    const isRestarted = records.some((record) => record.type === 'node' && record.state !== 'started');
    const waits = paths.flatMap(({ path }) => path.links).filter(({ name }) => name === 'waitingForSlot');
    const unnamed = waits.filter(({ heldBy = [], tookMs }) => sumMicros(heldBy) !== micros(tookMs));
    if (!isRestarted) expect(unnamed).toEqual([]);
  });

  test('of random whole nodes', () => {
    fc.assert(
      fc.property(wholeNodeInput, (sources) => {
        expect(wrongSums(recordsOf(sources))).toEqual([]);
      }),
      { numRuns: tries.wholeRun },
    );
  });
});

test('a container that waits for its turn is explained by the containers of its pod that have theirs, and by the pod between them', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [
    ['init', 'busybox:1', 'init'],
    ['app', 'web:1'],
  ]);
  pod.pull(100, 'init', 'inspecting', 'busybox:1');
  pod.pull(101, 'init', 'waiting', 'busybox:1');
  pod.pull(101, 'init', 'pulling', 'busybox:1');
  pod.pull(901, 'init', 'pulled', 'busybox:1');
  pod.container(901, 'init', 'creating');
  pod.container(1_000, 'init', 'running');
  pod.container(3_000, 'init', 'exited');
  pod.pull(3_500, 'app', 'inspecting', 'web:1');
  pod.pull(3_501, 'app', 'present', 'web:1');
  pod.container(3_501, 'app', 'creating');
  pod.container(3_600, 'app', 'running');
  const index = new PathIndex(trace.records);
  const app = index.rows.find(({ container }) => container.name === 'app');
  const path = app && index.explain(app);
  expect(path?.links.map(({ name, container, tookMs }) => [name, container, tookMs])).toEqual([
    ['waitingForRound', undefined, 100],
    ['inspecting', 'init', 1],
    ['runtimeWork', 'init', 800],
    ['starting', 'init', 99],
    ['running', 'init', 2_000],
    ['waitingForRound', undefined, 500],
    ['inspecting', 'app', 1],
    ['starting', 'app', 99],
  ]);
  expect(path?.links[5]?.sentence).toBe('waited 500 ms until the kubelet saw that init has ended');
});

// computeInitContainerActions: what comes after a sidecar starts once that has started, and later failures of
// it hold up nobody.
test('what comes after a sidecar waits for its back-off until it first runs, and not for any later one', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [
    ['proxy', 'proxy:1', 'sidecar'],
    ['init', 'busybox:1', 'init'],
    ['app', 'web:1'],
  ]);
  pod.pull(100, 'proxy', 'pulling', 'proxy:1');
  pod.pull(200, 'proxy', 'failed', 'proxy:1', { reason: 'ErrImagePull', error: 'gone', untilMs: 10_200 });
  pod.pull(12_200, 'proxy', 'pulling', 'proxy:1');
  pod.pull(12_300, 'proxy', 'pulled', 'proxy:1');
  pod.container(12_300, 'proxy', 'creating');
  pod.container(12_400, 'proxy', 'running');
  pod.container(12_400, 'init', 'creating');
  pod.container(12_500, 'init', 'running');
  pod.container(13_000, 'proxy', 'exited');
  pod.pull(13_000, 'proxy', 'failed', 'proxy:1', { reason: 'ErrImagePull', error: 'gone', untilMs: 33_000 });
  pod.container(20_500, 'init', 'exited');
  pod.container(21_500, 'app', 'creating');
  pod.container(21_600, 'app', 'running');
  const index = new PathIndex(trace.records);
  const app = index.rows.find(({ container }) => container.name === 'app');
  const path = app && index.explain(app);
  expect(path?.links.map(({ name, container, tookMs }) => [name, container, tookMs])).toEqual([
    ['waitingForRound', undefined, 100],
    ['runtimeWork', 'proxy', 100],
    ['backingOff', 'proxy', 10_000],
    ['waitingForSync', 'proxy', 2_000],
    ['runtimeWork', 'proxy', 100],
    ['starting', 'proxy', 100],
    ['starting', 'init', 100],
    ['running', 'init', 8_000],
    ['waitingForRound', undefined, 1_000],
    ['starting', 'app', 100],
  ]);
});

test('for an image volume that fails wait only containers that come after it is there, while no init container has its turn', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [
    ['data', 'data:1', 'imageVolume'],
    ['init', 'busybox:1', 'init'],
    ['other', 'other:1'],
    ['app', 'web:1'],
  ]);
  pod.pull(100, 'data', 'pulling', 'data:1');
  pod.pull(200, 'data', 'failed', 'data:1', { reason: 'ErrImagePull', error: 'gone', untilMs: 10_200 });
  pod.container(200, 'init', 'creating');
  pod.container(300, 'init', 'running');
  pod.container(5_300, 'init', 'exited');
  pod.container(6_000, 'other', 'creating');
  pod.container(6_100, 'other', 'running');
  pod.pull(12_200, 'data', 'pulling', 'data:1');
  pod.pull(12_300, 'data', 'pulled', 'data:1');
  pod.container(12_300, 'app', 'creating');
  pod.container(12_400, 'app', 'running');
  const index = new PathIndex(trace.records);
  const links = (name: string) => {
    const row = index.rows.find(({ container }) => container.name === name);
    return row && index.explain(row).links.map((link) => [link.name, link.container, link.tookMs]);
  };
  const begin = [
    ['waitingForRound', undefined, 100],
    ['runtimeWork', 'data', 100],
    ['starting', 'init', 100],
    ['running', 'init', 5_000],
  ];
  expect(links('other')).toEqual([...begin, ['waitingForRound', undefined, 700], ['starting', 'other', 100]]);
  expect(links('app')).toEqual([
    ...begin,
    ['backingOff', 'data', 700],
    ['starting', 'other', 100],
    ['backingOff', 'data', 4_100],
    ['waitingForSync', 'data', 2_000],
    ['runtimeWork', 'data', 100],
    ['starting', 'app', 100],
  ]);
});

test('an ephemeral container is told from when it was added to its pod, any other from when the pod came', () => {
  const links: [] = [];
  const path = {
    pod: 'default/web-0',
    container: 'dbg',
    node: 'n',
    image: 'busybox:1',
    fromMs: 60_000,
    toMs: 61_000,
    tookMs: 1_000,
    links,
  };
  expect(headline({ ...path, kind: 'ephemeral', reached: 'running' })).toBe(
    'default/web-0/dbg (busybox:1) ran 1.0 s after it was added to its pod on n at 60 s.',
  );
  expect(headline({ ...path, kind: 'container', reached: 'waiting' })).toBe(
    "default/web-0/dbg (busybox:1) does not run: its pod came to n at 60 s, and at the run's end it has waited 1.0 s.",
  );
});
