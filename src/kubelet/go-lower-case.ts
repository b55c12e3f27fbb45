/**
 * The text in lower case as Go's `strings.ToLower` gives it: each code point by itself, so that `İ` becomes a plain `i`
 * and `Σ` does not know that it ends a word.
 */
export function goLowerCase(text: string): string {
  let lower = '';
  for (const character of text) {
    lower += character === 'İ' ? 'i' : character.toLowerCase();
  }
  return lower;
}
