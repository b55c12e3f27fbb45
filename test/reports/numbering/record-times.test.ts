import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRecord, RecordTimes, timeOfRecord } from '../../../src/reports/numbering/record-times.ts';

const year = 365 * 24 * 3_600 * 1_000_000;
/** Microseconds since the record before: mostly none or few. */
const gap = fc.oneof(fc.constant(0), fc.nat(200), fc.nat(20_000_000), fc.nat(year));

test('times come back as they were, and so does the first one that is late enough', () => {
  fc.assert(
    fc.property(fc.array(gap, { minLength: 1, maxLength: 5_000, size: 'max' }), fc.nat(), (gaps, place) => {
      const times = new RecordTimes();
      let micros = 0;
      const all = gaps.map((one) => {
        micros += one;
        return micros / 1_000;
      });
      expect(all.map((at) => times.push(at))).toEqual(all.map((_, index) => index));
      const packed = times.pack();
      const index = place % all.length;
      const at = all[index] ?? 0;
      expect(timeOfRecord(packed, index)).toBe(at);
      expect(firstRecord(packed, (one) => one >= at)).toBe(all.indexOf(at));
      expect(firstRecord(packed, (one) => one > at)).toBe(all.lastIndexOf(at) + 1);
    }),
  );
});

test('a record takes a byte where the one before it has the same time, and two where it came within 16 ms', () => {
  const times = new RecordTimes();
  for (let record = 0; record < 10_000; record++) times.push(Math.floor(record / 2) * 15);
  expect(times.pack().bytes.length).toBe(15_000 - 1);
  expect(timeOfRecord(times.pack(), 10_000)).toBe(0);
});
