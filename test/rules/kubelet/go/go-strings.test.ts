import { describe, expect, it, test } from 'vitest';
import { goLowerCase, goQuote, isGoPrintable } from '../../../../src/rules/kubelet/go/go-strings.ts';

describe('goQuote', () => {
  // strconv.Quote of Go 1.26; those of `names-quoting` are also in conformance/traces of three kubelets
  it.each([
    ['ro"ot', '"ro\\"ot"'],
    ['ro\\ot', '"ro\\\\ot"'],
    ["ro'ot", '"ro\'ot"'],
    ['ro%sot', '"ro%sot"'],
    ['<root>&', '"<root>&"'],
    ['\u0007\b\f\n\r\t\v', '"\\a\\b\\f\\n\\r\\t\\v"'],
    ['\u0000\u001f\u007f', '"\\x00\\x1f\\x7f"'],
    ['\u200b', '"\\u200b"'],
    ['\u00a0', '"\\u00a0"'],
    ['\u00ad', '"\\u00ad"'],
    ['\u2028', '"\\u2028"'],
    ['\u3000', '"\\u3000"'],
    ['\ue000', '"\\ue000"'],
    ['\u0378', '"\\u0378"'],
    ['\uffff', '"\\uffff"'],
    ['\u{13460}a', '"\\U00013460a"'],
    ['\u{1fffe}', '"\\U0001fffe"'],
    ['\u{e0001}', '"\\U000e0001"'],
    ['\u{10ffff}', '"\\U0010ffff"'],
    ['😀 é e\u0301', '"😀 é e\u0301"'],
    ['\ufffd', '"\ufffd"'],
    ['', '""'],
  ])('quotes %j as %s', (text, quoted) => {
    expect(goQuote(text)).toBe(quoted);
  });

  // encoding/json: a lone surrogate in the input becomes U+FFFD before Go ever sees it
  it('prints a lone surrogate as the replacement character', () => {
    expect(goQuote('ro\ud800ot')).toBe('"ro\ufffdot"');
    expect(goQuote('\udfff')).toBe('"\ufffd"');
  });
});

// strconv.IsPrint of Go 1.26 and of Go 1.27, asked for each of the 1,114,112 code points
test.each([
  ['15.0', 148_998, 410_236_775],
  ['17.0', 159_613, 439_096_090],
] as const)(
  'every code point is printable where it is so in a Go with Unicode %s',
  (unicode, count, hash) => {
    const found = { count: 0, hash: 0 };
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      if (!isGoPrintable(codePoint, unicode)) continue;
      found.count += 1;
      found.hash = (found.hash * 31 + codePoint) % 1_000_000_007;
    }
    expect(found).toEqual({ count, hash });
  },
);

// unicode.ToLower of Go 1.27
test('capital letters of Unicode 16 and 17 have small ones in Go 1.27, whatever Node has', () => {
  const young = [0x1c89, 0xa7cb, 0xa7cc, 0xa7cd, 0xa7ce, 0xa7d2, 0xa7d4, 0xa7da, 0xa7dc, 0x10d65, 0x16eb8];
  expect(
    young.map((codePoint) => goLowerCase(String.fromCodePoint(codePoint), '17.0').codePointAt(0)),
  ).toEqual([0x1c8a, 0x264, 0xa7cd, 0xa7cd, 0xa7cf, 0xa7d3, 0xa7d5, 0xa7db, 0x19b, 0x10d85, 0x16ed3]);
  expect(goQuote('\u{13460}', '17.0')).toBe('"\u{13460}"');
});

test("characters newer than Unicode 15.0 are not printable, whatever Node's version", () => {
  expect([0x1c89, 0x2ffc, 0x13460, 0x2ebf0].map((codePoint) => isGoPrintable(codePoint))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(
    [0x20, 0x7e, 0x7f, 0xa0, 0xe9, 0x1f433, 0xd800, 0x10ffff].map((codePoint) => isGoPrintable(codePoint)),
  ).toEqual([true, true, false, false, true, true, false, false]);
});

describe('goLowerCase', () => {
  // unicode.ToLower of Go, which knows neither SpecialCasing nor context; JavaScript's own differs in both
  it.each([
    ['REG.io/Foo', 'reg.io/foo'],
    ['İ', 'i'],
    ['ΑΣ', 'ασ'],
    ['\u212a', 'k'],
    // Unicode 16 made it a capital letter; Go 1.26 has Unicode 15
    ['\u1c89', '\u1c89'],
  ])('lowers %s to %s', (text, lower) => {
    expect(goLowerCase(text)).toBe(lower);
  });
});
