import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { items } from '../../../../src/rules/collections/fifo.ts';
import { plegRules1_36, plegRules2017 } from '../../../../src/rules/kubelet/pleg/pleg-rules.ts';
import {
  cached,
  emptyPodCache,
  keptIps,
  type PodCache,
  withGlobalTime,
  withObservedTime,
  withoutPod,
  withStatus,
  withWaiter,
} from '../../../../src/rules/kubelet/pleg/pod-cache.ts';
import { emptyPodStatus, type PodStatus } from '../../../../src/rules/kubelet/pleg/pod-status.ts';

// pkg/kubelet/container/cache.go, and getPodIPs of pkg/kubelet/pleg/generic.go. Names in parentheses are
// scripts of pleg.ndjson.gz.

const rules = { refusesOlder: false, answersUnknownPodsAtOnce: false };
const evented = { refusesOlder: true, answersUnknownPodsAtOnce: false };
const statusOf = (name: string): PodStatus => ({ ...emptyPodStatus('p'), name });
const freedBy = (cache: PodCache<string>) =>
  items(cache.freed).map(({ requester, entry }) => [requester, entry.status?.name]);

describe('the pod cache', () => {
  it('with two writers takes the newer status, or an equally new one (gate EventedPLEG)', () => {
    const write = (cache: PodCache<string>, name: string, micros: number) =>
      withStatus(cache, 'p', { status: statusOf(name), error: undefined }, micros, evented);
    const first = write(emptyPodCache<string>(), 'first', 10);
    expect(write(first.cache, 'older', 9)).toEqual({ cache: first.cache, written: false });
    expect(cached(write(first.cache, 'as new', 10).cache, 'p').status?.name).toBe('as new');
    const older = withStatus(first.cache, 'p', { status: statusOf('older'), error: undefined }, 9, rules);
    expect(older.written).toBe(true);
  });

  it('answers for an unknown pod at once in 1.27 with the gate, for any awaited time', () => {
    const waiter = { uid: 'p', minMicros: 100, requester: 'w' };
    expect(withWaiter(emptyPodCache<string>(), waiter, rules).freed.size).toBe(0);
    expect(
      withWaiter(emptyPodCache<string>(), waiter, { ...rules, answersUnknownPodsAtOnce: true }).freed.size,
    ).toBe(1);
  });

  it('a removal releases no waiters; an observed time releases its pod’s waiters only', () => {
    let cache = emptyPodCache<string>();
    for (const uid of ['p', 'q']) cache = withWaiter(cache, { uid, minMicros: 5, requester: uid }, rules);
    expect(withoutPod(cache, 'p').freed.size).toBe(0);
    expect(freedBy(withObservedTime(cache, 'p', 5))).toEqual([['p', '']]);
    expect(freedBy(withGlobalTime(cache, 5)).map(([who]) => who)).toEqual(['p', 'q']);
    expect(withGlobalTime(cache, 4).freed.size).toBe(0);
  });

  it('never answers with data older than asked for, and answers each waiter once', () => {
    const act = fc.record({
      what: fc.constantFrom('status', 'observed', 'global', 'wait', 'remove'),
      uid: fc.constantFrom('p', 'q'),
      step: fc.nat({ max: 3 }),
      ahead: fc.integer({ min: -3, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        let cache = emptyPodCache<number>();
        let now = 0;
        const asked: { readonly minMicros: number; readonly requester: number }[] = [];
        for (const { what, uid, step, ahead } of acts) {
          now += step;
          if (what === 'status')
            cache = withStatus(cache, uid, { status: statusOf(uid), error: undefined }, now, rules).cache;
          else if (what === 'observed') cache = withObservedTime(cache, uid, now);
          else if (what === 'global') cache = withGlobalTime(cache, now);
          else if (what === 'remove') cache = withoutPod(cache, uid);
          else {
            const waiter = { uid, minMicros: now + ahead, requester: asked.length };
            asked.push(waiter);
            cache = withWaiter(cache, waiter, rules);
          }
          for (const { requester } of items(cache.freed))
            expect(asked[requester]?.minMicros).toBeLessThanOrEqual(now);
          expect(cache.freed.size + cache.waiting.size).toBe(asked.length);
        }
        expect(new Set(items(cache.freed).map(({ requester }) => requester)).size).toBe(cache.freed.size);
      }),
    );
  });
});

describe('the IPs of a pod that has ended', () => {
  const old = {
    status: { ...emptyPodStatus('p'), ips: ['10.0.0.1'] },
    error: undefined,
    modifiedMicros: 0,
    observedMicros: 0,
  };
  const sandbox = (isReady: boolean) => ({
    ...emptyPodStatus('p'),
    sandboxes: [{ id: 's', isReady, ip: '' }],
  });

  it('stay where no sandbox is ready (ip-kept-when-sandbox-not-ready), and go where one is', () => {
    expect(keptIps(plegRules1_36, sandbox(false), old)).toEqual(['10.0.0.1']);
    expect(keptIps(plegRules1_36, sandbox(true), old)).toEqual([]);
    expect(keptIps(plegRules1_36, sandbox(false), undefined)).toEqual([]);
  });

  it('are lost by one failed inspection (ip-lost-after-error)', () => {
    expect(keptIps(plegRules1_36, sandbox(false), { ...old, error: 'boom' })).toEqual([]);
  });

  it('of a pod without sandboxes went in 2017 while a container ran, as rkt’s pods were', () => {
    const running = { ...emptyPodStatus('p'), containers: [{ id: 'c', name: '', state: 'running' }] };
    expect(keptIps(plegRules2017, running, old)).toEqual([]);
    expect(keptIps(plegRules1_36, running, old)).toEqual(['10.0.0.1']);
    expect(keptIps(plegRules2017, emptyPodStatus('p'), old)).toEqual(['10.0.0.1']);
  });
});
