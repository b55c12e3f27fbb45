import { type KillRequested, type PodKillContext, type PodKillInput, podKillMachine } from '../../../machines/pod/pod-kill.ts';
import type { MachineModel } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';
import { modelTimings } from '../model-node.ts';

const named = modelEvent<KillRequested>;

const stops = [
  { container: 'app', afterMicros: 500_000, exitCode: 143 },
  { container: 'proxy', afterMicros: 30_000_000, exitCode: 137 },
];

const requests = [
  named('KILL.REQUESTED (two, and the sandbox)', { type: 'KILL.REQUESTED', stops, stopsSandbox: true }, 1_000_000),
  named('KILL.REQUESTED (one)', { type: 'KILL.REQUESTED', stops: stops.slice(0, 1), stopsSandbox: false }, 1_000_000),
  named(
    'KILL.REQUESTED (to take them away)',
    { type: 'KILL.REQUESTED', stops: stops.slice(0, 1).map((stop) => ({ ...stop, removes: true })), stopsSandbox: false },
    1_000_000,
  ),
  named('KILL.REQUESTED (the sandbox alone)', { type: 'KILL.REQUESTED', stops: [], stopsSandbox: true }, 1_000_000),
];

/** The stopping of the containers of one pod. */
export const podKillModel: MachineModel = {
  id: 'podKill',
  machine: podKillMachine,
  starts: [
    {
      name: 'at rest',
      input: ({ recorder, clock, neighbour }): PodKillInput => ({
        name: 'node-1/kubelet/default/web',
        pod: { namespace: 'default', name: 'web', uid: 'web' },
        recorder,
        clock,
        runtime: neighbour('runtime'),
        sandboxStopMicros: modelTimings.sandboxStopMicros,
        requester: neighbour('worker'),
      }),
    },
  ],
  events: (snapshot, world) => {
    const { startedMicros, stops: left }: PodKillContext = snapshot.context;
    switch (snapshot.value) {
      case 'stopping':
        return [delayElapsed('nextStop', 'podKill.stopping', startedMicros + (left[0]?.afterMicros ?? 0) - world.clock.nowMicros())];
      case 'stoppingSandbox':
        return [delayElapsed('sandboxStop', 'podKill.stoppingSandbox', modelTimings.sandboxStopMicros)];
      default:
        return requests;
    }
  },
  project: (snapshot) => {
    const { stops: left, stopsSandbox }: PodKillContext = snapshot.context;
    return snapshot.value === 'resting' ? [] : [left.map(({ container, removes }) => [container, removes === true]), stopsSandbox];
  },
};
