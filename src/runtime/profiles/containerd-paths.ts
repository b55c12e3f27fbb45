/** Returns the file in which containerd writes a layer while it is fetched. The real path has a hash where this one has the digest. */
export function ingestPath(digest: string): string {
  return `${root}/io.containerd.content.v1.content/ingest/${digest.replace('sha256:', '')}/data`;
}

/** Returns the path to which containerd unpacks. The real error names the file that did not fit, but simulated layers have no files. */
export function snapshotPath(snapshotter: string): string {
  return `${root}/io.containerd.snapshotter.v1.${snapshotter}/snapshots/1/fs/file`;
}

/** The path at which containerd 2.x mounts a snapshot to unpack into. The real one has a random number. */
export const mountPath = '/var/lib/containerd/tmpmounts/containerd-mount0';

const root = '/var/lib/containerd';
