import { expect, test } from 'vitest';
import { parseQuantity } from '../../../src/kubelet/eviction/parse-quantity.ts';

// What resource.ParseQuantity(text).Value() of k8s.io/apimachinery v0.36.3 answered, undefined for an error.
test.each([
  ['0', 0],
  ['100', 100],
  ['00012', 12],
  ['1.5', 2],
  ['+5', 5],
  ['5.', 5],
  ['5.G', 5_000_000_000],
  ['.5G', 500_000_000],
  ['100Mi', 104_857_600],
  ['1.5Gi', 1_610_612_736],
  ['2k', 2_000],
  ['1.1k', 1_100],
  ['10G', 10_000_000_000],
  ['1Ti', 1_099_511_627_776],
  ['1Pi', 2 ** 50],
  ['1Ei', 2 ** 60],
  ['1E', 1e18],
  ['1e9', 1_000_000_000],
  ['1e+9', 1_000_000_000],
  ['1e09', 1_000_000_000],
  ['12E6', 12_000_000],
  ['1.5e3', 1_500],
  ['1E-3', 1],
  ['0e5', 0],
  ['1500m', 2],
  ['1u', 1],
  ['1n', 1],
  ['.', 0],
  ['k', 0],
  ['e5', 0],
  ['', undefined],
  ['1K', undefined],
  ['1ki', undefined],
  ['1i', undefined],
  ['1MM', undefined],
  ['1e', undefined],
  ['1e+', undefined],
  ['1E+', undefined],
  ['1e--5', undefined],
  ['1e1.5', undefined],
  ['1eE', undefined],
  ['1Ee5', undefined],
  ['1e5i', undefined],
  ['1e5Gi', undefined],
  ['1+5', undefined],
  ['--1', undefined],
  ['0x10', undefined],
  ['1_000', undefined],
  ['10 G', undefined],
  [' 1', undefined],
  ['1e9 ', undefined],
  ['1e9\n', undefined],
  ['1constructor', undefined],
])('%j are %s bytes', (text, bytes) => {
  expect(parseQuantity(text)).toBe(bytes);
});

// Upstream reads these; whoever asks for bytes here takes none below 0, and any so large is more than every disk has.
test('a negative quantity is none, and one beyond every number stays finite', () => {
  expect(parseQuantity('-1G')).toBeUndefined();
  expect(parseQuantity('1e400')).toBe(Number.MAX_VALUE);
});
