import { nodeMachine } from '../../../machines/world/node.ts';
import type { NodeContext, NodeEvent, NodeMachineInput } from '../../../machines/world/node-protocol.ts';
import type { DrawAnswered } from '../../../machines/world/random-source.ts';
import { v1_36 } from '../../kubelet/profiles/profiles.ts';
import { containerd24 } from '../../runtime/profiles/runtime-profiles.ts';
import type { MachineModel, ModelEvent } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';
import { modelImage, modelSettings, modelTimings } from '../model-node.ts';
import { modelPod } from '../model-pods.ts';
import { inertActor } from '../stub-world.ts';

const named = modelEvent<NodeEvent | DrawAnswered>;

const pod = modelPod('web');

/** Events that may come in any state. Other machines deal with what they mean. */
const happenings: readonly ModelEvent[] = [
  named('POD.ARRIVED', { type: 'POD.ARRIVED', spec: pod }),
  named('POD.EDITED', { type: 'POD.EDITED', uid: pod.uid, change: { kind: 'image', container: null, image: 'app:2' } }),
  named('POD.DELETED', { type: 'POD.DELETED', spec: pod, graceMicros: 30_000_000 }),
];

const faults: readonly ModelEvent[] = [
  named('FAULT.BEGAN', { type: 'FAULT.BEGAN', id: 'full', fault: { kind: 'diskFull' } }),
  named('FAULT.ENDED', { type: 'FAULT.ENDED', id: 'full' }),
  named('IMAGE.REMOVED', { type: 'IMAGE.REMOVED', image: 'app:1' }),
  named('PRE_PULL.REQUESTED', {
    type: 'PRE_PULL.REQUESTED',
    plan: { images: ['app:1'], parallel: false, policy: 'IfNotPresent', release: '1.36' },
  }),
];
const restarts: readonly ModelEvent[] = [
  named('KUBELET.RESTARTED (pulls are lost)', { type: 'KUBELET.RESTARTED', pulls: 'lost' }),
  named('KUBELET.RESTARTED (pulls are completed, other settings)', {
    type: 'KUBELET.RESTARTED',
    pulls: 'completed',
    settings: { ...modelSettings, serializeImagePulls: false },
  }),
  named('NODE.WENT_DOWN', { type: 'NODE.WENT_DOWN' }),
];

/** A node with two pods. The actors below it take messages and do nothing. */
export const nodeModel: MachineModel = {
  id: 'node',
  machine: nodeMachine.provide({
    actors: {
      apiServer: inertActor as never,
      kubelet: inertActor as never,
      containerRuntime: inertActor as never,
      imageService: inertActor as never,
      disk: inertActor as never,
      pullRecords: inertActor as never,
      prePull: inertActor as never,
    },
  }),
  starts: [
    {
      name: 'new',
      input: ({ recorder, clock, neighbour }): NodeMachineInput => ({
        name: 'node-1',
        recorder,
        clock,
        random: neighbour('random'),
        profile: v1_36,
        settings: modelSettings,
        timings: modelTimings,
        runtimeProfile: containerd24,
        images: { 'app:1': modelImage('app:1', 'base', 'app') },
        presentImages: [],
        registries: { 'docker.io': neighbour('registry') },
        network: neighbour('network'),
        diskBytes: null,
        diskUsedBytes: 0,
      }),
    },
  ],
  events: (snapshot) => {
    const { timings }: NodeContext = snapshot.context;
    const always = [...happenings, ...faults];
    switch (snapshot.value) {
      case 'joining':
        // The random source answers at once.
        return [named('DRAW.ANSWERED', { type: 'DRAW.ANSWERED', values: [0.25, 0.75] })];
      case 'restartingKubelet':
        return [...always, ...restarts, delayElapsed('kubeletStart', 'node.restartingKubelet', timings.kubeletStartMicros)];
      case 'rebooting':
        return [...always, ...restarts, delayElapsed('reboot', 'node.rebooting', timings.rebootMicros)];
      default:
        return [...always, ...restarts];
    }
  },
  project: (snapshot) => {
    const context: NodeContext = snapshot.context;
    return {
      serial: context.settings.serializeImagePulls,
    };
  },
};
