import type { Because } from './observation.ts';

/**
 * The disk came to have so little room that the kubelet would act (`low`), or enough again (`ample`): what image GC and
 * the eviction manager go by.
 */
export interface DiskObservation {
  readonly type: 'disk';
  readonly state: 'low' | 'ample';
  readonly availableBytes: number;
  /** Absent: the disk has no limit, and a fault fills it. */
  readonly capacityBytes?: number;
  readonly because?: Because;
}
