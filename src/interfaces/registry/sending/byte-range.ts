/** The bytes of a blob that are sent: from the first up to, and without, the last. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the bytes that a `Range` header asks for of a blob of this size; undefined where it asks for all, for
 * several ranges, or in another unit, which servers may ignore (RFC 9110, 14.2). `outside`: none of them is there.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return last === '0' ? 'outside' : { from: Math.max(0, bytes - Number(last)), to: bytes };
  const from = Number(first);
  if (last !== '' && Number(last) < from) return undefined;
  if (from >= bytes) return 'outside';
  return { from, to: last === '' ? bytes : Math.min(bytes, Number(last) + 1) };
}
