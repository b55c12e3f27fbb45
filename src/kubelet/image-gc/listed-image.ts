/** An image as the runtime lists it (ListImages of the CRI). */
export interface ListedImage {
  readonly id: string;
  readonly repoTags: readonly string[];
  readonly repoDigests: readonly string[];
  /** The size that the runtime reports: with containerd the compressed one, layers that other images share included. */
  readonly sizeBytes: number;
  /** Whether the runtime asks the kubelet to keep the image; as a rule this is the pause image. */
  readonly pinned: boolean;
}
