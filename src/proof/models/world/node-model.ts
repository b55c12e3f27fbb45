import { nodeMachine } from '../../../../machines/world/node.ts';
import { v1_36 } from '../../../rules/kubelet/profiles/profiles.ts';
import { containerd24 } from '../../../rules/runtime/profiles/runtime-profiles.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';
import { modelImage, modelSettings, modelTimings } from '../model-node.ts';
import { modelPod } from '../model-pods.ts';

const { named, model } = modelOf(nodeMachine);

const pod = modelPod('web');

/** Events that may come in any state. Other machines deal with what they mean. */
const happenings: readonly ModelEvent[] = [
  named('POD.ARRIVED', { spec: pod }),
  named('POD.EDITED', { uid: pod.uid, change: { kind: 'image', container: null, image: 'app:2' } }),
  named('POD.DELETED', { spec: pod, graceMicros: 30_000_000 }),
];

const faults: readonly ModelEvent[] = [
  named('FAULT.BEGAN', { id: 'full', fault: { kind: 'diskFull' } }),
  named('FAULT.ENDED', { id: 'full' }),
  named('IMAGE.REMOVED', { image: 'app:1' }),
  named('PRE_PULL.REQUESTED', {
    plan: { images: ['app:1'], parallel: false, policy: 'IfNotPresent', release: '1.36' },
  }),
];
const restarts: readonly ModelEvent[] = [
  named('KUBELET.RESTARTED (pulls are lost)', { pulls: 'lost' }),
  named('KUBELET.RESTARTED (pulls are completed, other settings)', {
    pulls: 'completed',
    settings: { ...modelSettings, serializeImagePulls: false },
  }),
  named('NODE.WENT_DOWN'),
  named('NODE.LEFT'),
];

/** A node with two pods. The actors below it take messages and do nothing. */
export const nodeModel = model({
  input: ({ recorder, clock, neighbour, stubs }) => ({
    name: 'node-1',
    recorder,
    clock,
    ...stubs('random', 'network'),
    profile: v1_36,
    settings: modelSettings,
    timings: modelTimings,
    runtimeProfile: containerd24,
    images: { 'app:1': modelImage('app:1', 'base', 'app') },
    presentImages: [],
    registries: { 'docker.io': neighbour('registry') },
    diskBytes: null,
    diskUsedBytes: 0,
  }),
  starts: {
    'has been there for some time': {},
    comes: { start: { atMicros: 5_000_000, bootMicros: 30_000_000, registrationMicros: 1_000_000 } },
  },
  events: ({ context, state }) => {
    const {
      input: { timings, start, clock },
    } = context;
    const { atMicros = 0, bootMicros = 0, registrationMicros = 0 } = start ?? {};
    const network = start === undefined || context.network === 'ready' ? [] : [named('NETWORK.CONFIGURED')];
    const always = [...happenings, ...faults];
    switch (state) {
      case 'joining':
        // The random source answers at once.
        return [named('DRAW.ANSWERED', { values: [0.25, 0.75] })];
      case 'awaited':
        return [
          ...always,
          ...restarts,
          delayElapsed('request', 'node.awaited', Math.max(0, atMicros - clock.nowMicros())),
        ];
      case 'booting':
        return [...always, ...restarts, delayElapsed('boot', 'node.booting', bootMicros)];
      case 'registering':
        return [
          ...always,
          ...restarts,
          ...network,
          delayElapsed('registration', 'node.registering', registrationMicros),
        ];
      case 'awaitingNetwork':
        return [...always, ...restarts, ...network];
      case 'restartingKubelet':
        return [
          ...always,
          ...restarts,
          ...network,
          delayElapsed('kubeletStart', 'node.restartingKubelet', timings.kubeletStartMicros),
        ];
      case 'rebooting':
        return [
          ...always,
          ...restarts,
          ...network,
          delayElapsed('reboot', 'node.rebooting', timings.rebootMicros),
        ];
      case 'gone':
        return [...always, ...restarts, ...network];
      default:
        return [...always, ...restarts];
    }
  },
  project: ({ context }) => {
    return {
      serial: context.settings.serializeImagePulls,
      network: context.network,
    };
  },
});
