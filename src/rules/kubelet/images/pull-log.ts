import type {
  CredentialObservation,
  Observation,
  ObservationOf,
  PodRef,
} from '../../../trace/observation.ts';
import { credentialObservation, type PullCredential } from '../credentials/pull-credential.ts';
import type { Profile, PullFailure } from '../profile.ts';
import type { CredentialCheck } from '../pull-records/access-check.ts';

/** The container, or image volume, that needs an image, and the rules of its kubelet’s release. */
export interface PullSubject {
  readonly profile: Profile;
  readonly pod: PodRef;
  readonly container: string;
  /** `spec.containers{app}`; undefined for an image volume, whose events are on the pod. */
  readonly fieldPath: string | undefined;
  readonly annotations: Readonly<Record<string, string>>;
  readonly runtimeHandler: string;
}

/** One call of `EnsureImageExists`, as far as it has got. Times are whole microseconds. */
export interface PullCall {
  /** The image as written in the pod. */
  readonly image: string;
  readonly policy: string;
  /** The image with its default tag, as the runtime gets it; empty if the name is invalid. */
  readonly runtimeImage: string;
  readonly nameError: string;
  /** Whether the runtime has the image; undefined if it has not been asked. */
  readonly present: boolean | undefined;
  readonly imageRef: string;
  readonly askedMicros: number;
  readonly grantedMicros: number;
  /** The pull that released the slot for which this pull waited. */
  readonly releasedBy: string | undefined;
  /** The answer of the pull records, if they were asked. */
  readonly credentialCheck: CredentialCheck | undefined;
  /** The runtime's error, once the pull has failed. */
  readonly error: string;
  /** Whether the node's own limit (registryPullQPS) refused the pull: the runtime was not called. */
  readonly throttled: true | undefined;
}

/** A call, and for whom it is made. */
export interface PullUnderWay {
  readonly input: PullSubject;
  readonly call: PullCall;
}

/** The window in force for a key, in whole microseconds; it counts from the end of the failed pull. */
export interface BackOffWindow {
  readonly windowMicros: number;
  readonly untilMicros: number;
}

/** The end of a pull: its records, and the image's reference or the failure that is returned. */
export interface PullOutcome {
  readonly observations: readonly Observation[];
  readonly imageRef: string;
  readonly failure: PullFailure | undefined;
}

/** Returns a call at its beginning, with the default tag added to the name. */
export function openCall(profile: Profile, image: string, policy: string): PullCall {
  const tagged = profile.applyDefaultImageTag(image);
  return {
    runtimeImage: 'image' in tagged ? tagged.image : '',
    nameError: 'image' in tagged ? '' : tagged.error,
    image,
    policy,
    present: undefined,
    imageRef: '',
    askedMicros: 0,
    grantedMicros: 0,
    releasedBy: undefined,
    credentialCheck: undefined,
    error: '',
    throttled: undefined,
  };
}

/** The key of the call's back-off: per pod and per spelling of the image. */
export function backOffKey(pull: PullUnderWay): string {
  return `${pull.input.pod.uid}_${pull.call.image}`;
}

/** The record of a call to the runtime, with the arguments that this release passes. */
export function runtimeCall(
  pull: PullUnderWay,
  op: ObservationOf<'runtime'>['op'],
  credential?: PullCredential,
): Observation {
  const {
    input: { profile, annotations, runtimeHandler },
  } = pull;
  return {
    type: 'runtime',
    op,
    image: pull.call.runtimeImage,
    ...(profile.passesAnnotations && Object.keys(annotations).length > 0 ? { annotations } : {}),
    ...(profile.passesRuntimeHandler && runtimeHandler !== '' ? { runtimeHandler } : {}),
    ...triedWith(credential),
  };
}

/** The record of the return of PullImage. */
export function runtimeReturn(
  pull: PullUnderWay,
  answer: { readonly ref: string } | { readonly error: string },
  credential?: PullCredential,
): readonly Observation[] {
  return [
    {
      type: 'runtime-return',
      op: 'PullImage',
      image: pull.call.runtimeImage,
      ...answer,
      ...triedWith(credential),
    },
  ];
}

function triedWith(credential: PullCredential | undefined): { readonly credential?: CredentialObservation } {
  return credential === undefined ? {} : { credential: credentialObservation(credential) };
}

/** The record when the pull of another pod is waited for, which brings the same image. */
export function joined(pull: PullUnderWay, leader: string): readonly Observation[] {
  return [pullRecord(pull, 'joined', { because: { kind: 'samePull', actor: leader } })];
}

/** The records when the runtime is asked whether the image is present. */
export function inspecting(pull: PullUnderWay): readonly Observation[] {
  return [pullRecord(pull, 'inspecting'), runtimeCall(pull, 'GetImageRef')];
}

/** The records when a pull is requested: "Pulling" shows from now on, even if the pull waits for a slot. */
export function waiting(pull: PullUnderWay): readonly Observation[] {
  return [
    pullRecord(pull, 'waiting'),
    ...(pull.input.profile.recordsPulling === 'never'
      ? []
      : [{ type: 'pulling', state: 'started' } as const]),
    event(pull, 'Normal', 'Pulling', pull.input.profile.messages.pulling(pull.call.image)),
  ];
}

