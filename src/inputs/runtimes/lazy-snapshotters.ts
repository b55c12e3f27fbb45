/** Snapshotters that fetch an image while its containers read it, by the names that configurations have for them. */
const lazySnapshotters: readonly string[] = ['stargz', 'soci', 'nydus', 'overlaybd', 'gcfs'];

/** The label that GKE writes on nodes with image streaming. */
const streamingLabel = 'cloud.google.com/gke-image-streaming';

const whatIsDifferent =
  'which is not simulated: images are pulled whole. Real pulls may end sooner, and containers then read slower at their start (docs/measurements.md R11)';

/** Why settings of image streaming are not read. */
export const streamingIsNotSimulated = `image streaming is not simulated: images are pulled whole`;

/** Whether a snapshotter fetches what containers read; SOCI's does so unless it pulls in parallel. */
export function isLazySnapshotter(snapshotter: string): boolean {
  return lazySnapshotters.includes(snapshotter);
}

/** Returns a sentence about such a snapshotter. */
export function lazySnapshotterSentence(snapshotter: string): string {
  return `The snapshotter ${snapshotter} fetches what containers read, ${whatIsDifferent}.`;
}

/** Returns a sentence about a node of these labels; undefined if none of them says that it streams images. */
export function streamingSentence(labels: Readonly<Record<string, string>>): string | undefined {
  return labels[streamingLabel] === 'true'
    ? `Nodes with the label ${streamingLabel}=true stream images, ${whatIsDifferent}.`
    : undefined;
}
