/** Returns FNV-1a of the text's UTF-16 code units, in 32 bits. Another `start` makes another hash. */
export function textHash(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/**
 * Returns 32 bits of which each depends on all of these: the finalizer of MurmurHash3. Neighbours become
 * strangers.
 */
export function mixBits(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
