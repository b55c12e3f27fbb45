import { expect, test } from 'vitest';
import { LruCache } from '../../../../src/rules/kubelet/events/event-correlator.ts';
import {
  EventPipeline,
  EventSink,
  EventStore,
  isVisible,
} from '../../../../src/rules/kubelet/events/event-sink.ts';
import { v1_14, v1_36 } from '../../../../src/rules/kubelet/profiles/profiles.ts';

const event = {
  component: 'kubelet',
  host: 'node-1',
  kind: 'Pod',
  namespace: 'default',
  fieldPath: '',
  type: 'Normal',
  reason: 'Pulling',
  message: 'm',
} as const;

// pkg/kubelet/apis/config/v1beta1/defaults.go (v1.36.3): eventRecordQPS 50, eventBurst 100.
test('a hundred writes at once, then one in 20 ms', () => {
  const sink = new EventSink(v1_36.events);
  const written = Array.from({ length: 103 }, () => sink.writtenAt(sink.turnOf(0) ?? -1));
  expect(written.slice(98)).toEqual([0, 0, 20_000, 40_000, 60_000]);
});

// apimachinery/pkg/watch/mux.go, DropIfChannelFull with maxQueuedEvents 1000 (client-go v0.36.3).
test('an event that finds a thousand waiting is lost', () => {
  const store = new EventStore();
  const pipeline = new EventPipeline(v1_14.events, 'k', store);
  const fates = Array.from({ length: 1100 }, (_, index) =>
    pipeline.record({ ...event, name: `p${index}`, uid: `${index}` }, 0, 1e12),
  );
  // The first ten of 1.14 are written at once, the eleventh is under way; behind it a thousand wait.
  expect(fates.indexOf('lost')).toBe(1011);
  expect(fates.slice(1011).every((fate) => fate === 'lost')).toBe(true);
  // One is written in 200 ms, so that after a second five more find a place.
  const later = Array.from({ length: 7 }, (_, index) =>
    pipeline.record({ ...event, name: `q${index}`, uid: `q${index}` }, 1_000_000, 1e12),
  );
  expect(later.filter((fate) => fate !== 'lost').length).toBe(5);
});

// pkg/registry/core/event: the TTL counts from the last write.
test('an event is there for an hour after its last write', () => {
  const stored = {
    event: { ...event, name: 'p', uid: 'u', id: 'k.1', count: 1, firstMicros: 0, lastMicros: 0 },
    writtenMicros: 5,
  };
  expect([4, 5, 3_600_000_004, 3_600_000_005].map((at) => isVisible(stored, at))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const store = new EventStore();
  store.write(stored.event, 0);
  store.write({ ...stored.event, count: 2 }, 3_599_000_000);
  expect(store.visible(3_700_000_000).map(({ count }) => count)).toEqual([2]);
  expect(store.visible(7_199_000_000)).toEqual([]);
});

// k8s.io/utils/lru: a look is a use.
test('a full cache forgets what was used longest ago', () => {
  const cache = new LruCache<number>(2);
  cache.add('a', 1);
  cache.add('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.add('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});
