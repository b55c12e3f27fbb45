/** The words of a command line that is being typed. */
export interface TypedWords {
  /** The words that are complete, without their quotes, from the program on. */
  readonly before: readonly string[];
  /** The word at the cursor, without its quotes; empty after a blank. */
  readonly current: string;
}

/** What begins another command: what stands before it has no part in the completion. */
const separators = new Set(['|', ';', '&', '(']);

/** Returns the words of a shell's line up to the cursor. A quote may still be open. In PowerShell, too, quotes keep blanks together. */
export function typedWords(line: string): TypedWords {
  let words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const letter of line) {
    if (quote !== undefined) {
      if (letter === quote) quote = undefined;
      else word += letter;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      word ??= '';
    } else if (separators.has(letter)) {
      words = [];
      word = undefined;
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  return { before: words, current: word ?? '' };
}
