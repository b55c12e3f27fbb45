const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Decodes base64 as text (UTF-8), line breaks left out; or tells the place of the first byte that is not base64.
 * `isPadded`: whether it must end with its padding or must have none. Mirrors StdEncoding and RawStdEncoding of Go's encoding/base64.
 */
export function decodeBase64(encoded: string, isPadded = true): { readonly text: string } | { readonly badAt: number } {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  let digits = 0;
  let end = encoded.length;
  for (let at = 0; at < encoded.length; at += 1) {
    const character = encoded[at] ?? '';
    if (character === '\n' || character === '\r') continue;
    const value = alphabet.indexOf(character);
    if (value < 0) {
      end = at;
      break;
    }
    digits += 1;
    held = (held << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
      held &= (1 << bits) - 1;
    }
  }
  const rest = encoded.slice(end).replace(/[\r\n]/g, '');
  const wanted = isPadded ? ['', undefined, '==', '='][digits % 4] : digits % 4 === 1 ? undefined : '';
  return rest === wanted ? { text: new TextDecoder().decode(new Uint8Array(bytes)) } : { badAt: end };
}
