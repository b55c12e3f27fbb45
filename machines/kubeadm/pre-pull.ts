import { assign, sendTo, setup, stopChild } from 'xstate';
import { emptyFifo, peek, push, remove, shift } from '../../src/rules/collections/fifo.ts';
import type { PrePullPlan } from '../../src/rules/kubeadm/pre-pull-plan.ts';
import { checkErrors } from '../../src/rules/kubeadm/runtime-errors.ts';
import { kubeadmRules } from '../../src/rules/kubeadm/select-kubeadm-rules.ts';
import type { ObservationOf } from '../../src/trace/observation.ts';
import { actorType, ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import { kubeadmImagePullMachine } from './kubeadm-image-pull.ts';
import type { ImageEnded } from './kubeadm-protocol.ts';
import {
  hasStopped,
  type PrePullContext,
  type PrePullEvent,
  type PrePullInput,
  requirePlan,
} from './pre-pull-context.ts';

/**
 * Someone on a node who pulls images beside the kubelet, one list after the other: the kubelet, its slots and
 * its pull records know nothing of it. Mirrors `ImagePullCheck` in cmd/kubeadm/app/preflight/checks.go
 * (v1.27.16 to v1.36.3): one image after the other by default, and on after a failure; or all at once.
 */
export const prePullMachine = setup({
  types: {
    input: {} as PrePullInput,
    context: {} as PrePullContext,
    events: {} as PrePullEvent | ImageEnded,
  },
  actors: { imagePull: actorType(kubeadmImagePullMachine) },
  guards: {
    someoneWaits: ({ context }) => context.waiting.size > 0,
    pullsNothing: ({ context }) => requirePlan(context).policy === 'Never',
    pullsAtOnce: ({ context }) => requirePlan(context).parallel,
    isNextToStart: ({ context }) =>
      context.started < requirePlan(context).images.length && !hasStopped(context),
    someAreOpen: ({ context }) => context.open.size > 0,
  },
  actions: {
    queue: assign({ waiting: ({ context }, plan: PrePullPlan) => push(context.waiting, plan) }),
    begin: assign(({ context }) => ({
      plan: peek(context.waiting),
      waiting: shift(context.waiting),
      begun: context.begun + 1,
      started: 0,
      failed: [],
    })),
    /** The one place where this machine spawns. */
    startNext: assign(({ context, spawn, self }) => {
      const {
        input: { name, recorder, imageService },
        begun,
        started: index,
        open,
      } = context;
      const { images, policy, release } = requirePlan(context);
      const id = `image-${begun}-${index + 1}`;
      spawn('imagePull', {
        id,
        input: {
          name: `${name}/${id}`,
          recorder,
          rules: kubeadmRules(release),
          carrier: { kind: 'imageService', imageService },
          image: images[index] ?? '',
          index,
          ifNotPresent: policy === 'IfNotPresent',
          owner: self,
        },
      });
      return { started: index + 1, open: push(open, id) };
    }),
    endPull: stopChild(({ context }, index: ImageEnded['index']) => `image-${context.begun}-${index + 1}`),
    noteEnded: assign(({ context }, { index, image, error }: ImageEnded) => ({
      open: remove(context.open, (id) => id === `image-${context.begun}-${index + 1}`),
      failed:
        error === undefined
          ? context.failed
          : [...context.failed, { index, image, error, endedMicros: context.input.clock.nowMicros() }],
    })),
    stopOpen: stopChild(({ context }) => peek(context.open)),
    forgetOpen: assign({ open: ({ context }) => shift(context.open) }),
    forgetWaiting: assign({ waiting: emptyFifo() }),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, observation: ObservationOf<'prePull'>): RecorderEvent => ({
        type: 'RECORD',
        actor: context.input.name,
        observation,
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'prePull',
  description:
    'Images are pulled on a node without the kubelet: by kubeadm, crictl or a script of the person who runs the node. The kubelet knows nothing of these pulls and finds the images later.',
  context: ({ input }) => ({
    input,
    waiting: emptyFifo(),
    plan: undefined,
    begun: 0,
    started: 0,
    open: emptyFifo(),
    failed: [],
  }),
  initial: 'idle',
  on: {
    'PRE_PULL.REQUESTED': { actions: { type: 'queue', params: ({ event }) => event.plan } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    idle: {
      description:
        'No pull beside the kubelet is under way. A pre-pull begins at the time that the scenario gives it, or when the one before has ended.',
      always: { guard: 'someoneWaits', target: 'beginning' },
      on: { 'NODE.REBOOTED': { description: 'No pull is under way that could be lost.' } },
    },
    beginning: {
      description:
        'The policy decides: nothing at all, one image after the other, or all at once. No time passes.',
      entry: [
        'begin',
        {
          type: 'record',
          params: ({ context }) => {
            const { images, parallel, policy, release } = requirePlan(context);
            const { version: kubeadmVersion } = kubeadmRules(release);
            return { type: 'prePull', state: 'started', images, parallel, policy, kubeadmVersion };
          },
        },
      ],
      always: [
        { guard: 'pullsNothing', target: 'finished' },
        { guard: 'pullsAtOnce', target: 'startingAll' },
        { target: 'pullingInTurn' },
      ],
    },
    pullingInTurn: {
      description: 'One image is pulled. The next one follows, whether the pull succeeds or fails.',
      always: [
        { guard: 'someAreOpen', target: 'waiting' },
        { guard: 'isNextToStart', target: 'pullingInTurn', reenter: true, actions: 'startNext' },
        { target: 'finished' },
      ],
    },
    startingAll: {
      description:
        'All images are requested at this instant, without a limit. No slot of the kubelet holds them up; only the runtime and the network do.',
      always: [
        { guard: 'isNextToStart', target: 'startingAll', reenter: true, actions: 'startNext' },
        { guard: 'someAreOpen', target: 'waiting' },
        { target: 'finished' },
      ],
    },
    waiting: {
      description:
        'Pulls are under way. They share the runtime’s slots, the link and the disk with the pulls of the kubelet, which may be slower for that reason. crictl images shows each image when it is complete.',
      tags: 'pulling',
      on: {
        'IMAGE.ENDED': {
          target: 'pullingInTurn',
          actions: [
            { type: 'endPull', params: ({ event }) => event.index },
            { type: 'noteEnded', params: ofEvent },
          ],
        },
        'NODE.REBOOTED': {
          target: 'dying',
          actions: { type: 'record', params: { type: 'prePull', state: 'interrupted' } },
        },
      },
    },
    dying: {
      description:
        'The node went down, and every pull of this list with it; lists that waited are gone too. No time passes.',
      always: [
        { guard: 'someAreOpen', target: 'dying', reenter: true, actions: ['stopOpen', 'forgetOpen'] },
        { target: 'idle', actions: 'forgetWaiting' },
      ],
    },
    finished: {
      description:
        'Every image was pulled, or its pull failed. Pods whose images are present now start without a pull, if their policy allows it.',
      entry: {
        type: 'record',
        params: ({ context }) => ({
          type: 'prePull',
          state: 'finished',
          errors: checkErrors(requirePlan(context).parallel, context.failed),
        }),
      },
      always: 'idle',
    },
  },
});
