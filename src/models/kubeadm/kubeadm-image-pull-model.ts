import { kubeadmImagePullMachine } from '../../../machines/kubeadm/kubeadm-image-pull.ts';
import type { KubeadmImagePullContext, KubeadmImagePullInput } from '../../../machines/kubeadm/kubeadm-image-pull-context.ts';
import type { CommandEnded } from '../../../machines/kubeadm/kubeadm-protocol.ts';
import { cri136 } from '../../kubeadm/cri-rules.ts';
import { crictl130 } from '../../kubeadm/crictl-rules.ts';
import type { KubeadmRules } from '../../kubeadm/kubeadm-rules.ts';
import type { MachineModel, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { inertActor } from '../stub-world.ts';

const named = modelEvent<CommandEnded>;

function start(name: string, rules: KubeadmRules, ifNotPresent: boolean): ModelStart {
  return {
    name,
    input: ({ recorder, neighbour }): KubeadmImagePullInput => ({
      name: 'node-1/pre-pull/image-1-1',
      recorder,
      rules,
      carrier: { kind: 'imageService', imageService: neighbour('imageService') },
      image: 'app:1',
      index: 0,
      ifNotPresent,
      owner: neighbour('owner'),
    }),
  };
}

/** The pull of one image by kubeadm, up to its fifth try. The ends of its commands are events of the model. */
export const kubeadmImagePullModel: MachineModel = {
  id: 'kubeadmImagePull',
  machine: kubeadmImagePullMachine.provide({ actors: { command: inertActor as never } }),
  starts: [start('always', cri136, false), start('if not present', cri136, true), start('if not present, with crictl', crictl130, true)],
  events: (snapshot) => {
    const ended = (name: string, answer: CommandEnded['answer']) => named(`COMMAND.ENDED (${name})`, { type: 'COMMAND.ENDED', answer });
    if (snapshot.matches('looking')) {
      return [
        ended('present', { ok: true, present: true }),
        ended('absent', { ok: true, present: false }),
        ended('failure', { ok: false, error: 'boom' }),
      ];
    }
    if (!snapshot.matches('pulling')) return [];
    return [ended('success', { ok: true }), ended('failure', { ok: false, error: 'boom', output: 'said' })];
  },
  project: (snapshot) => {
    const { attempt }: KubeadmImagePullContext = snapshot.context;
    return attempt;
  },
};
