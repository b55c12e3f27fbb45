import { expect, test } from 'vitest';
import { runView } from '../../../src/reports/run-view/run-view.ts';
import { WhyIndex } from '../../../src/reports/run-view/why-index.ts';
import type { HeaderNode, HeaderRecord, TraceRecord } from '../../../src/trace/record.ts';
import { rollout } from '../rollout.ts';
import { type PodBuild, TraceBuilder } from '../trace-builder.ts';

/** The sentences about the bars of one container, by phase. */
function sentences(records: readonly TraceRecord[], container: string): Record<string, string> {
  const view = runView(records);
  const why = new WhyIndex(records);
  const row = view.rows.findIndex((one) => one.container === container);
  return Object.fromEntries(
    (view.rows[row]?.bars ?? []).map((bar, index) => [bar.phase, why.sentence(row, index)]),
  );
}

/** One pod, and what `tell` writes of it. */
function told(
  tell: (pod: PodBuild, trace: TraceBuilder) => void,
  node: Partial<HeaderNode> = {},
  header: Partial<HeaderRecord> = {},
) {
  const trace = new TraceBuilder([node]);
  trace.records[0] = { ...(trace.records[0] as HeaderRecord), ...header };
  tell(trace.pod(0, 'web-0', [['app', 'web:1']]), trace);
  return sentences(trace.end(100_000, 'horizon'), 'app');
}

test('a story from end to end', () => {
  const { waitingForSlot, running } = sentences(rollout(), 'nginx');
  expect(waitingForSlot).toBe(
    'Waited 61 s for a slot, behind default/ml-0/trainer pulling registry.example/ml/trainer:1 (6.2 GB, serialized pulls).',
  );
  expect(running).toBe('Ran for 24 s.');
  const api = sentences(rollout(), 'api');
  expect(api.waitingToStart).toBe(
    'Waited 67 s for its turn. Containers come one after another; migrate took 67 s of it.',
  );
  expect(api.backingOff).toBe(
    'Waited 10 s in back-off after 1 failed pull of ghcr.io/acme/api:3.4 (ErrImagePull: unexpected status: 503). The back-off window is 10 s long, the first, and ends at 78 s.',
  );
});

test('a later window tells how often it was doubled, the last one that there is none longer', () => {
  const window = (windowMs: number) =>
    told((web) =>
      web.pull(1_000, 'app', 'failed', 'web:1', { error: 'x', windowMs, untilMs: 1_000 + windowMs }),
    ).backingOff;
  expect(window(40_000)).toContain('40 s long, doubled twice, and ends at 41 s.');
  expect(window(300_000)).toContain('5 m 0 s long, the longest, and ends at 5 m 1 s.');
});

test('a refusal by the kubelet itself names its settings at that time', () => {
  const { backingOff } = told(
    (web, trace) => {
      trace.tell(500, 'node-1', { type: 'node', state: 'kubeletRestarted', kubelet: { registryBurst: 2 } });
      web.pull(1_000, 'app', 'failed', 'web:1', {
        error: 'pull QPS exceeded',
        throttled: true,
        windowMs: 10_000,
        untilMs: 11_000,
      });
    },
    { kubelet: { serializeImagePulls: true, registryPullQPS: 5, registryBurst: 10 } },
  );
  expect(backingOff).toContain(
    "The node's own limit refused the pull (registryPullQPS 5, registryBurst 2); no request left the node.",
  );
});

test("the wait for the next sync tells how long the pod's worker rests", () => {
  const { waitingForSync } = told((web, trace) => {
    web.pull(1_000, 'app', 'failed', 'web:1', { error: 'x', windowMs: 10_000, untilMs: 11_000 });
    trace.tell(1_000, web.actor, {
      type: 'sync',
      state: 'finished',
      pod: web.ref,
      error: 'x',
      dueMs: 13_500,
    });
    web.pull(14_000, 'app', 'waiting', 'web:1');
  });
  expect(waitingForSync).toContain(
    "The pod's worker rests 13 s after a failed round, a time drawn at random, and is due at 14 s.",
  );
});

