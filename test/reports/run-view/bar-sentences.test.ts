import { describe, expect, test } from 'vitest';
import { runView } from '../../../src/reports/run-view/run-view.ts';
import { WhyIndex } from '../../../src/reports/run-view/why-index.ts';
import type { HeaderNode } from '../../../src/trace/record.ts';
import { type ContainerBuild, type PodBuild, TraceBuilder } from '../trace-builder.ts';

type Told = Parameters<TraceBuilder['tell']>[2];

/** The sentences of a container's bars, by phase; of a phase that comes twice the last. */
function sentencesOf(trace: TraceBuilder, container = 'app', atMs?: number): Record<string, string> {
  const records = trace.end(100_000, 'horizon');
  const view = runView(records, atMs);
  const why = new WhyIndex(records, atMs);
  const row = view.rows.findIndex((one) => one.container === container);
  return Object.fromEntries(
    (view.rows[row]?.bars ?? []).map((bar, index) => [bar.phase, why.sentence(row, index)]),
  );
}

/** One pod with these records of its container's pull and its runtime. */
function told(
  tell: (web: PodBuild, trace: TraceBuilder) => void,
  containers: readonly ContainerBuild[] = [['app', 'web:1']],
  node: Partial<HeaderNode> = {},
) {
  const trace = new TraceBuilder([node]);
  tell(trace.pod(0, 'web-0', containers), trace);
  return sentencesOf(trace);
}

const runtime = 'node-1/images/kubelet/default/web-0/app#fetch-0';
const request = (state: 'sent' | 'answered' | 'failed', more: object = {}): Told =>
  ({
    type: 'request',
    state,
    method: 'GET',
    kind: 'manifest',
    registry: 'r.io',
    image: 'web:1',
    ...more,
  }) as Told;

describe('asking the registry', () => {
  const resolving = (...requests: readonly Told[]) =>
    told((web, trace) => {
      web.pull(500, 'app', 'pulling', 'web:1');
      // Another connection asks all the time.
      trace.tell(500, `${runtime}0`, request('sent'));
      for (const [index, one] of requests.entries()) trace.tell(600 + index, runtime, one);
      web.layer(2_500, 'app', 'fetch', 'started', 0, 10);
    }).resolving;

  test('tells how many requests went where, and what came of those that were not answered well', () => {
    const waited = 'Waited 2.0 s for the registry to answer about web:1.';
    expect(resolving(request('sent'), request('answered', { status: 200 }))).toBe(
      `${waited} 2 requests went to r.io.`,
    );
    const more = [
      request('sent'),
      request('answered', { status: 503 }),
      request('sent', { registry: 'mirror.io' }),
      request('failed', { error: 'reset' }),
      request('sent'),
      request('answered', { status: 503 }),
      request('sent'),
      request('failed'),
      request('answered'),
    ];
    expect(resolving(...more)).toBe(
      `${waited} 5 requests went to r.io, mirror.io; answered with 503 twice, reset once, no answer once.`,
    );
    expect(resolving(request('answered', { status: 200 }))).toBe(`${waited} 1 request went to r.io.`);
    expect(
      resolving(...[1, 2, 3].map(() => request('answered', { status: 429 })), request('sent')),
    ).toContain('429 3 times.');
  });

  test('counts those from its beginning to its end', () => {
    const { resolving: text } = told((web, trace) => {
      trace.tell(499, runtime, request('sent'));
      web.pull(500, 'app', 'pulling', 'web:1');
      trace.tell(500, runtime, request('sent'));
      web.layer(2_500, 'app', 'fetch', 'started', 0, 10);
      trace.tell(2_501, runtime, request('sent'));
    });
    expect(text).toMatch(/\. 1 request went to r\.io\.$/);
  });
});

test('unpacking tells the layers that were finished, and what they take; of none it says nothing', () => {
  const unpacking = (...states: readonly ('started' | 'finished')[]) =>
    told((web) => {
      web.pull(500, 'app', 'pulling', 'web:1');
      for (const [layer, state] of states.entries())
        web.layer(1_000 + layer, 'app', 'unpack', state, layer, 3_000_000);
    }).unpacking;
  expect(unpacking('started', 'finished', 'finished')).toMatch(
    /unpacking web:1\. 2 layers, 6\.0 MB on disk\.$/,
  );
  expect(unpacking('started')).toMatch(/unpacking web:1\.$/);
});

