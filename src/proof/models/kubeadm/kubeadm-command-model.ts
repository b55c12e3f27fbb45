import { kubeadmCommandMachine } from '../../../../machines/kubeadm/kubeadm-command.ts';
import { cri136 } from '../../../rules/kubeadm/cri-rules.ts';
import { crictl130 } from '../../../rules/kubeadm/crictl-rules.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(kubeadmCommandMachine);

const ofHost: readonly ModelEvent[] = [
  named('HOST_COMMAND.ANSWERED (success)', { answer: { ok: true } }),
  named('HOST_COMMAND.ANSWERED (failure)', { answer: { ok: false, error: 'exit status 1' } }),
];
const ofStatus: readonly ModelEvent[] = [
  named('IMAGE_STATUS.ANSWERED (present)', { imageRef: 'sha256:app', sizeBytes: 1 }),
  named('IMAGE_STATUS.ANSWERED (absent)', { imageRef: '', sizeBytes: 0 }),
  named('IMAGE_STATUS.FAILED', { error: 'boom' }),
];
const ofPull: readonly ModelEvent[] = [
  named('IMAGE_PULL.SUCCEEDED', { imageRef: 'sha256:app' }),
  named('IMAGE_PULL.FAILED', { error: 'boom' }),
];

/** A command of kubeadm to a host and to a node's image service, in both generations. */
export const kubeadmCommandModel = model({
  input: ({ recorder, neighbour, stubs }) => ({
    name: 'kubeadm',
    recorder,
    rules: cri136,
    carrier: { kind: 'imageService', imageService: neighbour('imageService') },
    command: { name: 'imageStatus', subject: 'app:1' },
    caller: 'node-1/pre-pull/image-1-1',
    ...stubs('owner'),
  }),
  starts: {
    'a crictl process': ({ neighbour }) => ({
      rules: crictl130,
      carrier: { kind: 'host', host: neighbour('host') },
    }),
    'a call of the CRI': ({ neighbour }) => ({
      carrier: { kind: 'host', host: neighbour('host') },
      command: { name: 'status', subject: 'app:1' },
    }),
    'a look on a node, with crictl': { rules: crictl130 },
    'a look on a node': {},
    'a pull on a node': { command: { name: 'pullImage', subject: 'app:1' } },
  },
  events: ({ context, state }) => {
    const {
      input: { carrier, command },
    } = context;
    const answers = carrier.kind === 'host' ? ofHost : command.name === 'pullImage' ? ofPull : ofStatus;
    const isOver = state === 'ended';
    // A command that was answered in time gets no second answer. A pull has no deadline, and so no late
    // answer.
    if (isOver) return command.name === 'pullImage' ? [] : answers;
    const isTimed = state === 'running.timed';
    return [
      ...answers,
      ...(isTimed ? [delayElapsed('deadline', 'kubeadmCommand.running.timed', 2_000_000)] : []),
    ];
  },
  project: () => null,
});
