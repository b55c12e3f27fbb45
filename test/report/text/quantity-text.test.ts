import { expect, test } from 'vitest';
import { durationText, sizeText } from '../../../src/report/text/quantity-text.ts';

test.for([
  [0, '0 ms'],
  [180.4, '180 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [9_949, '9.9 s'],
  [9_951, '10 s'],
  [119_499, '119 s'],
  [151_000, '2 m 31 s'],
  [3_599_600, '1 h 0 m'],
  [82_800_000, '23 h 0 m'],
] as const)('%d ms is %s', ([durationMs, text]) => {
  expect(durationText(durationMs)).toBe(text);
});

test.for([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [71_000_000, '71 MB'],
  [999_600_000, '1.0 GB'],
  [6_200_000_000, '6.2 GB'],
] as const)('%d bytes are %s', ([bytes, text]) => {
  expect(sizeText(bytes)).toBe(text);
});
