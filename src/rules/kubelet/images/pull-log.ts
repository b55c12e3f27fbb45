import type {
  CredentialObservation,
  Observation,
  ObservationOf,
  PodRef,
} from '../../../trace/observation.ts';
import { credentialObservation, type PullCredential } from '../credentials/pull-credential.ts';
import type { Profile, PullFailure } from '../profile.ts';
import type { CredentialCheck } from '../pull-records/access-check.ts';

/** One call of `EnsureImageExists`, as far as it has got. Times are whole microseconds. */
export interface PullCall {
  readonly profile: Profile;
  readonly pod: PodRef;
  readonly container: string;
  /** `spec.containers{app}`; undefined for an image volume, whose events are on the pod. */
  readonly fieldPath: string | undefined;
  readonly annotations: Readonly<Record<string, string>>;
  readonly runtimeHandler: string;
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

/** The window in force for a key, in whole microseconds; it counts from the end of the failed pull. */
export interface BackOffWindow {
  readonly windowMicros: number;
  readonly untilMicros: number;
}

/** The end of a call: its records, and the image's reference or the failure that is returned. */
export interface PullOutcome {
  readonly observations: readonly Observation[];
  readonly imageRef: string;
  readonly failure: PullFailure | undefined;
}

/** Returns a call at its beginning, with the default tag added to the name. */
export function openCall(profile: Profile, image: string, policy: string) {
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
export function backOffKey(call: PullCall): string {
  return `${call.pod.uid}_${call.image}`;
}

/** The record of a call to the runtime, with the arguments that this release passes. */
export function runtimeCall(
  call: PullCall,
  op: ObservationOf<'runtime'>['op'],
  credential?: PullCredential,
): Observation {
  const { profile, annotations, runtimeHandler } = call;
  return {
    type: 'runtime',
    op,
    image: call.runtimeImage,
    ...(profile.passesAnnotations && Object.keys(annotations).length > 0 ? { annotations } : {}),
    ...(profile.passesRuntimeHandler && runtimeHandler !== '' ? { runtimeHandler } : {}),
    ...triedWith(credential),
  };
}

/** The record of the return of PullImage. */
export function runtimeReturn(
  call: PullCall,
  answer: { readonly ref: string } | { readonly error: string },
  credential?: PullCredential,
): readonly Observation[] {
  return [
    {
      type: 'runtime-return',
      op: 'PullImage',
      image: call.runtimeImage,
      ...answer,
      ...triedWith(credential),
    },
  ];
}

function triedWith(credential: PullCredential | undefined): { readonly credential?: CredentialObservation } {
  return credential === undefined ? {} : { credential: credentialObservation(credential) };
}

/** The records when the runtime is asked whether the image is present. */
export function inspecting(call: PullCall): readonly Observation[] {
  return [pullRecord(call, 'inspecting'), runtimeCall(call, 'GetImageRef')];
}

/** The records when a pull is requested: "Pulling" shows from now on, even if the pull waits for a slot. */
export function waiting(call: PullCall): readonly Observation[] {
  return [
    pullRecord(call, 'waiting'),
    ...(call.profile.recordsPulling === 'never' ? [] : [{ type: 'pulling', state: 'started' } as const]),
    event(call, 'Normal', 'Pulling', call.profile.messages.pulling(call.image)),
  ];
}

/**
 * The records when the pull has its slot and its token. The runtime is then called, perhaps several times.
 */
export function pulling(call: PullCall): readonly Observation[] {
  const waitedMs = (call.grantedMicros - call.askedMicros) / 1000;
  const because = call.releasedBy === undefined ? {} : { because: { kind: 'slot', actor: call.releasedBy } };
  return [pullRecord(call, 'pulling', { waitedMs, ...because })];
}

/** The end of a call whose image name cannot be parsed. */
export function invalidName(call: PullCall): PullOutcome {
  const message = call.profile.messages.invalidName(call.image, call.nameError);
  return endWithoutPull(
    call,
    'invalidName',
    { reason: 'InvalidImageName', message },
    event(call, 'Warning', 'InspectFailed', message),
  );
}

/** The end of a call in which `GetImageRef` failed. */
export function inspectFailed(call: PullCall, error: string): PullOutcome {
  const message = call.profile.messages.inspectFailed(call.image, error);
  return endWithoutPull(
    call,
    'inspectFailed',
    { reason: 'ImageInspectError', message },
    event(call, 'Warning', 'InspectFailed', message),
  );
}

/**
 * The pod's pull secrets cannot be read: the raw error is returned, without an event. `pullRequired`: a pull
 * turned out to be needed before anybody looked at them.
 */
export function secretsUnreadable(call: PullCall, error: string, pullRequired: boolean): PullOutcome {
  const end = result(call, {
    error,
    message: error,
    present: call.present,
    pullRequired: pullRequired ? true : undefined,
  });
  return {
    imageRef: '',
    failure: { reason: error, message: error },
    observations: [pullRecord(call, 'secretsUnreadable', { reason: error, error }), end],
  };
}

/** The end of a call with policy Never whose image is not present. */
export function neverPresent(call: PullCall): PullOutcome {
  return refusedByNever({ ...call, present: false });
}

/**
 * The end of a call with policy Never whose image is present but not for this pod: the pod gets the error
 * that there is none, so that it learns nothing.
 */
export function inaccessible(call: PullCall): PullOutcome {
  return refusedByNever({ ...call, present: true });
}

function refusedByNever(call: PullCall): PullOutcome {
  const message = call.profile.messages.neverPresent(call.image);
  return endWithoutPull(
    call,
    'neverPresent',
    { reason: 'ErrImageNeverPull', message },
    event(call, 'Warning', 'ErrImageNeverPull', message),
  );
}

/** The end of a call in back-off. `actor` is the pull itself, whose last failure is the cause. */
export function backingOff(
  call: PullCall,
  actor: string,
  window: BackOffWindow,
  previous: PullFailure | undefined,
): PullOutcome {
  const { messages } = call.profile;
  const failure = { reason: 'ImagePullBackOff', message: messages.backOffResult(call.image, previous) };
  return endWithoutPull(
    call,
    'backingOff',
    failure,
    event(call, 'Normal', 'BackOff', messages.backOff(call.image)),
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
export function failed(call: PullCall, endedMicros: number, window: BackOffWindow): PullOutcome {
  const failure = call.profile.pullFailure(call.image, call.error);
  return endWithoutPull(
    call,
    'failed',
    failure,
    event(call, 'Warning', 'Failed', call.profile.messages.failedToPull(call.image, call.error)),
    {
      ...times(call, endedMicros),
      error: call.error,
      ...(call.throttled === undefined ? {} : { throttled: call.throttled }),
      ...inMs(window),
    },
  );
}

/** The end of a call whose image is present and may be used. */
export function present(call: PullCall, imageRef: string, verified: boolean): PullOutcome {
  const { messages, finishesPullingWhenPresent } = call.profile;
  return {
    imageRef,
    failure: undefined,
    observations: [
      pullRecord(call, 'present'),
      event(call, 'Normal', 'Pulled', messages.present(call.image, verified)),
      ...(finishesPullingWhenPresent ? [{ type: 'pulling', state: 'finished' } as const] : []),
      result(call, {
        imageRef,
        message: messages.presentResult(call.image, verified),
        present: true,
        pullRequired: false,
      }),
    ],
  };
}

/** The end of a pull that has succeeded, with the size of the image. */
export function pulled(call: PullCall, endedMicros: number, sizeBytes: number): PullOutcome {
  const { image, imageRef, profile } = call;
  const pullMicros = endedMicros - call.grantedMicros;
  const message = profile.messages.pulled({
    image,
    pullMicros,
    pullMicrosWithWaiting: endedMicros - call.askedMicros,
    sizeBytes,
  });
  return {
    imageRef,
    failure: undefined,
    observations: [
      pullRecord(call, 'pulled', { ...times(call, endedMicros), sizeBytes }),
      ...(profile.recordsPulling === 'startsAndEnds'
        ? [{ type: 'pulling', state: 'finished' } as const]
        : []),
      event(call, 'Normal', 'Pulled', message),
      result(call, { imageRef, present: call.present, pullRequired: true }),
    ],
  };
}

function endWithoutPull(
  call: PullCall,
  state: ObservationOf<'pull'>['state'],
  failure: PullFailure,
  eventObservation: Observation,
  more: Partial<ObservationOf<'pull'>> = {},
): PullOutcome {
  const end = result(call, {
    error: failure.reason,
    message: failure.message,
    present: call.present,
    pullRequired: pullWasRequired(call, state),
  });
  return {
    imageRef: '',
    failure,
    observations: [pullRecord(call, state, { reason: failure.reason, ...more }), eventObservation, end],
  };
}

/**
 * Never on an image that is there is refused only after the records have asked for a pull; otherwise before
 * that is decided.
 */
function pullWasRequired(call: PullCall, state: ObservationOf<'pull'>['state']): true | undefined {
  const decided =
    state === 'backingOff' || state === 'failed' || (state === 'neverPresent' && call.present === true);
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
  { policy, credentialCheck }: PullCall,
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

function times(call: PullCall, endedMicros: number): { waitedMs: number; tookMs: number } {
  return {
    waitedMs: (call.grantedMicros - call.askedMicros) / 1000,
    tookMs: (endedMicros - call.grantedMicros) / 1000,
  };
}

function inMs(window: BackOffWindow): { windowMs: number; untilMs: number } {
  return { windowMs: window.windowMicros / 1000, untilMs: window.untilMicros / 1000 };
}

function pullRecord(
  call: PullCall,
  state: ObservationOf<'pull'>['state'],
  more: Partial<ObservationOf<'pull'>> = {},
): Observation {
  const { pod, container, image } = call;
  const record: ObservationOf<'pull'> =
    call.fieldPath === undefined
      ? { type: 'pull', state, pod, container, volume: true, image }
      : { type: 'pull', state, pod, container, image };
  return Object.assign(record, more);
}

function event(
  call: PullCall,
  eventType: 'Normal' | 'Warning',
  reason: string,
  message: string,
): Observation {
  const fieldPath = call.fieldPath === undefined ? {} : { fieldPath: call.fieldPath };
  return { type: 'event', eventType, reason, message, pod: call.pod, ...fieldPath };
}
