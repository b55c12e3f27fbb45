import { assign, sendTo, setup } from 'xstate';
import { aggregateError } from '../../src/rules/kubelet/images/aggregate-error.ts';
import * as log from '../../src/rules/kubelet/images/pull-log.ts';
import type { CredentialCheck } from '../../src/rules/kubelet/pull-records/access-check.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { CredentialProvidersEvent, CredentialsAnswer } from '../kubelet/credential-providers.ts';
import type { ImageServiceAnswer, ImageServiceRequest } from '../runtime/cri.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { ImagePullInput, PullAnswer, PullRequested } from './image-manager.ts';
import {
  accepted,
  accessQuestion,
  answeredCredentials,
  askedCredentials,
  asksAnotherProvider,
  asksProvider,
  called,
  credentialsQuestion,
  hasAnotherCredential,
  type ImagePullContext,
  initialContext,
  isFoundUnreadable,
  pullCall,
  pulledRecord,
  requireOutcome,
  requireProviderActor,
  requireRequester,
  returned,
  secretsError,
  statusCall,
  withAnswer,
  withCall,
} from './image-pull-context.ts';
import { imagePullReasons as why } from './image-pull-reasons.ts';
import type { BackOffAnswer, PullBackOffEvent } from './pull-back-off.ts';
import type { AccessAnswer, PullRecordsEvent } from './pull-records.ts';
import type { PullSlotsEvent, SlotGranted } from './pull-slots.ts';
import type { PullThrottleEvent, ThrottleAnswer } from './pull-throttle.ts';

export type ImagePullEvent =
  | PullRequested
  | ImageServiceAnswer
  | BackOffAnswer
  | AccessAnswer
  | CredentialsAnswer
  | SlotGranted
  | ThrottleAnswer;

/**
 * Brings one image of one pod to the node, or says why not. With its slot a pull takes one token of
 * registryPullQPS, then tries one credential after the other until the runtime accepts one, and asks for the
 * image's size.
 *
 * Mirrors `EnsureImageExists` with `imagePullPrecheck` and `pullImage` in pkg/kubelet/images/image_manager.go
 * (v1.36.3; the profile makes it v1.31.14, v1.27.16 or v1.14), `pullImage` of the pullers in puller.go, and
 * `PullImage` of throttledImageService (helpers.go) and of kubeGenericRuntimeManager
 * (pkg/kubelet/kuberuntime/kuberuntime_image.go).
 */
