import { expect, test } from 'vitest';
import { durationText, humanDuration, sizeText } from '../../../src/reports/text/quantity-text.ts';

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

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

// k8s.io/apimachinery/pkg/util/duration/duration_test.go, TestHumanDuration and TestHumanDurationBoundaries,
// v0.36.3
test.for([
  [-2 * second, '<invalid>'],
  [-2 * second + 0.001, '0s'],
  [0, '0s'],
  [second - 0.001, '0s'],
  [second, '1s'],
  [2 * minute - 0.001, '119s'],
  [2 * minute, '2m'],
  [2 * minute + second, '2m1s'],
  [10 * minute - second, '9m59s'],
  [10 * minute, '10m'],
  [10 * minute + second, '10m'],
  [3 * hour - second, '179m'],
  [3 * hour, '3h'],
  [3 * hour + minute, '3h1m'],
  [8 * hour - 0.001, '7h59m'],
  [8 * hour, '8h'],
  [8 * hour + 59 * minute, '8h'],
  [2 * day - 0.001, '47h'],
  [2 * day, '2d'],
  [2 * day + hour, '2d1h'],
  [8 * day - 0.001, '7d23h'],
  [8 * day, '8d'],
  [8 * day + 23 * hour, '8d'],
  [2 * 365 * day - 0.001, '729d'],
  [2 * 365 * day, '2y'],
  [2 * 365 * day + day, '2y1d'],
  [3 * 365 * day, '3y'],
  [8 * 365 * day - 0.001, '7y364d'],
  [8 * 365 * day, '8y'],
  [8 * 365 * day + 364 * day, '8y'],
] as const)('%d ms is %s', ([durationMs, text]) => {
  expect(humanDuration(durationMs)).toBe(text);
});
