import { isGoPrintable } from './go-printable.ts';

/**
 * The text in lower case as Go's `strings.ToLower` gives it: each code point by itself, so that `İ` becomes a plain `i`
 * and `Σ` does not know that it ends a word. Letters that Go does not know yet stay as they are.
 */
export function goLowerCase(text: string): string {
  let lower = '';
  for (const character of text) {
    if (character === 'İ') lower += 'i';
    else lower += isGoPrintable(character.codePointAt(0) ?? 0) ? character.toLowerCase() : character;
  }
  return lower;
}
