import { entries, get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import type { RecordedCredentials } from './recorded-credentials.ts';

/** The note that an image is being pulled, or was when the kubelet died. Mirrors `ImagePullIntent` (1.36). */
export interface PullIntent {
  /** The image as written in the pod. */
  readonly image: string;
}

/**
 * An image that this kubelet pulled. Mirrors `ImagePulledRecord` of the kubelet's configuration API (1.36).
 */
export interface PulledRecord {
  readonly imageRef: string;
  /** The time of the last write: to the microsecond in memory, to the second in a file. */
  readonly lastUpdatedMicros: number;
  /**
   * The credentials by the image's name without tag and digest; empty if a kubelet found after a crash that
   * its pull had succeeded.
   */
  readonly credentials: SortedMap<RecordedCredentials>;
}

/** One file: its content, absent if it cannot be decoded; and its text, if another program wrote it. */
export interface RecordFile<T> {
  readonly record?: T;
  readonly text?: string;
}

/** The files of one directory by name. */
interface RecordFiles<T> {
  readonly files: SortedMap<RecordFile<T>>;
  readonly count: number;
}

/** The directory image_manager/ below the kubelet's. */
export interface RecordDirectory {
  readonly pulling: RecordFiles<PullIntent>;
  readonly pulled: RecordFiles<PulledRecord>;
}

export const emptyRecordDirectory: RecordDirectory = {
  pulling: { files: undefined, count: 0 },
  pulled: { files: undefined, count: 0 },
};

/** Returns the files with this one written, in place of one of the same name. */
export function withFile<T>(
  { files, count }: RecordFiles<T>,
  name: string,
  file: RecordFile<T>,
): RecordFiles<T> {
  return { files: set(files, name, file), count: get(files, name) === undefined ? count + 1 : count };
}

/** Returns the files without this one, whether it was there or not. */
export function withoutFile<T>(directory: RecordFiles<T>, name: string): RecordFiles<T> {
  if (get(directory.files, name) === undefined) return directory;
  return { files: remove(directory.files, name), count: directory.count - 1 };
}

/**
 * Returns what can be decoded, in the order of file names, and whether anything cannot. Mirrors
 * `processDirFiles` (1.36).
 */
export function listRecords<T>({ files }: RecordFiles<T>): {
  readonly records: readonly T[];
  readonly hasErrors: boolean;
} {
  const all = entries(files).map(([, { record }]) => record);
  const records = all.filter((record) => record !== undefined);
  return { records, hasErrors: records.length < all.length };
}
