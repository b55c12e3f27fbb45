import type { CommandEnded, ImageEnded, RuntimeCallRequested, SandboxEnded } from '../../../machines/kubeadm/kubeadm-protocol.ts';
import { kubeadmRuntimeMachine } from '../../../machines/kubeadm/kubeadm-runtime.ts';
import type { KubeadmRuntimeContext, KubeadmRuntimeInput } from '../../../machines/kubeadm/kubeadm-runtime-context.ts';
import { cri136 } from '../../kubeadm/cri-rules.ts';
import { crictl127, crictl130 } from '../../kubeadm/crictl-rules.ts';
import type { KubeadmRules } from '../../kubeadm/kubeadm-rules.ts';
import type { RuntimeCall } from '../../kubeadm/runtime-call.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { inertActor, type StubWorld } from '../stub-world.ts';

const named = modelEvent<RuntimeCallRequested | CommandEnded | ImageEnded | SandboxEnded>;

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

function start(rules: KubeadmRules): ModelStart {
  return {
    name: `kubeadm ${rules.version}`,
    input: ({ recorder, clock, neighbour }): KubeadmRuntimeInput => ({
      name: 'kubeadm',
      recorder,
      clock,
      rules,
      socket: 'unix:///run/cri.sock',
      host: neighbour('host'),
      owner: neighbour('owner'),
    }),
  };
}

function answers(context: KubeadmRuntimeContext, state: string): readonly ModelEvent[] {
  const ended = (name: string, answer: CommandEnded['answer']) => named(`COMMAND.ENDED (${name})`, { type: 'COMMAND.ENDED', answer });
  const either = (error: string | undefined) => (error === undefined ? 'success' : 'failure');
  if (state === 'pulling') {
    const next = (context.call?.images?.length ?? 1) - context.pulling;
    return [undefined, 'boom'].map((error) =>
      named(`IMAGE.ENDED (${either(error)})`, { type: 'IMAGE.ENDED', index: next, image: 'app:1', error }),
    );
  }
  if (state === 'removing') {
    return [undefined, 'boom'].map((error) => named(`SANDBOX.ENDED (${either(error)})`, { type: 'SANDBOX.ENDED', error }));
  }
  return state === 'connecting' || state === 'asking'
    ? [ended('success', { ok: true }), ended('failure', { ok: false, error: 'boom' })]
    : [];
}

function requests(state: string, { neighbour }: StubWorld): readonly ModelEvent[] {
  if (state !== 'ready') return [];
  return calls.map((call) => {
    const of = (call.images ?? call.ids)?.length;
    const name = `CALL.REQUESTED (${call.op}${of === undefined ? '' : ` of ${of}`})`;
    return named(name, { type: 'CALL.REQUESTED', call, requester: neighbour('caller') });
  });
}

/** kubeadm's container runtime util of both generations, with one call at a time. Its commands and pulls are events of the model. */
export const kubeadmRuntimeModel: MachineModel = {
  id: 'kubeadmRuntime',
  machine: kubeadmRuntimeMachine.provide({
    actors: { command: inertActor as never, imagePull: inertActor as never, removal: inertActor as never },
  }),
  starts: [start(cri136), start(crictl130), start(crictl127)],
  events: (snapshot, world) => {
    const state = String(snapshot.value);
    return [...requests(state, world), ...answers(snapshot.context, state)];
  },
  project: (snapshot) => {
    const { connected, call, sandbox, errors, pulling, failed }: KubeadmRuntimeContext = snapshot.context;
    // The next call overwrites what this one has left.
    if (snapshot.matches('ready')) return connected;
    return [connected, call?.op, call?.images?.length, sandbox, errors.length, pulling, failed.length];
  },
};
