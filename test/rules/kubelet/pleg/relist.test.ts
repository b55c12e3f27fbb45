import { describe, expect, it } from 'vitest';
import {
  drained,
  emptyChannel,
  eventsIn,
  isSyncPodWorthy,
  type PodLifecycleEvent,
  withEvents,
} from '../../../../src/rules/kubelet/pleg/lifecycle-events.ts';
import {
  plegRules1_29 as afterwards,
  plegRules1_36 as inTurn,
  type PlegRules,
} from '../../../../src/rules/kubelet/pleg/pleg-rules.ts';
import { podChanges } from '../../../../src/rules/kubelet/pleg/pod-changes.ts';
import type { RuntimePod } from '../../../../src/rules/kubelet/pleg/pod-status.ts';
import * as relist from '../../../../src/rules/kubelet/pleg/relist.ts';

const pod = (
  uid: string,
  containers: Readonly<Record<string, string>> = {},
  sandboxes: Readonly<Record<string, string>> = {},
): RuntimePod => ({
  uid,
  name: uid,
  namespace: 'default',
  containers: Object.entries(containers).map(([id, state]) => ({ id, name: id, state })),
  sandboxes: Object.entries(sandboxes).map(([id, state]) => ({ id, name: '', state })),
});
const told = (events: readonly PodLifecycleEvent[]) =>
  events.map(({ eventType, data }) => [eventType, data].join(' ').trim());

// generateEvents and convertState of pkg/kubelet/pleg/generic.go, v1.36.3.
describe('the changes of a pod', () => {
  const one = (state: string | undefined) => (state === undefined ? undefined : pod('u', { c: state }));

  it.each([
    [undefined, 'running', ['ContainerStarted c']],
    [undefined, 'exited', ['ContainerDied c']],
    [undefined, 'created', ['ContainerChanged c']],
    ['created', 'running', ['ContainerStarted c']],
    ['created', 'unknown', []],
    ['running', 'running', []],
    ['running', 'exited', ['ContainerDied c']],
    ['running', 'unknown', ['ContainerChanged c']],
    ['exited', 'running', ['ContainerStarted c']],
    ['running', undefined, ['ContainerDied c', 'ContainerRemoved c']],
    ['unknown', undefined, ['ContainerDied c', 'ContainerRemoved c']],
    ['exited', undefined, ['ContainerRemoved c']],
  ] as const)('from %s to %s are %j', (before, after, events) => {
    expect(told(podChanges('u', one(before), one(after)))).toEqual(events);
  });

  it('treat sandboxes as containers, and known ones come first', () => {
    const before = pod('u', { a: 'running' }, { s1: 'running' });
    const after = pod('u', { b: 'running' }, { s2: 'running', s1: 'exited' });
    expect(told(podChanges('u', before, after))).toEqual([
      'ContainerDied a',
      'ContainerRemoved a',
      'ContainerDied s1',
      'ContainerStarted b',
      'ContainerStarted s2',
    ]);
  });

  it('with a state that the kubelet does not know are a panic', () => {
    expect(() => podChanges('u', undefined, one('paused'))).toThrow('unrecognized container state: paused');
  });

  // isSyncPodWorthy of pkg/kubelet/kubelet.go
  it('that remove a container are no reason to sync', () => {
    const types = ['ContainerStarted', 'ContainerDied', 'ContainerRemoved', 'PodSync'] as const;
    expect(types.filter((eventType) => isSyncPodWorthy({ uid: 'u', eventType }))).toEqual([
      'ContainerStarted',
      'ContainerDied',
      'PodSync',
    ]);
  });
});

/**
 * A relist in which the inspection of `failing` fails; returns the records after it, the turns, and what was
 * sent.
 */
function run(
  rules: PlegRules,
  known: relist.PlegRecords,
  listing: readonly RuntimePod[],
  failing: readonly string[] = [],
  looked?: readonly string[],
) {
  const opened = relist.openRelist(rules, known, new Map(listing.map((one) => [one.uid, one])), looked);
  const sent: string[] = [];
  const inspect = (before: relist.PlegRecords, turn: relist.PodTurn): relist.PlegRecords => {
    if (failing.includes(turn.uid)) return relist.turnFailed(rules, before, turn);
    const { records, events } = relist.turnEnded(rules, before, turn);
    sent.push(...events.map(({ uid, eventType }) => `${uid} ${eventType}`));
    return records;
  };
  const first = opened.turns.reduce(inspect, opened.records);
  const seconds = relist.secondTurns(rules, first);
  const records = relist.closeRelist(rules, seconds.reduce(inspect, first));
  return {
    records,
    turns: opened.turns.map(({ uid }) => uid),
    seconds: seconds.map(({ uid }) => uid),
    sent,
    panic: opened.panic,
  };
}

