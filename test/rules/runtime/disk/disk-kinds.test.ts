import { expect, test } from 'vitest';
import { pageCacheLimits } from '../../../../src/rules/runtime/disk/disk-kinds.ts';
import { pieceBytes } from '../../../../src/rules/runtime/disk/page-cache.ts';

test.each(['ext4', 'xfs'] as const)(
  'with %s a piece fits below the limit, however little memory there is',
  (fileSystem) => {
    for (const memory of [0, 1, 64e6, 4e9, 60e9]) {
      const limits = pageCacheLimits(memory, 0.5, fileSystem);
      expect(limits.limitBytes).toBeGreaterThanOrEqual(limits.backgroundBytes);
      expect(limits.limitBytes).toBeGreaterThan(pieceBytes(limits));
      expect(limits.writeBackBytesPerSecond).toBeGreaterThan(0);
    }
  },
);

test('with xfs twice as much may wait as with ext4', () => {
  const [ext4, xfs] = (['ext4', 'xfs'] as const).map((kind) => pageCacheLimits(32e9, 130e6, kind));
  expect((xfs?.limitBytes ?? 0) / (ext4?.backgroundBytes ?? 1)).toBeCloseTo(2, 3);
  expect(xfs?.backgroundBytes).toBe(ext4?.backgroundBytes);
});