/**
 * The records when the pull has its slot and its token. The runtime is then called, perhaps several times.
 */
export function pulling(pull: PullUnderWay): readonly Observation[] {
  const waitedMs = (pull.call.grantedMicros - pull.call.askedMicros) / 1000;
  const because =
    pull.call.releasedBy === undefined ? {} : { because: { kind: 'slot', actor: pull.call.releasedBy } };
  return [pullRecord(pull, 'pulling', { waitedMs, ...because })];
}

/** The record when a credential provider is asked. `hasSlot`: the pull holds its slot meanwhile. */
export function askingCredentials(
  pull: PullUnderWay,
  provider: string,
  hasSlot: boolean,
): readonly Observation[] {
  if (!hasSlot) return [pullRecord(pull, 'askingCredentials', { provider })];
  const because =
    pull.call.releasedBy === undefined ? {} : { because: { kind: 'slot', actor: pull.call.releasedBy } };
  return [pullRecord(pull, 'askingCredentials', { provider, hasSlot: true, ...because })];
}

/** The record of a credential provider's answer. `fault` names the fault that its run has met. */
export function credentialsAnswered(
  pull: PullUnderWay,
  provider: string,
  { error, fault }: { readonly error?: string; readonly fault: string | undefined },
): readonly Observation[] {
  return [
    pullRecord(pull, 'credentialsAnswered', {
      provider,
      ...(error === undefined ? {} : { error }),
      ...(fault === undefined ? {} : { because: { kind: 'fault', actor: fault } }),
    }),
  ];
}

/** The end of a call whose image name cannot be parsed. */
export function invalidName(pull: PullUnderWay): PullOutcome {
  const message = pull.input.profile.messages.invalidName(pull.call.image, pull.call.nameError);
  return endWithoutPull(
    pull,
    'invalidName',
    { reason: 'InvalidImageName', message },
    event(pull, 'Warning', 'InspectFailed', message),
  );
}

/** The end of a call in which `GetImageRef` failed. */
export function inspectFailed(pull: PullUnderWay, error: string): PullOutcome {
  const message = pull.input.profile.messages.inspectFailed(pull.call.image, error);
  return endWithoutPull(
    pull,
    'inspectFailed',
    { reason: 'ImageInspectError', message },
    event(pull, 'Warning', 'InspectFailed', message),
  );
}

/**
 * The pod's pull secrets cannot be read: the raw error is returned, without an event. `pullRequired`: a pull
 * turned out to be needed before anybody looked at them.
 */
export function secretsUnreadable(pull: PullUnderWay, error: string, pullRequired: boolean): PullOutcome {
  const end = result(pull, {
    error,
    message: error,
    present: pull.call.present,
    pullRequired: pullRequired ? true : undefined,
  });
  return {
    imageRef: '',
    failure: { reason: error, message: error },
    observations: [pullRecord(pull, 'secretsUnreadable', { reason: error, error }), end],
  };
}

/** The end of a call with policy Never whose image is not present. */
export function neverPresent(pull: PullUnderWay): PullOutcome {
  return refusedByNever(withPresence(pull, false));
}

/**
 * The end of a call with policy Never whose image is present but not for this pod: the pod gets the error
 * that there is none, so that it learns nothing.
 */
export function inaccessible(pull: PullUnderWay): PullOutcome {
  return refusedByNever(withPresence(pull, true));
}

function withPresence({ input, call }: PullUnderWay, isPresent: boolean): PullUnderWay {
  return { input, call: { ...call, present: isPresent } };
}

function refusedByNever(pull: PullUnderWay): PullOutcome {
  const message = pull.input.profile.messages.neverPresent(pull.call.image);
  return endWithoutPull(
    pull,
    'neverPresent',
    { reason: 'ErrImageNeverPull', message },
    event(pull, 'Warning', 'ErrImageNeverPull', message),
  );
}

/** The end of a call in back-off. `actor` is the pull itself, whose last failure is the cause. */
export function backingOff(
  pull: PullUnderWay,
  actor: string,
  window: BackOffWindow,
  previous: PullFailure | undefined,
): PullOutcome {
  const { messages } = pull.input.profile;
  const failure = { reason: 'ImagePullBackOff', message: messages.backOffResult(pull.call.image, previous) };
  return endWithoutPull(
    pull,
    'backingOff',
    failure,
    event(pull, 'Normal', 'BackOff', messages.backOff(pull.call.image)),
    {
      ...inMs(window),
      because: { kind: 'backOff', actor },
    },
  );
}

/**
 * The end of a pull that the runtime or the throttle has refused. The event has the runtime's text, the
 * result the sentinel's.
 */
