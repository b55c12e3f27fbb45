import {
  type CredentialsForImage,
  credentialsForImage,
} from '../../src/rules/kubelet/credentials/credentials-for-image.ts';
import type { PullCredential } from '../../src/rules/kubelet/credentials/pull-credential.ts';
import { parseImageReference } from '../../src/rules/kubelet/images/image-reference.ts';
import * as log from '../../src/rules/kubelet/images/pull-log.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { Observation } from '../../src/trace/observation.ts';
import type {
  CredentialProviders,
  CredentialProvidersEvent,
  CredentialsAnswer,
  CredentialsRequester,
} from '../kubelet/credential-providers.ts';
import type { ImageServiceCaller, ImageServiceRequest } from '../runtime/cri.ts';
import type { ImagePullInput, PullRequested } from './image-manager.ts';
import type { PullRecordsEvent } from './pull-records-protocol.ts';

export interface ImagePullContext {
  readonly input: ImagePullInput;
  readonly request: PullRequested | undefined;
  /** The call of `EnsureImageExists` that serves the request, or the last one. */
  readonly call: log.PullCall;
  /** The credentials that the pod may try for the image. */
  readonly credentials: CredentialsForImage;
  /** The credential providers that have answered. */
  readonly answeredProviders: readonly string[];
  /** The runtime's error for each attempt that has failed. */
  readonly attemptErrors: readonly string[];
  readonly outcome: log.PullOutcome | undefined;
}

/** The context before the first request. */
export function initialContext(input: ImagePullInput): ImagePullContext {
  return {
    input,
    request: undefined,
    call: log.openCall(input.profile, '', ''),
    credentials: { credentials: [] },
    answeredProviders: [],
    attemptErrors: [],
    outcome: undefined,
  };
}

export function requireOutcome(context: ImagePullContext): log.PullOutcome {
  if (context.outcome === undefined) throw new Error(`${context.input.name} ends without an outcome`);
  return context.outcome;
}

export function requireRequester(context: ImagePullContext): PullRequested['requester'] {
  if (context.request === undefined) throw new Error(`${context.input.name} has no request to answer`);
  return context.request.requester;
}

/** The changes after a request: everything of the request before is reset. */
export function accepted(
  { profile, nodeCredentials = [] }: ImagePullInput,
  request: PullRequested,
): Partial<ImagePullContext> {
  const call = log.openCall(profile, request.image, request.policy);
  const credentials = credentialsForImage(call.runtimeImage, request.credentials, nodeCredentials);
  return { request, call, credentials, answeredProviders: [], attemptErrors: [], outcome: undefined };
}

