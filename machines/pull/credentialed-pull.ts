import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import type { CredentialsForImage } from '../../src/kubelet/credentials/credentials-for-image.ts';
import type { PullCredential } from '../../src/kubelet/credentials/pull-credential.ts';
import { aggregateError } from '../../src/kubelet/images/aggregate-error.ts';
import * as log from '../../src/kubelet/images/pull-log.ts';
import type { Observation } from '../../src/trace/observation.ts';
import type { ImageService, ImageServiceAnswer, ImageServiceRequest } from '../runtime/cri.ts';
import { type Recorder, type RecorderEvent, unhandled } from '../world/recorder.ts';
import type { PullThrottle, PullThrottleEvent, ThrottleAnswer } from './pull-throttle.ts';

/** How all attempts together ended. `credential`: the one that opened the registry; absent: an anonymous pull. */
export type AttemptsAnswer =
  | { readonly type: 'ATTEMPTS.SUCCEEDED'; readonly imageRef: string; readonly sizeBytes: number; readonly credential?: PullCredential }
  /** `throttled`: the node's own limit has refused it, and no call was made. */
  | { readonly type: 'ATTEMPTS.FAILED'; readonly error: string; readonly throttled?: true };

export interface CredentialedPullInput {
  /** The image pull's: it tells the trace under this name. */
  readonly name: string;
  readonly requester: ActorRef<Snapshot<unknown>, AttemptsAnswer>;
  readonly recorder: Recorder;
  readonly imageService: ImageService;
  readonly throttle: PullThrottle;
  readonly call: log.PullCall;
  /** What to try, in this order. */
  readonly credentials: CredentialsForImage;
}

export interface CredentialedPullContext extends CredentialedPullInput {
  /** One for each attempt that failed. */
  readonly errors: readonly string[];
  readonly imageRef: string;
}

/** What the attempt under way is made with; undefined: nothing. */
function credentialOf({ credentials, errors }: CredentialedPullContext): PullCredential | undefined {
  return 'credentials' in credentials ? credentials.credentials[errors.length] : undefined;
}

function runtimeReturn(context: CredentialedPullContext, answer: Parameters<typeof log.runtimeReturn>[1]): readonly Observation[] {
  return log.runtimeReturn(context.call, answer, credentialOf(context));
}

/**
 * What one image pull does with its slot: a token of registryPullQPS, then the runtime, with one credential after the
 * other until one is accepted, then the image's size.
 *
 * Mirrors `PullImage` of throttledImageService (pkg/kubelet/images/helpers.go), of kubeGenericRuntimeManager
 * (pkg/kubelet/kuberuntime/kuberuntime_image.go) and of the pullers (puller.go), v1.36.3.
 */
