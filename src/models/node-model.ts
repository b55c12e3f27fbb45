import type { DrawAnswered } from '../../machines/dice.ts';
import type { PodEnded } from '../../machines/kubelet.ts';
import { nodeMachine } from '../../machines/node.ts';
import type { NodeContext, NodeEvent, NodeMachineInput } from '../../machines/node-protocol.ts';
import { items } from '../kubelet/fifo.ts';
import { v1_36 } from '../kubelet/profiles/v1-36.ts';
import { containerd24 } from '../runtime/containerd-2-4.ts';
import { delayElapsed } from './delay-elapsed.ts';
import { inertActor } from './inert-actor.ts';
import type { MachineModel, ModelEvent } from './machine-model.ts';
import { modelEvent } from './model-event.ts';
import { modelImage } from './model-images.ts';
import { modelSettings, modelTimings } from './model-node.ts';
import { modelPod } from './model-pods.ts';

const named = modelEvent<NodeEvent | PodEnded | DrawAnswered>;

const pods = [modelPod('web'), modelPod('job')];

/** What may happen in any state; the first two only change who is bound to the node. */
function happenings(context: NodeContext): readonly ModelEvent[] {
  return [
    ...pods.filter(({ uid }) => !context.pods.has(uid)).map((spec) => named(`POD.ARRIVED (${spec.uid})`, { type: 'POD.ARRIVED', spec })),
    ...[...context.pods.keys()].map((uid) => named(`POD.ENDED (${uid})`, { type: 'POD.ENDED', uid })),
  ];
}

const faults: readonly ModelEvent[] = [
  named('FAULT.BEGAN', { type: 'FAULT.BEGAN', id: 'full', fault: { kind: 'diskFull' } }),
  named('FAULT.ENDED', { type: 'FAULT.ENDED', id: 'full' }),
  named('IMAGE.REMOVED', { type: 'IMAGE.REMOVED', image: 'app:1' }),
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

/** A node with two pods; the actors below it hear, and do nothing. */
export const nodeModel: MachineModel = {
  id: 'node',
  machine: nodeMachine.provide({
    actors: {
      kubelet: inertActor as never,
      containerRuntime: inertActor as never,
      imageService: inertActor as never,
      disk: inertActor as never,
      pullRecords: inertActor as never,
    },
  }),
  starts: [
    {
      name: 'new',
      input: ({ recorder, clock, neighbour }): NodeMachineInput => ({
        name: 'node-1',
        recorder,
        clock,
        dice: neighbour('dice'),
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
    const always = [...happenings(snapshot.context), ...faults];
    switch (snapshot.value) {
      case 'joining':
        // The dice answer at once.
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
      pods: [...context.pods.keys()],
      toAdd: items(context.toAdd).map(({ uid }) => uid),
      serial: context.settings.serializeImagePulls,
    };
  },
  unreachable: [
    {
      item: 'node POD.ENDED → (stays) if knowsPod = false',
      reason: 'A kubelet ends only pods that the node has given it, each once; were it otherwise, the wildcard would end the run.',
    },
  ],
};
