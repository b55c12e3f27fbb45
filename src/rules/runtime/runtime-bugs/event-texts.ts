/** What the progress timeout leaves in an event. The log alone says that it was this timeout. */
const cancelledPull = /code = Canceled desc = failed to pull and unpack image .*context canceled/s;

/** A name without an address at its registry, in the words of containerd as the kubelet prints them. */
const notResolved = /code = NotFound .*failed to resolve (?:reference|image).*not found/s;

/**
 * What the message of an event has where a bug of a runtime or distribution shows, by the bug's name. Of the others
 * events show nothing, or too little to tell.
 */
export const runtimeBugTexts: Readonly<Record<string, RegExp>> = {
  'containerd-timeout-cancels-unpack': /failed to extract layer .*context canceled/s,
  'containerd-chunks-cancelled': cancelledPull,
  'containerd-chunk-stands-still': cancelledPull,
  'containerd-ignored-range-breaks-layer':
    /failed commit on ref "layer-sha256:.*failed size validation.*failed precondition/s,
  'containerd-no-unpack-platform': /no unpack platforms defined/,
  'crio-progress-timeout': /copying config: context canceled/,
  'k3s-wildcard-mirror-not-found': notResolved,
  'rke2-wildcard-mirror-not-found': notResolved,
};
