import { assign, sendTo, setup } from 'xstate';
import * as log from '../../src/kubelet/images/pull-log.ts';
import type { CredentialCheck } from '../../src/kubelet/pull-records/access-check.ts';
import type { Observation } from '../../src/trace/observation.ts';
import type { ImageServiceAnswer, ImageServiceRequest } from '../runtime/cri.ts';
import { type RecorderEvent, unhandled } from '../world/recorder.ts';
import { type AttemptsAnswer, credentialedPullMachine } from './credentialed-pull.ts';
import type { ImagePullInput, PullAnswer, PullRequested } from './image-manager.ts';
import {
  accepted,
  credentialedPullInput,
  type ImagePullContext,
  isFoundUnreadable,
  outcomeOf,
  pulledRecord,
  requesterOf,
  secretsErrorOf,
} from './image-pull-context.ts';
import type { BackOffAnswer, PullBackOffEvent } from './pull-back-off.ts';
import type { AccessAnswer, PullRecordsEvent } from './pull-records.ts';
import type { PullSlotsEvent, SlotGranted } from './pull-slots.ts';

export type ImagePullEvent = PullRequested | ImageServiceAnswer | BackOffAnswer | AccessAnswer | SlotGranted | AttemptsAnswer;

/**
 * Brings one image of one pod to the node, or says why not.
 *
 * Mirrors `EnsureImageExists` with `imagePullPrecheck` and `pullImage` in pkg/kubelet/images/image_manager.go (v1.36.3;
 * the profile makes it v1.31.14, v1.27.16 or v1.14) and `pullImage` of the pullers in puller.go.
 */
