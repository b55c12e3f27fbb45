import { expect, it } from 'vitest';
import * as messages from '../../../../src/rules/kubelet/image-gc/image-gc-messages.ts';

const facts = {
  usedPercent: 95,
  capacityBytes: 107_374_182_400n,
  bytesToFree: 16_106_127_360n,
  freedBytes: 1_000n,
};

// GarbageCollect of pkg/kubelet/images/image_gc_manager.go, v1.36.3, v1.31.14 and v1.14.
it('a round that freed too little says so in the words of its release', () => {
  expect(messages.insufficientFreeDiskSpace(facts)).toBe(
    "Insufficient free disk space on the node's image filesystem (95% of 100.0 GiB used). " +
      'Failed to free sufficient space by deleting unused images (freed 1000 bytes). ' +
      'Investigate disk usage, as it could be used by active images, logs, volumes, or other data.',
  );
  expect(messages.attemptedToFree(facts)).toBe(
    'Failed to garbage collect required amount of images. Attempted to free 16106127360 bytes, but only found 1000 bytes eligible to free.',
  );
  expect(messages.wantedToFree(facts)).toBe(
    'failed to garbage collect required amount of images. Wanted to free 16106127360 bytes, but freed 1000 bytes',
  );
});

// freeSpace and freeOldImages, v1.36.3; utilerrors.NewAggregate names equal errors once.
it('failed removals are listed together', () => {
  expect(messages.freeSpaceError(50n, 10n, ['in use'])).toBe(
    'wanted to free 50 bytes, but freed 10 bytes space with errors in image deletion: in use',
  );
  expect(messages.freeOldImagesError(5_400_000_000, ['one', 'two', 'one'])).toBe(
    'wanted to free images older than 1h30m0s, encountered errors in image deletion: [one, two]',
  );
});
