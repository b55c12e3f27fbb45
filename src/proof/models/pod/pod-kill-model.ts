import { podKillMachine } from '../../../../machines/pod/pod-kill.ts';
import { delayElapsed, modelOf } from '../machine-model.ts';
import { modelTimings } from '../model-node.ts';

const { named, model } = modelOf(podKillMachine);

const stops = [
  { container: 'app', afterMicros: 500_000, exitCode: 143 },
  { container: 'proxy', afterMicros: 30_000_000, exitCode: 137 },
];

const requests = [
  named('KILL.REQUESTED (two, and the sandbox)', { stops, stopsSandbox: true }, 1_000_000),
  named('KILL.REQUESTED (one)', { stops: stops.slice(0, 1), stopsSandbox: false }, 1_000_000),
  named(
    'KILL.REQUESTED (to take them away)',
    { stops: stops.slice(0, 1).map((stop) => ({ ...stop, removes: true })), stopsSandbox: false },
    1_000_000,
  ),
  named('KILL.REQUESTED (the sandbox alone)', { stops: [], stopsSandbox: true }, 1_000_000),
];

/** The stopping of the containers of one pod. */
export const podKillModel = model({
  input: ({ recorder, clock, neighbour, stubs }) => ({
    name: 'node-1/kubelet/default/web',
    pod: { namespace: 'default', name: 'web', uid: 'web' },
    recorder,
    clock,
    ...stubs('runtime'),
    sandboxStopMicros: modelTimings.sandboxStopMicros,
    requester: neighbour('worker'),
  }),
  starts: { 'at rest': {} },
  events: ({ context, state, world }) => {
    const { startedMicros, stops: left } = context;
    switch (state) {
      case 'stopping':
        return [
          delayElapsed(
            'nextStop',
            'podKill.stopping',
            startedMicros + (left[0]?.afterMicros ?? 0) - world.clock.nowMicros(),
          ),
        ];
      case 'stoppingSandbox':
        return [delayElapsed('sandboxStop', 'podKill.stoppingSandbox', modelTimings.sandboxStopMicros)];
      default:
        return requests;
    }
  },
  project: ({ context, state }) => {
    const { stops: left, stopsSandbox } = context;
    return state === 'resting'
      ? []
      : [left.map(({ container, removes }) => [container, removes === true]), stopsSandbox];
  },
});
