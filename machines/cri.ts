import type { ActorRef, Snapshot } from 'xstate';

/** The CRI's ImageService as the kubelet calls it. Each request is answered once, unless the kubelet is gone by then. */
export type ImageServiceRequest =
  | {
      readonly type: 'IMAGE_STATUS.REQUESTED';
      readonly image: string;
      readonly requester: ImageServiceCaller;
      /** GetImageSize after a pull: the same call to the runtime, but measured to take longer. */
      readonly forSize?: boolean;
    }
  | {
      readonly type: 'IMAGE_PULL.REQUESTED';
      /** The name after the default tag. */
      readonly image: string;
      /** The caller's actor name: a key for the call, and what causes in the trace point to. */
      readonly caller: string;
      readonly requester: ImageServiceCaller;
    };

export type ImageServiceAnswer =
  /** `imageRef` is empty where the image is not present. */
  | { readonly type: 'IMAGE_STATUS.ANSWERED'; readonly imageRef: string; readonly sizeBytes: number }
  | { readonly type: 'IMAGE_STATUS.FAILED'; readonly error: string }
  | { readonly type: 'IMAGE_PULL.SUCCEEDED'; readonly imageRef: string }
  /** The CRI's error text as the kubelet prints it. */
  | { readonly type: 'IMAGE_PULL.FAILED'; readonly error: string };

export type ImageServiceCaller = ActorRef<Snapshot<unknown>, ImageServiceAnswer>;

/** The image service itself, as the kubelet's actors see it. */
export type ImageService = ActorRef<Snapshot<unknown>, ImageServiceRequest>;
