import { describe, expect, it } from 'vitest';
import { remarksOf } from '../../../src/reports/summary/remarks.ts';
import type { HeaderNode, TraceRecord } from '../../../src/trace/record.ts';
import { TraceBuilder } from '../trace-builder.ts';

// Bugs of what a node does by itself; those of pulls, retries and events: known-bugs-met.test.ts.
const met = (records: readonly TraceRecord[]) =>
  remarksOf(records).knownBugs.map(({ id, times, firstAtMs, subjects }) => [
    id,
    times,
    firstAtMs,
    ...subjects,
  ]);
const old: Partial<HeaderNode> = { kubeletVersion: 'v1.31.14', profile: '1.31' };
const oldest: Partial<HeaderNode> = { kubeletVersion: 'v1.27.16', profile: '1.27' };

describe('image GC', () => {
  const gc = (node: Partial<HeaderNode>, ...told: readonly object[]) => {
    const trace = new TraceBuilder([node]);
    const pod = trace.pod(0, 'web', [
      ['model', 'model:1', 'imageVolume'],
      ['app', 'web:1'],
    ]);
    trace.tell(1, `${pod.actor}/app`, { type: 'runtime-return', op: 'PullImage', image: 'web:1', ref: 'r' });
    for (const one of told)
      trace.tell(100, 'node-1/image-gc', { type: 'imageGC', trigger: 'loop', ...one } as Parameters<
        typeof trace.tell
      >[2]);
    return met(trace.end(1_000)).map(([id]) => id);
  };

  it('deletes at once, for its age, what was never used', () => {
    expect(gc({}, { state: 'removed', image: 'a:1', reason: 'age', firstDetectedMs: 90 })).toEqual([
      'age-gc-deletes-unused-at-once',
    ]);
    expect(
      gc({}, { state: 'removed', image: 'a:1', reason: 'age', firstDetectedMs: 0, lastUsedMs: 10 }),
    ).toEqual([]);
  });

  it('up to 1.27 takes what it first sees for old', () => {
    expect(gc(oldest, { state: 'removed', image: 'a:1', reason: 'space' })).toEqual(['gc-minimum-age-lost']);
    expect(gc(oldest, { state: 'removed', image: 'a:1', reason: 'space', firstDetectedMs: 0 })).toEqual([]);
  });

  it('believes the size of an image', () => {
    expect(
      gc({}, { state: 'finished', believedBytes: 10, freedBytes: 9, removed: 1, bytesToFree: 5 }),
    ).toEqual(['gc-counts-size-not-space']);
    expect(
      gc({}, { state: 'finished', believedBytes: 10, freedBytes: 10, removed: 1, bytesToFree: 5 }),
    ).toEqual([]);
  });

  it('fails though it freed enough, and stops where an old image cannot go', () => {
    const removed = { state: 'removed', image: 'a:1', firstDetectedMs: 0, lastUsedMs: 1, believedBytes: 10 };
    const failed = (reason: string) => ({ state: 'failed', image: 'b:1', reason, error: 'boom' });
    const finished = { state: 'finished', bytesToFree: 10, error: 'boom' };
    const enough = ['gc-fails-though-enough-was-freed'];
    const forSpace = { ...removed, reason: 'space' };
    expect(gc({}, failed('space'), forSpace, finished)).toEqual(enough);
    expect(gc({}, failed('space'), forSpace, { ...finished, bytesToFree: 11 })).toEqual([]);
    expect(gc({}, failed('space'), { ...removed, reason: 'age' }, finished)).toEqual([]);
    expect(gc({}, failed('space'), forSpace, { state: 'finished', trigger: 'diskPressure' })).toEqual([]);
    expect(gc({}, forSpace, finished)).toEqual([]);
    expect(gc({}, failed('space'), { state: 'finished' }, forSpace, finished)).toEqual([]);
    expect(gc({}, failed('age'), { state: 'finished', error: 'boom' })).toEqual([
      'age-gc-errors-hide-full-disk',
    ]);
  });

  it('counts the removals of a round that a restart cuts off no more', () => {
    const trace = new TraceBuilder();
    const collect = (at: number, more: object) =>
      trace.tell(at, 'node-1/image-gc', { type: 'imageGC', trigger: 'loop', ...more } as Parameters<
        typeof trace.tell
      >[2]);
    collect(1, { state: 'failed', image: 'a:1', reason: 'age' });
    trace.tell(2, 'node-1', { type: 'node', state: 'kubeletRestarted' });
    collect(3, { state: 'finished' });
    expect(met(trace.end(5))).toEqual([]);
  });

  it('removes an image though nothing need be freed', () => {
    const removed = { state: 'removed', image: 'a:1', reason: 'space', firstDetectedMs: 0 };
    expect(gc(old, removed, { state: 'finished', removed: 1, usedPercent: 85 })).toEqual([
      'gc-usage-rounded-up',
    ]);
    expect(gc(old, removed, { state: 'finished', removed: 1, usedPercent: 85, bytesToFree: 5 })).toEqual([]);
  });

  it('drops the records of pulled images that stay', () => {
    const kept = [{ image: 'web:1', because: 'inUse' }];
    expect(gc({}, { state: 'finished', bytesToFree: 5, kept })).toEqual(['gc-drops-records-in-use']);
    expect(
      gc({}, { state: 'finished', bytesToFree: 5, kept: [{ image: 'web:1', because: 'tooYoung' }] }),
    ).toEqual([]);
    expect(gc({}, { state: 'finished', kept })).toEqual([]);
    expect(gc({}, { state: 'finished', removed: 1 })).toEqual(['age-gc-keeps-records']);
  });

  it('forgets at a restart what was used', () => {
    const trace = new TraceBuilder();
    const removal = {
      type: 'imageGC',
      trigger: 'loop',
      state: 'removed',
      image: 'web:1',
      reason: 'space',
      firstDetectedMs: 0,
    } as const;
    trace.tell(1, 'node-1/kubelet/default/web/app', {
      type: 'runtime-return',
      op: 'PullImage',
      image: 'web:1',
      ref: 'r',
    });
    trace.tell(2, 'node-1/image-gc', removal);
    trace.tell(3, 'node-1', { type: 'node', state: 'kubeletRestarted' });
    trace.tell(4, 'node-1/image-gc', removal);
    expect(met(trace.end(5))).toEqual([['gc-forgets-last-use', 1, 4, 'web:1']]);
  });
});

