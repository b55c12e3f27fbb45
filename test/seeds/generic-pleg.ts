import { type Actor, createActor } from 'xstate';
import { plegMachine } from '../../machines/kubelet/pleg.ts';
import type { EventsRead } from '../../machines/kubelet/pleg-protocol.ts';
import type { PlegRuntimeRequest } from '../../machines/runtime/container-runtime-protocol.ts';
import type { RecorderEvent } from '../../machines/world/recorder.ts';
import { type PlegHealth, plegHealth } from '../../src/rules/kubelet/pleg/pleg-health.ts';
import { plegRules2017 } from '../../src/rules/kubelet/pleg/pleg-rules.ts';
import { type CacheAnswer, cached } from '../../src/rules/kubelet/pleg/pod-cache.ts';
import { emptyPodStatus, type PodStatus, type RuntimePod } from '../../src/rules/kubelet/pleg/pod-status.ts';
import { createListener } from '../../src/run/simulation/root-actors.ts';

/** `createTestContainer` of the seed: an id and a state. */
export type TestContainer = readonly [id: string, state: 'running' | 'exited' | 'unknown'];

/** A pod of the fake runtime. */
export function testPod(
  uid: string,
  containers: readonly TestContainer[],
  sandboxes: readonly TestContainer[] = [],
): RuntimePod {
  const parts = (list: readonly TestContainer[]) => list.map(([id, state]) => ({ id, name: '', state }));
  return { uid, name: '', namespace: '', containers: parts(containers), sandboxes: parts(sandboxes) };
}

/** What the mocked GetPodStatus returns. */
export function testStatus(
  uid: string,
  containers: readonly TestContainer[],
  ips: readonly string[] = [],
): PodStatus {
  return {
    ...emptyPodStatus(uid),
    ips,
    containers: containers.map(([id, state]) => ({ id, name: '', state })),
  };
}

/**
 * `newTestGenericPLEG` (no cache) or `newTestGenericPLEGWithRuntimeMock` (a cache) of the seed: a PLEG by the
 * rules of 2017 that relists when it is told to, over a runtime that answers at once.
 */
export function testPleg({ hasCache = false } = {}) {
  let nowMicros = 0;
  let pods: readonly RuntimePod[] = [];
  const statuses = new Map<string, CacheAnswer>();
  const inspections: string[] = [];
  const runtime = createListener('runtime', (request: PlegRuntimeRequest) => {
    if (request.type === 'PODS.LIST_REQUESTED') {
      request.requester.send({
        type: 'PODS.LISTED',
        pods: new Map(pods.map((pod) => [pod.uid, pod])),
        changed: undefined,
      });
    } else if (request.type === 'POD_STATUS.REQUESTED') {
      const { uid } = request.pod;
      inspections.push(uid);
      const { status = emptyPodStatus(uid), error } = statuses.get(uid) ?? {
        status: emptyPodStatus(uid),
        error: undefined,
      };
      if (error !== undefined) request.requester.send({ type: 'POD_STATUS.FAILED', error, status });
      else request.requester.send({ type: 'POD_STATUS.ANSWERED', status: status ?? emptyPodStatus(uid) });
    }
  });
  const clock = { nowMicros: () => nowMicros };
  const unhandled: RecorderEvent[] = [];
  const pleg: Actor<typeof plegMachine> = createActor(plegMachine, {
    input: {
      name: 'pleg',
      recorder: createListener('recorder', (event: RecorderEvent) => {
        if (event.type === 'UNHANDLED') unhandled.push(event);
      }),
      clock,
      runtime,
      rules: plegRules2017,
      relistsOnDemand: false,
      isEvented: false,
      hasCache,
      channelCapacity: 100,
      lastRelistMicros: undefined,
      firstRelistMicros: undefined,
      relistPeriodMicros: 3_600_000_000,
      relistThresholdMicros: 180_000_000,
    },
  }).start();

  return {
    unhandled,
    /** Pods that GetPodStatus was called for, in order. */
    inspections,
    list: (...now: readonly RuntimePod[]) => {
      pods = now;
    },
    /** What the next inspections of the pod return. */
    inspect: (status: PodStatus, error?: string) => statuses.set(status.uid, { status, error }),
    relist: () => pleg.send({ type: 'GLOBAL_RELIST.REQUESTED' }),
    /** `getEventsFromChannel`, sorted as the seed's `verifyEvents` does: `1234 ContainerDied c1`. */
    events: (): readonly string[] => {
      let read: EventsRead['events'] = [];
      const reader = createListener('reader', (event: EventsRead) => {
        read = event.events;
      });
      pleg.send({ type: 'CHANNEL.WATCHED', reader });
      pleg.send({ type: 'CHANNEL.LEFT' });
      const sorted = [...read].sort((a, b) => order(`${a.uid} ${a.data}`, `${b.uid} ${b.data}`));
      return sorted.map(({ uid, eventType, data }) => `${uid} ${eventType} ${data ?? ''}`);
    },
    cacheGet: (uid: string): CacheAnswer => {
      const { status, error } = cached(pleg.getSnapshot().context.cache, uid);
      return { status, error };
    },
    /** The seed's fake clock begins at Go's zero time. */
    healthy: (): PlegHealth => {
      const {
        input: { rules },
        relistThresholdMicros,
        relistTimeMicros,
      } = pleg.getSnapshot().context;
      return plegHealth(rules, relistTimeMicros, nowMicros, relistThresholdMicros, 0);
    },
    step: (minutes: number) => {
      nowMicros += minutes * 60_000_000;
    },
  };
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