describe('downloading', () => {
  const fetched = (state: 'started' | 'fetched' | 'failed', layer: number): Told =>
    ({ type: 'fetch', state, image: 'web:1', digest: `sha256:${layer}`, layer, bytes: 10_000_000 }) as Told;
  const downloading = (tell: (trace: TraceBuilder) => void, node: Partial<HeaderNode> = {}) =>
    told(
      (web, trace) => {
        web.pull(500, 'app', 'pulling', 'web:1');
        trace.tell(600, runtime, request('sent'));
        trace.tell(1_000, runtime, fetched('started', 0));
        tell(trace);
      },
      undefined,
      node,
    ).downloading;

  test('tells of layers that did not come in whole, without a rate', () => {
    const text = downloading((trace) => {
      trace.tell(1_100, runtime, fetched('fetched', 0));
      trace.tell(1_100, runtime, fetched('started', 1));
      trace.tell(2_000, runtime, fetched('failed', 1));
      trace.tell(2_000, runtime, fetched('started', 2));
    });
    expect(text).toMatch(/1 layer of 10 MB came from r\.io, 2 more did not come in whole\.$/);
  });

  test('before any layer came in tells only the limit, if that is known', () => {
    expect(downloading(() => undefined)).toMatch(/downloading web:1 \(10 MB\)\.$/);
    expect(downloading(() => undefined, { linkBytesPerSecond: 50_000 })).toMatch(
      /\. It was limited by the node's link of 50 kB\/s\.$/,
    );
  });
});

describe('the next sync', () => {
  const waits = (...rounds: readonly (readonly [at: number, more: object])[]) =>
    told((web, trace) => {
      web.pull(1_000, 'app', 'neverPresent', 'web:1');
      for (const [at, more] of rounds)
        trace.tell(at, web.actor, { type: 'sync', state: 'finished', pod: web.ref, ...more });
      web.pull(9_000, 'app', 'waiting', 'web:1');
    }).waitingForSync;
  const waited = "Waited 8.0 s for its pod's next sync after 1 failed pull of web:1 (ErrImageNeverPull).";

  test('is told from the last round before it, with whether that failed', () => {
    expect(waits([1_500, { dueMs: 9_000, error: 'x' }])).toBe(
      `${waited} The pod's worker rests 7.5 s after a failed round, a time drawn at random, and is due at 9.0 s.`,
    );
    expect(
      waits([1_200, { dueMs: 4_000, error: 'x' }], [4_000, { dueMs: 9_000 }], [9_500, { dueMs: 20_000 }]),
    ).toContain('rests 5.0 s after a round, a time drawn at random, and is due at 9.0 s.');
  });

  test('is not told of a round that a new kubelet knows nothing of', () => {
    const { waitingForSync } = told((web, trace) => {
      web.pull(1_000, 'app', 'failed', 'web:1', { error: 'x', windowMs: 10_000, untilMs: 11_000 });
      trace.tell(1_000, web.actor, {
        type: 'sync',
        state: 'finished',
        pod: web.ref,
        error: 'x',
        dueMs: 13_500,
      });
      trace.tell(8_000, 'node-1', { type: 'node', state: 'kubeletRestarted' });
      web.pull(8_200, 'app', 'waiting', 'web:1');
    });
    expect(waitingForSync).toContain(
      'The kubelet started anew at 8.0 s: it has no back-offs, and looks at each pod at once.',
    );
  });

  test('is not told of a round that is never due, or was due before', () => {
    expect(waits([1_500, { error: 'x' }])).toBe(waited);
    expect(waits([900, { dueMs: 999 }])).toBe(waited);
    expect(waits([1_500, { state: 'started', dueMs: 9_000 }])).toBe(waited);
  });
});

test('a window is that of the failure that began it, not of a later one', () => {
  const trace = new TraceBuilder();
  const web = trace.pod(0, 'web-0', [['app', 'web:1']]);
  for (const [at, windowMs] of [
    [1_000, 20_000],
    [40_000, 40_000],
  ] as const)
    web.pull(at, 'app', 'failed', 'web:1', { error: 'x', windowMs, untilMs: at + windowMs });
  expect(sentencesOf(trace, 'app', 10_000).backingOff).toMatch(
    /The back-off window is 20 s long, doubled once, and ends at 21 s\.$/,
  );
});

