import {
  type CredentialsForImage,
  credentialsForImage,
} from '../../src/rules/kubelet/credentials/credentials-for-image.ts';
import type { PullCredential } from '../../src/rules/kubelet/credentials/pull-credential.ts';
import * as log from '../../src/rules/kubelet/images/pull-log.ts';
import type { Observation } from '../../src/trace/observation.ts';
import type { ImageServiceCaller, ImageServiceRequest } from '../runtime/cri.ts';
import type { ImagePullInput, PullRequested } from './image-manager.ts';
import type { PullRecordsEvent } from './pull-records-protocol.ts';

export interface ImagePullContext extends ImagePullInput, log.PullCall {
  readonly request: PullRequested | undefined;
  readonly outcome: log.PullOutcome | undefined;
  /** The credentials that the pod may try for the image. */
  readonly credentials: CredentialsForImage;
  /** The runtime's error for each attempt that has failed. */
  readonly attemptErrors: readonly string[];
}

/**
 * The context before the first request. Written out, since V8 makes slow objects of copies with so many
 * fields.
 */
export function initialContext(input: ImagePullInput): ImagePullContext {
  const {
    profile,
    verifiesCredentials,
    nodeCredentials = [],
    clock,
    recorder,
    imageService,
    slots,
    throttle,
    backOff,
    records,
  } = input;
  const { name, pod, annotations, runtimeHandler, container, fieldPath } = input;
  const call = log.openCall(profile, '', '');
  return {
    profile,
    clock,
    recorder,
    imageService,
    verifiesCredentials,
    slots,
    throttle,
    backOff,
    records,
    nodeCredentials,
    name,
    pod,
    annotations,
    runtimeHandler,
    container,
    fieldPath,
    runtimeImage: call.runtimeImage,
    nameError: call.nameError,
    image: call.image,
    policy: call.policy,
    present: call.present,
    imageRef: call.imageRef,
    askedMicros: call.askedMicros,
    grantedMicros: call.grantedMicros,
    releasedBy: call.releasedBy,
    credentialCheck: call.credentialCheck,
    error: call.error,
    throttled: call.throttled,
    request: undefined,
    outcome: undefined,
    credentials: { credentials: [] },
    attemptErrors: [],
  };
}

export function requireOutcome(context: ImagePullContext): log.PullOutcome {
  if (context.outcome === undefined) throw new Error(`${context.name} ends without an outcome`);
  return context.outcome;
}

export function requireRequester(context: ImagePullContext): PullRequested['requester'] {
  if (context.request === undefined) throw new Error(`${context.name} has no request to answer`);
  return context.request.requester;
}

/** The context after a request: everything of the request before is reset. */
export function accepted({ profile, nodeCredentials = [] }: ImagePullInput, request: PullRequested) {
  const call = log.openCall(profile, request.image, request.policy);
  const credentials = credentialsForImage(call.runtimeImage, request.credentials, nodeCredentials);
  return Object.assign(call, { request, credentials, attemptErrors: [], outcome: undefined });
}

/**
 * The credential of the attempt under way, which is also the one that succeeded; undefined: it is anonymous.
 */
function attemptedCredential({ credentials, attemptErrors }: ImagePullContext): PullCredential | undefined {
  return 'credentials' in credentials ? credentials.credentials[attemptErrors.length] : undefined;
}

/** Whether there is another credential to try if the attempt under way fails. */
export function hasAnotherCredential({ credentials, attemptErrors }: ImagePullContext): boolean {
  return 'credentials' in credentials && attemptErrors.length + 1 < credentials.credentials.length;
}

/** The ImageStatus call. `forSize`: it asks for the size of the pulled image. */
export function statusCall(
  { runtimeImage: image }: ImagePullContext,
  requester: ImageServiceCaller,
  more: { readonly forSize?: true } = {},
): ImageServiceRequest {
  return { type: 'IMAGE_STATUS.REQUESTED', image, requester, ...more };
}

/** The PullImage call of the attempt under way. */
export function pullCall(context: ImagePullContext, requester: ImageServiceCaller): ImageServiceRequest {
  const credential = attemptedCredential(context);
  const { runtimeImage: image, name: caller, pod, container } = context;
  const call = { type: 'IMAGE_PULL.REQUESTED', image, caller, pod, container, requester } as const;
  return credential === undefined ? call : { ...call, credential };
}

/** The record of the PullImage call. */
export function called(context: ImagePullContext): readonly Observation[] {
  return [log.runtimeCall(context, 'PullImage', attemptedCredential(context))];
}

/** The record of PullImage's return. */
export function returned(
  context: ImagePullContext,
  answer: Parameters<typeof log.runtimeReturn>[1],
): readonly Observation[] {
  return log.runtimeReturn(context, answer, attemptedCredential(context));
}

/** The message to the pull records after a success. */
export function pulledRecord(context: ImagePullContext): PullRecordsEvent {
  const { image, imageRef } = context;
  const credential = attemptedCredential(context);
  return {
    type: 'IMAGE_PULLED.RECORDED',
    image,
    imageRef,
    ...(credential === undefined ? {} : { credential }),
  };
}

/**
 * Whether an image that is present is refused, because the release reads the pull secrets before it knows
 * whether it needs them.
 */
export function isFoundUnreadable(
  { profile, policy, credentials, verifiesCredentials }: ImagePullContext,
  imageRef: string,
): boolean {
  const looks =
    profile.readsSecrets === 'afterInspection' ||
    (profile.readsSecrets === 'beforeVerification' && verifiesCredentials);
  return looks && 'error' in credentials && imageRef !== '' && profile.decide(policy, true) === 'usePresent';
}

/** Why the pod's pull secrets cannot be read. It is only called if they cannot. */
export function secretsError({ name, credentials }: ImagePullContext): string {
  if ('credentials' in credentials) throw new Error(`${name} can read its secrets`);
  return credentials.error;
}
