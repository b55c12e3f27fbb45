import { allBytes } from '../../kubelet/image-gc/disk-usage.ts';
import type { ImageGcPolicy } from '../../kubelet/image-gc/image-gc-policy.ts';
import type { ImageRecords } from '../../kubelet/image-gc/image-records.ts';
import type { ImageGcOperation } from './trace-entry.ts';
import { type Pass, undefinedOrder } from './undefined-order.ts';

/** What is known of an operation once it is over: enough to tell whether the kubelet leaves its outcome open. */
export interface OperationFacts {
  readonly operation: ImageGcOperation;
  readonly nowMicros: number;
  readonly beganMicros: number;
  readonly policy: ImageGcPolicy;
  readonly knowsMaxAge: boolean;
  /** As the first removal found them; undefined where none was tried. */
  readonly records: ImageRecords | undefined;
  /** Removed before the stats were asked for. */
  readonly removedForAge: readonly string[];
  /** To the low threshold; undefined where the stats were not asked for. */
  readonly needBytes: bigint | undefined;
  readonly removeErrors: Readonly<Record<string, string>>;
}

/** The ids on whose order the outcome hangs, or undefined. */
export function raceIn(facts: OperationFacts): readonly string[] | undefined {
  const { records, policy, nowMicros } = facts;
  if (records === undefined) return undefined;
  const looksForOld = facts.operation === 'GarbageCollect' && facts.knowsMaxAge && policy.maxAgeMicros !== 0;
  const old: Pass = { isEligible: (image) => nowMicros - image.lastUsedMicros > policy.maxAgeMicros, needBytes: allBytes };
  if (looksForOld && nowMicros - facts.beganMicros > policy.maxAgeMicros) {
    const race = undefinedOrder(records, old, facts.removeErrors);
    if (race !== undefined) return race;
  }
  const needBytes = facts.operation === 'GarbageCollect' ? facts.needBytes : allBytes;
  if (needBytes === undefined) return undefined;
  const left = facts.operation === 'GarbageCollect' ? new Map([...records].filter(([id]) => !facts.removedForAge.includes(id))) : records;
  const forSpace: Pass = {
    isEligible: (image) => image.lastUsedMicros < nowMicros && nowMicros - image.firstDetectedMicros >= policy.minAgeMicros,
    needBytes,
  };
  return undefinedOrder(left, forSpace, facts.removeErrors);
}
