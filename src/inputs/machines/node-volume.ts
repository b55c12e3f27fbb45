import { parseQuantity } from '../../rules/kubelet/eviction/eviction-thresholds.ts';
import { type DiskKindName, diskKinds, isDiskKindName } from '../../rules/runtime/disk/disk-kinds.ts';

/** What a Node object says of the machine behind it. */
interface NodeMachine {
  readonly labels: Readonly<Record<string, string>>;
  readonly capacity: Readonly<Record<string, string | number>>;
}

/** The disk that a node's images are on. */
export interface NodeVolume {
  /** Absent if only its rate is known. */
  readonly kind?: DiskKindName;
  /** null: no limit. */
  readonly bytesPerSecond: number | null;
}

/** Returns the disk of images as GKE's labels name it; undefined if there are none. */
export function volumeOfLabels(machine: NodeMachine): NodeVolume | undefined {
  const { labels } = machine;
  const bootDisk = labels['cloud.google.com/gke-boot-disk'] ?? '';
  const isLocal = labels['cloud.google.com/gke-ephemeral-storage-local-ssd'] === 'true';
  const kind = isLocal ? 'local-ssd' : bootDisk;
  return isDiskKindName(kind) ? volumeOfKind(kind, sizeOfDisk(machine.capacity)) : undefined;
}

/**
 * Returns a disk of this kind, of the usual size if none is given. GKE makes several local ones into one, whose
 * rates add up.
 */
export function volumeOfKind(kind: DiskKindName, sizeBytes = usualBytes): NodeVolume {
  const { bytesPerSecond } = diskKinds[kind];
  const disks = kind === 'local-ssd' ? Math.max(1, Math.round(sizeBytes / localDiskBytes)) : 1;
  return { kind, bytesPerSecond: Math.floor(bytesPerSecond(sizeBytes) * disks) };
}

const localDiskBytes = 375e9;

/** That of the boot disk of a GKE node if nothing else is asked for. */
const usualBytes = 100e9;

/** What a Node's ephemeral storage leaves out of its disk: partitions of the system and the file system's own. */
const diskShare = 1.05;

/** Returns the size of a node's disk by its ephemeral storage, in bytes; undefined if it does not say. */
export function sizeOfDisk(capacity: NodeMachine['capacity']): number | undefined {
  const storage = bytesOfQuantity(capacity['ephemeral-storage']);
  return storage && storage * diskShare;
}

/** Returns a quantity of memory or storage such as `61727200Ki` in bytes; undefined if there is none, and for 0. */
export function bytesOfQuantity(written: string | number | undefined): number | undefined {
  return parseQuantity(String(written ?? '')) || undefined;
}
