import { z } from 'zod';
import { count, failure, nodeRecord, text } from './schema-fields.ts';

/** The moment may be negative, which is before the run. */
const moment = (description: string) => z.number().meta({ description }).exactOptional();
const bytes = (description: string) => z.int().meta({ description }).exactOptional();

/**
 * Records of image GC, the eviction manager and the disk. The actor is `node-1/kubelet/image-gc` or
 * `node-1/disk`.
 */
export const imageGcRecords = {
  imageGC: nodeRecord('imageGC', 'Image garbage collection removed an image, failed to, or ended a round.', {
    state: z
      .enum(['removed', 'failed', 'finished'])
      .meta({ description: '`removed`, `failed`: one image; `finished`: a round that had something to do' }),
    trigger: z
      .enum(['loop', 'diskPressure'])
      .meta({ description: 'the 5-minute loop, or DeleteUnusedImages of the eviction manager' }),
    image: text('removed, failed: a name of the image').exactOptional(),
    ref: text('removed, failed: its id').exactOptional(),
    reason: z
      .enum(['age', 'space'])
      .meta({ description: 'removed, failed: unused for longer than `imageMaximumGCAge`, or to make room' })
      .exactOptional(),
    firstDetectedMs: moment('removed, failed: when image GC first saw it; absent: before all time'),
    lastUsedMs: moment('removed, failed: when image GC last saw it in use; absent: never'),
    believedBytes: bytes('removed, finished: freed by the runtime’s sizes, as image GC counts'),
    freedBytes: bytes('removed, finished: what really left the disk'),
    heldBytes: bytes('removed: what images take of the disk from then on'),
    removed: count('finished: images removed').exactOptional(),
    usedPercent: z
      .int()
      .meta({ description: 'finished: usage of the disk before removals for space' })
      .exactOptional(),
    usedPercentAfter: z
      .int()
      .meta({ description: 'finished: the same, less what was freed' })
      .exactOptional(),
    bytesToFree: bytes('finished: to get down to the low threshold; absent: nothing, or all that is unused'),
    kept: z
      .array(
        z.strictObject({
          image: text('a name of the image'),
          because: z
            .enum(['inUse', 'pinned', 'justUsed', 'tooYoung', 'enoughFreed'])
            .meta({ description: 'why it stayed; `tooYoung`: known for less than `imageMinimumGCAge`' }),
        }),
      )
      .meta({ description: 'finished: the images that stayed' })
      .exactOptional(),
    error: failure.exactOptional(),
  }),
  content: nodeRecord(
    'content',
    'What a failed pull had fetched was left behind, or the runtime collected its garbage.',
    {
      state: z.enum(['left', 'collected']).meta({
        description: '`left`: by a pull that failed; `collected`: with all other content that was not needed',
      }),
      digest: text('left: the layer').exactOptional(),
      bytes: count('left: of the layer, from its beginning; collected: what really left the disk'),
    },
  ),
  disk: nodeRecord('disk', 'The disk’s room passed a level that the kubelet acts at.', {
    state: z
      .enum(['low', 'ample'])
      .meta({ description: '`low`: image GC or the eviction manager would act' }),
    availableBytes: count('left on the disk'),
    capacityBytes: count('of the disk; absent: without a limit').exactOptional(),
  }),
};
