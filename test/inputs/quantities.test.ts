import { expect, test } from 'vitest';
import { didYouMean } from '../../src/inputs/documents/did-you-mean.ts';
import { naturalOrder } from '../../src/inputs/nodes/plan-nodes.ts';
import {
  byteRateText,
  parseByteRate,
  parseByteSize,
  parseDuration,
} from '../../src/inputs/scenario/quantities.ts';
import { bytes, bytesPerSecond, lacksUnit, micros } from '../../src/inputs/scenario/quantity-shapes.ts';
import { errorsOf, scenarioYaml } from './reading.ts';

test.each([
  ['90s', 90e6],
  ['15m', 900e6],
  ['1h30m', 5_400e6],
  ['1.5ms', 1_500],
  ['250us', 250],
  ['0', 0],
  ['0s', 0],
  ['8760h', 365 * 24 * 3_600e6],
  ['8761h', undefined],
  ['90', undefined],
  ['-1s', undefined],
  ['1d', undefined],
  ['', undefined],
  ['1 s', undefined],
  [`${'0'.repeat(98)}1s`, 1e6],
  [`${'0'.repeat(99)}1s`, undefined],
])('the duration %s is %s µs', (text, micros) => expect(parseDuration(text)).toBe(micros));

test.each([
  ['300MB', 300e6],
  ['300MiB', 300 * 2 ** 20],
  ['300Mi', 300 * 2 ** 20],
  ['1.5GB', 1.5e9],
  ['8kB', 8_000],
  ['512', 512],
  ['512B', 512],
  ['1 GB', 1e9],
  ['9000TB', 9e15],
  ['99999TB', undefined],
  ['300 mb', undefined],
  ['-3MB', undefined],
  ['MB', undefined],
  ['1KiB', 1_024],
  ['1.25kB', 1_250],
  ['2TB', 2e12],
  ['1TiB', 2 ** 40],
  ['0.0004kB', 0],
  ['9007199254740991', 2 ** 53 - 1],
  ['9007199254740992', undefined],
  [`${'0'.repeat(38)}1B`, 1],
  [`${'0'.repeat(39)}1B`, undefined],
])('the size %s is %s bytes', (text, bytes) => expect(parseByteSize(text)).toBe(bytes));

test.each([
  ['1Gbit/s', 125e6],
  ['100MB/s', 100e6],
  ['1MiB/s', 2 ** 20],
  ['unlimited', null],
  ['0MB/s', undefined],
  ['1bit/s', undefined],
  ['1Gb', undefined],
  ['100MB', undefined],
  ['1.5 kbit/s', 188],
  ['1.25MB/s', 1_250_000],
  ['1Kibit/s', 128],
  ['1Tbit/s', 125e9],
  ['4bit/s', 1],
  ['9007199254740991B/s', 2 ** 53 - 1],
  ['9007199254740992B/s', undefined],
  [`${'0'.repeat(35)}1MB/s`, 1e6],
  [`${'0'.repeat(36)}1MB/s`, undefined],
])('the rate %s is %s bytes a second', (text, rate) => expect(parseByteRate(text)).toBe(rate));

test.each([
  [null, 'unlimited'],
  [125e6, '1Gbit/s'],
  [10e6, '80Mbit/s'],
  [12_345, '98.76kbit/s'],
  [1_234_567, '1234567B/s'],
])('the rate of %s bytes a second is written so that it is read again: %s', (rate, text) => {
  expect(byteRateText(rate)).toBe(text);
  expect(parseByteRate(text)).toBe(rate);
});

test('names are ordered by the value of their numbers', () => {
  expect(['n10', 'n2', 'n1', 'm3', 'n2a', 'n'].sort(naturalOrder)).toEqual([
    'm3',
    'n',
    'n1',
    'n2',
    'n2a',
    'n10',
  ]);
  expect(['b', 'a1', 'a1b', '10', 'a01', '9', 'a', '', 'a1'].sort(naturalOrder)).toEqual([
    '',
    '9',
    '10',
    'a',
    'a01',
    'a1',
    'a1',
    'a1b',
    'b',
  ]);
});

test('a near word is proposed, a far one not', () => {
  expect(didYouMean('maxParalelImagePulls', ['serializeImagePulls', 'maxParallelImagePulls'])).toBe(
    'maxParallelImagePulls',
  );
  expect(didYouMean('banana', ['serializeImagePulls', 'maxPods'])).toBeUndefined();
  expect(didYouMean('x', [])).toBeUndefined();
});

test.each([
  ['abd', 'abc', true],
  ['ade', 'abc', false],
  ['abxy', 'abcd', true],
  ['axyz', 'abcd', false],
  ['abcdefxyz', 'abcdefghi', true],
  ['abcdewxyz', 'abcdefghi', false],
  ['MAXPODS', 'maxPods', true],
  [`${'x'.repeat(198)}yz`, 'x'.repeat(200), true],
  [`${'x'.repeat(199)}yz`, 'x'.repeat(201), false],
])('%s may be meant as %s: %s', (word, candidate, isNear) => {
  expect(didYouMean(word, ['qqqqqqqqqqqq', candidate])).toBe(isNear ? candidate : undefined);
});

test.each([
  ['1', true],
  ['9999', true],
  ['10000', false],
  ['0', false],
  ['0300', false],
  ['1.5', true],
  ['9999.25', true],
  ['300B', false],
  ['300MB', false],
])('the size %s of an image lacks its unit: %s', (size, lacks) => {
  expect(lacksUnit(size)).toBe(lacks);
});

test.each([
  ['images: [{ name: b, size: 99999TB }]', 'images[0].size must be a size below 2^53 bytes, not "99999TB"'],
  [
    'images: [{ name: b, size: 1.5 }]',
    'images[0].size must be a size such as 300MB, 1.5GiB or a number of bytes, not 1.5',
  ],
  [
    'nodes: { defaults: { link: 0MB/s } }',
    'nodes.defaults.link must be a rate above 0 (a fault of kind stall stops traffic altogether), not "0MB/s"',
  ],
  [
    'nodes: { defaults: { timings: { unpack: unlimited } } }',
    'nodes.defaults.timings.unpack must be a rate such as 1Gbit/s or 100MB/s, not "unlimited"',
  ],
  ['horizon: 8761h', 'horizon must be a duration of at most a year, not "8761h"'],
  ['horizon: 0s', 'horizon must be a duration above 0, not "0s"'],
])('%s is refused in its words', (fields, message) => {
  expect(errorsOf(scenarioYaml(fields)).map((error) => error.message)).toEqual([message]);
});

test('what nobody has checked is a defect of ours', () => {
  expect(() => micros('soon')).toThrow('not a checked duration: soon');
  expect(() => bytes('big')).toThrow('not a checked size: big');
  expect(() => bytesPerSecond('fast')).toThrow('not a checked rate: fast');
});
