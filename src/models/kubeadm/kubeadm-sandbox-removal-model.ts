import type { CommandEnded } from '../../../machines/kubeadm/kubeadm-protocol.ts';
import {
  type KubeadmSandboxRemovalContext,
  type KubeadmSandboxRemovalInput,
  kubeadmSandboxRemovalMachine,
} from '../../../machines/kubeadm/kubeadm-sandbox-removal.ts';
import { cri136 } from '../../kubeadm/cri-rules.ts';
import type { MachineModel } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { inertActor } from '../stub-world.ts';

const named = modelEvent<CommandEnded>;

/** The removal of one sandbox, up to the fifth try. */
export const kubeadmSandboxRemovalModel: MachineModel = {
  id: 'kubeadmSandboxRemoval',
  machine: kubeadmSandboxRemovalMachine.provide({ actors: { command: inertActor as never } }),
  starts: [
    {
      name: 'one sandbox',
      input: ({ recorder, neighbour }): KubeadmSandboxRemovalInput => ({
        name: 'kubeadm',
        recorder,
        rules: cri136,
        host: neighbour('host'),
        sandbox: 'p1',
        owner: neighbour('owner'),
      }),
    },
  ],
  events: (snapshot) =>
    snapshot.matches('stopping') || snapshot.matches('removing')
      ? [
          named('COMMAND.ENDED (success)', { type: 'COMMAND.ENDED', answer: { ok: true } }),
          named('COMMAND.ENDED (failure)', { type: 'COMMAND.ENDED', answer: { ok: false, error: 'boom' } }),
        ]
      : [],
  project: (snapshot) => {
    const { attempt }: KubeadmSandboxRemovalContext = snapshot.context;
    return attempt;
  },
};
