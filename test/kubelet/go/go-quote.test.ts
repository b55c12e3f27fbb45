import { describe, expect, it } from 'vitest';
import { goQuote } from '../../../src/kubelet/go/go-quote.ts';

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
