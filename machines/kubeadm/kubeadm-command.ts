import { sendTo, setup } from 'xstate';
import type { CommandAnswer } from '../../src/rules/kubeadm/command.ts';
import { deadlineExceeded } from '../../src/rules/kubeadm/runtime-errors.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { ImageServiceAnswer } from '../runtime/cri.ts';
import {
  criFailure,
  type KubeadmCommandInput,
  requireHost,
  requireImageService,
  statusAnswer,
} from './kubeadm-command-context.ts';
import type { CommandEnded, HostCommandAnswered, HostCommandRequested } from './kubeadm-protocol.ts';

/**
 * One command of kubeadm, up to its answer or its deadline: a crictl process has none, a call of the CRI has
 * 2 s, PullImage none. Mirrors `defaultContext` in cmd/kubeadm/app/util/runtime/runtime.go (v1.31 and later),
 * and the processes before.
 */
export const kubeadmCommandMachine = setup({
  types: {
    input: {} as KubeadmCommandInput,
    context: {} as { readonly input: KubeadmCommandInput },
    events: {} as HostCommandAnswered | ImageServiceAnswer,
  },
  guards: {
    hasHost: ({ context }) => context.input.carrier.kind === 'host',
    isPull: ({ context }) => context.input.command.name === 'pullImage',
    hasDeadline: ({ context }) =>
      context.input.rules.deadlineMicros(context.input.command.name) !== undefined,
  },
  delays: { deadline: ({ context }) => context.input.rules.deadlineMicros(context.input.command.name) ?? 0 },
  actions: {
    askHost: sendTo(
      ({ context }) => requireHost(context.input),
      ({ context, self }): HostCommandRequested => ({
        type: 'HOST_COMMAND.REQUESTED',
        command: context.input.command,
        requester: self,
      }),
    ),
    askForPull: sendTo(
      ({ context }) => requireImageService(context.input),
      ({ context, self }) =>
        ({
          type: 'IMAGE_PULL.REQUESTED',
          image: context.input.command.subject ?? '',
          caller: context.input.caller,
          requester: self,
        }) as const,
    ),
    askForStatus: sendTo(
      ({ context }) => requireImageService(context.input),
      ({ context, self }) =>
        ({
          type: 'IMAGE_STATUS.REQUESTED',
          image: context.input.command.subject ?? '',
          caller: context.input.caller,
          requester: self,
        }) as const,
    ),
    end: sendTo(
      ({ context }) => context.input.owner,
      (_, params: { answer: CommandAnswer }): CommandEnded => ({
        type: 'COMMAND.ENDED',
        answer: params.answer,
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'kubeadmCommand',
  description:
    'A crictl process of kubeadm, or its call of the CRI. Its errors appear in the terminal of the person who runs kubeadm, and not in any pod.',
  context: ({ input }) => ({ input }),
  initial: 'starting',
  states: {
    starting: {
      description: 'The command is sent to the actor that carries it out. No time passes.',
      always: [
        { guard: 'hasHost', target: 'running', actions: 'askHost' },
        { guard: 'isPull', target: 'running', actions: 'askForPull' },
        { target: 'running', actions: 'askForStatus' },
      ],
    },
    running: {
      description:
        'kubeadm waits for the answer. Its terminal shows the step that it has begun, such as "[preflight] Pulling images required for setting up a Kubernetes cluster", and nothing else.',
      initial: 'unhurried',
      onDone: { target: 'ended', actions: { type: 'end', params: { answer: deadlineExceeded } } },
      on: {
        'HOST_COMMAND.ANSWERED': { target: 'ended', actions: { type: 'end', params: ofEvent } },
        'IMAGE_STATUS.ANSWERED': {
          target: 'ended',
          actions: {
            type: 'end',
            params: ({ context, event }) => ({ answer: statusAnswer(context.input, event.imageRef) }),
          },
        },
        'IMAGE_STATUS.FAILED': {
          target: 'ended',
          actions: {
            type: 'end',
            params: ({ context, event }) => ({ answer: criFailure(context.input, event.error) }),
          },
        },
        'IMAGE_PULL.SUCCEEDED': {
          target: 'ended',
          actions: { type: 'end', params: { answer: { ok: true } } },
        },
        'IMAGE_PULL.FAILED': {
          target: 'ended',
          actions: {
            type: 'end',
            params: ({ context, event }) => ({ answer: criFailure(context.input, event.error) }),
          },
        },
      },
      states: {
        unhurried: {
          description:
            'A process or a pull has no deadline. A runtime that hangs holds kubeadm up until it is interrupted.',
          always: { guard: 'hasDeadline', target: 'timed' },
        },
        timed: {
          description:
            'A call with a deadline. Calls of the CRI have two seconds; a runtime that is busy may miss that.',
          after: { deadline: 'expired' },
        },
        expired: {
          description:
            'The deadline has passed: kubeadm no longer waits for the answer. The command fails with "context deadline exceeded", although the runtime may still do what it was asked for.',
          type: 'final',
        },
      },
    },
    ended: {
      description:
        'The command has ended, and its owner has the result. An answer after the deadline is ignored.',
      on: { 'HOST_COMMAND.ANSWERED': {}, 'IMAGE_STATUS.ANSWERED': {}, 'IMAGE_STATUS.FAILED': {} },
    },
  },
  on: { '*': { actions: 'reportUnhandled' } },
});
