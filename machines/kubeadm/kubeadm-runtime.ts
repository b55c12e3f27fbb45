import { assign, sendTo, setup, stopChild } from 'xstate';
import type { CommandFailure, KubeadmCommand } from '../../src/rules/kubeadm/command.ts';
import type { RuntimeResult } from '../../src/rules/kubeadm/runtime-call.ts';
import { actorType, ofEvent, reportUnhandled } from '../chart-parts.ts';
import { kubeadmCommandMachine } from './kubeadm-command.ts';
import { kubeadmImagePullMachine } from './kubeadm-image-pull.ts';
import type {
  CommandEnded,
  ImageEnded,
  RuntimeCallEnded,
  RuntimeCallRequested,
  RuntimeMade,
  SandboxEnded,
} from './kubeadm-protocol.ts';
import {
  aggregateResult,
  connectCommand,
  currentSandbox,
  imagesToPull,
  type KubeadmRuntimeContext,
  type KubeadmRuntimeInput,
  pullsResult,
  requireCall,
  requireCaller,
  singleCommand,
} from './kubeadm-runtime-context.ts';
import { kubeadmSandboxRemovalMachine } from './kubeadm-sandbox-removal.ts';

/**
 * kubeadm's container runtime util: made once, then one call after the other. Mirrors `CRIRuntime` in
 * cmd/kubeadm/app/util/runtime/runtime.go: crictl processes up to v1.30, calls of the CRI since v1.31.
 */
