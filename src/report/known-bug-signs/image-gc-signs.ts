import { imageGcBugs } from '../../kubelet/known-bugs/image-gc-bugs.ts';
import type { ActorRecord } from '../../trace/record.ts';
import { type BugLook, type BugSign, isGateOn } from './bug-sign.ts';

type ImageGcRecord = Extract<ActorRecord, { type: 'imageGC' }>;

/** What the known bugs of image GC look like. */
export const imageGcSigns: readonly BugSign[] = [
  {
    bug: imageGcBugs.neverUsedIsOld,
    look: () => atRemovals(({ reason, lastUsedMs }) => reason === 'age' && lastUsedMs === undefined),
  },
  {
    bug: imageGcBugs.minimumAgeLost,
    look: () => atRemovals(({ reason, firstDetectedMs }) => reason === 'space' && firstDetectedMs === undefined),
  },
  { bug: imageGcBugs.agesForgotten, look: lastUsesForgotten },
  {
    bug: imageGcBugs.errorsHideFullDisk,
    look: () => atEnds(({ error = '' }) => error.startsWith('wanted to free images older than ')),
  },
  {
    bug: imageGcBugs.sizeIsNotSpace,
    look: () => atEnds(({ believedBytes = 0, freedBytes = believedBytes }) => believedBytes > freedBytes),
  },
  {
    bug: imageGcBugs.errorFailsEnough,
    look: () =>
      atEnds(({ error = '' }) => {
        const match = /^wanted to free (-?\d+) bytes, but freed (\d+) bytes space with errors/.exec(error);
        return match !== null && Number(match[2]) >= Number(match[1]);
      }),
  },
  { bug: imageGcBugs.usageRoundedUp, look: removalsWithoutNeed },
  { bug: imageGcBugs.recordsInUseDropped, look: recordsDropped },
  { bug: imageGcBugs.recordsKeptAfterAgeGc, look: recordsKept },
];

/** Answers with the image where image GC removes one of this sort. */
function atRemovals(isSeen: (removal: ImageGcRecord) => boolean): BugLook {
  return (record) => (record.type === 'imageGC' && record.state === 'removed' && isSeen(record) ? record.image : undefined);
}

/** Answers with the node where a round of image GC ends in this way. */
function atEnds(isSeen: (end: ImageGcRecord) => boolean): BugLook {
  return (record) => (record.type === 'imageGC' && record.state === 'finished' && isSeen(record) ? record.node : undefined);
}

/** Images that pods used before the kubelet's last restart, and that count as never used after it. */
function lastUsesForgotten(): BugLook {
  const used = new Map<string, Set<string>>();
  const forgotten = new Map<string, Set<string>>();
  return (record) => {
    if (!('node' in record)) return undefined;
    const { node } = record;
    if (record.type === 'runtime-return' && record.error === undefined) used.set(node, (used.get(node) ?? new Set()).add(record.image));
    if (record.type === 'node' && record.state !== 'started') forgotten.set(node, new Set(used.get(node)));
    if (record.type !== 'imageGC' || record.state !== 'removed' || record.image === undefined) return undefined;
    return record.lastUsedMs === undefined && forgotten.get(node)?.has(record.image) ? record.image : undefined;
  };
}

/** Rounds of the loop that removed images for space and had no bytes to free. */
function removalsWithoutNeed(): BugLook {
  const removedForSpace = new Map<string, string>();
  return (record) => {
    if (record.type !== 'imageGC') return undefined;
    const node = record.node;
    if (record.state === 'removed' && record.reason === 'space' && record.image !== undefined) removedForSpace.set(node, record.image);
    if (record.state !== 'finished') return undefined;
    const image = removedForSpace.get(node);
    removedForSpace.delete(node);
    return record.trigger === 'loop' && (record.bytesToFree ?? 0) <= 0 ? image : undefined;
  };
}

/**
 * Images that the kubelet has pulled and that a round for space leaves on the node without telling the pull records: all
 * but the candidates that it skipped. Where removals failed the records are not told at all.
 */
function recordsDropped(run: Parameters<BugSign['look']>[0]): BugLook {
  const pulled = new Map<string, Set<string>>();
  return (record) => {
    if (!('node' in record)) return undefined;
    const { node } = record;
    if (record.type === 'runtime-return' && record.error === undefined) pulled.set(node, (pulled.get(node) ?? new Set()).add(record.image));
    if (record.type !== 'imageGC' || record.state !== 'finished' || !isGateOn('KubeletEnsureSecretPulledImages', run.nodeOf(record)))
      return undefined;
    const isForSpace = record.trigger === 'diskPressure' || record.bytesToFree !== undefined;
    if (!isForSpace || record.error?.startsWith('wanted to free ')) return undefined;
    const untold = (record.kept ?? []).filter(({ because }) => because !== 'tooYoung' && because !== 'justUsed');
    return untold.find(({ image }) => pulled.get(node)?.has(image))?.image;
  };
}

/** Rounds that removed images for their age only: their records stay. */
function recordsKept(run: Parameters<BugSign['look']>[0]): BugLook {
  return (record) => {
    if (record.type !== 'imageGC' || record.state !== 'finished' || !isGateOn('KubeletEnsureSecretPulledImages', run.nodeOf(record)))
      return undefined;
    const isForAgeOnly = record.trigger === 'loop' && record.bytesToFree === undefined && (record.removed ?? 0) > 0;
    return isForAgeOnly ? record.node : undefined;
  };
}