describe('PLEG and credentials', () => {
  it('events for which the channel has no room, and a list that takes longer than the threshold', () => {
    const trace = new TraceBuilder();
    const relist = { type: 'pleg', state: 'relisted', relists: 2, periodMs: 1_000 } as const;
    trace.tell(1, 'node-1/kubelet/pleg', { ...relist, discarded: 3 });
    trace.tell(2, 'node-1/kubelet/pleg', { ...relist, tookMs: 180_001 });
    trace.tell(3, 'node-1/kubelet/pleg', { ...relist, tookMs: 180_000 });
    expect(met(trace.end(5))).toEqual([
      ['pleg-discarded-for-good', 1, 1, 'node-1'],
      ['pleg-slow-list-is-unhealthy', 1, 2, 'node-1'],
    ]);
  });

  it('a pull that a restart cuts off: under a short name, with a credential (crash-short-name-keeps-intent)', () => {
    const cutOff = (image: string, credential?: { source: 'secret'; identity: string }) => {
      const trace = new TraceBuilder();
      const pod = trace.pod(0, 'web', [['app', image]]);
      pod.pull(1, 'app', 'pulling', image);
      const pull = {
        type: 'runtime',
        op: 'PullImage',
        image: 'app:latest',
        ...(credential === undefined ? {} : { credential }),
      } as const;
      trace.tell(1, `${pod.actor}/app`, pull);
      trace.tell(5, 'node-1', { type: 'node', state: 'kubeletRestarted' });
      return met(trace.end(9)).map(([id]) => id);
    };
    expect(cutOff('app:latest')).toEqual([]);
    expect(cutOff('app')).toEqual(['crash-short-name-keeps-intent']);
    expect(cutOff('app:latest', { source: 'secret', identity: 'i' })).toEqual([
      'crash-recovery-drops-secret',
    ]);
  });

  it('a pull secret that is not JSON (secret-broken)', () => {
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web', [['app', 'web:1']]);
    pod.pull(3, 'app', 'secretsUnreadable', 'web:1');
    expect(met(trace.end(5))).toEqual([['broken-secret-without-event', 1, 3, 'default/web']]);
  });
});
