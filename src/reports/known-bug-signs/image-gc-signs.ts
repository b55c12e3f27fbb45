import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { imageGcBugs } from '../../rules/kubelet/known-bugs/image-gc-bugs.ts';
import type { RecordOf } from '../../trace/record.ts';
import { type BugLook, type BugSign, isGateOn } from './bug-sign.ts';

type ImageGcRecord = RecordOf<'imageGC'>;

/** The signs of the known bugs of image GC. */
export const imageGcSigns: readonly BugSign[] = [
  {
    bug: imageGcBugs.neverUsedIsOld,
    look: () => atRemovals(({ reason, lastUsedMs }) => reason === 'age' && lastUsedMs === undefined),
  },
  {
    bug: imageGcBugs.minimumAgeLost,
    look: () =>
      atRemovals(({ reason, firstDetectedMs }) => reason === 'space' && firstDetectedMs === undefined),
  },
  { bug: imageGcBugs.agesForgotten, look: lastUsesForgotten },
  {
    bug: imageGcBugs.errorsHideFullDisk,
    look: () => atEnds((_, { failedReasons }) => failedReasons.has('age')),
  },
  {
    bug: imageGcBugs.sizeIsNotSpace,
    look: () => atEnds(({ believedBytes = 0, freedBytes = believedBytes }) => believedBytes > freedBytes),
  },
  {
    bug: imageGcBugs.errorFailsEnough,
    look: () =>
      atEnds(({ bytesToFree }, { failedReasons, bytesForSpace }) => {
        return failedReasons.has('space') && bytesToFree !== undefined && bytesForSpace >= bytesToFree;
      }),
  },
  { bug: imageGcBugs.usageRoundedUp, look: removalsWithoutNeed },
  { bug: imageGcBugs.recordsInUseDropped, look: recordsDropped },
  { bug: imageGcBugs.recordsKeptAfterAgeGc, look: recordsKept },
];

/** Returns a look that gives the image when image GC removes one of this kind. */
function atRemovals(isSeen: (removal: ImageGcRecord) => boolean): BugLook {
  return { imageGC: (record) => (record.state === 'removed' && isSeen(record) ? record.image : undefined) };
}

/** Returns a look that gives the node when a round of image GC ends in this way. */
function atEnds(isSeen: (end: ImageGcRecord, removals: RoundRemovals) => boolean): BugLook {
  const rounds = new CurrentRounds();
  return {
    node: rounds.restart,
    imageGC: (record) => {
      const removals = rounds.note(record);
      return removals !== undefined && isSeen(record, removals) ? record.node : undefined;
    },
  };
}

/** The removals of one round of image GC. */
interface RoundRemovals {
  /** Why images were to go whose removal failed. */
  readonly failedReasons: Set<ImageGcRecord['reason']>;
  /** The sizes of the images that were removed for space. */
  bytesForSpace: number;
}

/** Collects the removals of each node's current round. */
class CurrentRounds {
  readonly #byNode = new Map<string, RoundRemovals>();

  /** Takes the next record, and returns the removals of the round when it ends. */
  note({ node, state, reason, believedBytes = 0 }: ImageGcRecord): RoundRemovals | undefined {
    const round = getOrInsert(this.#byNode, node, () => ({
      failedReasons: new Set<ImageGcRecord['reason']>(),
      bytesForSpace: 0,
    }));
    if (state === 'failed') round.failedReasons.add(reason);
    if (state === 'removed' && reason === 'space') round.bytesForSpace += believedBytes;
    if (state !== 'finished') return undefined;
    this.#byNode.delete(node);
    return round;
  }

  /** A kubelet that stops or starts leaves a round without an end. */
  readonly restart = ({ node }: RecordOf<'node'>): undefined => {
    this.#byNode.delete(node);
  };
}

/** The pulled images of each node. */
class PulledImages {
  readonly #byNode = new Map<string, Set<string>>();

  readonly note = ({ node, image, error }: RecordOf<'runtime-return'>): undefined => {
    if (error === undefined) getOrInsert(this.#byNode, node, () => new Set()).add(image);
  };

  of(node: string): ReadonlySet<string> | undefined {
    return this.#byNode.get(node);
  }
}

/**
 * Looks for images that pods used before the kubelet's last restart and that count as never used after it.
 */
function lastUsesForgotten(): BugLook {
  const used = new PulledImages();
  const forgotten = new Map<string, Set<string>>();
  return {
    'runtime-return': used.note,
    node: ({ node, state }) => {
      if (state !== 'started') forgotten.set(node, new Set(used.of(node)));
      return undefined;
    },
    imageGC: ({ node, state, image, lastUsedMs }) => {
      if (state !== 'removed' || image === undefined) return undefined;
      return lastUsedMs === undefined && forgotten.get(node)?.has(image) ? image : undefined;
    },
  };
}

/** Looks for rounds of the loop that removed images for space with no bytes to free. */
function removalsWithoutNeed(): BugLook {
  const removedForSpace = new Map<string, string>();
  return {
    imageGC: ({ node, state, trigger, reason, image, bytesToFree = 0 }) => {
      if (state === 'removed' && reason === 'space' && image !== undefined) removedForSpace.set(node, image);
      if (state !== 'finished') return undefined;
      const removed = removedForSpace.get(node);
      removedForSpace.delete(node);
      return trigger === 'loop' && bytesToFree <= 0 ? removed : undefined;
    },
  };
}

/**
 * Looks for images that the kubelet has pulled and that a round for space keeps, but does not name to the
 * pull records: all except the candidates that it skipped. If removals failed, the records are not called at
 * all.
 */
function recordsDropped(run: Parameters<BugSign['look']>[0]): BugLook {
  const pulled = new PulledImages();
  const rounds = new CurrentRounds();
  return {
    'runtime-return': pulled.note,
    node: rounds.restart,
    imageGC: (record) => {
      const removals = rounds.note(record);
      if (removals === undefined || !isGateOn('KubeletEnsureSecretPulledImages', run.nodeOf(record)))
        return undefined;
      const isForSpace = record.trigger === 'diskPressure' || record.bytesToFree !== undefined;
      if (!isForSpace || removals.failedReasons.size > 0) return undefined;
      const untold = (record.kept ?? []).filter(
        ({ because }) => because !== 'tooYoung' && because !== 'justUsed',
      );
      return untold.find(({ image }) => pulled.of(record.node)?.has(image))?.image;
    },
  };
}

/** Looks for rounds that removed images only for their age: their records stay. */
function recordsKept(run: Parameters<BugSign['look']>[0]): BugLook {
  return {
    imageGC: (record) => {
      if (record.state !== 'finished' || !isGateOn('KubeletEnsureSecretPulledImages', run.nodeOf(record)))
        return undefined;
      const isForAgeOnly =
        record.trigger === 'loop' && record.bytesToFree === undefined && (record.removed ?? 0) > 0;
      return isForAgeOnly ? record.node : undefined;
    },
  };
}
