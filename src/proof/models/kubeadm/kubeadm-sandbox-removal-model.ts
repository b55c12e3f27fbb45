import { kubeadmSandboxRemovalMachine } from '../../../../machines/kubeadm/kubeadm-sandbox-removal.ts';
import { cri136 } from '../../../rules/kubeadm/cri-rules.ts';
import { modelOf } from '../machine-model.ts';

const { named, model } = modelOf(kubeadmSandboxRemovalMachine);

/** The removal of one sandbox, up to the fifth try. */
export const kubeadmSandboxRemovalModel = model({
  input: ({ recorder, stubs }) => ({
    name: 'kubeadm',
    recorder,
    rules: cri136,
    ...stubs('host', 'owner'),
    sandbox: 'p1',
  }),
  starts: { 'one sandbox': {} },
  events: ({ state }) =>
    state === 'stopping' || state === 'removing'
      ? [
          named('COMMAND.ENDED (success)', { answer: { ok: true } }),
          named('COMMAND.ENDED (failure)', { answer: { ok: false, error: 'boom' } }),
        ]
      : [],
  project: ({ context: { attempt } }) => attempt,
});
