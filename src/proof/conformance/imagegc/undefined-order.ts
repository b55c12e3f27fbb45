import { groupedBy } from '../../../rules/collections/grouped-by.ts';
import type { ImageRecord, ImageRecords } from '../../../rules/kubelet/image-gc/image-records.ts';

/** One pass of an operation over images: which of them it would remove, and how many bytes are enough. */
export interface Pass {
  readonly isEligible: (image: ImageRecord) => boolean;
  readonly needBytes: bigint;
}

/**
 * Returns the ids of images whose order the kubelet leaves open although the outcome depends on it; undefined
 * if there are none. The kubelet collects images from a map and sorts them only by last use and first
 * detection. Among equal ones any may be left over once enough is freed, and any of several errors may be the
 * first.
 */
export function undefinedOrder(
  records: ImageRecords,
  pass: Pass,
  removeErrors: Readonly<Record<string, string>>,
): readonly string[] | undefined {
  let freed = 0n;
  for (const group of groupsOf(records, pass)) {
    const failing = group.filter(({ id }) => removeErrors[id]);
    const going = group.filter(({ id }) => !removeErrors[id]);
    const total = going.reduce((sum, { sizeBytes }) => sum + BigInt(sizeBytes), 0n);
    if (group.length > 1) {
      const texts = new Set(failing.map(({ id }) => removeErrors[id]));
      const mayStay = (image: ImageRecord): boolean => {
        const isGoing = going.includes(image);
        const others = going.length - (isGoing ? 1 : 0);
        return others > 0 && freed + total - (isGoing ? BigInt(image.sizeBytes) : 0n) >= pass.needBytes;
      };
      if (texts.size > 1 || group.some(mayStay)) return group.map(({ id }) => id).sort();
    }
    freed += total;
    if (going.length > 0 && freed >= pass.needBytes) return undefined;
  }
  return undefined;
}

/** Returns the images that compare as equal, in the order of the groups. */
function groupsOf(records: ImageRecords, { isEligible }: Pass): readonly ImageRecord[][] {
  const going = [...records.values()].filter((image) => !image.pinned && isEligible(image));
  const groups = groupedBy(
    going,
    ({ lastUsedMicros, firstDetectedMicros }) => `${lastUsedMicros} ${firstDetectedMicros}`,
  );
  return [...groups.values()].sort(([one], [other]) => compare(one, other));
}

function compare(one: ImageRecord | undefined, other: ImageRecord | undefined): number {
  if (one === undefined || other === undefined) return 0;
  return (
    rank(one.lastUsedMicros, other.lastUsedMicros) || rank(one.firstDetectedMicros, other.firstDetectedMicros)
  );
}

function rank(one: number, other: number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
