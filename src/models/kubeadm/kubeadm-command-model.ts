import { kubeadmCommandMachine } from '../../../machines/kubeadm/kubeadm-command.ts';
import type { KubeadmCommandInput } from '../../../machines/kubeadm/kubeadm-command-context.ts';
import type { HostCommandAnswered } from '../../../machines/kubeadm/kubeadm-protocol.ts';
import type { ImageServiceAnswer } from '../../../machines/runtime/cri.ts';
import type { KubeadmCommandName } from '../../kubeadm/command.ts';
import { cri136 } from '../../kubeadm/cri-rules.ts';
import { crictl130 } from '../../kubeadm/crictl-rules.ts';
import type { KubeadmRules } from '../../kubeadm/kubeadm-rules.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';

const named = modelEvent<HostCommandAnswered | ImageServiceAnswer>;

const ofHost: readonly ModelEvent[] = [
  named('HOST_COMMAND.ANSWERED (success)', { type: 'HOST_COMMAND.ANSWERED', answer: { ok: true } }),
  named('HOST_COMMAND.ANSWERED (failure)', { type: 'HOST_COMMAND.ANSWERED', answer: { ok: false, error: 'exit status 1' } }),
];
const ofStatus: readonly ModelEvent[] = [
  named('IMAGE_STATUS.ANSWERED (present)', { type: 'IMAGE_STATUS.ANSWERED', imageRef: 'sha256:app', sizeBytes: 1 }),
  named('IMAGE_STATUS.ANSWERED (absent)', { type: 'IMAGE_STATUS.ANSWERED', imageRef: '', sizeBytes: 0 }),
  named('IMAGE_STATUS.FAILED', { type: 'IMAGE_STATUS.FAILED', error: 'boom' }),
];
const ofPull: readonly ModelEvent[] = [
  named('IMAGE_PULL.SUCCEEDED', { type: 'IMAGE_PULL.SUCCEEDED', imageRef: 'sha256:app' }),
  named('IMAGE_PULL.FAILED', { type: 'IMAGE_PULL.FAILED', error: 'boom' }),
];

function start(name: string, rules: KubeadmRules, command: KubeadmCommandName, carrier: 'host' | 'imageService'): ModelStart {
  return {
    name,
    input: ({ recorder, neighbour }): KubeadmCommandInput => ({
      name: 'kubeadm',
      recorder,
      rules,
      carrier:
        carrier === 'host' ? { kind: 'host', host: neighbour('host') } : { kind: 'imageService', imageService: neighbour('imageService') },
      command: { name: command, subject: 'app:1' },
      caller: 'node-1/pre-pull/image-1-1',
      owner: neighbour('owner'),
    }),
  };
}

/** A command of kubeadm to a host and to a node's image service, in both generations. */
export const kubeadmCommandModel: MachineModel = {
  id: 'kubeadmCommand',
  machine: kubeadmCommandMachine,
  starts: [
    start('a crictl process', crictl130, 'imageStatus', 'host'),
    start('a call of the CRI', cri136, 'status', 'host'),
    start('a look on a node, with crictl', crictl130, 'imageStatus', 'imageService'),
    start('a look on a node', cri136, 'imageStatus', 'imageService'),
    start('a pull on a node', cri136, 'pullImage', 'imageService'),
  ],
  events: (snapshot) => {
    const { carrier, command }: KubeadmCommandInput = snapshot.context;
    const answers = carrier.kind === 'host' ? ofHost : command.name === 'pullImage' ? ofPull : ofStatus;
    const isOver = snapshot.matches('ended');
    // A command that was answered in time gets no second answer. A pull has no deadline, and so no late answer.
    if (isOver) return command.name === 'pullImage' ? [] : answers;
    const isTimed = snapshot.matches({ running: 'timed' });
    return [...answers, ...(isTimed ? [delayElapsed('deadline', 'kubeadmCommand.running.timed', 2_000_000)] : [])];
  },
  project: () => null,
};
