import { appendAll } from '../../collections/append-all.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digitOf = new Map([...alphabet].map((character, value) => [character.charCodeAt(0), value]));
const lineBreaks: readonly (number | undefined)[] = [10, 13];
const padding = 61;

/**
 * Decodes base64, line breaks left out; or returns the place of the byte at which Go gives up. `isPadded`:
 * whether it must end with its padding or must have none. Mirrors `decodeQuantum` of StdEncoding and
 * RawStdEncoding in Go's encoding/base64.
 */
export function decodeBase64(
  encoded: string,
  isPadded = true,
): { readonly bytes: Uint8Array } | { readonly badAt: number } {
  const source = new TextEncoder().encode(encoded);
  const afterBreaks = (from: number): number => {
    let at = from;
    while (lineBreaks.includes(source[at])) at += 1;
    return at;
  };
  const bytes: number[] = [];
  let digits: number[] = [];
  const flush = (): void => {
    const [first = 0, second = 0, third = 0, fourth = 0] = digits;
    const decoded = [
      (first << 2) | (second >> 4),
      ((second & 15) << 4) | (third >> 2),
      ((third & 3) << 6) | fourth,
    ];
    appendAll(bytes, decoded.slice(0, Math.max(0, digits.length - 1)));
    digits = [];
  };
  let at = 0;
  for (; at < source.length; at += 1) {
    const byte = source[at];
    if (lineBreaks.includes(byte)) continue;
    const value = byte === undefined ? undefined : digitOf.get(byte);
    if (value === undefined) break;
    digits.push(value);
    if (digits.length === 4) flush();
  }
  if (at === source.length) {
    if (digits.length === 1 || (isPadded && digits.length > 0)) return { badAt: at - digits.length };
  } else {
    if (!isPadded || source[at] !== padding || digits.length < 2) return { badAt: at };
    if (digits.length === 2) {
      const second = afterBreaks(at + 1);
      if (second === source.length) return { badAt: second };
      if (source[second] !== padding) return { badAt: second - 1 };
      at = second;
    }
    const end = afterBreaks(at + 1);
    if (end < source.length) return { badAt: end };
  }
  flush();
  return { bytes: new Uint8Array(bytes) };
}
