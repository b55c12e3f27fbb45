import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RangeTotals, rangeTotals } from '../../../src/reports/run-view/range-totals.ts';
import { resourceView } from '../../../src/reports/run-view/resource-view.ts';
import { runActivity } from '../../../src/reports/run-view/run-activity.ts';
import { runView } from '../../../src/reports/run-view/run-view.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { draft, simulationInput } from '../../properties/random-input.ts';
import { tries } from '../../tries.ts';
import { TraceBuilder } from '../trace-builder.ts';

function totalsOf(records: readonly TraceRecord[]): (fromMs: number, toMs: number) => RangeTotals {
  const view = runView(records);
  const source = { view, resources: resourceView(records), activity: runActivity(records) };
  return (fromMs, toMs) => rangeTotals(source, { fromMs, toMs });
}

describe('the totals of a part of a run', () => {
  // web asks at 1 s and fails at 2 s, backs off until 12 s, asks again at 13 s and loads from 13.05 to 17.05 s;
  // other waits for the only slot from 13 s until it asks at 18 s, and is still at it when the run ends at 20 s.
  const trace = new TraceBuilder();
  const web = trace.pod(0, 'web', [['app', 'web:1']]);
  const other = trace.pod(0, 'other', [['app', 'other:1']]);
  web.pull(1_000, 'app', 'pulling', 'web:1');
  web.pull(2_000, 'app', 'failed', 'web:1', {
    reason: 'ErrImagePull',
    error: 'no route',
    windowMs: 10_000,
    untilMs: 12_000,
  });
  web.pull(2_000, 'app', 'backingOff', 'web:1', { untilMs: 12_000 });
  web.pull(13_000, 'app', 'pulling', 'web:1');
  other.pull(13_000, 'app', 'waiting', 'other:1');
  web.layer(13_050, 'app', 'fetch', 'started', 0, 4_000_000);
  web.layer(17_050, 'app', 'fetch', 'fetched', 0, 4_000_000);
  web.pull(17_100, 'app', 'pulled', 'web:1', { sizeBytes: 4_000_000 });
  other.pull(18_000, 'app', 'pulling', 'other:1');
  const gc = { type: 'imageGC', trigger: 'loop' } as const;
  trace.tell(19_000, 'node-1/kubelet/image-gc', { ...gc, state: 'removed', image: 'a', freedBytes: 300 });
  trace.tell(19_500, 'node-1/kubelet/image-gc', { ...gc, state: 'removed', image: 'b', freedBytes: 40 });
  trace.tell(19_600, 'node-1/kubelet/image-gc', { ...gc, state: 'finished', removed: 2 });
  const totals = totalsOf(trace.end(20_000));
  const waited = (phase: string, { waiting }: RangeTotals) =>
    waiting.find((wait) => wait.phase === phase)?.waitedMs ?? 0;

  test('count what began, ended and failed in it, and sum what came, was waited and was freed', () => {
    const whole = totals(0, 20_000);
    expect(whole).toMatchObject({
      pulls: { begun: 3, succeeded: 1, failed: 1 },
      bytes: 4_000_000,
      backOffMs: 10_000,
      slots: { inUse: 1, max: 1 },
      imageGc: { images: 2, freedBytes: 340 },
    });
    expect(waited('waitingForSlot', whole)).toBe(5_000);
  });

  test('are those of its own time only', () => {
    const part = totals(7_000, 15_050);
    expect(part).toMatchObject({
      pulls: { begun: 1, succeeded: 0, failed: 0 },
      // Two of the four seconds of the download.
      bytes: 2_000_000,
      backOffMs: 5_000,
      imageGc: { images: 0, freedBytes: 0 },
    });
    expect(waited('waitingForSlot', part)).toBe(2_050);
    expect(totals(3_000, 11_000)).toMatchObject({
      pulls: { begun: 0, succeeded: 0, failed: 0 },
      bytes: 0,
      slots: { inUse: 0 },
    });
  });

  test('count a moment at the border of two parts once, with the later one', () => {
    expect(totals(0, 2_000).pulls.failed).toBe(0);
    expect(totals(2_000, 5_000).pulls.failed).toBe(1);
    expect(totals(19_500, 20_000).imageGc).toEqual({ images: 1, freedBytes: 40 });
  });

  test('share a layer that stalls among the moments in which bytes came', () => {
    const stalled = new TraceBuilder([{ linkBytesPerSecond: 1_000 }]);
    const pod = stalled.pod(0, 'web', [['app', 'web:1']]);
    const fault = { type: 'fault', fault: 'stall' } as const;
    pod.pull(0, 'app', 'pulling', 'web:1');
    pod.layer(0, 'app', 'fetch', 'started', 0, 4_000);
    stalled.tell(1_000, 'faults/1-stall', { ...fault, state: 'began' });
    stalled.tell(7_000, 'faults/1-stall', { ...fault, state: 'ended' });
    pod.layer(10_000, 'app', 'fetch', 'fetched', 0, 4_000);
    const of = totalsOf(stalled.end(10_000));
    expect([of(0, 1_000), of(1_000, 7_000), of(7_000, 10_000)].map(({ bytes }) => bytes)).toEqual([
      1_000, 0, 3_000,
    ]);
  });
});

const runs = fc.record({
  records: draft.map((drawn) => simulate(simulationInput(drawn)).records),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('of the whole run are its summary, and those of two halves add up to them', () => {
  let pulled = 0;
  fc.assert(
    fc.property(runs, ({ records, cut }) => {
      const { summary, endMs } = runView(records);
      const of = totalsOf(records);
      const whole = of(0, endMs);
      const { calls, succeeded, failed } = summary.pulls;
      pulled += succeeded;
      expect(whole.pulls).toEqual({ begun: calls, succeeded, failed });
      expect(whole.bytes).toBe(summary.bytes.downloadedBytes);
      const byPhase = (waiting: readonly { readonly phase: string; readonly waitedMs: number }[]) =>
        Object.fromEntries(waiting.map(({ phase, waitedMs }) => [phase, waitedMs]));
      expect(byPhase(whole.waiting)).toEqual(byPhase(summary.waiting));
      const [one, other] = [of(0, cut * endMs), of(cut * endMs, endMs)];
      expect(one.pulls.begun + other.pulls.begun).toBe(calls);
      expect(one.pulls.failed + other.pulls.failed).toBe(failed);
      expect(Math.abs(one.bytes + other.bytes - whole.bytes)).toBeLessThanOrEqual(1);
      expect(Math.max(one.slots.inUse, other.slots.inUse)).toBe(whole.slots.inUse);
      expect(one.imageGc.freedBytes + other.imageGc.freedBytes).toBe(whole.imageGc.freedBytes);
      expect(one.backOffMs + other.backOffMs).toBeCloseTo(whole.backOffMs, 2);
    }),
    { numRuns: tries.wholeRun },
  );
  expect(pulled).toBeGreaterThan(0);
});
