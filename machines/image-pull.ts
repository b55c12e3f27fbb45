import { assign, sendTo, setup } from 'xstate';
import type { Observation } from '../src/kubelet/observation.ts';
import * as log from '../src/kubelet/pull-log.ts';
import type { ImageServiceAnswer, ImageServiceRequest } from './cri.ts';
import type { ImagePullInput, PullAnswer, PullRequested } from './image-manager.ts';
import { type ImagePullContext, outcomeOf, requesterOf } from './image-pull-context.ts';
import type { BackOffAnswer, PullBackOffEvent } from './pull-back-off.ts';
import type { AccessAnswer, PullRecordsEvent } from './pull-records.ts';
import type { PullSlotsEvent, SlotGranted } from './pull-slots.ts';
import type { PullThrottleEvent, ThrottleAnswer } from './pull-throttle.ts';
import { type RecorderEvent, unhandled } from './recorder.ts';

export type ImagePullEvent = PullRequested | ImageServiceAnswer | BackOffAnswer | AccessAnswer | SlotGranted | ThrottleAnswer;

/**
 * Brings one image of one pod to the node, or says why not.
 *
 * Mirrors `EnsureImageExists` with `imagePullPrecheck` and `pullImage` in pkg/kubelet/images/image_manager.go (v1.36.3;
 * the profile makes it v1.31.14, v1.27.16 or v1.14) and `pullImage` of the pullers in puller.go.
 */
