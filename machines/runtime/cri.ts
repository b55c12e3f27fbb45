import type { ActorRef, Snapshot } from 'xstate';
import type { PullCredential } from '../../src/rules/kubelet/credentials/pull-credential.ts';
import type { ListedImage } from '../../src/rules/kubelet/image-gc/image-records.ts';
import type { PodRef } from '../../src/trace/observation.ts';

/**
 * The CRI's ImageService as the kubelet calls it. Each request is answered once, unless the kubelet has ended
 * before.
 */
export type ImageServiceRequest =
  | {
      readonly type: 'IMAGE_STATUS.REQUESTED';
      readonly image: string;
      /** The caller's actor name; absent: the kubelet, whose end also ends the call. */
      readonly caller?: string;
      readonly requester: ImageServiceCaller;
      /** GetImageSize after a pull: the same call to the runtime, but measured to take longer. */
      readonly forSize?: boolean;
    }
  | {
      readonly type: 'IMAGE_PULL.REQUESTED';
      /** The name after the default tag. */
      readonly image: string;
      /** Absent: an anonymous pull. */
      readonly credential?: PullCredential;
      /** The caller's actor name: a key for the call, and what causes in the trace point to. */
      readonly caller: string;
      /** The pod and the container that need the image; absent for a pull beside the kubelet. */
      readonly pod?: PodRef;
      readonly container?: string;
      readonly requester: ImageServiceCaller;
    };

/**
 * `RunPodSandbox` needs the runtime's own image (pause). If it is missing, the runtime pulls it, and the
 * answer to that pull follows.
 */
export type SandboxImageRequest =
  | {
      readonly type: 'SANDBOX_IMAGE.REQUESTED';
      readonly pod: PodRef;
      readonly caller: string;
      readonly requester: SandboxImageCaller;
    }
  /** The caller has given up (a gRPC deadline): its pull is cancelled, and it gets no answer. */
  | { readonly type: 'IMAGE_PULL.CANCELLED'; readonly caller: string };

export type SandboxImageAnswer =
  | { readonly type: 'SANDBOX_IMAGE.PRESENT' }
  | { readonly type: 'SANDBOX_IMAGE.MISSING'; readonly image: string; readonly pull: string }
  | ImagePullAnswer;

/** `CreateContainer` mounts the images of these volumes, by their IDs, and is answered at once. */
export type VolumeImagesRequest = {
  readonly type: 'VOLUME_IMAGES.REQUESTED';
  readonly imageRefs: readonly string[];
  readonly requester: VolumeImagesCaller;
};

export type VolumeImagesAnswer =
  | { readonly type: 'VOLUME_IMAGES.PRESENT' }
  /**
   * An image has been removed since the kubelet ensured it: the CRI's error text as the kubelet prints it.
   */
  | { readonly type: 'VOLUME_IMAGES.MISSING'; readonly error: string };

export type VolumeImagesCaller = ActorRef<Snapshot<unknown>, VolumeImagesAnswer>;

export type SandboxImageCaller = ActorRef<Snapshot<unknown>, SandboxImageAnswer>;

/** The image service as sandboxes need it. */
export type SandboxImages = ActorRef<Snapshot<unknown>, SandboxImageRequest | VolumeImagesRequest>;

export type ImagePullAnswer =
  | { readonly type: 'IMAGE_PULL.SUCCEEDED'; readonly imageRef: string }
  /** The CRI's error text as the kubelet prints it. */
  | { readonly type: 'IMAGE_PULL.FAILED'; readonly error: string };

export type ImagePullCaller = ActorRef<Snapshot<unknown>, ImagePullAnswer>;

export type ImageServiceAnswer =
  /** `imageRef` is empty where the image is not present. */
  | { readonly type: 'IMAGE_STATUS.ANSWERED'; readonly imageRef: string; readonly sizeBytes: number }
  | { readonly type: 'IMAGE_STATUS.FAILED'; readonly error: string }
  | ImagePullAnswer;

export type ImageServiceCaller = ActorRef<Snapshot<unknown>, ImageServiceAnswer>;

/** The image service itself, as the kubelet's actors see it. */
export type ImageService = ActorRef<Snapshot<unknown>, ImageServiceRequest>;

/**
 * The calls of image GC: list all images, read the room on their file system, remove one image. Each is
 * answered once.
 */
export type ImageInventoryRequest =
  | { readonly type: 'IMAGES.LIST_REQUESTED'; readonly requester: ImagesListCaller }
  | { readonly type: 'IMAGE_FS.REQUESTED'; readonly requester: ImageFsCaller }
  | {
      readonly type: 'IMAGE_REMOVE.REQUESTED';
      readonly imageId: string;
      /** The caller's actor name: what causes in the trace point to. */
      readonly caller: string;
      readonly requester: ImageRemoveCaller;
    };

export type ImagesListAnswer =
  | { readonly type: 'IMAGES.LISTED'; readonly images: readonly ListedImage[] }
  | { readonly type: 'IMAGES.LIST_FAILED'; readonly error: string };

/** The kubelet's stats of the image file system; undefined if they have no such figure. */
export type ImageFsAnswer =
  | {
      readonly type: 'IMAGE_FS.ANSWERED';
      readonly capacityBytes: number | undefined;
      readonly availableBytes: number | undefined;
    }
  | { readonly type: 'IMAGE_FS.FAILED'; readonly error: string };

export type ImageRemoveAnswer =
  /**
   * The bytes that were really freed, and the bytes that images still take. The CRI does not report them; the
   * trace does.
   */
  | { readonly type: 'IMAGE_REMOVE.SUCCEEDED'; readonly freedBytes: number; readonly heldBytes: number }
  | { readonly type: 'IMAGE_REMOVE.FAILED'; readonly error: string };

export type ImagesListCaller = ActorRef<Snapshot<unknown>, ImagesListAnswer>;
export type ImageFsCaller = ActorRef<Snapshot<unknown>, ImageFsAnswer>;
export type ImageRemoveCaller = ActorRef<Snapshot<unknown>, ImageRemoveAnswer>;

/** The image service as image GC and the eviction manager see it. */
export type ImageInventory = ActorRef<Snapshot<unknown>, ImageInventoryRequest>;
