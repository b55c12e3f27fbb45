import type { ActorRef, Snapshot } from 'xstate';
import type { ImageGcPolicy } from '../../src/rules/kubelet/image-gc/image-gc-policy.ts';
import type { ImageGcRules } from '../../src/rules/kubelet/image-gc/image-gc-rules.ts';
import type { ImageUseRules } from '../../src/rules/kubelet/image-gc/image-records.ts';
import type { PrunedRecords } from '../pull/pull-records-protocol.ts';
import type { ContainerLister, ContainersListAnswer } from '../runtime/container-runtime-protocol.ts';
import type { ImageFsAnswer, ImageInventory, ImageRemoveAnswer, ImagesListAnswer } from '../runtime/cri.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';

/** Each request is answered once; the error is empty on success. */
export type ImageGcRequest =
  /**
   * One turn of the manager's own loop, which detects the images. `detectMicros`: the detection time that new
   * images get.
   */
  | {
      readonly type: 'IMAGES.DETECT_REQUESTED';
      readonly detectMicros: number;
      readonly requester: ImageGcCaller;
    }
  /** GarbageCollect. */
  | { readonly type: 'IMAGES.COLLECT_REQUESTED'; readonly requester: ImageGcCaller }
  /** DeleteUnusedImages, of the eviction manager. */
  | { readonly type: 'UNUSED_IMAGES.DELETE_REQUESTED'; readonly requester: ImageGcCaller };

export type ImageGcAnswer = { readonly type: 'IMAGE_GC.FINISHED'; readonly error: string };

export type ImageGcCaller = ActorRef<Snapshot<unknown>, ImageGcAnswer>;

/** The manager as its loops and the eviction manager see it. */
export type ImageGc = ActorRef<Snapshot<unknown>, ImageGcRequest>;

export type ImageGcEvent =
  | ImageGcRequest
  | ImagesListAnswer
  | ContainersListAnswer
  | ImageFsAnswer
  | ImageRemoveAnswer;

export interface ImageGcInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly rules: ImageGcRules;
  readonly uses: ImageUseRules;
  readonly policy: ImageGcPolicy;
  readonly inventory: ImageInventory;
  readonly runtime: ContainerLister;
  readonly records: PrunedRecords;
  /** beganGC: the kubelet's start. */
  readonly beganMicros: number;
  /** The time before which the stats show no capacity. */
  readonly statsReadyMicros: number;
  readonly removeImageMicros: number;
}
