import type { ObservationOf } from '../../../trace/observation.ts';
import { allBytes, diskUsage, type ImageGcPolicy } from './image-gc-policy.ts';
import { type ImageGcRound, nextImage, whyIneligible } from './image-gc-round.ts';
import type { ImageRecord, ImageRecords, ListedImage } from './image-records.ts';

/** The effect of a removal on the disk. */
export interface FreedBytes {
  readonly freedBytes: number;
  readonly heldBytes: number;
}

type Trigger = ObservationOf<'imageGC'>['trigger'];
type KeptBecause = NonNullable<ObservationOf<'imageGC'>['kept']>[number]['because'];

/** The name of an image for people: its first tag, else its first digest, else its id. */
function nameOfImage({ id, repoTags, repoDigests }: ListedImage): string {
  return repoTags[0] ?? repoDigests[0] ?? id;
}

/** The record of a removed image. `round` is the round before it continues with the next image. */
export function removedObservation(
  round: ImageGcRound,
  trigger: Trigger,
  freed: FreedBytes,
): ObservationOf<'imageGC'> {
  return { ...about(round, 'removed', trigger), believedBytes: nextImage(round).sizeBytes, ...freed };
}

/** The record of a removal that failed. */
export function failedObservation(
  round: ImageGcRound,
  trigger: Trigger,
  error: string,
): ObservationOf<'imageGC'> {
  return { ...about(round, 'failed', trigger), error };
}

function about(round: ImageGcRound, state: 'removed' | 'failed', trigger: Trigger): ObservationOf<'imageGC'> {
  const image = nextImage(round);
  const { firstDetectedMicros, lastUsedMicros } = image;
  return {
    type: 'imageGC',
    state,
    trigger,
    image: nameOfImage(image),
    ref: image.id,
    reason: round.reason,
    ...(Number.isFinite(firstDetectedMicros) ? { firstDetectedMs: firstDetectedMicros / 1000 } : {}),
    ...(Number.isFinite(lastUsedMicros) ? { lastUsedMs: lastUsedMicros / 1000 } : {}),
  };
}

/** The record of the end of a round. `records` is as of its end, `inUse` as of its beginning. */
export function finishedObservation(
  round: ImageGcRound,
  trigger: Trigger,
  records: ImageRecords,
  inUse: ReadonlySet<string>,
  policy: ImageGcPolicy,
): ObservationOf<'imageGC'> {
  const { usage, bytesToFree, error } = round;
  return {
    type: 'imageGC',
    state: 'finished',
    trigger,
    removed: round.removed.length,
    believedBytes: Number(round.believedBytes),
    freedBytes: round.freedBytes,
    ...(usage === undefined
      ? {}
      : { usedPercent: usage.usedPercent, usedPercentAfter: usedPercentAfter(round) }),
    ...(usage === undefined || bytesToFree === allBytes
      ? {}
      : { bytesToFree: Math.max(0, Number(bytesToFree)) }),
    kept: [...records.values()].flatMap((image) => {
      const because = whyKept(round, image, inUse, policy);
      return because === undefined ? [] : [{ image: nameOfImage(image), because }];
    }),
    ...(error === '' ? {} : { error }),
  };
}

function whyKept(
  round: ImageGcRound,
  image: ImageRecord,
  inUse: ReadonlySet<string>,
  policy: ImageGcPolicy,
): KeptBecause | undefined {
  if (inUse.has(image.id)) return 'inUse';
  if (image.pinned) return 'pinned';
  if (round.failed.some(({ id }) => id === image.id)) return undefined;
  return whyIneligible(round, image, policy) ?? 'enoughFreed';
}

function usedPercentAfter({ usage, freedForSpaceBytes }: ImageGcRound): number {
  if (usage === undefined) return 0;
  const after = diskUsage(Number(usage.capacityBytes), Number(usage.availableBytes) + freedForSpaceBytes);
  return after?.usedPercent ?? 100;
}
