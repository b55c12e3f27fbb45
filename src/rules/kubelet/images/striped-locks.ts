/**
 * The most locks that a set really has. With a larger `maxParallelImagePulls` some images make the kubelet
 * panic.
 */
export const lockStripesMax = 31;
const utf8 = new TextEncoder();

/** The operations of the pull manager that lock, by their upstream names. */
export type PullRecordsOperation =
  | 'MustAttemptImagePull'
  | 'RecordPullIntent'
  | 'RecordImagePulled'
  | 'RecordImagePullFailed';

/**
 * The text of the panic with which an operation ends, or undefined where it goes well. `size` is
 * `maxParallelImagePulls`, 0 where unset; `image` is the name as written.
 *
 * Mirrors the locks that pkg/kubelet/images/pullmanager/image_pull_manager.go takes, in its order (v1.36.3).
 */
export function pullRecordsPanic(
  size: number,
  operation: PullRecordsOperation,
  { image, imageRef = '' }: { readonly image: string; readonly imageRef?: string },
): string | undefined {
  const byRef = operation === 'MustAttemptImagePull' || operation === 'RecordImagePulled';
  return (byRef ? stripedLockPanic(size, imageRef) : undefined) ?? stripedLockPanic(size, image);
}

/**
 * The text of the panic with which locking `key` ends, or undefined where it goes well: the set has `size`
 * locks by its own reckoning, but never more than 31 in truth, so from 32 on some keys fall outside. Which
 * keys is fixed: the same image panics at every try.
 *
 * Mirrors `StripedLockSet` in pkg/kubelet/images/pullmanager/locks.go (v1.36.3; kubernetes#138935).
 */
export function stripedLockPanic(size: number, key: string): string | undefined {
  const index = fnv1Hash(key) % Math.max(size, 1);
  const locks = Math.min(lockStripesMax, Math.max(size, 1));
  return index < locks ? undefined : `runtime error: index out of range [${index}] with length ${locks}`;
}

/** FNV-1, 32 bits, of the UTF-8 bytes. Mirrors `fnv.New32` of Go's hash/fnv. */
export function fnv1Hash(text: string): number {
  let hash = 2_166_136_261;
  for (const byte of utf8.encode(text)) hash = Math.imul(hash, 16_777_619) ^ byte;
  return hash >>> 0;
}
