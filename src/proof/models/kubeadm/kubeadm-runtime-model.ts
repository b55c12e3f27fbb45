import type { CommandEnded } from '../../../../machines/kubeadm/kubeadm-protocol.ts';
import { kubeadmRuntimeMachine } from '../../../../machines/kubeadm/kubeadm-runtime.ts';
import type { KubeadmRuntimeContext } from '../../../../machines/kubeadm/kubeadm-runtime-context.ts';
import { cri136 } from '../../../rules/kubeadm/cri-rules.ts';
import { crictl127, crictl130 } from '../../../rules/kubeadm/crictl-rules.ts';
import type { RuntimeCall } from '../../../rules/kubeadm/runtime-call.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';
import type { StubWorld } from '../stub-world.ts';

const { named, model } = modelOf(kubeadmRuntimeMachine);

const calls: readonly RuntimeCall[] = [
  { op: 'detectCRISocket', existing: [] },
  { op: 'imageExists', image: 'app:1' },
  { op: 'isRunning' },
  { op: 'pullImage', image: 'app:1' },
  { op: 'pullImagesInParallel', images: [] },
  { op: 'pullImagesInParallel', images: ['app:1', 'db:1'] },
  { op: 'removeContainers', ids: [] },
  { op: 'removeContainers', ids: ['p1', 'p2'] },
  { op: 'isRuntimeConfigImplemented' },
];

function answers(context: KubeadmRuntimeContext, state: string): readonly ModelEvent[] {
  const ended = (name: string, answer: CommandEnded['answer']) =>
    named(`COMMAND.ENDED (${name})`, { answer });
  const either = (error: string | undefined) => (error === undefined ? 'success' : 'failure');
  if (state === 'pulling') {
    const next = (context.call?.images?.length ?? 1) - context.pulling;
    return [undefined, 'boom'].map((error) =>
      named(`IMAGE.ENDED (${either(error)})`, { index: next, image: 'app:1', error }),
    );
  }
  if (state === 'removing') {
    return [undefined, 'boom'].map((error) => named(`SANDBOX.ENDED (${either(error)})`, { error }));
  }
  return state === 'connecting' || state === 'asking'
    ? [ended('success', { ok: true }), ended('failure', { ok: false, error: 'boom' })]
    : [];
}

function requests(state: string, { neighbour }: StubWorld): readonly ModelEvent[] {
  if (state !== 'ready') return [];
  return calls.map((call) => {
    const of = (call.images ?? call.ids)?.length;
    return named(`CALL.REQUESTED (${call.op}${of === undefined ? '' : ` of ${of}`})`, {
      call,
      requester: neighbour('caller'),
    });
  });
}

/**
 * kubeadm's container runtime util of both generations, with one call at a time. Its commands and pulls are
 * events of the model.
 */
export const kubeadmRuntimeModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name: 'kubeadm',
    recorder,
    clock,
    rules: cri136,
    socket: 'unix:///run/cri.sock',
    ...stubs('host', 'owner'),
  }),
  starts: Object.fromEntries(
    [cri136, crictl130, crictl127].map((rules) => [`kubeadm ${rules.version}`, { rules }]),
  ),
  events: ({ context, state, world }) => {
    return [...requests(state, world), ...answers(context, state)];
  },
  project: ({ context, state }) => {
    const { connected, call, sandbox, errors, pulling, failed } = context;
    // The next call overwrites what this one has left.
    if (state === 'ready') return connected;
    return [connected, call?.op, call?.images?.length, sandbox, errors.length, pulling, failed.length];
  },
});
