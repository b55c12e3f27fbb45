import { type CredentialsForImage, credentialsForImage } from '../../src/kubelet/credentials/credentials-for-image.ts';
import type { PullCredential } from '../../src/kubelet/credentials/pull-credential.ts';
import * as log from '../../src/kubelet/images/pull-log.ts';
import type { CredentialedPullInput } from './credentialed-pull.ts';
import type { ImagePullInput, PullRequested } from './image-manager.ts';
import type { PullRecordsEvent } from './pull-records-protocol.ts';

export interface ImagePullContext extends ImagePullInput, log.PullCall {
  readonly request: PullRequested | undefined;
  readonly outcome: log.PullOutcome | undefined;
  /** What the pod may try for the image. */
  readonly credentials: CredentialsForImage;
  /** That opened the registry; undefined: an anonymous pull, or none yet. */
  readonly credential: PullCredential | undefined;
}

export function outcomeOf(context: ImagePullContext): log.PullOutcome {
  if (context.outcome === undefined) throw new Error(`${context.name} ends without an outcome`);
  return context.outcome;
}

export function requesterOf(context: ImagePullContext): PullRequested['requester'] {
  if (context.request === undefined) throw new Error(`${context.name} answers nobody`);
  return context.request.requester;
}

/** What a request makes of the context: all that the last one left is gone. */
export function accepted({ profile, nodeCredentials = [] }: ImagePullInput, request: PullRequested) {
  const call = log.openCall(profile, request.image, request.policy);
  const credentials = credentialsForImage(call.runtimeImage, request.credentials, nodeCredentials);
  return { ...call, request, credentials, credential: undefined, outcome: undefined };
}

/** What the part that holds the slot has to know. */
export function credentialedPullInput(context: ImagePullContext, requester: CredentialedPullInput['requester']): CredentialedPullInput {
  const { name, recorder, imageService, throttle, credentials } = context;
  return { name, recorder, imageService, throttle, credentials, requester, call: context };
}

/** What the records are told of a success. */
export function pulledRecord({ image, imageRef, credential }: ImagePullContext): PullRecordsEvent {
  return { type: 'IMAGE_PULLED.RECORDED', image, imageRef, ...(credential === undefined ? {} : { credential }) };
}

/** Whether an image that is there is refused because the release reads pull secrets before it knows whether it needs them. */
export function isFoundUnreadable({ profile, policy, credentials, verifiesCredentials }: ImagePullContext, imageRef: string): boolean {
  const looks = profile.readsSecrets === 'afterInspection' || (profile.readsSecrets === 'beforeVerification' && verifiesCredentials);
  return looks && 'error' in credentials && imageRef !== '' && profile.decide(policy, true) === 'usePresent';
}

/** Why the pod's pull secrets cannot be read; only asked where that is so. */
export function secretsErrorOf({ name, credentials }: ImagePullContext): string {
  if ('credentials' in credentials) throw new Error(`${name} can read its secrets`);
  return credentials.error;
}
