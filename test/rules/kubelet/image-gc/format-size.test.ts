import { expect, it } from 'vitest';
import { formatSize } from '../../../../src/rules/kubelet/image-gc/image-gc-messages.ts';

// formatSize in pkg/kubelet/images/image_gc_manager.go (v1.36.3); scripts insufficient-* of
// test/proof/conformance/imagegc.ndjson.gz.

it.each([
  [0n, '0 B'],
  [1023n, '1023 B'],
  [1024n, '1.0 KiB'],
  [1024n ** 2n - 1n, '1024.0 KiB'],
  [1536n * 1024n, '1.5 MiB'],
  [100n * 1024n ** 3n, '100.0 GiB'],
  [3n * 1024n ** 4n, '3.0 TiB'],
  [5n * 1024n ** 5n, '5120.0 TiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

it('rounds a tie to the even digit, as Go does', () => {
  expect(formatSize(1280n)).toBe('1.2 KiB');
  expect(formatSize(1792n)).toBe('1.8 KiB');
});
