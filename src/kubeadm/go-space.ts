// unicode.IsSpace of Go, which is not JavaScript's \s: U+0085 is a space, U+FEFF is none.
const spaces = '[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+';
const between = new RegExp(spaces, 'u');
const around = new RegExp(`^${spaces}|${spaces}$`, 'gu');

/** Returns the words of a text, as Go's `strings.Fields`. */
export function goFields(text: string): string[] {
  return text.split(between).filter((word) => word !== '');
}

/** Returns the text without spaces around it, as Go's `strings.TrimSpace`. */
export function goTrimSpace(text: string): string {
  return text.replace(around, '');
}
