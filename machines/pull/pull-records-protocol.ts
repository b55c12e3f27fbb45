import type { ActorRef, Snapshot } from 'xstate';
import type { CredentialsForImage } from '../../src/rules/kubelet/credentials/credentials-for-image.ts';
import type { PullCredential } from '../../src/rules/kubelet/credentials/pull-credential.ts';
import type {
  CredentialCheck,
  VerificationPolicy,
} from '../../src/rules/kubelet/pull-records/access-check.ts';
import type { RecordCacheSizes } from '../../src/rules/kubelet/pull-records/pull-records.ts';
import type {
  PulledRecord,
  PullIntent,
  RecordFile,
} from '../../src/rules/kubelet/pull-records/record-files.ts';
import type { Reason } from '../../src/rules/kubelet/upstream/reason.ts';
import type { ImageInventory, ImagesListAnswer } from '../runtime/cri.ts';
import type { Clock } from '../world/clock.ts';
import type { KubeletGone } from '../world/fault.ts';
import type { Recorder } from '../world/recorder.ts';

/** The answer of `MustAttemptImagePull`, and the label under which it is counted in the metrics. */
export type AccessAnswer = (
  | { readonly type: 'ACCESS.GRANTED' }
  | { readonly type: 'ACCESS.REFUSED' }
  | { readonly type: 'ACCESS.FAILED'; readonly error: string }
) & {
  readonly check: CredentialCheck;
  /** What decided so; absent where a test or another actor answers in the records' place. */
  readonly reason?: Reason;
};

export type Asked = {
  readonly type: 'ACCESS.ASKED';
  /** As written in the pod. */
  readonly image: string;
  readonly imageRef: string;
  /** The credentials that the pod may try for the image. */
  readonly credentials: CredentialsForImage;
  readonly requester: ActorRef<Snapshot<unknown>, AccessAnswer>;
};

/**
 * A pull asks whether its pod may use an image that is present, or reports its own progress. Image names are
 * as written.
 */
export type PullRecordsEvent =
  | Asked
  | { readonly type: 'INTENT.RECORDED'; readonly image: string }
  | {
      readonly type: 'IMAGE_PULLED.RECORDED';
      readonly image: string;
      readonly imageRef: string;
      /** The credential with which the pull succeeded; absent: it was anonymous. */
      readonly credential?: PullCredential;
    }
  | { readonly type: 'IMAGE_PULL_FAILED.RECORDED'; readonly image: string };

/**
 * The message of image GC after it has freed space: the references of the images that it kept, and when it
 * began.
 */
export type RecordsPruned = {
  readonly type: 'RECORDS.PRUNED';
  readonly remaining: readonly string[];
  readonly sinceMicros: number;
};

/**
 * A kubelet has started and has read its configuration. `verifiesCredentials`: the gate
 * KubeletEnsureSecretPulledImages.
 */
export type KubeletStarted = {
  readonly type: 'KUBELET.STARTED';
  readonly verifiesCredentials: boolean;
} & VerificationPolicy &
  RecordCacheSizes;

/**
 * Messages of the node about its kubelet, and about changes to the files that the kubelet did not make
 * (`file` absent: it was deleted).
 */
export type RecordsUpkeep =
  | KubeletStarted
  /** The kubelet is gone: what it pulled stays on record, and so do the intents of what it was pulling. */
  | KubeletGone
  | { readonly type: 'PULLED_FILE.CHANGED'; readonly name: string; readonly file?: RecordFile<PulledRecord> }
  | { readonly type: 'INTENT_FILE.CHANGED'; readonly name: string; readonly file?: RecordFile<PullIntent> };

export type PullRecordsMachineEvent = PullRecordsEvent | RecordsPruned | RecordsUpkeep | ImagesListAnswer;

/** The records as pulls see them. */
export type PullRecordsKeeper = ActorRef<Snapshot<unknown>, PullRecordsEvent>;

/** The records as image GC sees them. */
export type PrunedRecords = ActorRef<Snapshot<unknown>, RecordsPruned>;

/** The records as their node sees them. */
export type PullRecordsRef = ActorRef<Snapshot<unknown>, PullRecordsEvent | RecordsPruned | RecordsUpkeep>;

export interface PullRecordsInput extends VerificationPolicy, RecordCacheSizes {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** A kubelet that starts asks here which intents have become images; without it the intents stay. */
  readonly inventory?: ImageInventory;
  /**
   * Returns the file name for an image or a reference; where file names do not matter, the image or reference
   * itself.
   */
  readonly fileName?: (name: string) => string;
}
