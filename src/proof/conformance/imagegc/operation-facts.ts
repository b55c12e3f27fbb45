import { allBytes, type ImageGcPolicy } from '../../../rules/kubelet/image-gc/image-gc-policy.ts';
import type { ImageRecords } from '../../../rules/kubelet/image-gc/image-records.ts';
import { type Pass, undefinedOrder } from './undefined-order.ts';

/** One entry of a trace, with the fields of the protocol. */
export interface ImageGcEntry {
  readonly at: number;
  readonly type: 'runtime' | 'event' | 'hook' | 'result' | 'state' | 'metric';
  readonly op?: 'RemoveImage' | 'NewImageGCManager' | ImageGcOperation;
  readonly image?: string;
  readonly error?: string;
  readonly eventType?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly remaining?: readonly string[];
  readonly images?: readonly string[];
  readonly availableBytes?: number;
  readonly metric?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly count?: number;
}

export type ImageGcOperation = 'GarbageCollect' | 'DeleteUnusedImages';

/**
 * What is known of an operation after its end: enough to tell whether the kubelet leaves its outcome open.
 */
interface OperationFacts {
  readonly operation: ImageGcOperation;
  readonly nowMicros: number;
  readonly beganMicros: number;
  readonly policy: ImageGcPolicy;
  readonly knowsMaxAge: boolean;
  /** The records at the first removal; undefined if there was none. */
  readonly records: ImageRecords | undefined;
  /** The images that were removed before the stats were asked for. */
  readonly removedForAge: readonly string[];
  /** The bytes above the low threshold; undefined if the stats were not asked for. */
  readonly needBytes: bigint | undefined;
  readonly removeErrors: Readonly<Record<string, string>>;
}

/** Returns the ids whose order decides the outcome; undefined if there are none. */
export function raceIn(facts: OperationFacts): readonly string[] | undefined {
  const { records, policy, nowMicros } = facts;
  if (records === undefined) return undefined;
  const looksForOld = facts.operation === 'GarbageCollect' && facts.knowsMaxAge && policy.maxAgeMicros !== 0;
  const old: Pass = {
    isEligible: (image) => nowMicros - image.lastUsedMicros > policy.maxAgeMicros,
    needBytes: allBytes,
  };
  if (looksForOld && nowMicros - facts.beganMicros > policy.maxAgeMicros) {
    const race = undefinedOrder(records, old, facts.removeErrors);
    if (race !== undefined) return race;
  }
  const needBytes = facts.operation === 'GarbageCollect' ? facts.needBytes : allBytes;
  if (needBytes === undefined) return undefined;
  const left =
    facts.operation === 'GarbageCollect'
      ? new Map([...records].filter(([id]) => !facts.removedForAge.includes(id)))
      : records;
  const forSpace: Pass = {
    isEligible: (image) =>
      image.lastUsedMicros < nowMicros && nowMicros - image.firstDetectedMicros >= policy.minAgeMicros,
    needBytes,
  };
  return undefinedOrder(left, forSpace, facts.removeErrors);
}