export const imagePullMachine = setup({
  types: { input: {} as ImagePullInput, context: {} as ImagePullContext, events: {} as ImagePullEvent },
  guards: {
    hasInvalidName: ({ context }) => context.nameError !== '',
    inspectsFirst: ({ context }) => context.profile.inspects(context.policy),
    isUsable: ({ context }, params: { imageRef: string }) =>
      params.imageRef !== '' && context.profile.decide(context.policy, true) === 'usePresent',
    needsVerification: ({ context }, params: { imageRef: string }) =>
      context.verifiesCredentials && params.imageRef !== '' && context.profile.decide(context.policy, true) === 'usePresent',
    isNeverPulled: ({ context }) => context.profile.decide(context.policy, false) === 'neverPresent',
    asksSize: ({ context }, params: { imageRef: string }) => context.profile.asksImageSize && params.imageRef !== '',
  },
  actions: {
    accept: assign(({ context }, params: PullRequested) => ({
      ...log.openCall(context.profile, params.image, params.policy),
      request: params,
      outcome: undefined,
    })),
    note: assign((_, params: { imageRef?: string; present?: boolean; error?: string }) => params),
    noteAsked: assign({ askedMicros: ({ context }) => context.clock.nowMicros() }),
    noteGranted: assign(({ context }, params: SlotGranted) => ({
      grantedMicros: context.clock.nowMicros(),
      releasedBy: params.releasedBy,
    })),
    conclude: assign({ outcome: (_, params: log.PullOutcome) => params }),
    askStatus: sendTo(
      ({ context }) => context.imageService,
      ({ context, self }, { forSize }: { forSize: boolean }): ImageServiceRequest => ({
        type: 'IMAGE_STATUS.REQUESTED',
        image: context.runtimeImage,
        requester: self,
        forSize,
      }),
    ),
    callPullImage: sendTo(
      ({ context }) => context.imageService,
      ({ context, self }): ImageServiceRequest => ({
        type: 'IMAGE_PULL.REQUESTED',
        image: context.runtimeImage,
        caller: context.name,
        requester: self,
      }),
    ),
    askAccess: sendTo(
      ({ context }) => context.records,
      ({ context: { image, imageRef }, self }): PullRecordsEvent => ({ type: 'ACCESS.ASKED', image, imageRef, requester: self }),
    ),
    keepRecord: sendTo(
      ({ context }) => context.records,
      (
        { context: { image, imageRef } },
        { type }: { type: Exclude<PullRecordsEvent['type'], 'ACCESS.ASKED' | 'KUBELET.GONE'> },
      ): PullRecordsEvent => ({
        type,
        image,
        imageRef,
      }),
    ),
    askBackOff: sendTo(
      ({ context }) => context.backOff,
      ({ context, self }): PullBackOffEvent => ({ type: 'BACK_OFF.ASKED', key: log.backOffKey(context), requester: self }),
    ),
    reportFailure: sendTo(
      ({ context }) => context.backOff,
      ({ context, self }): PullBackOffEvent => ({
        type: 'FAILURE.REPORTED',
        key: log.backOffKey(context),
        failure: context.profile.pullFailure(context.image, context.error),
        requester: self,
      }),
    ),
    sweepBackOff: sendTo(({ context }) => context.backOff, { type: 'SWEEP.REQUESTED' }),
    askSlot: sendTo(
      ({ context }) => context.slots,
      ({ context, self }): PullSlotsEvent => ({ type: 'SLOT.REQUESTED', holder: context.name, requester: self }),
    ),
    releaseSlot: sendTo(
      ({ context }) => context.slots,
      ({ context }): PullSlotsEvent => ({ type: 'SLOT.RELEASED', holder: context.name }),
    ),
    askToken: sendTo(
      ({ context }) => context.throttle,
      ({ self }): PullThrottleEvent => ({ type: 'TOKEN.REQUESTED', requester: self }),
    ),
    tell: sendTo(
      ({ context }) => context.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({ type: 'RECORDS', actor: context.name, observations }),
    ),
    tellOutcome: sendTo(
      ({ context }) => context.recorder,
      ({ context }): RecorderEvent => ({ type: 'RECORDS', actor: context.name, observations: outcomeOf(context).observations }),
    ),
    answerFound: sendTo(
      ({ context }) => requesterOf(context),
      ({ context }): PullAnswer => ({ type: 'PULL.SUCCEEDED', imageRef: outcomeOf(context).imageRef }),
    ),
    answerFailed: sendTo(
      ({ context }) => requesterOf(context),
      ({ context }): PullAnswer => ({ type: 'PULL.FAILED', failure: outcomeOf(context).failure ?? { reason: '', message: '' } }),
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'imagePull',
  description: 'The image of one container (or image volume), from the question whether it is there to the answer.',
  context: ({ input }) => ({ ...input, ...log.openCall(input.profile, '', ''), request: undefined, outcome: undefined }),
  initial: 'idle',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    idle: {
      description: 'Nobody has asked for the image yet.',
      on: { 'PULL.REQUESTED': { target: 'naming', actions: { type: 'accept', params: ({ event }) => event } } },
    },
    naming: {
      description: 'The default tag is applied, and the policy says whether to look before pulling.',
      always: [
        { guard: 'hasInvalidName', target: 'failed', actions: { type: 'conclude', params: ({ context }) => log.invalidName(context) } },
        { guard: 'inspectsFirst', target: 'inspecting' },
        { target: 'checkingBackOff' },
      ],
    },
    inspecting: {
      description: 'The runtime is asked whether the image is present (GetImageRef).',
      entry: [
        { type: 'tell', params: ({ context }) => log.inspecting(context) },
        { type: 'askStatus', params: { forSize: false } },
      ],
      on: {
        'IMAGE_STATUS.FAILED': {
          target: 'failed',
          actions: { type: 'conclude', params: ({ context, event }) => log.inspectFailed(context, event.error) },
        },
        'IMAGE_STATUS.ANSWERED': [
          {
            guard: { type: 'needsVerification', params: ({ event }) => event },
            target: 'verifying',
            actions: { type: 'note', params: ({ event }) => ({ imageRef: event.imageRef, present: true }) },
          },
          {
            guard: { type: 'isUsable', params: ({ event }) => event },
            target: 'present',
            actions: { type: 'conclude', params: ({ context, event }) => log.present(context, event.imageRef, false) },
          },
          { guard: 'isNeverPulled', target: 'failed', actions: { type: 'conclude', params: ({ context }) => log.neverPresent(context) } },
          { target: 'checkingBackOff', actions: { type: 'note', params: ({ event }) => ({ present: event.imageRef !== '' }) } },
        ],
      },
    },
    verifying: {
      description: 'The image is present; the pull records say whether this pod may use it without asking the registry.',
      entry: 'askAccess',
      on: {
        'ACCESS.GRANTED': {
          target: 'present',
          actions: { type: 'conclude', params: ({ context }) => log.present(context, context.imageRef, true) },
        },
        'ACCESS.REFUSED': [
          { guard: 'isNeverPulled', target: 'failed', actions: { type: 'conclude', params: ({ context }) => log.inaccessible(context) } },
          { target: 'checkingBackOff' },
        ],
      },
    },
    checkingBackOff: {
      description: 'A pull is needed: the intent is recorded, and the back-off of pod and image is asked.',
      entry: [{ type: 'keepRecord', params: { type: 'INTENT.RECORDED' } }, 'askBackOff'],
      on: {
        'BACK_OFF.CLEAR': { target: 'waitingForSlot' },
        'BACK_OFF.ACTIVE': {
          target: 'backingOff',
          actions: [
            { type: 'keepRecord', params: { type: 'IMAGE_PULL_FAILED.RECORDED' } },
            { type: 'conclude', params: ({ context, event }) => log.backingOff(context, context.name, event.window, event.previous) },
          ],
        },
      },
    },
    backingOff: {
      description: 'Refused by back-off: the pod shows ImagePullBackOff until its worker asks again.',
      tags: 'waiting',
      entry: ['tellOutcome', 'answerFailed'],
      on: { 'PULL.REQUESTED': { target: 'naming', actions: { type: 'accept', params: ({ event }) => event } } },
    },
    waitingForSlot: {
      description: 'The event "Pulling" is out, but the pull waits for its turn (serial, or maxParallelImagePulls).',
      tags: 'waiting',
      entry: ['noteAsked', { type: 'tell', params: ({ context }) => log.waiting(context) }, 'askSlot'],
      on: { 'SLOT.GRANTED': { target: 'pulling', actions: { type: 'noteGranted', params: ({ event }) => event } } },
    },
    pulling: {
      description: 'The pull holds its slot: it takes a token of registryPullQPS, the runtime pulls, and newer releases ask for the size.',
      tags: 'busy',
      entry: 'askToken',
      on: {
        'TOKEN.GRANTED': { actions: [{ type: 'tell', params: ({ context }) => log.pulling(context) }, 'callPullImage'] },
        'TOKEN.REFUSED': { target: 'failing', actions: { type: 'note', params: { error: 'pull QPS exceeded' } } },
        'IMAGE_PULL.FAILED': {
          target: 'failing',
          actions: [
            { type: 'tell', params: ({ context, event }) => log.runtimeReturn(context, { error: event.error }) },
            { type: 'note', params: ({ event }) => ({ error: event.error }) },
          ],
        },
        'IMAGE_PULL.SUCCEEDED': [
          {
            guard: { type: 'asksSize', params: ({ event }) => event },
            actions: [
              { type: 'note', params: ({ event }) => ({ imageRef: event.imageRef }) },
              {
                type: 'tell',
                params: ({ context }) => [
                  ...log.runtimeReturn(context, { ref: context.imageRef }),
                  log.runtimeCall(context, 'GetImageSize'),
                ],
              },
              { type: 'askStatus', params: { forSize: true } },
            ],
          },
          {
            target: 'pulled',
            actions: [
              { type: 'note', params: ({ event }) => ({ imageRef: event.imageRef }) },
              { type: 'tell', params: ({ context }) => log.runtimeReturn(context, { ref: context.imageRef }) },
              { type: 'conclude', params: ({ context }) => log.pulled(context, context.clock.nowMicros(), 0) },
            ],
          },
        ],
        'IMAGE_STATUS.ANSWERED': {
          target: 'pulled',
          actions: { type: 'conclude', params: ({ context, event }) => log.pulled(context, context.clock.nowMicros(), event.sizeBytes) },
        },
        'IMAGE_STATUS.FAILED': {
          target: 'pulled',
          actions: { type: 'conclude', params: ({ context }) => log.pulled(context, context.clock.nowMicros(), 0) },
        },
      },
    },
    failing: {
      description: 'The pull failed: the slot is free again, and the back-off of pod and image grows.',
      entry: ['releaseSlot', { type: 'keepRecord', params: { type: 'IMAGE_PULL_FAILED.RECORDED' } }, 'reportFailure'],
      on: {
        'BACK_OFF.EXTENDED': {
          target: 'failed',
          actions: { type: 'conclude', params: ({ context, event }) => log.failed(context, context.clock.nowMicros(), event.window) },
        },
      },
    },
    present: {
      description: 'The image was on the node already, and the pod may use it.',
      tags: 'ready',
      entry: ['tellOutcome', 'answerFound'],
      on: { 'PULL.REQUESTED': { target: 'naming', actions: { type: 'accept', params: ({ event }) => event } } },
    },
    pulled: {
      description: 'The image has been pulled: the slot is free again, and expired back-offs are dropped.',
      tags: 'ready',
      entry: [
        'releaseSlot',
        { type: 'keepRecord', params: { type: 'IMAGE_PULLED.RECORDED' } },
        'sweepBackOff',
        'tellOutcome',
        'answerFound',
      ],
      on: { 'PULL.REQUESTED': { target: 'naming', actions: { type: 'accept', params: ({ event }) => event } } },
    },
    failed: {
      description: 'The image cannot be had: the pod shows why (ErrImagePull, ErrImageNeverPull, …).',
      tags: 'broken',
      entry: ['tellOutcome', 'answerFailed'],
      on: { 'PULL.REQUESTED': { target: 'naming', actions: { type: 'accept', params: ({ event }) => event } } },
    },
  },
});
