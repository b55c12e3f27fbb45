import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type GoJson, parseGoJson } from '../../../../src/rules/kubelet/go/parse-go-json.ts';

// Go's encoding/json, scanner.go
it.each([
  ['', 'unexpected end of JSON input'],
  ['{', 'unexpected end of JSON input'],
  ['{"a":', 'unexpected end of JSON input'],
  ['"a', 'unexpected end of JSON input'],
  ['nope', "invalid character 'o' in literal null (expecting 'u')"],
  ['{a', "invalid character 'a' looking for beginning of object key string"],
  ['{"a" 1', "invalid character '1' after object key"],
  ['{"a":1 2', "invalid character '2' after object key:value pair"],
  ['[1 2', "invalid character '2' after array element"],
  ['{"a",}', "invalid character ',' after object key"],
  ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['[tru]', "invalid character ']' in literal true (expecting 'e')"],
  // Within a token the scanner takes the end of the text for a space.
  ['[tru', "invalid character ' ' in literal true (expecting 'e')"],
  ['01', "invalid character '1' after top-level value"],
  ['1e+x', "invalid character 'x' in exponent of numeric literal"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['{} x', "invalid character 'x' after top-level value"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u00x0"', "invalid character 'x' in \\u hexadecimal character escape"],
  ['"\n"', "invalid character '\\n' in string literal"],
  ['"\u0001"', "invalid character '\\x01' in string literal"],
  // The scanner reads bytes: of é it sees 0xc3 alone, which it shows as the character of that number.
  ['é', "invalid character 'Ã' looking for beginning of value"],
  ['{"a":1}\u{1f433}', "invalid character 'ð' after top-level value"],
  ["'a'", "invalid character '\\'' looking for beginning of value"],
  ['['.repeat(10_001), "invalid character '[' exceeded max depth"],
  ['{"a":'.repeat(10_001), "invalid character '{' exceeded max depth"],
  [`${'['.repeat(10_000)}1`, 'unexpected end of JSON input'],
])('%j: %s', (text, error) => {
  expect(parseGoJson(text)).toEqual({ error });
});

it('accepts exactly the texts that JSON.parse accepts', () => {
  const odd = fc.string({
    unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', '-', 'null', ' '),
    size: 'max',
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.oneof(fc.json(), odd), (text) => {
      const read = parseGoJson(text);
      expect('error' in read ? undefined : plain(read.value)).toEqual(kindsOf(text));
    }),
  );
});

it('keeps the order of members and one that is there twice, and takes half a surrogate pair for no character', () => {
  expect(parseGoJson('{"b":"\\ud83d\\udc33","2":"\\ud83d","b":[null,true]}')).toEqual({
    value: {
      kind: 'object',
      members: [
        { key: 'b', value: { kind: 'string', text: '\u{1f433}' } },
        { key: '2', value: { kind: 'string', text: '\ufffd' } },
        { key: 'b', value: { kind: 'array', items: [{ kind: 'null' }, { kind: 'bool' }] } },
      ],
    },
  });
});

/** What both readings are turned into: numbers and booleans by their kind. */
function plain(json: GoJson): unknown {
  if (json.kind === 'object')
    return Object.fromEntries(json.members.map(({ key, value }) => [key, plain(value)]));
  if (json.kind === 'array') return json.items.map(plain);
  return json.kind === 'string' ? { text: json.text } : json.kind;
}

function kindsOf(text: string): unknown {
  const well = (value: string) => value.replace(/\p{Surrogate}/gu, '\ufffd');
  const of = (value: unknown): unknown => {
    if (typeof value === 'string') return { text: well(value) };
    if (Array.isArray(value)) return value.map(of);
    if (typeof value !== 'object') return typeof value === 'boolean' ? 'bool' : typeof value;
    return value === null
      ? 'null'
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [well(key), of(one)]));
  };
  try {
    return of(JSON.parse(text));
  } catch {
    return undefined;
  }
}

// Go 1.27.3, whose encoding/json stands on jsontext: its own answers
it.each([
  ['é', "invalid character 'é' looking for beginning of value"],
  ['\u{1f433}', "invalid character '\u{1f433}' looking for beginning of value"],
  ['[nulé]', "invalid character 'é' in literal null (expecting 'l')"],
  ['["\t"]', String.raw`invalid character '\t' in string`],
  ['[1.x]', "invalid character 'x' in numeric literal"],
  ['[1e+]', "invalid character ']' in numeric literal"],
  [String.raw`["\q"]`, String.raw`invalid escape sequence ${'`'}\q${'`'} in string`],
  [String.raw`["\u00é"]`, String.raw`invalid escape sequence ${'`'}\u00é${'`'} in string`],
  // Six bytes, of which the last are those of a character that goes on, or that cannot be seen.
  [String.raw`["\é"]`, String.raw`invalid escape sequence "\\\xc3" in string`],
  [String.raw`["\u12 4"]`, String.raw`invalid escape sequence "\\u12 4" in string`],
  ['["\\ud8`"]', 'invalid escape sequence "\\\\ud8`\\"" in string'],
  // Within a token, too, a text that ends says only that.
  ['[tru', 'unexpected end of JSON input'],
  ['[-', 'unexpected end of JSON input'],
  [String.raw`["\u1`, 'unexpected end of JSON input'],
  [String.raw`["\ `.trimEnd(), 'unexpected end of JSON input'],
  ['['.repeat(10_001), 'exceeded max depth'],
  // As before.
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"a":1 2', "invalid character '2' after object key:value pair"],
])('%j in Go 1.27: %s', (text, error) => {
  expect(parseGoJson(text, '1.27')).toEqual({ error });
});
