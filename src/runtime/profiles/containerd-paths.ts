/** Where containerd writes a layer while it loads. Where the real one has a hash of the ingest's name, we have the digest itself. */
export function ingestPath(digest: string): string {
  return `${root}/io.containerd.content.v1.content/ingest/${digest.replace('sha256:', '')}/data`;
}

/** Where containerd unpacks. The real one names the file that did not fit; a simulated layer has no files. */
export function snapshotPath(snapshotter: string): string {
  return `${root}/io.containerd.snapshotter.v1.${snapshotter}/snapshots/1/fs/file`;
}

/** Where containerd 2.x mounts what it unpacks; the real one has a random number. */
export const mountPath = '/var/lib/containerd/tmpmounts/containerd-mount0';

const root = '/var/lib/containerd';
