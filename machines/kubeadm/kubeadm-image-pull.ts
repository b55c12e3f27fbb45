import { assign, sendTo, setup, stopChild } from 'xstate';
import type { CommandFailure } from '../../src/rules/kubeadm/command.ts';
import { triesMax } from '../../src/rules/kubeadm/kubeadm-rules.ts';
import type { ObservationOf } from '../../src/trace/observation.ts';
import { actorType, reportUnhandled } from '../chart-parts.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import { kubeadmCommandMachine } from './kubeadm-command.ts';
import {
  failureOutput,
  isImagePresent,
  type KubeadmImagePullContext,
  type KubeadmImagePullInput,
  pullError,
} from './kubeadm-image-pull-context.ts';
import type { CommandEnded, ImageEnded } from './kubeadm-protocol.ts';

/**
 * One image that kubeadm pulls: looked for first where only absent ones are wanted, then pulled, up to five
 * tries one right after the other. Mirrors `PullImage`, and the goroutine of `pullImagesInParallelImpl`, in
 * cmd/kubeadm/app/util/runtime/runtime.go (v1.36.3; v1.30.14 looks with crictl).
 */
export const kubeadmImagePullMachine = setup({
  types: {
    input: {} as KubeadmImagePullInput,
    context: {} as KubeadmImagePullContext,
    events: {} as CommandEnded,
  },
  actors: { command: actorType(kubeadmCommandMachine) },
  guards: {
    looksFirst: ({ context }) => context.input.ifNotPresent,
    isPresent: ({ context }, answer: CommandEnded['answer']) => isImagePresent(context, answer),
    succeeded: (_, answer: CommandEnded['answer']) => answer.ok,
    hasTriesLeft: ({ context }) => context.attempt < triesMax,
  },
  actions: {
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    /** The one place where this machine spawns. */
    run: assign(({ context, spawn, self }, params: { name: 'imageStatus' | 'pullImage' }) => {
      const { name, recorder, rules, carrier, image } = context.input;
      const input = {
        name,
        recorder,
        rules,
        carrier,
        command: { name: params.name, subject: image },
        caller: name,
        owner: self,
      };
      spawn('command', { id: 'command', input });
      return {};
    }),
    endCommand: stopChild('command'),
    noteFailure: assign((_, answer: CommandEnded['answer']) => ({ failure: answer as CommandFailure })),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: Pick<ObservationOf<'prePull'>, 'state' | 'attempt' | 'error'>): RecorderEvent => {
        const { state, ...attemptFields } = params;
        const observation: ObservationOf<'prePull'> = {
          type: 'prePull',
          state,
          image: context.input.image,
          ...attemptFields,
        };
        return { type: 'RECORD', actor: context.input.name, observation };
      },
    ),
    report: sendTo(
      ({ context }) => context.input.owner,
      ({ context }, params: { error: string | undefined }): ImageEnded => {
        const { index, image } = context.input;
        return { type: 'IMAGE.ENDED', index, image, error: params.error };
      },
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'kubeadmImagePull',
  description:
    'An image that kubeadm, or someone with crictl, pulls on a node. The kubelet’s slots, back-off and events have no part in it.',
  context: ({ input }) => ({ input, attempt: 0, failure: undefined }),
  initial: 'beginning',
  states: {
    beginning: {
      description: 'The policy decides whether the image is looked for. No time passes.',
      always: [{ guard: 'looksFirst', target: 'looking' }, { target: 'pulling' }],
    },
    looking: {
      description:
        'kubeadm asks whether the image is present. A call that fails or takes too long counts as no.',
      entry: [
        { type: 'record', params: { state: 'inspecting' } },
        { type: 'run', params: { name: 'imageStatus' } },
      ],
      on: {
        'COMMAND.ENDED': [
          {
            guard: { type: 'isPresent', params: ({ event }) => event.answer },
            target: 'present',
            actions: [
              'endCommand',
              { type: 'record', params: { state: 'present' } },
              { type: 'report', params: { error: undefined } },
            ],
          },
          { target: 'pulling', actions: 'endCommand' },
        ],
      },
    },
    pulling: {
      description: 'The runtime pulls. After a failure the next try follows at once.',
      entry: [
        'countAttempt',
        { type: 'record', params: ({ context }) => ({ state: 'pulling', attempt: context.attempt }) },
        { type: 'run', params: { name: 'pullImage' } },
      ],
      on: {
        'COMMAND.ENDED': [
          {
            guard: { type: 'succeeded', params: ({ event }) => event.answer },
            target: 'pulled',
            actions: [
              'endCommand',
              { type: 'record', params: ({ context }) => ({ state: 'pulled', attempt: context.attempt }) },
              { type: 'report', params: { error: undefined } },
            ],
          },
          {
            guard: 'hasTriesLeft',
            target: 'pulling',
            reenter: true,
            actions: [
              'endCommand',
              { type: 'noteFailure', params: ({ event }) => event.answer },
              {
                type: 'record',
                params: ({ context }) => ({
                  state: 'failed',
                  attempt: context.attempt,
                  error: failureOutput(context),
                }),
              },
            ],
          },
          {
            target: 'failed',
            actions: [
              'endCommand',
              { type: 'noteFailure', params: ({ event }) => event.answer },
              {
                type: 'record',
                params: ({ context }) => ({
                  state: 'failed',
                  attempt: context.attempt,
                  error: failureOutput(context),
                }),
              },
            ],
          },
        ],
      },
    },
    present: {
      description:
        'The image was present: nothing is pulled. The registry is not asked either, so that a tag which has moved there since is not noticed.',
    },
    pulled: {
      description:
        'The runtime has pulled the image. The kubelet finds it on the node and pulls it again only for policy Always.',
    },
    failed: {
      description:
        'Every try has failed; the last error is reported. kubeadm prints it as [ERROR ImagePull] and stops before it changes anything.',
      entry: [
        { type: 'record', params: ({ context }) => ({ state: 'gaveUp', error: pullError(context) }) },
        { type: 'report', params: ({ context }) => ({ error: pullError(context) }) },
      ],
    },
  },
  on: { '*': { actions: 'reportUnhandled' } },
});
