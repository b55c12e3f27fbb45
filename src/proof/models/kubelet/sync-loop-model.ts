import { syncLoopMachine } from '../../../../machines/kubelet/sync-loop.ts';
import type { SyncLoopContext } from '../../../../machines/kubelet/sync-loop-protocol.ts';
import { get } from '../../../rules/collections/sorted-map.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';
import { modelPod } from '../model-pods.ts';
import type { StubWorld } from '../stub-world.ts';

const { named, model } = modelOf(syncLoopMachine);

const uid = 'web';
const heldMax = 2;

/** Returns the events that may come at any time. */
function arrivals(context: SyncLoopContext, { neighbour }: StubWorld): readonly ModelEvent[] {
  const isWatched = get(context.workers, uid) !== undefined;
  return [
    isWatched ? named('POD.FORGOTTEN', { uid }) : named('POD.WATCHED', { uid, worker: neighbour('worker') }),
    ...(context.held.size < heldMax
      ? [
          named('WORK.DUE', { uid }),
          named('UPDATE.RECEIVED', {
            handler: neighbour('kubelet'),
            event: { type: 'ADDITION.DISPATCHED', spec: modelPod(uid) },
          }),
        ]
      : []),
  ];
}

/** Pods change only while the loop reads PLEG's channel. */
const changes = named('EVENTS.READ', {
  events: [
    { uid, eventType: 'ContainerStarted', data: 'app' },
    { uid, eventType: 'ContainerRemoved', data: 'old' },
  ],
});

const answers: readonly ModelEvent[] = [
  named('HEALTH.ANSWERED (healthy)', { health: { isHealthy: true }, sinceMicros: 0, by: 'pleg' }),
  named('HEALTH.ANSWERED (ill)', {
    health: { isHealthy: false, message: 'pleg has yet to be successful' },
    sinceMicros: undefined,
    by: 'pleg',
  }),
];

/** The sync loop of a kubelet with one pod. */
export const syncLoopModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name: 'node-1/kubelet/sync-loop',
    recorder,
    clock,
    ...stubs('pleg', 'nodeStatus'),
    tickOriginMicros: 0,
    relistThresholdMicros: 180_000_000,
  }),
  starts: { 'a kubelet that starts': {} },
  events: ({ context, state, world }) => {
    if (state === 'checking' || state === 'stillSkipping') return [...answers, ...arrivals(context, world)];
    if (state === 'syncing')
      return [
        delayElapsed('untilStale', 'syncLoop.syncing', 181_000_000),
        changes,
        ...arrivals(context, world),
      ];
    return [delayElapsed('pause', 'syncLoop.skipping', context.pauseMicros), ...arrivals(context, world)];
  },
  project: ({ context: { workers, held, pauseMicros } }) => ({
    isWatched: get(workers, uid) !== undefined,
    held: held.size,
    pauseMicros,
  }),
});
