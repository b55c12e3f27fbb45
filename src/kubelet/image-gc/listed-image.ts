/** An image as the runtime lists it (ListImages of the CRI). */
export interface ListedImage {
  readonly id: string;
  readonly repoTags: readonly string[];
  readonly repoDigests: readonly string[];
  /** What the runtime says: with containerd the compressed size, whatever other images share with it. */
  readonly sizeBytes: number;
  /** The runtime itself asks that it stays: the pause image, as a rule. */
  readonly pinned: boolean;
}