export const imagePullMachine = setup({
  types: { input: {} as ImagePullInput, context: {} as ImagePullContext, events: {} as ImagePullEvent },
  actors: { credentialedPull: credentialedPullMachine },
  guards: {
    hasInvalidName: ({ context }) => context.nameError !== '',
    inspectsFirst: ({ context }) => context.profile.inspects(context.policy),
    isUsable: ({ context }, params: { imageRef: string }) =>
      params.imageRef !== '' && context.profile.decide(context.policy, true) === 'usePresent',
    needsVerification: ({ context }, params: { imageRef: string }) =>
      context.verifiesCredentials && params.imageRef !== '' && context.profile.decide(context.policy, true) === 'usePresent',
    isNeverPulled: ({ context }) => context.profile.decide(context.policy, false) === 'neverPresent',
    cannotReadSecrets: ({ context }) => context.profile.readsSecrets !== 'inPull' && 'error' in context.credentials,
    looksAtUnreadableSecrets: ({ context }, params: { imageRef: string }) => isFoundUnreadable(context, params.imageRef),
  },
  actions: {
    accept: assign(({ context }, params: PullRequested) => accepted(context, params)),
    note: assign((_, params: Partial<Pick<ImagePullContext, 'imageRef' | 'present' | 'error' | 'throttled' | 'credential'>>) => params),
    noteAsked: assign({ askedMicros: ({ context }) => context.clock.nowMicros() }),
    noteGranted: assign(({ context }, params: SlotGranted) => ({
      grantedMicros: context.clock.nowMicros(),
      releasedBy: params.releasedBy,
    })),
    noteCheck: assign({ credentialCheck: (_, { check }: { check: CredentialCheck }) => check }),
    conclude: assign({ outcome: (_, params: log.PullOutcome) => params }),
    concludeUnreadable: assign({ outcome: ({ context }) => log.secretsUnreadable(context, secretsErrorOf(context), true) }),
    askStatus: sendTo(
      ({ context }) => context.imageService,
      ({ context, self }): ImageServiceRequest => ({ type: 'IMAGE_STATUS.REQUESTED', image: context.runtimeImage, requester: self }),
    ),
    askAccess: sendTo(
      ({ context }) => context.records,
      ({ context: { image, imageRef, credentials }, self }): PullRecordsEvent => ({
        type: 'ACCESS.ASKED',
        image,
        imageRef,
        credentials,
        requester: self,
      }),
    ),
    keepRecord: sendTo(
      ({ context }) => context.records,
      (_, params: PullRecordsEvent) => params,
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
  context: ({ input }) => ({
    ...input,
    ...log.openCall(input.profile, '', ''),
    request: undefined,
    outcome: undefined,
    credentials: { credentials: [] },
    credential: undefined,
  }),
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
        { guard: 'cannotReadSecrets', target: 'failed', actions: 'concludeUnreadable' },
        { target: 'checkingBackOff' },
      ],
    },
    inspecting: {
      description: 'The runtime is asked whether the image is present (GetImageRef).',
      entry: [{ type: 'tell', params: ({ context }) => log.inspecting(context) }, 'askStatus'],
      on: {
        'IMAGE_STATUS.FAILED': {
          target: 'failed',
          actions: { type: 'conclude', params: ({ context, event }) => log.inspectFailed(context, event.error) },
        },
        'IMAGE_STATUS.ANSWERED': [
          {
            description: 'Some releases read the secrets though the image is there, and before anybody asks for them.',
            guard: { type: 'looksAtUnreadableSecrets', params: ({ event }) => event },
            target: 'failed',
            actions: [{ type: 'note', params: { present: true } }, 'concludeUnreadable'],
          },
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
          {
            guard: 'cannotReadSecrets',
            target: 'failed',
            actions: [{ type: 'note', params: ({ event }) => ({ present: event.imageRef !== '' }) }, 'concludeUnreadable'],
          },
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
          actions: [
            { type: 'noteCheck', params: ({ event }) => event },
            { type: 'conclude', params: ({ context }) => log.present(context, context.imageRef, true) },
          ],
        },
        'ACCESS.REFUSED': [
          {
            guard: 'isNeverPulled',
            target: 'failed',
            actions: [
              { type: 'noteCheck', params: ({ event }) => event },
              { type: 'conclude', params: ({ context }) => log.inaccessible(context) },
            ],
          },
          {
            guard: 'cannotReadSecrets',
            target: 'failed',
            actions: [{ type: 'noteCheck', params: ({ event }) => event }, 'concludeUnreadable'],
          },
          { target: 'checkingBackOff', actions: { type: 'noteCheck', params: ({ event }) => event } },
        ],
        'ACCESS.FAILED': {
          description: 'The records ask what the pod has, and that cannot be read.',
          target: 'failed',
          actions: [
            { type: 'noteCheck', params: ({ event }) => event },
            { type: 'conclude', params: ({ context, event }) => log.secretsUnreadable(context, event.error, false) },
          ],
        },
      },
    },
    checkingBackOff: {
      description: 'A pull is needed: the intent is recorded, and the back-off of pod and image is asked.',
      entry: [{ type: 'keepRecord', params: ({ context }) => ({ type: 'INTENT.RECORDED', image: context.image }) }, 'askBackOff'],
      on: {
        'BACK_OFF.CLEAR': { target: 'waitingForSlot' },
        'BACK_OFF.ACTIVE': {
          target: 'backingOff',
          actions: [
            { type: 'keepRecord', params: ({ context }) => ({ type: 'IMAGE_PULL_FAILED.RECORDED', image: context.image }) },
            { type: 'conclude', params: ({ context, event }) => log.backingOff(context, context.name, event.window, event.previous) },
          ],
        },
      },
    },
    backingOff: {
      description:
        'A pull has failed, and its back-off window holds back the next one: the pod shows ErrImagePull, and ImagePullBackOff once its worker has asked too early. Nothing happens until the worker asks again.',
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
      invoke: { src: 'credentialedPull', id: 'credentialedPull', input: ({ context, self }) => credentialedPullInput(context, self) },
      on: {
        'ATTEMPTS.FAILED': {
          target: 'failing',
          actions: { type: 'note', params: ({ event: { error, throttled } }) => ({ error, throttled }) },
        },
        'ATTEMPTS.SUCCEEDED': {
          target: 'pulled',
          actions: [
            { type: 'note', params: ({ event }) => ({ imageRef: event.imageRef, credential: event.credential }) },
            { type: 'conclude', params: ({ context, event }) => log.pulled(context, context.clock.nowMicros(), event.sizeBytes) },
          ],
        },
      },
    },
    failing: {
      description: 'The pull failed: the slot is free again, and the back-off of pod and image grows.',
      entry: [
        'releaseSlot',
        { type: 'keepRecord', params: ({ context }) => ({ type: 'IMAGE_PULL_FAILED.RECORDED', image: context.image }) },
        'reportFailure',
      ],
      on: {
        'BACK_OFF.EXTENDED': {
          target: 'backingOff',
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
        { type: 'keepRecord', params: ({ context }) => pulledRecord(context) },
        'sweepBackOff',
        'tellOutcome',
        'answerFound',
      ],
      on: { 'PULL.REQUESTED': { target: 'naming', actions: { type: 'accept', params: ({ event }) => event } } },
    },
    failed: {
      description: 'The image cannot be had, and no pull was tried: the pod shows why (ErrImageNeverPull, InvalidImageName, …).',
      tags: 'broken',
      entry: ['tellOutcome', 'answerFailed'],
      on: { 'PULL.REQUESTED': { target: 'naming', actions: { type: 'accept', params: ({ event }) => event } } },
    },
  },
});
