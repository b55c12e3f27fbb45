import { describe, expect, test } from 'vitest';
import { nodeCounters, registryCounter } from '../../../src/reports/perfetto/counters.ts';
import { nodeInstants } from '../../../src/reports/perfetto/instants.ts';
import { perfettoTrace } from '../../../src/reports/perfetto/perfetto-trace.ts';
import { causeArrows, phaseSlices, rowName } from '../../../src/reports/perfetto/row-tracks.ts';
import { slotHolds } from '../../../src/reports/perfetto/slot-holds.ts';
import { inReadingOrder, type TraceEvent, Tracks } from '../../../src/reports/perfetto/trace-event.ts';
import type { NodeResources } from '../../../src/reports/run-view/node-resource-tracker.ts';
import type { BarView, RowView, RunView } from '../../../src/reports/run-view/run-view.ts';
import { TraceBuilder } from '../trace-builder.ts';

const track = { pid: 1, tid: 1 };

test('instants: events, failed pulls, conditions, restarts, removed images, each with its category and what is known of it', () => {
  const trace = new TraceBuilder();
  const web = trace.pod(0, 'web', [['app', 'web:1']]);
  web.event(1, 'Pulling', 'Pulling image');
  trace.tell(2, 'node-1', { type: 'event', eventType: 'Warning', reason: 'NodeNotReady', message: 'm' });
  web.pull(3, 'app', 'failed', 'web:1', { reason: 'RegistryUnavailable', error: 'x' });
  web.pull(4, 'app', 'failed', 'web:1');
  web.pull(4, 'app', 'pulled', 'web:1');
  trace.tell(5, 'node-1/pre-pull/image-1', {
    type: 'prePull',
    state: 'failed',
    image: 'a:1',
    error: 'reset',
    attempt: 2,
  });
  trace.tell(5, 'node-1/pre-pull/image-1', { type: 'prePull', state: 'failed' });
  trace.tell(5, 'node-1/pre-pull/image-1', { type: 'prePull', state: 'pulled' });
  trace.tell(6, 'node-1/kubelet', {
    type: 'condition',
    condition: 'Ready',
    status: 'False',
    reason: 'r',
    message: 'm',
  });
  trace.tell(7, 'node-1', { type: 'node', state: 'started' });
  trace.tell(7, 'node-1', { type: 'node', state: 'rebooting' });
  for (const state of ['removed', 'failed', 'finished'] as const)
    trace.tell(8, 'node-1/image-gc', { type: 'imageGC', trigger: 'loop', state, image: 'old:1' });
  trace.tell(8, 'node-1/image-gc', { type: 'imageGC', trigger: 'loop', state: 'removed' });
  trace.tell(9, 'node-9', { type: 'node', state: 'rebooting' });
  const instants = nodeInstants(trace.end(10), new Map([['node-1', track]]));
  for (const event of instants) expect(event).toMatchObject({ ph: 'i', s: 't', ...track });
  expect(
    instants.map((event) => [
      event.ph === 'i' && event.ts,
      event.ph === 'i' && event.cat,
      event.name,
      event.ph === 'i' && event.args,
    ]),
  ).toEqual([
    [1_000, 'event', 'Pulling default/web', { type: 'Normal', message: 'Pulling image' }],
    [2_000, 'event', 'NodeNotReady', { type: 'Warning', message: 'm' }],
    [
      3_000,
      'failure',
      'failed pull default/web/app',
      { image: 'web:1', reason: 'RegistryUnavailable', error: 'x' },
    ],
    [4_000, 'failure', 'failed pull default/web/app', { image: 'web:1', reason: 'ErrImagePull', error: '' }],
    [5_000, 'failure', 'failed pre-pull a:1', { attempt: 2, error: 'reset' }],
    [5_000, 'failure', 'failed pre-pull an image', { attempt: 1, error: '' }],
    [6_000, 'node', 'Ready False', { reason: 'r', message: 'm' }],
    [7_000, 'node', 'rebooting', {}],
    [8_000, 'node', 'image GC removed old:1', {}],
    [8_000, 'node', 'image GC removed an image', {}],
  ]);
});

