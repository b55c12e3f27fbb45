import { expect, test } from 'vitest';
import { pullFigures } from '../../../src/reports/summary/pull-figures.ts';
import { type RunSummary, summarize } from '../../../src/reports/summary/summary.ts';
import { formatSummary } from '../../../src/reports/summary/summary-text.ts';
import { TraceBuilder } from '../trace-builder.ts';

const nothing = summarize(new TraceBuilder().end(0));

/** The line of the summary with this label. */
function line(label: string, more: Partial<RunSummary>, width = 600): string | undefined {
  const lines = formatSummary({ ...nothing, ...more }, { width, colour: false }).split('\n');
  return lines.find((text) => text.startsWith(label.padEnd(17)))?.slice(17);
}

const { nodes, bytes, pulls, pods, startup } = nothing;
const three = (ms: number) => ({ p50: ms, p90: ms * 2, p99: ms * 3 });

test.each<[string, Partial<RunSummary>, string | undefined]>([
  [
    'pods',
    { pods: { ...pods, total: 4, running: 1, ended: 1, notRunning: 1, rejected: 1, unplaced: 2 } },
    '4: 1 running, 1 ended, 1 not running, 1 rejected, 2 more without a node',
  ],
  ['pods', {}, '0: 0 running'],
  ['waiting', {}, 'none'],
  [
    'failures',
    {
      failures: [
        { reason: 'A', count: 2, error: '' },
        { reason: 'B', count: 1, error: '' },
      ],
    },
    'A 2, B 1',
  ],
  ['failures', {}, 'none'],
  [
    'bytes',
    { bytes: { downloadedBytes: 5e6, fromPeersBytes: 4e6, savedInFlightBytes: 1, savedOnDiskBytes: 2 } },
    '5.0 MB downloaded, 4.0 MB of them from peers, 1 B shared with a pull under way, 2 B on disk already',
  ],
  ['bytes', { bytes }, '0 B downloaded'],
  [
    'pulls',
    { pulls: { ...pulls, calls: 5, failed: 1, duplicates: 2 } },
    '5: 1 failed, 2 redundant (image present or being pulled)',
  ],
  ['pulls', { pulls }, '0'],
  ['nodes', { nodes }, undefined],
  [
    'nodes',
    {
      nodes: {
        ...nodes,
        notReady: 2,
        diskPressure: 3,
        imagesRemoved: 2,
        freedBytes: 5,
        believedBytes: 6,
        gcFailures: 2,
        podsDeleted: 1,
      },
    },
    'NotReady 2 times; disk pressure 3 times; image GC removed 2 images, 5 B freed of 6 B believed; image GC failed 2 times; 1 pod deleted',
  ],
  ['not measured', { notMeasured: ['a sentence'] }, 'a sentence'],
  ['not measured', {}, undefined],
  [
    'startup',
    {
      startup: {
        ...startup,
        pods: 3,
        leftOut: 1,
        sliMs: three(-1_000),
        totalMs: three(2_000),
        meanPartsMs: { ...startup.meanPartsMs, pull: 1_500, backOff: 20, init: 30, slot: 40, other: 50 },
      },
    },
    'SLI (without pulls and init containers) p50 -1.0 s, p99 -3.0 s, below zero as the kubelet takes off too much after failed pulls; total p50 2.0 s, p99 6.0 s (1 of 3 pods is not in the SLI); of the mean pod: pulling 1.5 s, waiting for a slot 40 ms, back-off 20 ms, init containers 30 ms, the rest 50 ms',
  ],
  [
    'startup',
    { startup: { ...startup, pods: 1, totalMs: three(0) } },
    'no pod in the SLI; total p50 0 ms, p99 0 ms',
  ],
])('%s: %j', (label, more, text) => {
  expect(line(label, more)).toBe(text);
});

test('known bugs have one line, or all of them one each, the label once; a number keeps its unit', () => {
  const bug = {
    id: 'a-bug',
    times: 1,
    firstAtMs: 1_000,
    nodes: [],
    subjects: ['web'],
    effect: 'waits',
    avoid: null,
    source: '',
  };
  const met = { ...nothing, knownBugs: [bug, { ...bug, id: 'other', times: 2 }] };
  expect(formatSummary(met, { width: 300, colour: false })).toContain(
    '\nknown bugs       a-bug, other (2 times); more with -v\n',
  );
  const text = formatSummary(met, { width: 300, colour: true, verbose: true });
  expect(text).toContain(
    '\u001b[1mknown bugs\u001b[22m       a-bug (1 time, first after 1.0 s, web): waits\n',
  );
  expect(text).toContain('\u001b[1m\u001b[22m                 other (2 times');
  const wait = {
    container: 'a',
    phase: 'stalled',
    fromMs: 0,
    toMs: 1,
    sentence: 'aaaaaaaaaaa bbbbbb 12 MB ccc',
  } as const;
  expect(formatSummary({ ...nothing, longestWait: wait }, { width: 10, colour: false })).toContain(
    '\nLongest wait: aaaaaaaaaaa bbbbbb 12 MB\nccc.\n\n',
  );
});

