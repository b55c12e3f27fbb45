import { expect, test } from 'vitest';
import { isGoPrintable } from '../../../src/kubelet/go/go-printable.ts';

// strconv.IsPrint of Go 1.26, asked for each of the 1,114,112 code points
test('every code point is printable where it is so in Go', () => {
  let count = 0;
  let hash = 0;
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (!isGoPrintable(codePoint)) continue;
    count += 1;
    hash = (hash * 31 + codePoint) % 1_000_000_007;
  }
  expect({ count, hash }).toEqual({ count: 148_998, hash: 410_236_775 });
});

test('characters that are younger than Unicode 15.0 are not, whatever Node knows', () => {
  expect([0x1c89, 0x2ffc, 0x13460, 0x2ebf0].map(isGoPrintable)).toEqual([false, false, false, false]);
  expect([0x20, 0x7e, 0x7f, 0xa0, 0xe9, 0x1f433, 0xd800, 0x10ffff].map(isGoPrintable)).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
});