test('counters have their unit in their name; what is zero throughout has none', () => {
  const nothing = { atMs: [0], values: [0] };
  const series = (...values: readonly number[]) => ({ atMs: values.map((_, index) => index), values });
  const resources: NodeResources = {
    node: 'node-1',
    slotsInUse: series(0, 2),
    slotsWaiting: nothing,
    tokens: series(5, 4.5),
    link: series(0, 1_234_567.8),
    disk: series(0, 3e6),
    images: [],
    backOffs: [],
  };
  const told = (events: readonly TraceEvent[]) =>
    events.map(({ ph, name, ...event }) => [
      ph,
      name,
      'ts' in event && event.ts,
      'args' in event && event.args,
    ]);
  expect(told(nodeCounters(resources, track))).toEqual([
    ['C', 'pull slots', 0, { 'in use': 0 }],
    ['C', 'pull slots', 1_000, { 'in use': 2 }],
    ['C', 'registryPullQPS', 0, { tokens: 5 }],
    ['C', 'registryPullQPS', 1_000, { tokens: 4.5 }],
    ['C', 'link', 0, { 'MB/s': 0 }],
    ['C', 'link', 1_000, { 'MB/s': 1.234568 }],
    ['C', 'disk', 0, { 'MB of images': 0 }],
    ['C', 'disk', 1_000, { 'MB of images': 3 }],
  ]);
  expect(told(registryCounter({ host: '', egress: series(1e6) }, track))).toEqual([
    ['C', 'a registry', 0, { 'MB/s': 1 }],
  ]);
  expect(told(registryCounter({ host: 'r.io', egress: series(1e6) }, track))[0]?.[1]).toBe('r.io');
});

test('a slot is held until the pull ends, whoever ends it', () => {
  const trace = new TraceBuilder([{}, { name: 'node-2' }]);
  const [a, b, c, d] = [
    trace.pod(0, 'a', [['app', 'a:1']]),
    trace.pod(0, 'b', [['app', 'b:1']]),
    trace.pod(0, 'c', [['app', 'c:1']], { node: 'node-2' }),
    trace.pod(0, 'd', [['app', 'd:1']]),
  ];
  for (const pod of [a, b, c, d]) pod.pull(10, 'app', 'pulling', 'x:1');
  a.pull(20, 'app', 'pulled', 'x:1', { sizeBytes: 5 });
  a.pull(25, 'app', 'present', 'x:1');
  d.pull(28, 'app', 'inspecting', 'x:1');
  trace.tell(29, 'node-1', { type: 'node', state: 'rebooted' });
  trace.tell(30, 'node-1', { type: 'node', state: 'kubeletRestarted' });
  b.pull(40, 'app', 'pulling', 'x:1');
  b.pull(45, 'app', 'failed', 'x:1');
  b.pull(50, 'app', 'pulling', 'x:1');
  trace.tell(60, 'node-1', { type: 'node', state: 'rebooting' });
  const holds = slotHolds(trace.end(100));
  expect(
    holds.map(
      ({ node, container, fromMs, toMs, end }) => `${node} ${container} ${fromMs}–${toMs} ${end?.state}`,
    ),
  ).toEqual([
    'node-1 default/a/app 10–20 pulled',
    'node-1 default/b/app 10–30 undefined',
    'node-2 default/c/app 10–100 undefined',
    'node-1 default/d/app 10–28 undefined',
    'node-1 default/b/app 40–45 failed',
    'node-1 default/b/app 50–60 undefined',
  ]);
});