export function failed(pull: PullUnderWay, endedMicros: number, window: BackOffWindow): PullOutcome {
  const failure = pull.input.profile.pullFailure(pull.call.image, pull.call.error);
  return endWithoutPull(
    pull,
    'failed',
    failure,
    event(
      pull,
      'Warning',
      'Failed',
      pull.input.profile.messages.failedToPull(pull.call.image, pull.call.error),
    ),
    {
      ...times(pull, endedMicros),
      error: pull.call.error,
      ...(pull.call.throttled === undefined ? {} : { throttled: pull.call.throttled }),
      ...inMs(window),
    },
  );
}

/** The end of a call whose image is present and may be used. */
export function present(pull: PullUnderWay, imageRef: string, verified: boolean): PullOutcome {
  const { messages, finishesPullingWhenPresent } = pull.input.profile;
  return {
    imageRef,
    failure: undefined,
    observations: [
      pullRecord(pull, 'present'),
      event(pull, 'Normal', 'Pulled', messages.present(pull.call.image, verified)),
      ...(finishesPullingWhenPresent ? [{ type: 'pulling', state: 'finished' } as const] : []),
      result(pull, {
        imageRef,
        message: messages.presentResult(pull.call.image, verified),
        present: true,
        pullRequired: false,
      }),
    ],
  };
}

/** The end of a pull that has succeeded, with the size of the image. */
export function pulled(pull: PullUnderWay, endedMicros: number, sizeBytes: number): PullOutcome {
  const {
    input: { profile },
    call: { image, imageRef },
  } = pull;
  const pullMicros = endedMicros - pull.call.grantedMicros;
  const message = profile.messages.pulled({
    image,
    pullMicros,
    pullMicrosWithWaiting: endedMicros - pull.call.askedMicros,
    sizeBytes,
  });
  return {
    imageRef,
    failure: undefined,
    observations: [
      pullRecord(pull, 'pulled', { ...times(pull, endedMicros), sizeBytes }),
      ...(profile.recordsPulling === 'startsAndEnds'
        ? [{ type: 'pulling', state: 'finished' } as const]
        : []),
      event(pull, 'Normal', 'Pulled', message),
      result(pull, { imageRef, present: pull.call.present, pullRequired: true }),
    ],
  };
}

function endWithoutPull(
  pull: PullUnderWay,
  state: ObservationOf<'pull'>['state'],
  failure: PullFailure,
  eventObservation: Observation,
  more: Partial<ObservationOf<'pull'>> = {},
): PullOutcome {
  const end = result(pull, {
    error: failure.reason,
    message: failure.message,
    present: pull.call.present,
    pullRequired: pullWasRequired(pull, state),
  });
  return {
    imageRef: '',
    failure,
    observations: [pullRecord(pull, state, { reason: failure.reason, ...more }), eventObservation, end],
  };
}

/**
 * Never on an image that is there is refused only after the records have asked for a pull; otherwise before
 * that is decided.
 */
function pullWasRequired(pull: PullUnderWay, state: ObservationOf<'pull'>['state']): true | undefined {
  const decided =
    state === 'backingOff' || state === 'failed' || (state === 'neverPresent' && pull.call.present === true);
  return decided ? true : undefined;
}

interface CallEnd {
  readonly imageRef?: string;
  readonly error?: string;
  readonly message?: string;
  readonly present: boolean | undefined;
  readonly pullRequired: boolean | undefined;
}

function result(
  { call: { policy, credentialCheck } }: PullUnderWay,
  { imageRef = '', error = '', message = '', present, pullRequired }: CallEnd,
): ObservationOf<'result'> {
  return {
    type: 'result',
    imageRef,
    error,
    message,
    policy,
    ...(present === undefined ? {} : { present }),
    ...(pullRequired === undefined ? {} : { pullRequired }),
    ...(credentialCheck === undefined ? {} : { credentialCheck }),
  };
}

function times(pull: PullUnderWay, endedMicros: number): { waitedMs: number; tookMs: number } {
  return {
    waitedMs: (pull.call.grantedMicros - pull.call.askedMicros) / 1000,
    tookMs: (endedMicros - pull.call.grantedMicros) / 1000,
  };
}

function inMs(window: BackOffWindow): { windowMs: number; untilMs: number } {
  return { windowMs: window.windowMicros / 1000, untilMs: window.untilMicros / 1000 };
}

function pullRecord(
  pull: PullUnderWay,
  state: ObservationOf<'pull'>['state'],
  more: Partial<ObservationOf<'pull'>> = {},
): Observation {
  const {
    call: { image },
    input: { pod, container },
  } = pull;
  const record: ObservationOf<'pull'> =
    pull.input.fieldPath === undefined
      ? { type: 'pull', state, pod, container, volume: true, image }
      : { type: 'pull', state, pod, container, image };
  return Object.assign(record, more);
}

function event(
  pull: PullUnderWay,
  eventType: 'Normal' | 'Warning',
  reason: string,
  message: string,
): Observation {
  const fieldPath = pull.input.fieldPath === undefined ? {} : { fieldPath: pull.input.fieldPath };
  return { type: 'event', eventType, reason, message, pod: pull.input.pod, ...fieldPath };
}
