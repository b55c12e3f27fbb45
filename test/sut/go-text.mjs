import { isNewerThanGo } from './newer-characters.mjs';

/** Go's `%q`, for valid UTF-8. @param {string} text */
export function quote(text) {
  let quoted = '';
  for (const character of text) quoted += quotedCharacter(character, character.codePointAt(0) ?? 0);
  return `"${quoted}"`;
}

const short = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

/** @param {string} character @param {number} code */
function quotedCharacter(character, code) {
  const escaped = short.get(character);
  if (escaped !== undefined) return escaped;
  if (character === ' ' || (!isNewerThanGo(code) && /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character)))
    return character;
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** Whether Go's `strings.ToLower` changes the text. @param {string} text */
export function hasUpperCase(text) {
  return [...text].some(
    (character) => character.toLowerCase() !== character && !isNewerThanGo(character.codePointAt(0) ?? 0),
  );
}

/** Go's `time.Duration.String()`. @param {number} nanos */
export function duration(nanos) {
  if (nanos === 0) return '0s';
  if (nanos < 1e3) return `${nanos}ns`;
  if (nanos < 1e6) return `${fraction(nanos, 1e3)}µs`;
  if (nanos < 1e9) return `${fraction(nanos, 1e6)}ms`;
  const seconds = `${fraction(nanos % 60e9, 1e9)}s`;
  const minutes = Math.floor(nanos / 60e9);
  if (minutes === 0) return seconds;
  return minutes < 60 ? `${minutes}m${seconds}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`;
}

/** `nanos / unit` in decimal digits, without trailing zeros. @param {number} nanos @param {number} unit */
function fraction(nanos, unit) {
  const digits = String(nanos % unit)
    .padStart(String(unit).length - 1, '0')
    .replace(/0+$/, '');
  return digits === '' ? `${Math.floor(nanos / unit)}` : `${Math.floor(nanos / unit)}.${digits}`;
}