describe('a whole trace', () => {
  const eventsOf = (trace: TraceBuilder, endMs: number) =>
    (
      JSON.parse(perfettoTrace(trace.end(endMs))) as {
        traceEvents: (TraceEvent & {
          args: Record<string, unknown>;
          dur?: number;
          ts?: number;
          cat?: string;
        })[];
      }
    ).traceEvents;

  test('has a track for each fault, to its end or that of the run, and one for each slot that was held at once', () => {
    const trace = new TraceBuilder([{ kubelet: { serializeImagePulls: false } }]);
    const fault = (at: number, actor: string, state: 'began' | 'ended', target?: string) =>
      trace.tell(at, actor, {
        type: 'fault',
        state,
        fault: 'registryDown',
        ...(target === undefined ? {} : { target }),
      });
    const [a, b] = [trace.pod(0, 'a', [['app', 'a:1']]), trace.pod(0, 'b', [['app', 'b:1']])];
    a.pull(100, 'app', 'pulling', 'a:1');
    b.pull(150, 'app', 'pulling', 'b:1');
    fault(200, 'faults/1', 'began', 'r.io');
    a.pull(250, 'app', 'pulled', 'a:1', { waitedMs: 7, sizeBytes: 9 });
    fault(300, 'faults/1', 'ended', 'r.io');
    fault(400, 'faults/1', 'began', 'r.io');
    fault(450, 'faults/2', 'began');
    const events = eventsOf(trace, 1_000);
    const slices = (cat: string) =>
      events.filter((event) => event.cat === cat).map(({ name, ts, dur, args }) => [name, ts, dur, args]);
    expect(slices('fault')).toEqual([
      ['registryDown of r.io', 200_000, 100_000, { fault: 'registryDown' }],
      ['registryDown of r.io', 400_000, 600_000, { fault: 'registryDown' }],
      ['registryDown', 450_000, 550_000, { fault: 'registryDown' }],
    ]);
    expect(slices('pull')).toEqual([
      ['default/a/app', 100_000, 150_000, { image: 'a:1', outcome: 'pulled', waited_ms: 7, image_bytes: 9 }],
      ['default/b/app', 150_000, 850_000, { image: 'b:1', outcome: 'cut short' }],
    ]);
    const named = (what: string) =>
      events.filter(({ name }) => name === what).map(({ args }) => args.name ?? args.labels);
    expect(named('process_name')).toEqual(['node-1', 'scenario']);
    expect(named('process_labels')).toEqual([
      'kubelet v1.36.3 · containerd:∕∕2.4 · parallel pulls'.replaceAll('∕', '/'),
    ]);
    expect(named('thread_name')).toEqual([
      'events',
      'pull slot 1',
      'pull slot 2',
      'default/a/app',
      'default/b/app',
      'faults',
      'registryDown of r.io',
      'registryDown',
    ]);
  });

  test('of no header has no seed', () => {
    expect(JSON.parse(perfettoTrace([]))).toEqual({ displayTimeUnit: 'ms', otherData: {}, traceEvents: [] });
  });
});

