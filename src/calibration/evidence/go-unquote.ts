const simple: Readonly<Record<string, string>> = { a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const escaped = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([0-7]{3})|(.))/gisu;

/**
 * Returns the text in the quotes that `%q` of Go's fmt has written, without its escapes. Bytes that are no UTF-8 (`\xff`) become one
 * character each.
 */
export function goUnquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted;
  return quoted.replace(escaped, (_, byte: string | undefined, short: string | undefined, long: string | undefined, octal, one: string) => {
    const hex = byte ?? short ?? long;
    if (hex !== undefined) return codePoint(Number.parseInt(hex, 16));
    if (octal !== undefined) return codePoint(Number.parseInt(octal, 8));
    return simple[one] ?? one;
  });
}

function codePoint(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}