export const imagePullMachine = setup({
  types: { input: {} as ImagePullInput, context: {} as ImagePullContext, events: {} as ImagePullEvent },
  guards: {
    hasInvalidName: ({ context }) => context.call.nameError !== '',
    inspectsFirst: ({ context }) => context.input.profile.inspects(context.call.policy),
    isUsable: ({ context }, imageRef: string) =>
      imageRef !== '' && context.input.profile.decide(context.call.policy, true) === 'usePresent',
    needsVerification: ({ context }, imageRef: string) =>
      context.input.verifiesCredentials &&
      imageRef !== '' &&
      context.input.profile.decide(context.call.policy, true) === 'usePresent',
    isNeverPulled: ({ context }) =>
      context.input.profile.decide(context.call.policy, false) === 'neverPresent',
    cannotReadSecrets: ({ context }) =>
      context.input.profile.readsSecrets !== 'inPull' && 'error' in context.credentials,
    findsSecretsUnreadable: ({ context }) => 'error' in context.credentials,
    hasAnotherCredential: ({ context }) => hasAnotherCredential(context),
    asksAnotherProvider: ({ context }) => asksAnotherProvider(context),
    asksProviderInPull: ({ context }) =>
      context.input.profile.readsSecrets === 'inPull' && asksProvider(context),
    asksProviderFirst: ({ context }) =>
      context.input.profile.readsSecrets !== 'inPull' && asksProvider(context),
    asksSize: ({ context }, imageRef: string) => context.input.profile.asksImageSize && imageRef !== '',
    looksAtUnreadableSecrets: ({ context }, imageRef: string) => isFoundUnreadable(context, imageRef),
  },
  actions: {
    accept: assign(({ context }, params: PullRequested) => accepted(context.input, params)),
    notePresence: assign(({ context }, { present }: { present: boolean }) => withCall(context, { present })),
    noteImageRef: assign(({ context }, imageRef: string) => withCall(context, { imageRef })),
    noteError: assign(({ context }, { error }: { error: string }) => withCall(context, { error })),
    noteThrottled: assign(({ context }) => withCall(context, { throttled: true })),
    noteAsked: assign(({ context }) => withCall(context, { askedMicros: context.input.clock.nowMicros() })),
    noteGranted: assign(({ context }, releasedBy: SlotGranted['releasedBy']) =>
      withCall(context, { grantedMicros: context.input.clock.nowMicros(), releasedBy }),
    ),
    noteCheck: assign(({ context }, credentialCheck: CredentialCheck) =>
      withCall(context, { credentialCheck }),
    ),
    noteAttemptError: assign({
      attemptErrors: ({ context }, error: string) => [...context.attemptErrors, error],
    }),
    noteAllAttemptsFailed: assign(({ context }) =>
      withCall(context, { error: aggregateError(context.attemptErrors) }),
    ),
    conclude: assign({ outcome: (_, params: log.PullOutcome) => params }),
    concludeUnreadable: assign({
      outcome: ({ context }) => log.secretsUnreadable(context, secretsError(context), true),
    }),
    askStatus: sendTo(
      ({ context }) => context.input.imageService,
      ({ context, self }): ImageServiceRequest => statusCall(context, self),
    ),
    askAccess: sendTo(
      ({ context }) => context.input.records,
      ({ context, self }): PullRecordsEvent => accessQuestion(context, self),
    ),
    askProvider: sendTo(
      ({ context }) => requireProviderActor(context),
      ({ context, self }): CredentialProvidersEvent => credentialsQuestion(context, self),
    ),
    noteAnswer: assign(({ context }, answer: CredentialsAnswer) => withAnswer(context, answer)),
    keepRecord: sendTo(
      ({ context }) => context.input.records,
      (_, params: PullRecordsEvent) => params,
    ),
    askBackOff: sendTo(
      ({ context }) => context.input.backOff,
      ({ context, self }): PullBackOffEvent => ({
        type: 'BACK_OFF.ASKED',
        key: log.backOffKey(context),
        requester: self,
      }),
    ),
    reportFailure: sendTo(
      ({ context }) => context.input.backOff,
      ({ context, self }): PullBackOffEvent => ({
        type: 'FAILURE.REPORTED',
        key: log.backOffKey(context),
        failure: context.input.profile.pullFailure(context.call.image, context.call.error),
        requester: self,
      }),
    ),
    sweepBackOff: sendTo(({ context }) => context.input.backOff, { type: 'SWEEP.REQUESTED' }),
    askSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context, self }): PullSlotsEvent => ({
        type: 'SLOT.REQUESTED',
        holder: context.input.name,
        requester: self,
      }),
    ),
    releaseSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context }): PullSlotsEvent => ({ type: 'SLOT.RELEASED', holder: context.input.name }),
    ),
    askToken: sendTo(
      ({ context }) => context.input.throttle,
      ({ self }): PullThrottleEvent => ({ type: 'THROTTLE.ASKED', requester: self }),
    ),
    callPullImage: sendTo(
      ({ context }) => context.input.imageService,
      ({ context, self }): ImageServiceRequest => pullCall(context, self),
    ),
    askSize: sendTo(
      ({ context }) => context.input.imageService,
      ({ context, self }): ImageServiceRequest => statusCall(context, self, { forSize: true }),
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({
        type: 'RECORDS',
        actor: context.input.name,
        observations,
      }),
    ),
    answerFound: sendTo(
      ({ context }) => requireRequester(context),
      ({ context }): PullAnswer => ({ type: 'PULL.SUCCEEDED', imageRef: requireOutcome(context).imageRef }),
    ),
    answerFailed: sendTo(
      ({ context }) => requireRequester(context),
      ({ context }): PullAnswer => ({
        type: 'PULL.FAILED',
        failure: requireOutcome(context).failure ?? { reason: '', message: '' },
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'imagePull',
  description:
    'The image of one container (or image volume) of a pod, from the request for it to the answer. The pod worker asks once per sync; each answer decides what the pod shows until the next one.',
  context: ({ input }) => initialContext(input),
  initial: 'settled',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    settled: {
      description:
        'No call is under way: the last one, if there was one, has been answered. The pod shows the outcome of that call until its worker asks again.',
      initial: 'idle',
      on: { 'PULL.REQUESTED': { target: 'applyingPolicy', actions: { type: 'accept', params: ofEvent } } },
      states: {
        idle: {
          description:
            'The pod worker has not asked for the image yet. The container waits for the sandbox or for init containers before it.',
        },
        present: {
          description:
            'The image was already on the node, and the pod may use it. The event "already present on machine" is written, and the container is created next.',
          tags: 'ready',
          entry: [
            { type: 'record', params: ({ context }) => requireOutcome(context).observations },
            'answerFound',
          ],
        },
        pulled: {
          description:
            'The image has been pulled, and the container is created next. The slot is free for the next pull, and expired back-offs are dropped.',
          tags: 'ready',
          entry: [
            'releaseSlot',
            { type: 'keepRecord', params: ({ context }) => pulledRecord(context) },
            'sweepBackOff',
            { type: 'record', params: ({ context }) => requireOutcome(context).observations },
            'answerFound',
          ],
        },
        failed: {
          description:
            'The pull has failed, and its back-off window begins. The pod shows ErrImagePull with the error of the runtime.',
          tags: 'broken',
          entry: [
            { type: 'record', params: ({ context }) => requireOutcome(context).observations },
            'answerFailed',
          ],
        },
        backingOff: {
          description:
            'The worker has asked within the back-off window, so no pull was tried. The pod shows ImagePullBackOff until a request after the window pulls again.',
          tags: 'waiting',
          entry: [
            { type: 'record', params: ({ context }) => requireOutcome(context).observations },
            'answerFailed',
          ],
        },
        neverPresent: {
          description:
            'The pull policy is Never, and the node has no image that the pod may use. The pod shows ErrImageNeverPull until the image comes to the node another way.',
          tags: 'broken',
          entry: [
            { type: 'record', params: ({ context }) => requireOutcome(context).observations },
            'answerFailed',
          ],
        },
        invalidName: {
          description:
            'The name of the image cannot be parsed. The pod shows InvalidImageName, and no registry is asked.',
          tags: 'broken',
          entry: [
            { type: 'record', params: ({ context }) => requireOutcome(context).observations },
            'answerFailed',
          ],
        },
        inspectFailed: {
          description:
            'The runtime could not say whether the image is present. The pod shows ImageInspectError, and no pull was tried.',
          tags: 'broken',
          entry: [
            { type: 'record', params: ({ context }) => requireOutcome(context).observations },
            'answerFailed',
          ],
        },
        secretsUnreadable: {
          description:
            'A pull secret of the pod cannot be read, so no pull was tried. The pod shows that error as its reason.',
          tags: 'broken',
          entry: [
            { type: 'record', params: ({ context }) => requireOutcome(context).observations },
            'answerFailed',
          ],
        },
      },
    },
    applyingPolicy: {
      description:
        'The image has got its default tag (":latest"). The pull policy decides now whether the node is searched for the image first. No time passes.',
      always: [
        {
          guard: 'hasInvalidName',
          ...why.invalidName,
          target: 'settled.invalidName',
          actions: { type: 'conclude', params: ({ context }) => log.invalidName(context) },
        },
        { guard: 'inspectsFirst', ...why.inspectsFirst, target: 'inspecting' },
        { guard: 'cannotReadSecrets', target: 'settled.secretsUnreadable', actions: 'concludeUnreadable' },
        { guard: 'asksProviderFirst', target: 'askingCredentials' },
        { ...why.pullsUnseen, target: 'checkingBackOff' },
      ],
    },
    inspecting: {
      description:
        'The runtime is asked whether the image is present (GetImageRef). With IfNotPresent, an image that is present needs no pull.',
      entry: [{ type: 'record', params: ({ context }) => log.inspecting(context) }, 'askStatus'],
      on: {
        'IMAGE_STATUS.FAILED': {
          ...why.inspectFailed,
          target: 'settled.inspectFailed',
          actions: {
            type: 'conclude',
            params: ({ context, event }) => log.inspectFailed(context, event.error),
          },
        },
        'IMAGE_STATUS.ANSWERED': [
          {
            description:
              'Some releases read the secrets even if the image is present, before the records ask for them.',
            guard: { type: 'looksAtUnreadableSecrets', params: ({ event }) => event.imageRef },
            target: 'settled.secretsUnreadable',
            actions: [{ type: 'notePresence', params: { present: true } }, 'concludeUnreadable'],
          },
          {
            guard: { type: 'needsVerification', params: ({ event }) => event.imageRef },
            ...why.needsVerification,
            target: 'verifying',
            actions: [
              { type: 'noteImageRef', params: ({ event }) => event.imageRef },
              { type: 'notePresence', params: { present: true } },
            ],
          },
          {
            guard: { type: 'isUsable', params: ({ event }) => event.imageRef },
            ...why.isUsable,
            target: 'settled.present',
            actions: {
              type: 'conclude',
              params: ({ context, event }) => log.present(context, event.imageRef, false),
            },
          },
          {
            guard: 'isNeverPulled',
            ...why.neverAbsent,
            target: 'settled.neverPresent',
            actions: { type: 'conclude', params: ({ context }) => log.neverPresent(context) },
          },
          {
            guard: 'cannotReadSecrets',
            target: 'settled.secretsUnreadable',
            actions: [
              { type: 'notePresence', params: ({ event }) => ({ present: event.imageRef !== '' }) },
              'concludeUnreadable',
            ],
          },
          {
            guard: 'asksProviderFirst',
            target: 'askingCredentials',
            actions: { type: 'notePresence', params: ({ event }) => ({ present: event.imageRef !== '' }) },
          },
          {
            ...why.pullsAbsent,
            target: 'checkingBackOff',
            actions: { type: 'notePresence', params: ({ event }) => ({ present: event.imageRef !== '' }) },
          },
        ],
      },
    },
    verifying: {
      description:
        'The image is present. The pull records say whether this pod may use it without a new check of its credentials by the registry (KubeletEnsureSecretPulledImages).',
      entry: 'askAccess',
      on: {
        'ACCESS.GRANTED': {
          target: 'settled.present',
          actions: [
            { type: 'noteCheck', params: ({ event }) => event.check },
            { type: 'conclude', params: ({ context }) => log.present(context, context.call.imageRef, true) },
          ],
        },
        'ACCESS.REFUSED': [
          {
            guard: 'isNeverPulled',
            ...why.neverInaccessible,
            target: 'settled.neverPresent',
            actions: [
              { type: 'noteCheck', params: ({ event }) => event.check },
              { type: 'conclude', params: ({ context }) => log.inaccessible(context) },
            ],
          },
          {
            guard: 'cannotReadSecrets',
            target: 'settled.secretsUnreadable',
            actions: [{ type: 'noteCheck', params: ({ event }) => event.check }, 'concludeUnreadable'],
          },
          {
            guard: 'asksProviderFirst',
            target: 'askingCredentials',
            actions: { type: 'noteCheck', params: ({ event }) => event.check },
          },
          { target: 'checkingBackOff', actions: { type: 'noteCheck', params: ({ event }) => event.check } },
        ],
        'ACCESS.FAILED': {
          description: 'The records ask for the pod’s credentials, which cannot be read.',
          target: 'settled.secretsUnreadable',
          actions: [
            { type: 'noteCheck', params: ({ event }) => event.check },
            {
              type: 'conclude',
              params: ({ context, event }) => log.secretsUnreadable(context, event.error, false),
            },
          ],
        },
      },
    },
    askingCredentials: {
      description:
        'A credential provider of the kubelet fetches the password for the registry (ECR, ACR). No event says so, and no slot is held. Newer releases ask at each sync that needs a pull, also within back-off.',
      tags: 'waiting',
      entry: [{ type: 'record', params: ({ context }) => askedCredentials(context, false) }, 'askProvider'],
      on: {
        'CREDENTIALS.ANSWERED': [
          {
            description:
              'Several providers have a pattern for the image: all are asked, one after the other.',
            guard: 'asksAnotherProvider',
            target: 'askingCredentials',
            reenter: true,
            actions: [
              { type: 'record', params: ({ context, event }) => answeredCredentials(context, event) },
              { type: 'noteAnswer', params: ofEvent },
            ],
          },
          {
            target: 'checkingBackOff',
            actions: [
              { type: 'record', params: ({ context, event }) => answeredCredentials(context, event) },
              { type: 'noteAnswer', params: ofEvent },
            ],
          },
        ],
        'CREDENTIALS.FAILED': [
          {
            guard: 'asksAnotherProvider',
            target: 'askingCredentials',
            reenter: true,
            actions: [
              { type: 'record', params: ({ context, event }) => answeredCredentials(context, event) },
              { type: 'noteAnswer', params: ofEvent },
            ],
          },
          {
            description: 'The kubelet logs the error and pulls without the password.',
            target: 'checkingBackOff',
            actions: [
              { type: 'record', params: ({ context, event }) => answeredCredentials(context, event) },
              { type: 'noteAnswer', params: ofEvent },
            ],
          },
        ],
      },
    },
    checkingBackOff: {
      description:
        'A pull is needed. Its intent is recorded, and the back-off of this pod and image is checked: after a failure, no pull is tried before the window is over.',
      entry: [
        {
          type: 'keepRecord',
          params: ({ context }) => ({ type: 'INTENT.RECORDED', image: context.call.image }),
        },
        'askBackOff',
      ],
      on: {
        'BACK_OFF.CLEAR': { target: 'waitingForSlot' },
        'BACK_OFF.ACTIVE': {
          target: 'settled.backingOff',
          actions: [
            {
              type: 'keepRecord',
              params: ({ context }) => ({ type: 'IMAGE_PULL_FAILED.RECORDED', image: context.call.image }),
            },
            {
              type: 'conclude',
              params: ({ context, event }) =>
                log.backingOff(context, context.input.name, event.window, event.previous),
            },
          ],
        },
      },
    },
    waitingForSlot: {
      description:
        'The event "Pulling" is written, but the pull waits for its turn: for all pulls before it with serializeImagePulls, for one of maxParallelImagePulls slots otherwise. Its pod looks like one whose image arrives. The wait is part of the second time in "Successfully pulled image … in 2s (41s including waiting)".',
      tags: 'waiting',
      entry: ['noteAsked', { type: 'record', params: ({ context }) => log.waiting(context) }, 'askSlot'],
      on: {
        'SLOT.GRANTED': {
          target: 'pulling',
          actions: { type: 'noteGranted', params: ({ event }) => event.releasedBy },
        },
      },
    },
    pulling: {
      description:
        'The pull holds its slot. It takes a token of registryPullQPS, the runtime pulls the image, and newer releases ask for its size. A slow pull here makes others wait.',
      tags: 'busy',
      initial: 'takingToken',
      states: {
        takingToken: {
          description:
            'The pull takes a token of registryPullQPS, one for all attempts. Without a token it fails at once with "pull QPS exceeded".',
          entry: 'askToken',
          on: {
            'THROTTLE.ADMITTED': [
              {
                guard: 'findsSecretsUnreadable',
                description: 'Some releases read the pull secrets only now.',
                target: '#imagePull.failing',
                actions: { type: 'noteError', params: ({ context }) => ({ error: secretsError(context) }) },
              },
              { guard: 'asksProviderInPull', target: 'askingProvider' },
              {
                target: 'calling',
                actions: { type: 'record', params: ({ context }) => log.pulling(context) },
              },
            ],
            'THROTTLE.REFUSED': {
              target: '#imagePull.failing',
              actions: [{ type: 'noteError', params: { error: 'pull QPS exceeded' } }, 'noteThrottled'],
            },
          },
        },
        askingProvider: {
          description:
            'A credential provider of the kubelet fetches the password for the registry (ECR, ACR). Older releases ask while the pull holds its slot, so that other pulls wait for a slow provider too.',
          entry: [
            { type: 'record', params: ({ context }) => askedCredentials(context, true) },
            'askProvider',
          ],
          on: {
            'CREDENTIALS.ANSWERED': [
              {
                guard: 'asksAnotherProvider',
                target: 'askingProvider',
                reenter: true,
                actions: [
                  { type: 'record', params: ({ context, event }) => answeredCredentials(context, event) },
                  { type: 'noteAnswer', params: ofEvent },
                ],
              },
              {
                target: 'calling',
                actions: [
                  { type: 'record', params: ({ context, event }) => answeredCredentials(context, event) },
                  { type: 'noteAnswer', params: ofEvent },
                  { type: 'record', params: ({ context }) => log.pulling(context) },
                ],
              },
            ],
            'CREDENTIALS.FAILED': [
              {
                guard: 'asksAnotherProvider',
                target: 'askingProvider',
                reenter: true,
                actions: [
                  { type: 'record', params: ({ context, event }) => answeredCredentials(context, event) },
                  { type: 'noteAnswer', params: ofEvent },
                ],
              },
              {
                description: 'The kubelet logs the error and pulls without the password.',
                target: 'calling',
                actions: [
                  { type: 'record', params: ({ context, event }) => answeredCredentials(context, event) },
                  { type: 'noteAnswer', params: ofEvent },
                  { type: 'record', params: ({ context }) => log.pulling(context) },
                ],
              },
            ],
          },
        },
        calling: {
          description:
            'The runtime pulls the image, with the next credential or with none. Each refused credential is one attempt; the pull fails after the last one.',
          entry: [{ type: 'record', params: ({ context }) => called(context) }, 'callPullImage'],
          on: {
            'IMAGE_PULL.FAILED': [
              {
                guard: 'hasAnotherCredential',
                target: 'calling',
                reenter: true,
                actions: [
                  {
                    type: 'record',
                    params: ({ context, event }) => returned(context, { error: event.error }),
                  },
                  { type: 'noteAttemptError', params: ({ event }) => event.error },
                ],
              },
              {
                ...why.pullFailed,
                target: '#imagePull.failing',
                actions: [
                  {
                    type: 'record',
                    params: ({ context, event }) => returned(context, { error: event.error }),
                  },
                  { type: 'noteAttemptError', params: ({ event }) => event.error },
                  'noteAllAttemptsFailed',
                ],
              },
            ],
            'IMAGE_PULL.SUCCEEDED': [
              {
                guard: { type: 'asksSize', params: ({ event }) => event.imageRef },
                ...why.asksSize,
                target: 'askingSize',
                actions: [
                  { type: 'noteImageRef', params: ({ event }) => event.imageRef },
                  {
                    type: 'record',
                    params: ({ context }) => returned(context, { ref: context.call.imageRef }),
                  },
                ],
              },
              {
                ...why.pulledUnsized,
                target: '#imagePull.settled.pulled',
                actions: [
                  { type: 'noteImageRef', params: ({ event }) => event.imageRef },
                  {
                    type: 'record',
                    params: ({ context }) => returned(context, { ref: context.call.imageRef }),
                  },
                  {
                    type: 'conclude',
                    params: ({ context }) => log.pulled(context, context.input.clock.nowMicros(), 0),
                  },
                ],
              },
            ],
          },
        },
        askingSize: {
          description:
            'Some releases ask for the image’s size (GetImageSize) for the event "Pulled". The pull still holds the slot.',
          entry: [
            { type: 'record', params: ({ context }) => [log.runtimeCall(context, 'GetImageSize')] },
            'askSize',
          ],
          on: {
            'IMAGE_STATUS.ANSWERED': {
              target: '#imagePull.settled.pulled',
              actions: {
                type: 'conclude',
                params: ({ context, event }) =>
                  log.pulled(context, context.input.clock.nowMicros(), event.sizeBytes),
              },
            },
            'IMAGE_STATUS.FAILED': {
              description: 'The pull has succeeded nevertheless.',
              target: '#imagePull.settled.pulled',
              actions: {
                type: 'conclude',
                params: ({ context }) => log.pulled(context, context.input.clock.nowMicros(), 0),
              },
            },
          },
        },
      },
    },
    failing: {
      description:
        'The pull has failed. The slot is free again, and the back-off of this pod and image grows: 10 s after the first failure, up to 5 minutes.',
      entry: [
        'releaseSlot',
        {
          type: 'keepRecord',
          params: ({ context }) => ({ type: 'IMAGE_PULL_FAILED.RECORDED', image: context.call.image }),
        },
        'reportFailure',
      ],
      on: {
        'BACK_OFF.EXTENDED': {
          target: 'settled.failed',
          actions: {
            type: 'conclude',
            params: ({ context, event }) =>
              log.failed(context, context.input.clock.nowMicros(), event.window),
          },
        },
      },
    },
  },
});