/** The change when more is known of the call. */
export function withCall(
  { call }: ImagePullContext,
  changes: Partial<log.PullCall>,
): Partial<ImagePullContext> {
  return { call: withChanges(call, changes) };
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

/** The credentials whose providers have not answered, those of the next one first; none where nothing takes time. */
function awaitedCredentials({
  input,
  credentials,
  answeredProviders,
}: ImagePullContext): readonly AwaitedCredential[] {
  if (input.credentialProviders === undefined || 'error' in credentials) return [];
  return credentials.credentials.flatMap(({ provider, ...credential }) =>
    provider === undefined || answeredProviders.includes(provider) ? [] : [{ ...credential, provider }],
  );
}

interface AwaitedCredential extends PullCredential {
  readonly provider: string;
}

/** Whether a credential provider is asked before the runtime pulls. */
export function asksProvider(context: ImagePullContext): boolean {
  return awaitedCredentials(context).length > 0;
}

/** Whether another credential provider is asked after the one that answers now. */
export function asksAnotherProvider(context: ImagePullContext): boolean {
  const { provider } = requireAwaited(context);
  return awaitedCredentials(context).some((each) => each.provider !== provider);
}

function requireAwaited(context: ImagePullContext): AwaitedCredential {
  const [credential] = awaitedCredentials(context);
  if (credential === undefined) throw new Error(`${context.input.name} asks no credential provider`);
  return credential;
}

/** The actor that runs the credential providers. It is only asked where there is one. */
export function requireProviderActor({ input }: ImagePullContext): CredentialProviders {
  if (input.credentialProviders === undefined) throw new Error(`${input.name} has no credential providers`);
  return input.credentialProviders;
}

/** The question to the pull records: whether the pod may use the image that is present. */
export function accessQuestion(
  { call: { image, imageRef }, credentials }: ImagePullContext,
  requester: Extract<PullRecordsEvent, { type: 'ACCESS.ASKED' }>['requester'],
): PullRecordsEvent {
  return { type: 'ACCESS.ASKED', image, imageRef, credentials, requester };
}

/** The question to the credential providers: the image without its tag. */
export function credentialsQuestion(
  context: ImagePullContext,
  requester: CredentialsRequester,
): CredentialProvidersEvent {
  const reference = parseImageReference(context.call.runtimeImage);
  const repository =
    'error' in reference ? context.call.runtimeImage : `${reference.domain}/${reference.path}`;
  const { provider, source } = requireAwaited(context);
  const question = { type: 'CREDENTIALS.ASKED', provider, repository, requester } as const;
  if (source.kind !== 'serviceAccount') return question;
  const account = `${source.namespace}/${source.name}`;
  return { ...question, tokenOf: { account, pod: context.input.pod.uid } };
}

/** The record of the question. */
export function askedCredentials(context: ImagePullContext, hasSlot: boolean): readonly Observation[] {
  return log.askingCredentials(context, requireAwaited(context).provider, hasSlot);
}

/** The record of the answer. */
export function answeredCredentials(
  context: ImagePullContext,
  answer: CredentialsAnswer,
): readonly Observation[] {
  const { fault } = answer;
  const more = 'error' in answer ? { error: answer.error, fault } : { fault };
  return log.credentialsAnswered(context, requireAwaited(context).provider, more);
}

/**
 * The change after a provider's answer: a failed one gives nothing, and the kubelet only logs its error; an
 * expired password is refused by the registry.
 */
export function withAnswer(context: ImagePullContext, answer: CredentialsAnswer): Partial<ImagePullContext> {
  const { credentials, answeredProviders } = context;
  const { provider } = requireAwaited(context);
  const change = { answeredProviders: [...answeredProviders, provider] };
  if ('error' in credentials) return change;
  const others = (each: PullCredential) => each.provider !== provider;
  if ('error' in answer)
    return { ...change, credentials: { credentials: credentials.credentials.filter(others) } };
  const { expiredIdentity: identity } = answer;
  if (identity === undefined) return change;
  const expired = credentials.credentials.map((each) => (others(each) ? each : { ...each, identity }));
  return { ...change, credentials: { credentials: expired } };
}

/** The ImageStatus call. `forSize`: it asks for the size of the pulled image. */
export function statusCall(
  { call: { runtimeImage: image } }: ImagePullContext,
  requester: ImageServiceCaller,
  more: { readonly forSize?: true } = {},
): ImageServiceRequest {
  return { type: 'IMAGE_STATUS.REQUESTED', image, requester, ...more };
}

/** The PullImage call of the attempt under way. */
export function pullCall(context: ImagePullContext, requester: ImageServiceCaller): ImageServiceRequest {
  const credential = attemptedCredential(context);
  const {
    input: { name: caller, pod, container },
    call: { runtimeImage: image },
  } = context;
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
  const {
    call: { image, imageRef },
  } = context;
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
  { call: { policy }, input: { profile, verifiesCredentials }, credentials }: ImagePullContext,
  imageRef: string,
): boolean {
  const looks =
    profile.readsSecrets === 'afterInspection' ||
    (profile.readsSecrets === 'beforeVerification' && verifiesCredentials);
  return looks && 'error' in credentials && imageRef !== '' && profile.decide(policy, true) === 'usePresent';
}

/** Why the pod's pull secrets cannot be read. It is only called if they cannot. */
export function secretsError({ input: { name }, credentials }: ImagePullContext): string {
  if ('credentials' in credentials) throw new Error(`${name} can read its secrets`);
  return credentials.error;
}