const request = { type: 'request', method: 'GET', kind: 'layer', registry: 'r.io', image: 'web:1' } as const;

/** Two layers at once, each at the rate told, from 1 s on. */
function download(bytesPerSecond: number) {
  return (web: PodBuild, trace: TraceBuilder) => {
    web.pull(500, 'app', 'pulling', 'web:1');
    for (const state of ['started', 'fetched'] as const)
      for (const layer of [0, 1]) {
        const fetch = `node-1/images/kubelet/default/web-0/app#fetch-${layer}`;
        if (state === 'started') trace.tell(1_000, fetch, { ...request, state: 'answered', status: 200 });
        const told = {
          type: 'fetch',
          state,
          image: 'web:1',
          digest: `sha256:${layer}`,
          layer,
          bytes: bytesPerSecond * 10,
        } as const;
        trace.tell(state === 'started' ? 1_000 : 11_000, fetch, told);
      }
  };
}

test('a download tells its rate, and which wire limited it', () => {
  expect(told(download(50_000_000), { linkBytesPerSecond: 100_000_000 }).downloading).toBe(
    "Spent 10 s downloading web:1 (1.0 GB). 2 layers of 1.0 GB came from r.io at 100 MB/s on average, limited by the node's link of 100 MB/s.",
  );
  const perResponse = { registries: { 'r.io': { bytesPerSecondPerResponse: 5_000_000 } } };
  expect(told(download(5_000_000), { linkBytesPerSecond: 100_000_000 }, perResponse).downloading).toContain(
    'at 10 MB/s on average, limited by r.io, which sends 5.0 MB/s in each response.',
  );
  const egress = { registries: { 'r.io': { egressBytesPerSecond: 20_000_000 } } };
  expect(told(download(10_000_000), {}, egress).downloading).toContain(
    'limited by r.io, which sends 20 MB/s to all nodes together.',
  );
  // A trace that does not tell what the wires can carry.
  expect(told(download(10_000_000)).downloading).toMatch(/at 20 MB\/s on average\.$/);
});

test('a link that other pulls use too is named as shared', () => {
  const trace = new TraceBuilder([
    { linkBytesPerSecond: 50_000_000, kubelet: { serializeImagePulls: false } },
  ]);
  const [web, big] = [trace.pod(0, 'web-0', [['app', 'web:1']]), trace.pod(0, 'ml-0', [['big', 'big:1']])];
  web.pull(0, 'app', 'pulling', 'web:1');
  big.pull(0, 'big', 'pulling', 'big:1');
  for (const [at, state] of [
    [1_000, 'started'],
    [11_000, 'fetched'],
  ] as const)
    for (const name of ['web-0/app', 'ml-0/big']) {
      const fetch = `node-1/images/kubelet/default/${name}#fetch-0`;
      if (state === 'started') trace.tell(at, fetch, { ...request, state: 'answered', status: 200 });
      trace.tell(at, fetch, {
        type: 'fetch',
        state,
        image: 'web:1',
        digest: name,
        layer: 0,
        bytes: 250_000_000,
      });
    }
  expect(sentences(trace.end(20_000), 'app').downloading).toContain(
    "at 25 MB/s on average, limited by the node's link of 50 MB/s, shared with another pull.",
  );
});

test('names that would harm a terminal or a page are spelled out, and unknown bars have no sentence', () => {
  const trace = new TraceBuilder();
  trace.pod(0, 'web-0', [['app', 'a\u001b[2J<b>']]).pull(10, 'app', 'inspecting', 'a\u001b[2J<b>');
  const why = new WhyIndex(trace.end(100));
  expect(why.sentence(0, 1)).toContain('a^[[2J<b>');
  expect([why.sentence(0, 9), why.sentence(5, 0)]).toEqual(['', '']);
});
