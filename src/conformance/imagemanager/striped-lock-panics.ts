import type { ImageManager } from '../../../machines/pull/image-manager.ts';
import type { PullBackOffEvent } from '../../../machines/pull/pull-back-off.ts';
import type { PullRecordsEvent } from '../../../machines/pull/pull-records.ts';
import { type PullRecordsOperation, pullRecordsPanic } from '../../kubelet/images/striped-locks.ts';
import { createListener } from '../../simulation/listener.ts';

const operations: Readonly<Partial<Record<PullRecordsEvent['type'], PullRecordsOperation>>> = {
  'ACCESS.ASKED': 'MustAttemptImagePull',
  'INTENT.RECORDED': 'RecordPullIntent',
  'IMAGE_PULLED.RECORDED': 'RecordImagePulled',
  'IMAGE_PULL_FAILED.RECORDED': 'RecordImagePullFailed',
};

/**
 * Returns the image manager for one pull, with the locks of the known bug `striped-locks` before the pull records. An operation that panics
 * never reaches the records, and the pull gets no more answers from the records or the back-off. `lockStripes` is `maxParallelImagePulls`.
 */
export function withStripedLocks(manager: ImageManager, lockStripes: number, panicked: (message: string) => void): ImageManager {
  // The kubelet's code ends here, while the machine goes on to send its messages.
  let isDead = false;
  return {
    ...manager,
    records: createListener('records', (event: PullRecordsEvent) => {
      const operation = operations[event.type];
      const message = operation && 'image' in event ? pullRecordsPanic(lockStripes, operation, event) : undefined;
      if (operation === undefined || message === undefined) {
        manager.records.send(event);
      } else {
        // The record of a success is written last, so the other messages of the machine have happened upstream too.
        isDead = operation !== 'RecordImagePulled';
        panicked(message);
      }
    }),
    backOff: createListener('back-off', (event: PullBackOffEvent) => {
      if (!isDead) manager.backOff.send(event);
    }),
  };
}