export const credentialedPullMachine = setup({
  types: {
    input: {} as CredentialedPullInput,
    context: {} as CredentialedPullContext,
    events: {} as ThrottleAnswer | ImageServiceAnswer,
  },
  guards: {
    cannotReadSecrets: ({ context }) => 'error' in context.credentials,
    hasAnotherCredential: ({ context: { credentials, errors } }) =>
      'credentials' in credentials && errors.length + 1 < credentials.credentials.length,
    asksSize: ({ context }, params: { imageRef: string }) => context.call.profile.asksImageSize && params.imageRef !== '',
  },
  actions: {
    askToken: sendTo(
      ({ context }) => context.throttle,
      ({ self }): PullThrottleEvent => ({ type: 'TOKEN.REQUESTED', requester: self }),
    ),
    callPullImage: sendTo(
      ({ context }) => context.imageService,
      ({ context, self }): ImageServiceRequest => {
        const credential = credentialOf(context);
        const { name, call } = context;
        return {
          type: 'IMAGE_PULL.REQUESTED',
          image: call.runtimeImage,
          caller: name,
          requester: self,
          ...(credential === undefined ? {} : { credential }),
        };
      },
    ),
    askSize: sendTo(
      ({ context }) => context.imageService,
      ({ context, self }): ImageServiceRequest => ({
        type: 'IMAGE_STATUS.REQUESTED',
        image: context.call.runtimeImage,
        requester: self,
        forSize: true,
      }),
    ),
    noteError: assign({ errors: ({ context }, { error }: { error: string }) => [...context.errors, error] }),
    noteRef: assign((_, params: { imageRef: string }) => ({ imageRef: params.imageRef })),
    tell: sendTo(
      ({ context }) => context.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({ type: 'RECORDS', actor: context.name, observations }),
    ),
    answerSucceeded: sendTo(
      ({ context }) => context.requester,
      ({ context }, { sizeBytes }: { sizeBytes: number }): AttemptsAnswer => {
        const credential = credentialOf(context);
        return {
          type: 'ATTEMPTS.SUCCEEDED',
          imageRef: context.imageRef,
          sizeBytes,
          ...(credential === undefined ? {} : { credential }),
        };
      },
    ),
    answerFailed: sendTo(
      ({ context }) => context.requester,
      (_, params: { error: string; throttled?: true }): AttemptsAnswer => ({ type: 'ATTEMPTS.FAILED', ...params }),
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'credentialedPull',
  description: 'The part of an image pull that holds the slot.',
  context: ({ input }) => ({ ...input, errors: [], imageRef: '' }),
  initial: 'takingToken',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    takingToken: {
      description: 'It takes a token of registryPullQPS, one for all attempts.',
      entry: 'askToken',
      on: {
        'TOKEN.GRANTED': [
          {
            guard: 'cannotReadSecrets',
            description: 'To 1.31 the pull secrets are looked at only now.',
            target: 'ended',
            actions: {
              type: 'answerFailed',
              params: ({ context: { credentials } }) => ({ error: 'error' in credentials ? credentials.error : '' }),
            },
          },
          { target: 'calling', actions: { type: 'tell', params: ({ context }) => log.pulling(context.call) } },
        ],
        'TOKEN.REFUSED': { target: 'ended', actions: { type: 'answerFailed', params: { error: 'pull QPS exceeded', throttled: true } } },
      },
    },
    calling: {
      description: 'The runtime pulls, with the next credential or with none.',
      entry: [
        { type: 'tell', params: ({ context }) => [log.runtimeCall(context.call, 'PullImage', credentialOf(context))] },
        'callPullImage',
      ],
      on: {
        'IMAGE_PULL.FAILED': [
          {
            guard: 'hasAnotherCredential',
            target: 'calling',
            reenter: true,
            actions: [
              { type: 'tell', params: ({ context, event }) => runtimeReturn(context, { error: event.error }) },
              { type: 'noteError', params: ({ event }) => event },
            ],
          },
          {
            target: 'ended',
            actions: [
              { type: 'tell', params: ({ context, event }) => runtimeReturn(context, { error: event.error }) },
              { type: 'noteError', params: ({ event }) => event },
              { type: 'answerFailed', params: ({ context }) => ({ error: aggregateError(context.errors) }) },
            ],
          },
        ],
        'IMAGE_PULL.SUCCEEDED': [
          {
            guard: { type: 'asksSize', params: ({ event }) => event },
            target: 'askingSize',
            actions: [
              { type: 'noteRef', params: ({ event }) => event },
              { type: 'tell', params: ({ context }) => runtimeReturn(context, { ref: context.imageRef }) },
            ],
          },
          {
            target: 'ended',
            actions: [
              { type: 'noteRef', params: ({ event }) => event },
              { type: 'tell', params: ({ context }) => runtimeReturn(context, { ref: context.imageRef }) },
              { type: 'answerSucceeded', params: { sizeBytes: 0 } },
            ],
          },
        ],
      },
    },
    askingSize: {
      description: 'Newer releases ask for the image’s size (GetImageSize), with the slot still held.',
      entry: [{ type: 'tell', params: ({ context }) => [log.runtimeCall(context.call, 'GetImageSize')] }, 'askSize'],
      on: {
        'IMAGE_STATUS.ANSWERED': { target: 'ended', actions: { type: 'answerSucceeded', params: ({ event }) => event } },
        'IMAGE_STATUS.FAILED': { target: 'ended', actions: { type: 'answerSucceeded', params: { sizeBytes: 0 } } },
      },
    },
    ended: { description: 'The image pull knows how it ended, and stops it.' },
  },
});