// Relist, reconcilePodRecord and updateCache of generic.go: v1.31.14 reinspects after the loop, v1.36.3 in
// the pod's turn.
describe('a relist', () => {
  const a = pod('a', { c: 'running' });
  const b = pod('b', { d: 'running' });

  it.each([['1.31', afterwards] as const, ['1.36', inTurn] as const])(
    'sends a change once (%s)',
    (_, rules) => {
      const first = run(rules, relist.emptyPlegRecords, [b, a]);
      expect(first).toMatchObject({ turns: ['a', 'b'], sent: ['a ContainerStarted', 'b ContainerStarted'] });
      expect(run(rules, first.records, [a, b])).toMatchObject({ turns: [], seconds: [], sent: [] });
      expect(run(rules, first.records, [b]).sent).toEqual(['a ContainerDied', 'a ContainerRemoved']);
    },
  );

  it.each([['1.31', afterwards] as const, ['1.36', inTurn] as const])(
    'finds the change again where the inspection failed (%s)',
    (_, rules) => {
      const first = run(rules, relist.emptyPlegRecords, [a, b], ['a']);
      expect(first.sent).toEqual(['b ContainerStarted']);
      const second = run(rules, first.records, [a, b]);
      expect(second).toMatchObject({ turns: ['a'], seconds: [], sent: ['a ContainerStarted'] });
      expect(run(rules, second.records, [a, b])).toMatchObject({ turns: [], seconds: [] });
    },
  );

  it('to 1.31 inspects a failed pod once more at its end, and sends nothing', () => {
    const known = run(afterwards, relist.emptyPlegRecords, [a]).records;
    const dead = pod('a', { c: 'exited' });
    const failed = run(afterwards, known, [dead], ['a']);
    expect(relist.pendingPods(failed.records)).toEqual(['a']);
    // Back again as it was: there is no event, but the cache still has the error.
    expect(run(afterwards, failed.records, [a], ['a'])).toMatchObject({
      turns: [],
      seconds: ['a'],
      sent: [],
    });
    expect(relist.pendingPods(run(afterwards, failed.records, [a]).records)).toEqual([]);
  });

  it('since 1.32 inspects it in its turn; 1.36 sends a PodSync for it', () => {
    const known = run(inTurn, relist.emptyPlegRecords, [a, b]).records;
    const asked = relist.withReinspection(known, 'b');
    expect(relist.pendingPods(asked)).toEqual(['b']);
    const next = run(inTurn, asked, [a, b]);
    expect(next).toMatchObject({ turns: ['b'], seconds: [], sent: ['b PodSync'] });
    expect(relist.pendingPods(next.records)).toEqual([]);
  });

  it('of one pod leaves the others to the next one', () => {
    const first = run(inTurn, relist.emptyPlegRecords, [a, b], [], ['b']);
    expect(first).toMatchObject({ turns: ['b'], sent: ['b ContainerStarted'] });
    expect(run(inTurn, first.records, [a, b]).turns).toEqual(['a']);
  });

  it('sends no event for a container that was only created, and remembers it', () => {
    const made = run(inTurn, relist.emptyPlegRecords, [pod('a', { c: 'created' })]);
    expect(made).toMatchObject({ turns: ['a'], sent: [] });
    expect(run(inTurn, made.records, [pod('a', { c: 'created' })]).turns).toEqual([]);
  });

  it('comes to nothing where the runtime says a word that the kubelet does not know', () => {
    expect(run(inTurn, relist.emptyPlegRecords, [a, pod('z', { c: 'paused' })])).toMatchObject({
      turns: [],
      sent: [],
      panic: 'unrecognized container state: paused',
    });
  });
});

// plegChannelCapacity of pkg/kubelet/kubelet.go; `pleg_discard_events`.
describe('the channel to the sync loop', () => {
  const events = (...uids: readonly string[]) =>
    uids.map((uid) => ({ uid, eventType: 'ContainerDied' as const }));
  const uids = (channel: ReturnType<typeof emptyChannel>) => eventsIn(channel).map(({ uid }) => uid);

  it('keeps the first events, and counts those without room', () => {
    const full = withEvents(withEvents(emptyChannel(3), events('a', 'b')), events('c', 'd', 'e'));
    expect(uids(full)).toEqual(['a', 'b', 'c']);
    expect(full.discarded).toBe(2);
    expect(withEvents(full, events('f')).discarded).toBe(3);
  });

  it('has room again once it is read', () => {
    const read = drained(withEvents(emptyChannel(1), events('a', 'b')));
    expect(uids(read)).toEqual([]);
    expect(uids(withEvents(read, events('c')))).toEqual(['c']);
    expect(read.discarded).toBe(1);
  });
});
