import { type ActorRef, assign, type Snapshot, sendTo, setup, stopChild } from 'xstate';
import type { CommandFailure } from '../../src/rules/kubeadm/command.ts';
import { type KubeadmRules, triesMax } from '../../src/rules/kubeadm/kubeadm-rules.ts';
import { actorType, reportUnhandled } from '../chart-parts.ts';
import type { Recorder } from '../world/recorder.ts';
import { kubeadmCommandMachine } from './kubeadm-command.ts';
import type { CommandEnded, KubeadmHost, SandboxEnded } from './kubeadm-protocol.ts';

export interface KubeadmSandboxRemovalInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly rules: KubeadmRules;
  readonly host: KubeadmHost;
  readonly sandbox: string;
  readonly owner: ActorRef<Snapshot<unknown>, SandboxEnded>;
}

export interface KubeadmSandboxRemovalContext {
  readonly input: KubeadmSandboxRemovalInput;
  readonly attempt: number;
  /** The error of the last try. */
  readonly error: string;
}

/**
 * One pod sandbox that kubeadm removes, with up to five tries one right after the other; each stops it first,
 * even where an earlier one has. Mirrors the loop of `RemoveContainers` in
 * cmd/kubeadm/app/util/runtime/runtime.go (v1.30.14, v1.36.3).
 */
export const kubeadmSandboxRemovalMachine = setup({
  types: {
    input: {} as KubeadmSandboxRemovalInput,
    context: {} as KubeadmSandboxRemovalContext,
    events: {} as CommandEnded,
  },
  actors: { command: actorType(kubeadmCommandMachine) },
  guards: {
    succeeded: (_, answer: CommandEnded['answer']) => answer.ok,
    hasTriesLeft: ({ context }) => context.attempt < triesMax,
  },
  actions: {
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    /** The one place where this machine spawns. */
    run: assign(({ context, spawn, self }, params: { name: 'stopSandbox' | 'removeSandbox' }) => {
      const { name, recorder, rules, host, sandbox } = context.input;
      const carrier = { kind: 'host', host } as const;
      const command = { name: params.name, subject: sandbox };
      spawn('command', {
        id: 'command',
        input: { name, recorder, rules, carrier, command, caller: name, owner: self },
      });
      return {};
    }),
    endCommand: stopChild('command'),
    noteStopFailed: assign({
      error: ({ context }, answer: CommandEnded['answer']) =>
        context.input.rules.stopFailed(context.input.sandbox, answer as CommandFailure),
    }),
    noteRemoveFailed: assign({
      error: ({ context }, answer: CommandEnded['answer']) =>
        context.input.rules.removeFailed(context.input.sandbox, answer as CommandFailure),
    }),
    report: sendTo(
      ({ context }) => context.input.owner,
      (_, params: { error: string | undefined }): SandboxEnded => ({
        type: 'SANDBOX.ENDED',
        error: params.error,
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'kubeadmSandboxRemoval',
  description: 'A pod sandbox that `kubeadm reset` removes. Its containers stop with it.',
  context: ({ input }) => ({ input, attempt: 0, error: '' }),
  initial: 'stopping',
  states: {
    stopping: {
      description:
        'A try begins: the sandbox is stopped. It takes as long as the containers of the pod need to end.',
      entry: ['countAttempt', { type: 'run', params: { name: 'stopSandbox' } }],
      on: {
        'COMMAND.ENDED': [
          {
            guard: { type: 'succeeded', params: ({ event }) => event.answer },
            target: 'removing',
            actions: 'endCommand',
          },
          {
            target: 'failing',
            actions: ['endCommand', { type: 'noteStopFailed', params: ({ event }) => event.answer }],
          },
        ],
      },
    },
    removing: {
      description:
        'The sandbox is stopped and is now removed. crictl pods does not show it any more when that is done.',
      entry: { type: 'run', params: { name: 'removeSandbox' } },
      on: {
        'COMMAND.ENDED': [
          {
            guard: { type: 'succeeded', params: ({ event }) => event.answer },
            target: 'removed',
            actions: 'endCommand',
          },
          {
            target: 'failing',
            actions: ['endCommand', { type: 'noteRemoveFailed', params: ({ event }) => event.answer }],
          },
        ],
      },
    },
    failing: {
      description: 'A try has failed: the next one follows at once, the fifth is the last. No time passes.',
      always: [{ guard: 'hasTriesLeft', target: 'stopping' }, { target: 'failed' }],
    },
    removed: {
      description: 'The sandbox is removed. Nothing of its pod is left in the runtime.',
      entry: { type: 'report', params: { error: undefined } },
    },
    failed: {
      description:
        'The sandbox stays; the last error is reported. kubeadm reset prints it and goes on with the next sandbox; the rest has to be cleaned up by hand.',
      entry: { type: 'report', params: ({ context }) => ({ error: context.error }) },
    },
  },
  on: { '*': { actions: 'reportUnhandled' } },
});
