import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../src/inputs/documents/decode-text.ts';

const text = 'kind: Pod # für Größe\n';
const utf16 = (bigEndian: boolean, mark: boolean) => {
  const units = [...(mark ? '\uFEFF' : ''), ...text].map((character) => character.charCodeAt(0));
  return Uint8Array.from(
    units.flatMap((unit) => (bigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])),
  );
};

describe('a text is read', () => {
  test.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['UTF-16 as PowerShell writes it', utf16(false, true)],
    ['UTF-16 with the high byte first', utf16(true, true)],
    ['UTF-16 without a mark', utf16(false, false)],
    ['UTF-16 without a mark, the high byte first', utf16(true, false)],
  ])('in %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test('that is empty, or a letter', () => {
    expect([decodeText(new Uint8Array()), decodeText(Uint8Array.of(65))]).toEqual(['', 'A']);
  });
});

test('what is no text is an error where that is asked for', () => {
  const bytes = Uint8Array.of(0x61, 0xff, 0x62, 0x63);
  expect(decodeText(bytes)).toBe('a\uFFFDbc');
  expect(() => decodeText(bytes, { fatal: true })).toThrow();
});
