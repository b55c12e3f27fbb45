import { isGoPrintable } from './go-printable.ts';

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

/**
 * The text in double quotes as `%q` of Go's fmt prints it (`strconv.Quote`).
 *
 * A lone surrogate cannot be in a Go string that came through JSON or YAML; it counts as U+FFFD, as Go's decoder makes it.
 */
export function goQuote(text: string): string {
  let quoted = '"';
  for (const character of text) {
    quoted += escapes.get(character) ?? escapeUnlessPrintable(character);
  }
  return `${quoted}"`;
}

function escapeUnlessPrintable(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) {
    return '\ufffd';
  }
  if (isGoPrintable(codePoint)) {
    return character;
  }
  const hex = codePoint.toString(16);
  if (codePoint < 0x20 || codePoint === 0x7f) {
    return `\\x${hex.padStart(2, '0')}`;
  }
  return codePoint < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
