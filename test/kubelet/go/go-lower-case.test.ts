import { describe, expect, it } from 'vitest';
import { goLowerCase } from '../../../src/kubelet/go/go-lower-case.ts';

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
