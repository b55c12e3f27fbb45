import { syncLoopMachine } from '../../../machines/kubelet/sync-loop.ts';
import type { SyncLoopContext, SyncLoopEvent, SyncLoopInput } from '../../../machines/kubelet/sync-loop-protocol.ts';
import { get } from '../../collections/sorted-map.ts';
import type { MachineModel, ModelEvent } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';
import { modelPod } from '../model-pods.ts';
import type { StubWorld } from '../stub-world.ts';

const named = modelEvent<SyncLoopEvent>;

const uid = 'web';
const heldMax = 2;

/** Returns the events that may come at any time. */
function arrivals(context: SyncLoopContext, { neighbour }: StubWorld): readonly ModelEvent[] {
  const isWatched = get(context.workers, uid) !== undefined;
  return [
    isWatched
      ? named('POD.FORGOTTEN', { type: 'POD.FORGOTTEN', uid })
      : named('POD.WATCHED', { type: 'POD.WATCHED', uid, worker: neighbour('worker') }),
    ...(context.held.size < heldMax
      ? [
          named('WORK.DUE', { type: 'WORK.DUE', uid }),
          named('UPDATE.RECEIVED', {
            type: 'UPDATE.RECEIVED',
            handler: neighbour('kubelet'),
            event: { type: 'ADDITION.DISPATCHED', spec: modelPod(uid) },
          }),
        ]
      : []),
  ];
}

/** Pods change only while the loop reads PLEG's channel. */
const changes = named('EVENTS.READ', {
  type: 'EVENTS.READ',
  events: [
    { uid, eventType: 'ContainerStarted', data: 'app' },
    { uid, eventType: 'ContainerRemoved', data: 'old' },
  ],
});

const answers: readonly ModelEvent[] = [
  named('HEALTH.ANSWERED (healthy)', { type: 'HEALTH.ANSWERED', health: { isHealthy: true }, sinceMicros: 0, by: 'pleg' }),
  named('HEALTH.ANSWERED (ill)', {
    type: 'HEALTH.ANSWERED',
    health: { isHealthy: false, message: 'pleg has yet to be successful' },
    sinceMicros: undefined,
    by: 'pleg',
  }),
];

/** The sync loop of a kubelet with one pod. */
export const syncLoopModel: MachineModel = {
  id: 'syncLoop',
  machine: syncLoopMachine,
  starts: [
    {
      name: 'a kubelet that starts',
      input: ({ recorder, clock, neighbour }): SyncLoopInput => ({
        name: 'node-1/kubelet/sync-loop',
        recorder,
        clock,
        pleg: neighbour('pleg'),
        nodeStatus: neighbour('nodeStatus'),
        tickOriginMicros: 0,
        relistThresholdMicros: 180_000_000,
      }),
    },
  ],
  events: (snapshot, world) => {
    const context: SyncLoopContext = snapshot.context;
    const state = String(snapshot.value);
    if (state === 'checking' || state === 'stillSkipping') return [...answers, ...arrivals(context, world)];
    if (state === 'syncing') return [delayElapsed('untilStale', 'syncLoop.syncing', 181_000_000), changes, ...arrivals(context, world)];
    return [delayElapsed('pause', 'syncLoop.skipping', context.pauseMicros), ...arrivals(context, world)];
  },
  project: (snapshot) => {
    const { workers, held, pauseMicros }: SyncLoopContext = snapshot.context;
    return { isWatched: get(workers, uid) !== undefined, held: held.size, pauseMicros };
  },
};
