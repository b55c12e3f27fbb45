import { mixBits, textHash } from '../../rules/values/text-hash.ts';
/**
 * Returns 256 bits that depend only on the text, as 64 lower-case hex digits. They are for names, UIDs,
 * made-up digests and drawn sizes, and are not cryptographic. (FNV-1a in eight lanes, each finished with
 * MurmurHash3's mixer.)
 */
export function nameHash(text: string): string {
  let result = '';
  for (let lane = 0; lane < 8; lane++) result += lane32(text, lane).toString(16).padStart(8, '0');
  return result;
}

/** Returns a number in [0, 1) that depends only on the text. */
export function nameFraction(text: string): number {
  return lane32(text, 0) / 2 ** 32;
}

function lane32(text: string, lane: number): number {
  return mixBits(textHash(text, 0x811c9dc5 ^ Math.imul(lane, 0x9e3779b1))) >>> 0;
}