export const kubeadmRuntimeMachine = setup({
  types: {
    input: {} as KubeadmRuntimeInput,
    context: {} as KubeadmRuntimeContext,
    events: {} as RuntimeCallRequested | CommandEnded | ImageEnded | SandboxEnded,
  },
  actors: {
    command: actorType(kubeadmCommandMachine),
    imagePull: actorType(kubeadmImagePullMachine),
    removal: actorType(kubeadmSandboxRemovalMachine),
  },
  guards: {
    succeeded: (_, answer: CommandEnded['answer']) => answer.ok,
    hasToConnect: ({ context }) => context.connected < context.input.rules.connect.length,
    isAtOnce: ({ context }) => context.input.rules.atOnce[requireCall(context).op] !== undefined,
    isSingle: ({ context }) => context.input.rules.single[requireCall(context).op] !== undefined,
    isRemoval: ({ context }) => requireCall(context).op === 'removeContainers',
    isPull: ({ context }) => requireCall(context).op === 'pullImage',
    isParallelPull: ({ context }) =>
      requireCall(context).op === 'pullImagesInParallel' && context.input.rules.pullsInParallel,
    allEnded: ({ context }) => context.pulling === 0,
    noneIsLeft: ({ context }) => currentSandbox(context) === undefined,
  },
  actions: {
    countConnected: assign({ connected: ({ context }) => context.connected + 1 }),
    notifyConnected: sendTo(({ context }) => context.input.owner, { type: 'RUNTIME.CONNECTED' }),
    notifyRefused: sendTo(
      ({ context }) => context.input.owner,
      ({ context }, answer: CommandEnded['answer']): RuntimeMade => {
        const { rules } = context.input;
        return {
          type: 'RUNTIME.REFUSED',
          error: rules.connectError(connectCommand(context), answer as CommandFailure),
        };
      },
    ),
    takeCall: assign((_, { call, requester }: RuntimeCallRequested) => ({
      call,
      requester,
      sandbox: 0,
      errors: [],
      failed: [],
    })),
    /** With `startPulls` and `startRemoval`, the place where this machine spawns. */
    run: assign(({ context, spawn, self }, command: KubeadmCommand) => {
      const { name, recorder, rules, host } = context.input;
      spawn('command', {
        id: 'command',
        input: { name, recorder, rules, carrier: { kind: 'host', host }, command, caller: name, owner: self },
      });
      return {};
    }),
    endCommand: stopChild('command'),
    startPulls: assign(({ context, spawn, self }) => {
      const { name, recorder, rules, host } = context.input;
      const images = imagesToPull(context);
      const shared = {
        recorder,
        rules,
        carrier: { kind: 'host', host },
        ifNotPresent: requireCall(context).ifNotPresent === true,
        owner: self,
      } as const;
      for (const [index, image] of images.entries()) {
        spawn('imagePull', {
          id: `image-${index}`,
          input: { ...shared, name: `${name}/image-${index}`, image, index },
        });
      }
      return { pulling: images.length };
    }),
    endPull: stopChild((_, index: ImageEnded['index']) => `image-${index}`),
    notePull: assign(({ context }, { index, image, error }: ImageEnded) => ({
      pulling: context.pulling - 1,
      failed:
        error === undefined
          ? context.failed
          : [...context.failed, { index, image, error, endedMicros: context.input.clock.nowMicros() }],
    })),
    startRemoval: assign(({ context, spawn, self }) => {
      const { name, recorder, rules, host } = context.input;
      const sandbox = currentSandbox(context);
      if (sandbox !== undefined)
        spawn('removal', { id: 'removal', input: { name, recorder, rules, host, sandbox, owner: self } });
      return {};
    }),
    endRemoval: stopChild('removal'),
    noteRemoval: assign(({ context }, error: SandboxEnded['error']) => ({
      sandbox: context.sandbox + 1,
      errors: error === undefined ? context.errors : [...context.errors, error],
    })),
    answer: sendTo(
      ({ context }) => requireCaller(context),
      (_, result: RuntimeResult): RuntimeCallEnded => ({ type: 'CALL.RETURNED', result }),
    ),
    answerUnsupported: sendTo(
      ({ context }) => requireCaller(context),
      ({ context }): RuntimeCallEnded => ({ type: 'CALL.UNSUPPORTED', op: requireCall(context).op }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'kubeadmRuntime',
  description:
    "kubeadm's way to the container runtime. Older releases start crictl for each command; since 1.31 kubeadm calls the CRI itself.",
  context: ({ input }) => ({
    input,
    connected: 0,
    call: undefined,
    requester: undefined,
    sandbox: 0,
    errors: [],
    pulling: 0,
    failed: [],
  }),
  initial: 'connecting',
  states: {
    connecting: {
      description:
        'kubeadm looks for crictl, or connects to the services of the CRI, the runtime service first. The preflight checks of init, join, upgrade and reset begin with it.',
      entry: { type: 'run', params: ({ context }) => ({ name: connectCommand(context) }) },
      on: {
        'COMMAND.ENDED': [
          {
            guard: { type: 'succeeded', params: ({ event }) => event.answer },
            target: 'connected',
            actions: ['endCommand', 'countConnected'],
          },
          {
            target: 'unusable',
            actions: ['endCommand', { type: 'notifyRefused', params: ({ event }) => event.answer }],
          },
        ],
      },
    },
    connected: {
      description: 'One of the services is connected; the runtime is usable when all are. No time passes.',
      always: [
        { guard: 'hasToConnect', target: 'connecting' },
        { target: 'ready', actions: 'notifyConnected' },
      ],
    },
    unusable: {
      description:
        'No runtime could be made. kubeadm prints the error and stops: it has neither pulled nor removed anything.',
    },
    ready: {
      description:
        'kubeadm may call. It pulls images before init, join and upgrade, and removes sandboxes in a reset.',
      tags: 'ready',
      on: { 'CALL.REQUESTED': { target: 'deciding', actions: { type: 'takeCall', params: ofEvent } } },
    },
    deciding: {
      description: 'A call needs no command, one command, or several. No time passes.',
      always: [
        {
          guard: 'isAtOnce',
          target: 'ready',
          actions: {
            type: 'answer',
            params: ({ context }) =>
              context.input.rules.atOnce[requireCall(context).op]?.(
                requireCall(context),
                context.input.socket,
              ) ?? {},
          },
        },
        { guard: 'isSingle', target: 'asking' },
        { guard: 'isRemoval', target: 'removing' },
        { guard: 'isPull', target: 'pulling' },
        { guard: 'isParallelPull', target: 'pulling' },
        { target: 'ready', actions: 'answerUnsupported' },
      ],
    },
    asking: {
      description:
        'One command, whose answer is the result. It asks whether the runtime works, whether an image is present, or which sandboxes there are.',
      entry: { type: 'run', params: ({ context }) => singleCommand(context) },
      on: {
        'COMMAND.ENDED': {
          target: 'ready',
          actions: [
            'endCommand',
            {
              type: 'answer',
              params: ({ context, event }) =>
                context.input.rules.single[requireCall(context).op]?.resultOf(event.answer) ?? {},
            },
          ],
        },
      },
    },
    pulling: {
      description:
        'One image is pulled, or all of a list at once without a limit; a failure waits for the end of the other pulls. The images of the control plane share the link of the node; each fetches its layers beside the others.',
      entry: 'startPulls',
      always: {
        guard: 'allEnded',
        target: 'ready',
        actions: { type: 'answer', params: ({ context }) => pullsResult(context) },
      },
      on: {
        'IMAGE.ENDED': {
          actions: [
            { type: 'endPull', params: ({ event }) => event.index },
            { type: 'notePull', params: ofEvent },
          ],
        },
      },
    },
    removing: {
      description:
        'Sandboxes are removed one after the other. kubeadm reset stops the control plane and all pods of the node this way; one that cannot be removed does not hold up the others.',
      always: {
        guard: 'noneIsLeft',
        target: 'ready',
        actions: { type: 'answer', params: ({ context }) => aggregateResult(context.errors) },
      },
      entry: 'startRemoval',
      on: {
        'SANDBOX.ENDED': {
          target: 'removing',
          reenter: true,
          actions: ['endRemoval', { type: 'noteRemoval', params: ({ event }) => event.error }],
        },
      },
    },
  },
  on: { '*': { actions: 'reportUnhandled' } },
});
