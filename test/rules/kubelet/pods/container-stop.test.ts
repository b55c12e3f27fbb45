import { describe, expect, it } from 'vitest';
import {
  resetsInTurn,
  stopsOfChanged,
  stopsOfPod,
} from '../../../../src/rules/kubelet/pods/container-stop.ts';
import { v1_37, v1_38 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { container, podOf } from '../pod-fixtures.ts';

// killContainer and killContainersWithSyncResult (kuberuntime_container.go), terminationOrdering
// (kuberuntime_termination_order.go), v1.36.3.

const stops = (pod: ReturnType<typeof podOf>, graceSeconds: number, running?: readonly string[]) => {
  const all = [...pod.initContainers, ...pod.containers, ...pod.ephemeralContainers].map(({ name }) => name);
  return stopsOfPod(pod, running ?? all, graceSeconds * 1_000_000).map(
    ({ container: name, afterMicros, exitCode }) => `${name} ${afterMicros / 1_000_000} ${exitCode}`,
  );
};
const goesAfter = (name: string, seconds: number | null, more = {}) =>
  container(name, { stopsInMicros: seconds === null ? null : seconds * 1_000_000, ...more });

describe('containers that are stopped', () => {
  it('are all asked at once; each goes in its own time, or is killed when the grace period is over', () => {
    const pod = podOf({
      containers: [goesAfter('a', 3), goesAfter('b', 1), goesAfter('c', null)],
      ephemeralContainers: [goesAfter('e', 2)],
    });
    expect(stops(pod, 30)).toEqual(['b 1 143', 'e 2 143', 'a 3 143', 'c 30 137']);
    expect(stops(pod, 2)).toEqual(['b 1 143', 'a 2 137', 'c 2 137', 'e 2 143']);
  });

  it('have two seconds at least (minimumGracePeriodInSeconds)', () => {
    expect(stops(podOf({ containers: [goesAfter('a', 2), goesAfter('b', 2.1)] }), 0)).toEqual([
      'a 2 143',
      'b 2 137',
    ]);
  });

  it('are only those that run', () => {
    const pod = podOf({
      initContainers: [goesAfter('i', 1)],
      containers: [goesAfter('a', 1), goesAfter('b', 1)],
    });
    expect(stops(pod, 30, ['b'])).toEqual(['b 1 143']);
    expect(stops(pod, 30, ['i'])).toEqual(['i 1 143']);
    expect(stops(pod, 30, [])).toEqual([]);
  });
});

describe('sidecars', () => {
  const pod = (one: number | null, two: number | null, app: number | null) =>
    podOf({
      initContainers: [goesAfter('one', one, { sidecar: true }), goesAfter('two', two, { sidecar: true })],
      containers: [goesAfter('app', app)],
    });

  it('wait for the containers proper, and for the sidecars behind them', () => {
    expect(stops(pod(1, 2, 3), 30)).toEqual(['app 3 143', 'two 5 143', 'one 6 143']);
  });

  it('have the rest of the grace period, in whole seconds of waiting, and two seconds at least', () => {
    expect(stops(pod(null, null, 3.9), 10)).toEqual(['app 3.9 143', 'two 10.9 137', 'one 12 137']);
    expect(stops(pod(null, null, null), 10)).toEqual(['app 10 137', 'two 12 137', 'one 12 137']);
  });

  it('do not wait for what does not run', () => {
    expect(stops(pod(1, 2, 3), 30, ['one', 'two'])).toEqual(['two 2 143', 'one 3 143']);
    expect(stops(pod(1, 2, 3), 30, ['one'])).toEqual(['one 1 143']);
  });
});

it('containers with changed specs are stopped one after the other, each with the pod’s own grace period', () => {
  const pod = podOf({
    terminationGracePeriodMicros: 5_000_000,
    containers: [goesAfter('a', 1), goesAfter('b', null), goesAfter('c', 2)],
  });
  expect(stopsOfChanged(pod, ['a', 'b', 'c'], v1_37)).toEqual([
    { container: 'a', afterMicros: 1_000_000, exitCode: 143 },
    { container: 'b', afterMicros: 6_000_000, exitCode: 137 },
    { container: 'c', afterMicros: 8_000_000, exitCode: 143 },
  ]);
  expect(stopsOfChanged(pod, ['stranger'], v1_37)).toEqual([]);
});

// killContainers without an order, v1.38.0-beta.0
it('containers that have changed stop side by side from 1.38 on, sidecars too', () => {
  const pod = podOf({
    terminationGracePeriodMicros: 5_000_000,
    initContainers: [goesAfter('s', 1.5, { sidecar: true })],
    containers: [goesAfter('a', 1), goesAfter('b', null), goesAfter('c', 2)],
  });
  expect(stopsOfChanged(pod, ['s', 'a', 'b', 'c'], v1_38)).toEqual([
    { container: 'a', afterMicros: 1_000_000, exitCode: 143 },
    { container: 's', afterMicros: 1_500_000, exitCode: 143 },
    { container: 'c', afterMicros: 2_000_000, exitCode: 143 },
    { container: 'b', afterMicros: 5_000_000, exitCode: 137 },
  ]);
});

// The loop of SyncPod over ContainersToReset, v1.36.3
it('containers that a reset takes away go one after the other, with two seconds each; those that have ended need none', () => {
  const pod = podOf({
    initContainers: [goesAfter('i', 1)],
    containers: [goesAfter('a', 1), goesAfter('b', null), goesAfter('c', 5)],
  });
  const stop = (name: string, seconds: number, exitCode: number) => ({
    container: name,
    afterMicros: seconds * 1_000_000,
    exitCode,
    removes: true,
  });
  expect(resetsInTurn(pod, ['b', 'a', 'i', 'c'], ['a', 'b'])).toEqual([
    stop('b', 2, 137),
    stop('a', 3, 143),
    stop('i', 3, 143),
    stop('c', 3, 137),
  ]);
});