test('of the longest wait only an error is cut: a long sentence without one is told to its end', () => {
  const words = 'because of this '.repeat(30);
  const told = (phase: 'stalled' | 'backingOff') => {
    const longestWait = {
      container: 'a',
      phase,
      fromMs: 0,
      toMs: 1,
      sentence: `a waited ${words}and the runtime never cancels it`,
    } as const;
    return formatSummary({ ...nothing, longestWait }, { width: 1_000, colour: false });
  };
  expect(told('stalled')).toContain(`Longest wait: a waited ${words}and the runtime never cancels it.`);
  expect(told('backingOff')).toMatch(/Longest wait: a waited .* … .* and the runtime never cancels it\./);
});

test('of a rollout too only the wait is cut, and only one with an error', () => {
  const told = (phase: 'backingOff' | 'downloading', wait: string) => {
    const sentence = `Rollout of Deployment/web is not complete: ${'x '.repeat(100)}. ${wait}`;
    const slowest = { pod: 'default/web-0', arrivedMs: 0, timeToRunningMs: null, wait, phase };
    const of = {
      namespace: 'default',
      workload: 'Deployment/web',
      atMs: 0,
      pods: 1,
      running: 0,
      durationMs: null,
    };
    return formatSummary(
      { ...nothing, rollouts: [{ ...of, slowest, sentence }] },
      { width: 2_000, colour: false },
    );
  };
  const error = `web waited 5 s in back-off after 2 failed pulls of web:1 (ErrImagePull: ${'not found '.repeat(40)})`;
  expect(told('backingOff', error)).toMatch(
    /x \. web waited 5 s in back-off after 2 failed pulls of web:1 \(ErrImagePull: not .* … .*\)\.\n/,
  );
  const download = `web waited 5 s for its image after 2 failed pulls of web:1 ${'for long '.repeat(40)}indeed`;
  expect(told('downloading', download)).toContain(`${download}.\n`);
});

test('failures of one number stand in order of their names; what comes after the moment is not counted', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [['app', 'web:1']]);
  for (const [at, reason] of [
    [1, 'B'],
    [2, 'A'],
    [3, 'C'],
    [4, 'C'],
    [5, 'D'],
  ] as const)
    pod.pull(at, 'app', 'failed', 'web:1', { reason });
  for (const at of [6, 7]) pod.pull(at, 'app', 'backingOff', 'web:1');
  const early = summarize(trace.end(9), 4);
  expect(early.failures.map(({ reason, count }) => `${reason} ${count}`)).toEqual(['C 2', 'A 1', 'B 1']);
  expect([early.backOffs, summarize(trace.records, 6).backOffs, early.endReason]).toEqual([0, 1, null]);
  expect([summarize(trace.records, 9).endReason, summarize(trace.records, 9).backOffs]).toEqual([
    'settled',
    2,
  ]);
});

test('a pull counts once it reached the runtime; beside another of its image, or of one that is there, it is a duplicate', () => {
  const trace = new TraceBuilder([{}, { name: 'node-2' }]);
  const [a, b] = [trace.pod(0, 'a', [['app', 'x:1']]), trace.pod(0, 'b', [['app', 'x:1']])];
  const far = trace.pod(0, 'c', [['app', 'x:1']], { node: 'node-2' });
  const image = (at: number, state: 'present' | 'removed') =>
    trace.tell(at, 'node-1/images', { type: 'image', state, image: 'docker.io/library/x:1', ref: 'r' });
  const figures = () => {
    const { calls, succeeded, failed, duplicates } = pullFigures(trace.records, 1_000);
    return [calls, succeeded, failed, duplicates];
  };
  a.pull(1, 'app', 'failed', 'x:1');
  expect(figures()).toEqual([0, 0, 0, 0]);
  a.pull(2, 'app', 'pulling', 'x:1');
  far.pull(2, 'app', 'pulling', 'x:1');
  b.pull(3, 'app', 'pulling', 'x:1');
  expect(figures()).toEqual([3, 0, 0, 1]);
  a.pull(4, 'app', 'failed', 'x:1');
  b.pull(4, 'app', 'failed', 'x:1');
  a.pull(5, 'app', 'pulling', 'x:1');
  expect(figures()).toEqual([4, 0, 2, 1]);
  a.pull(6, 'app', 'pulled', 'x:1');
  b.pull(7, 'app', 'pulling', 'x:1');
  expect(figures()).toEqual([5, 1, 2, 2]);
  b.pull(8, 'app', 'failed', 'x:1');
  image(9, 'removed');
  b.pull(10, 'app', 'pulling', 'x:1');
  expect(figures()).toEqual([6, 1, 3, 2]);
  b.pull(11, 'app', 'failed', 'x:1');
  image(12, 'present');
  b.pull(13, 'app', 'pulling', 'x:1');
  a.pull(14, 'app', 'pulling', 'x:1');
  a.pull(15, 'app', 'pulling', 'x:1');
  expect(figures()).toEqual([9, 1, 4, 5]);
  const none = pullFigures(trace.records, 0);
  expect([none.calls, none.failed]).toEqual([0, 0]);
});
