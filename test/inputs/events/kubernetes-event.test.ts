import { expect, test } from 'vitest';
import { kubernetesEvent } from '../../../src/inputs/events/kubernetes-event.ts';
import { epochMs, podEvent } from './event-objects.ts';

const pulled = { pod: 'web', reason: 'Pulled', message: 'x', at: 12.345678 };

// makeEvent of client-go's tools/record/event.go (v0.30.5): fmt.Sprintf("%v.%x", ref.Name, t.UnixNano())
test('the name of an event has its time to the microsecond', () => {
  expect(kubernetesEvent(podEvent(pulled))).toMatchObject({
    micros: epochMs * 1_000 + 12_345_678,
    spreadMicros: 0,
    firstSpreadMicros: 0,
  });
});

test('of an event that was counted it is the time of the first', () => {
  expect(kubernetesEvent(podEvent({ ...pulled, count: 3, until: 40.9 }))).toMatchObject({
    firstMicros: epochMs * 1_000 + 12_345_678,
    firstSpreadMicros: 0,
    micros: epochMs * 1_000 + 40_000_000,
    spreadMicros: 1_000_000,
    count: 3,
  });
});

test('a name whose end is not within the second of the first time tells nothing', () => {
  const event = { ...podEvent(pulled), metadata: { name: 'web.17f0aabbccddeeff' } };
  expect(kubernetesEvent(event)).toMatchObject({
    micros: epochMs * 1_000 + 12_000_000,
    spreadMicros: 1_000_000,
  });
});

test('an event of events.k8s.io/v1 has its object, its series and its controller by other names', () => {
  const event = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    regarding: { kind: 'Pod', namespace: 'shop', name: 'web', fieldPath: 'spec.containers{app}' },
    note: 'Back-off pulling image "a:1"',
    reason: 'BackOff',
    eventTime: '2026-11-21T10:00:01.500000Z',
    series: { count: 7, lastObservedTime: '2026-11-21T10:01:01.250000Z' },
    reportingController: 'kubelet',
    reportingInstance: 'node-9',
  };
  expect(kubernetesEvent(event)).toMatchObject({
    object: { kind: 'Pod', namespace: 'shop', name: 'web', fieldPath: 'spec.containers{app}' },
    component: 'kubelet',
    node: 'node-9',
    count: 7,
    firstMicros: epochMs * 1_000 + 1_500_000,
    micros: epochMs * 1_000 + 61_250_000,
    spreadMicros: 0,
  });
});