describe('a turn', () => {
  const turn = (tell: (web: PodBuild, trace: TraceBuilder) => void) =>
    told(tell, [
      ['one', 'a:1', 'init'],
      ['side', 'a:1', 'sidecar'],
      ['app', 'web:1'],
      ['log', 'a:1'],
    ]).waitingToStart;

  test('waits for the container of the pod that took longest: an init container until it ended, others until they ran', () => {
    const longest = (name: string, text: string) =>
      `Waited 30 s for its turn. Containers come one after another; ${name} took ${text} of it.`;
    const begin = (web: PodBuild, initMs: number) => {
      web.container(1_000, 'one', 'creating');
      web.container(2_000, 'one', 'running');
      web.container(1_000 + initMs, 'one', 'exited', 0);
      web.container(20_000, 'side', 'creating');
      web.container(26_000, 'side', 'running');
      web.container(30_000, 'app', 'creating');
    };
    expect(turn((web) => begin(web, 9_000))).toBe(longest('one', '9.0 s'));
    expect(turn((web) => begin(web, 4_000))).toBe(longest('side', '6.0 s'));
    expect(
      turn((web) => {
        begin(web, 4_000);
        web.container(23_000, 'log', 'creating');
      }),
    ).toBe(longest('log', '7.0 s'));
  });

  test('that nobody delays waits for the sandbox and volumes; other pods are no matter', () => {
    const text = turn((web, trace) => {
      trace.pod(0, 'db-0', [['db', 'db:1']]).container(1_000, 'db', 'creating');
      web.container(30_000, 'app', 'creating');
    });
    expect(text).toBe("Waited 30 s for its turn. The pod's sandbox and volumes come first.");
  });
});

test('a wait for the sandbox image names it, and tells of the requests for it', () => {
  const { waitingForSandboxImage } = told((web, trace) => {
    trace.tell(1_000, web.actor, {
      type: 'sandbox',
      state: 'pullingImage',
      pod: web.ref,
      image: 'pause:3.10',
    });
    trace.tell(1_500, 'node-1/images/sandboxes/default/web-0#fetch-0', request('sent'));
    trace.tell(3_000, web.actor, { type: 'sandbox', state: 'ready', pod: web.ref });
  });
  expect(waitingForSandboxImage).toBe(
    'Waited 2.0 s for the runtime to pull the sandbox image (pause:3.10). 1 request went to r.io.',
  );
});

test('a cause of two pods of one name is put down to the one that was there at the time', () => {
  const trace = new TraceBuilder();
  const first = trace.pod(0, 'ml-0', [['app', 'ml:1']]);
  first.pull(10, 'app', 'pulling', 'ml:1');
  const web = trace.pod(20, 'web-0', [['app', 'web:1']]);
  web.pull(100, 'app', 'pulling', 'web:1');
  web.layer(200, 'app', 'fetch', 'shared', 0, 10, {
    kind: 'inFlight',
    actor: `${first.actor}/app`,
    record: 2,
  });
  trace.tell(300, first.actor, { type: 'pod', state: 'deleted', pod: first.ref, containers: [] });
  const containers = [{ name: 'app', image: 'ml:2', kind: 'container', policy: 'Always' }] as const;
  trace.tell(400, first.actor, {
    type: 'pod',
    state: 'added',
    pod: { ...first.ref, uid: 'uid-2' },
    containers,
  });
  const { rows } = runView(trace.end(1_000));
  expect(rows.map(({ pod }) => pod?.uid)).toEqual(['uid-ml-0', 'uid-web-0', 'uid-2']);
  const other = rows[1]?.bars.find(({ phase }) => phase === 'waitingForOtherPull');
  expect(other?.cause).toEqual({ kind: 'inFlight', actor: `${first.actor}/app`, atMs: 10, row: 0 });
});

test('what a page is told of a run: title, notes, when each ran, and nothing of what comes later', () => {
  const trace = new TraceBuilder([{}, { name: 'node-2' }]);
  trace.pod(0, 'web-0', [['app', 'web:1']]).start(100, 'app');
  trace.tell(200, 'node-1', { type: 'node', state: 'kubeletRestarted', kubelet: { maxPods: 5 } });
  trace.tell(300, 'node-1', { type: 'node', state: 'rebooting' });
  trace.pod(400, 'db-0', [['app', 'db:1']], { node: 'node-9' });
  const records = trace.end(500);
  const view = runView(records);
  expect(view.nodes.map(({ title, notes }) => [title, notes])).toEqual([
    [
      'node-1 · kubelet v1.36.3 · containerd://2.4 · serialized pulls',
      ['from 200 ms: maxPods 5', 'at 300 ms: the node goes down'],
    ],
    ['node-2 · kubelet v1.36.3 · containerd://2.4 · serialized pulls', []],
    ['node-9', []],
  ]);
  expect(view.rows.map(({ runningAtMs }) => runningAtMs)).toEqual([150, undefined]);
  expect([view.seed, view.endMs, view.endReason, view.assumptions]).toEqual([42, 500, 'settled', []]);
  const early = runView(records, 499);
  expect([early.title, early.endReason]).toEqual(['seed 42 · at 499 ms', null]);
  expect(runView(records, 250).nodes[0]?.notes).toEqual(['from 200 ms: maxPods 5']);
  expect(runView([])).toMatchObject({
    title: '',
    seed: null,
    endMs: 0,
    endReason: null,
    nodes: [],
    rows: [],
    assumptions: [],
  });
});
