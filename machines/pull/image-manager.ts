import type { ActorRef, Snapshot } from 'xstate';
import type { PodCredentials, PullCredential } from '../../src/rules/kubelet/credentials/pull-credential.ts';
import type { Profile, PullFailure } from '../../src/rules/kubelet/profile.ts';
import type { PodRef } from '../../src/trace/observation.ts';
import type { CredentialProviders } from '../kubelet/credential-providers.ts';
import type { ImageService } from '../runtime/cri.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';
import type { PullBackOff } from './pull-back-off.ts';
import type { PullCoalescer } from './pull-coalescer.ts';
import type { PullRecordsKeeper } from './pull-records.ts';
import type { PullSlots } from './pull-slots.ts';
import type { PullThrottle } from './pull-throttle.ts';

/**
 * What `EnsureImageExists` returns: the image's reference, or a sentinel error with the message of the
 * waiting state.
 */
export type PullAnswer =
  | { readonly type: 'PULL.SUCCEEDED'; readonly imageRef: string }
  | { readonly type: 'PULL.FAILED'; readonly failure: PullFailure };

/** One call of `EnsureImageExists`; the same actor serves the next one when this one has ended. */
export type PullRequested = {
  readonly type: 'PULL.REQUESTED';
  /** As written in the pod. */
  readonly image: string;
  readonly policy: string;
  /** The pod's credentials; absent: none. */
  readonly credentials?: PodCredentials;
  readonly requester: ActorRef<Snapshot<unknown>, PullAnswer>;
};

/** The actor of one container's image pull, as its pod worker sees it. */
export type ImagePull = ActorRef<Snapshot<unknown>, PullRequested>;

/** What all pulls of a kubelet share: the settings, and the actors of its image manager. */
export interface ImageManager {
  readonly profile: Profile;
  /** The gate KubeletEnsureSecretPulledImages. */
  readonly verifiesCredentials: boolean;
  /** The credentials that every pod of the node may pull with (the node's docker config); absent: none. */
  readonly nodeCredentials?: readonly PullCredential[];
  /** Absent: no provider takes time or fails. */
  readonly credentialProviders?: CredentialProviders;
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly imageService: ImageService;
  readonly slots: PullSlots;
  readonly throttle: PullThrottle;
  readonly backOff: PullBackOff;
  readonly records: PullRecordsKeeper;
  /** Absent: pulls of one image are not joined, as in every released kubelet. */
  readonly coalescer?: PullCoalescer;
}

export interface ImagePullInput extends ImageManager {
  readonly name: string;
  readonly pod: PodRef;
  readonly annotations: Readonly<Record<string, string>>;
  readonly runtimeHandler: string;
  readonly container: string;
  /** `spec.containers{app}`; undefined for an image volume, whose events are on the pod. */
  readonly fieldPath: string | undefined;
}
