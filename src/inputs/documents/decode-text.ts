/**
 * The text of a file in UTF-8, or in UTF-16 as PowerShell's `>` writes it: by its byte order mark, or as
 * every second byte of its beginning is zero. What is no UTF-8 becomes U+FFFD, or is an error where `fatal`
 * is true.
 */
export function decodeText(bytes: Uint8Array, { fatal = false }: { readonly fatal?: boolean } = {}): string {
  return new TextDecoder(encodingOf(bytes), { fatal }).decode(bytes);
}

function encodingOf([a, b, c, d]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : 'utf-8';
}
