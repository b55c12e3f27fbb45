import type { EventRules } from './events/recorded-event.ts';
import type { GoJsonRelease } from './go/parse-go-json.ts';
import type { ImageGcRules } from './image-gc/image-gc-rules.ts';
import type { TaggedImage } from './images/image-reference.ts';
import type { PlegRules } from './pleg/pleg-rules.ts';
import type { StartupRules } from './pods/pod-startup-latency.ts';
import type { RecordedNames } from './pull-records/recorded-name.ts';

/** The figures in the message about a pull that succeeded: durations in whole microseconds, size in bytes. */
export interface PulledFacts {
  readonly image: string;
  /** The time from the slot (or the serial puller's dequeue) until the image's size is known. */
  readonly pullMicros: number;
  /** The same time, from the request of the pull. */
  readonly pullMicrosWithWaiting: number;
  readonly sizeBytes: number;
}

/** The failure that `EnsureImageExists` returns: the sentinel error, and the message of the waiting state. */
export interface PullFailure {
  /** `ErrImagePull`, `RegistryUnavailable`, …: the text of the sentinel error. */
  readonly reason: string;
  readonly message: string;
}

/** The event and result texts of one kubelet release, verbatim. */
export interface Messages {
  readonly pulling: (image: string) => string;
  readonly pulled: (facts: PulledFacts) => string;
  readonly failedToPull: (image: string, error: string) => string;
  /** The event, which stays short in every release. */
  readonly backOff: (image: string) => string;
  /** The result message; it may carry the previous failure (`reason: message`). */
  readonly backOffResult: (image: string, previous: PullFailure | undefined) => string;
  /** The event for an image that is already there; `verified` where the credentials gate was consulted. */
  readonly present: (image: string, verified: boolean) => string;
  /** The result message beside the present event: empty, or the event's text. */
  readonly presentResult: (image: string, verified: boolean) => string;
  readonly neverPresent: (image: string) => string;
  readonly inspectFailed: (image: string, error: string) => string;
  readonly invalidName: (image: string, error: string) => string;
  readonly created: (container: string) => string;
  readonly started: (container: string) => string;
}

/**
 * How the end of a sync decides when its pod is due next; see `completeWork` in pkg/kubelet/pod_workers.go.
 */
export interface RetryRules {
  /**
   * Whether an error's wait is clamped to `syncFrequency`, and a crash loop's expiry decides where there is
   * one.
   */
  readonly capsAtSyncFrequency: boolean;
  /**
   * Whether a sync that did something and had no error asks PLEG for a relist of its pod (gate
   * PLEGOnDemandRelist).
   */
  readonly relistsOnDemand: boolean;
}

/** Everything that differs between kubelet releases, as data and small named functions. */
export interface Profile {
  /** The release, as `1.36`. */
  readonly release: string;
  /** The patch release whose rules these are, as `1.36.3`. */
  readonly version: string;
  /**
   * How they are known: held against recorded traces of that release's own code, or only read from its
   * source.
   */
  readonly evidence: 'traces' | 'source';
  /**
   * Returns the image's name with its tag, `latest` where it has neither tag nor digest; or the error of a
   * name that is none.
   */
  readonly applyDefaultImageTag: (image: string) => TaggedImage;
  /** The Go whose encoding/json reads pull secrets. */
  readonly goJson: GoJsonRelease;
  /** Whether `GetImageRef` is called for this pull policy before anything else. */
  readonly inspects: (policy: string) => boolean;
  /** Returns what the policy does. `present` is undefined if the runtime was not asked. */
  readonly decide: (policy: string, present: boolean | undefined) => 'pull' | 'usePresent' | 'neverPresent';
  /** Turns the runtime's error into the sentinel and message (`evalCRIPullErr`). */
  readonly pullFailure: (image: string, error: string) => PullFailure;
  readonly messages: Messages;
  /**
   * What the pod pulling-time recorder gets: nothing where there is none, the starts of pulls, or their
   * successful ends, too.
   */
  readonly recordsPulling: 'never' | 'starts' | 'startsAndEnds';
  /** Whether an image already present closes the recorder's session. */
  readonly finishesPullingWhenPresent: boolean;
  /** Whether the image's size is asked after a pull, with the slot held. */
  readonly asksImageSize: boolean;
  /** Whether the runtime handler is passed with the image spec. */
  readonly passesRuntimeHandler: boolean;
  /** Whether annotations are passed with the image spec. */
  readonly passesAnnotations: boolean;
  /** Whether `maxParallelImagePulls` exists. */
  readonly limitsParallelPulls: boolean;
  /**
   * When pull secrets are read. `inPull`: as part of the pull, with the slot and the token in hand;
   * `afterInspection`: once the runtime has been asked, also for an image that is there;
   * `beforeVerification`: the same, but for an image that is there only with the gate
   * KubeletEnsureSecretPulledImages; `whenNeeded`: before a pull, and where the pull records ask for them.
   */
  readonly readsSecrets: 'inPull' | 'afterInspection' | 'beforeVerification' | 'whenNeeded';
  /**
   * When an event reports missing pull secrets: never, at each sync, or at the end of each sync in which a
   * pull has failed.
   */
  readonly tellsMissingSecrets: 'never' | 'eachSync' | 'afterFailedPull';
  /** When the images of a pod's volumes are ensured: at each sync, or at each that starts a container. */
  readonly ensuresImageVolumes: 'eachSync' | 'beforeAStart';
  /**
   * Which containers show how far a pod has come with its init containers, and that it is through with them:
   * all that there are, of regular ones those that run or have been created; or those made in the sandbox
   * that it has by now, ended ones among them.
   */
  readonly tellsInitialized: 'allContainers' | 'activeContainers';
  /**
   * Whether an init container that is gone counts as done where a regular container has been created
   * (`convertToAPIContainerStatuses`).
   */
  readonly takesLostInitForDone: boolean;
  /** Whether containers whose specs have changed are stopped one after the other, or side by side (`SyncPod`). */
  readonly stopsChangedContainers: 'inTurn' | 'together';
  /**
   * What a metric calls the rounds of a pod worker that end a pod: by the update that brought them about, or by
   * the work (`operationType` of pkg/kubelet/pod_workers.go).
   */
  readonly endingRounds: 'byUpdate' | 'byWork';
  /** How pull records and the allowlist of their policy name images. */
  readonly recordedNames: RecordedNames;
  readonly retry: RetryRules;
  readonly imageGc: ImageGcRules;
  readonly pleg: PlegRules;
  readonly events: EventRules;
  readonly startup: StartupRules;
}
