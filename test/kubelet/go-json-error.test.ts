import fc from 'fast-check';
import { expect, it } from 'vitest';
import { goJsonError } from '../../src/kubelet/go-json-error.ts';

// Go's encoding/json, scanner.go; semantics §18.6
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
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['{} x', "invalid character 'x' after top-level value"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u00x0"', "invalid character 'x' in \\u hexadecimal character escape"],
  ['"\n"', "invalid character '\\n' in string literal"],
])('%j: %s', (text, error) => {
  expect(goJsonError(text)).toBe(error);
});

it('accepts what JSON.parse accepts, and nothing else', () => {
  fc.assert(fc.property(fc.json(), (text) => goJsonError(text) === undefined));
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', '-', 'null', ' ') }), (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect(goJsonError(text) === undefined).toBe(isJson);
    }),
  );
});
