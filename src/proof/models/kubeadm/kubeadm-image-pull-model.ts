import { kubeadmImagePullMachine } from '../../../../machines/kubeadm/kubeadm-image-pull.ts';
import type { CommandEnded } from '../../../../machines/kubeadm/kubeadm-protocol.ts';
import { cri136 } from '../../../rules/kubeadm/cri-rules.ts';
import { crictl130 } from '../../../rules/kubeadm/crictl-rules.ts';
import { modelOf } from '../machine-model.ts';

const { named, model } = modelOf(kubeadmImagePullMachine);

/**
 * The pull of one image by kubeadm, up to its fifth try. The ends of its commands are events of the model.
 */
export const kubeadmImagePullModel = model({
  input: ({ recorder, neighbour, stubs }) => ({
    name: 'node-1/pre-pull/image-1-1',
    recorder,
    rules: cri136,
    carrier: { kind: 'imageService', imageService: neighbour('imageService') },
    image: 'app:1',
    index: 0,
    ifNotPresent: true,
    ...stubs('owner'),
  }),
  starts: {
    always: { ifNotPresent: false },
    'if not present': {},
    'if not present, with crictl': { rules: crictl130 },
  },
  events: ({ state }) => {
    const ended = (name: string, answer: CommandEnded['answer']) =>
      named(`COMMAND.ENDED (${name})`, { answer });
    if (state === 'looking') {
      return [
        ended('present', { ok: true, present: true }),
        ended('absent', { ok: true, present: false }),
        ended('failure', { ok: false, error: 'boom' }),
      ];
    }
    if (state !== 'pulling') return [];
    return [ended('success', { ok: true }), ended('failure', { ok: false, error: 'boom', output: 'said' })];
  },
  project: ({ context: { attempt } }) => attempt,
});