describe('rows', () => {
  const pod = { namespace: 'default', name: 'web', uid: 'u' };
  const row = (bars: readonly BarView[], more: Partial<RowView> = {}): RowView => ({
    node: 'node-1',
    pod,
    container: 'app',
    kind: 'container',
    image: 'web:1',
    actor: 'x',
    arrivedMs: 0,
    state: 'running',
    bars,
    failures: [],
    ...more,
  });
  const cause = (atMs: number, of?: number) => ({
    kind: 'slot',
    actor: 'y',
    atMs,
    ...(of === undefined ? {} : { row: of }),
  });

  test('phases are slices that say why and because of what; what runs says nothing, what has ended is none', () => {
    const bars: BarView[] = [
      { phase: 'waitingForSlot', fromMs: 0, toMs: 10, cause: cause(3) },
      { phase: 'downloading', fromMs: 10, toMs: 20 },
      { phase: 'running', fromMs: 20, toMs: 30 },
      { phase: 'ended', fromMs: 30, toMs: 40 },
    ];
    const slices = phaseSlices(row(bars), track, (bar) => (bar === 1 ? '' : `why ${bar}`));
    expect(
      slices.map((slice) => [slice.name, slice.ph === 'X' && [slice.ts, slice.dur, slice.args]]),
    ).toEqual([
      [
        'waiting for a slot',
        [0, 10_000, { phase: 'waitingForSlot', image: 'web:1', why: 'why 0', because: 'slot: y' }],
      ],
      ['downloading', [10_000, 10_000, { phase: 'downloading', image: 'web:1' }]],
      ['running', [20_000, 10_000, { phase: 'running', image: 'web:1' }]],
    ]);
    expect([row([]), row([], { pod: undefined } as never)].map(rowName)).toEqual([
      'default/web/app',
      'pre-pull web:1',
    ]);
  });

  const tracks = [
    { pid: 1, tid: 2 },
    { pid: 1, tid: 3 },
  ];
  /** From the first row, which is busy from 10 to 20 ms and has then ended, to the second. */
  const arrow = (bars: readonly BarView[]) => {
    const holder = row([
      { phase: 'downloading', fromMs: 10, toMs: 20 },
      { phase: 'ended', fromMs: 20, toMs: 90 },
    ]);
    return causeArrows({ rows: [holder, row(bars)] } as unknown as RunView, tracks).map((event) =>
      'ts' in event ? `${event.ph} ${event.tid} ${event.ts}` : '',
    );
  };

  test.each<[string, readonly BarView[], readonly string[]]>([
    [
      'within the wait',
      [{ phase: 'waitingForSlot', fromMs: 5, toMs: 30, cause: cause(15, 0) }],
      ['s 2 15000', 'f 3 15000'],
    ],
    [
      'before the wait: to its beginning',
      [{ phase: 'waitingForSlot', fromMs: 18, toMs: 30, cause: cause(15, 0) }],
      ['s 2 15000', 'f 3 18000'],
    ],
    [
      'at the end of what caused it: that is its doing',
      [{ phase: 'waitingForSlot', fromMs: 5, toMs: 30, cause: cause(20, 0) }],
      ['s 2 19999', 'f 3 20000'],
    ],
    [
      'that ended the wait: to what comes next',
      [
        { phase: 'waitingForSlot', fromMs: 5, toMs: 15, cause: cause(15, 0) },
        { phase: 'resolving', fromMs: 15, toMs: 30 },
      ],
      ['s 2 15000', 'f 3 15000'],
    ],
    [
      'that ended the wait, and nothing comes next',
      [
        { phase: 'waitingForSlot', fromMs: 5, toMs: 16, cause: cause(16, 0) },
        { phase: 'ended', fromMs: 16, toMs: 30 },
      ],
      [],
    ],
    ['before anything was there', [{ phase: 'waitingForSlot', fromMs: 5, toMs: 30, cause: cause(9, 0) }], []],
    ['after it has ended', [{ phase: 'waitingForSlot', fromMs: 5, toMs: 90, cause: cause(30, 0) }], []],
    ['of no row', [{ phase: 'waitingForSlot', fromMs: 5, toMs: 30, cause: cause(15) }], []],
    [
      'of a row that is not there',
      [{ phase: 'waitingForSlot', fromMs: 5, toMs: 30, cause: cause(15, 7) }],
      [],
    ],
    ['none', [{ phase: 'waitingForSlot', fromMs: 5, toMs: 30 }], []],
  ])('an arrow from a cause %s', (_, bars, events) => {
    expect(arrow(bars)).toEqual(events);
  });
});

test('names are told first, then what happens, in order of time; of one instant slices come before what refers to them', () => {
  const base = { ...track, name: 'x', cat: 'c', args: {} };
  const events: TraceEvent[] = [
    { ...base, ph: 'f', bp: 'e', ts: 5, id: 1 },
    { ...base, ph: 's', ts: 5, id: 1 },
    { ...base, ph: 'C', ts: 5, args: {} },
    { ...base, ph: 'i', s: 't', ts: 5 },
    { ...base, ph: 'X', ts: 5, dur: 1 },
    { ...base, ph: 'X', ts: 4, dur: 1 },
    { ...base, ph: 'M' },
  ];
  expect(
    inReadingOrder(events)
      .map(({ ph }) => ph)
      .join(''),
  ).toBe('MXXiCsf');
});

test('groups are numbered with their tracks, and no name is a path', () => {
  const tracks = new Tracks();
  const first = tracks.group('a/b', 'label', 'events');
  expect([first, tracks.track(first, 'one/two'), tracks.group('c', '', 'first')]).toEqual([
    { pid: 1, tid: 1 },
    { pid: 1, tid: 2 },
    { pid: 3, tid: 3 },
  ]);
  expect(
    tracks.events.map(
      ({ name, tid, ...event }) => `${tid} ${name} ${'args' in event && Object.values(event.args)}`,
    ),
  ).toEqual([
    '1 process_name a∕b',
    '1 process_labels label',
    '1 process_sort_index 0',
    '1 thread_name events',
    '1 thread_sort_index 1',
    '2 thread_name one/two',
    '2 thread_sort_index 2',
    '3 process_name c',
    '3 process_sort_index 1',
    '3 thread_name first',
    '3 thread_sort_index 3',
  ]);
});
