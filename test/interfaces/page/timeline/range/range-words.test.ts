import { expect, test } from 'vitest';
import { rangeWords } from '../../../../../src/interfaces/page/timeline/range/range-words.ts';
import type { RangeTotals } from '../../../../../src/reports/run-view/range-totals.ts';

const idle: RangeTotals = {
  pulls: { begun: 0, succeeded: 0, failed: 0 },
  bytes: 0,
  waiting: [],
  backOffMs: 0,
  slots: { inUse: 0 },
  imageGc: { images: 0, freedBytes: 0 },
};

test('all totals of a range are told, the four longest waits and back-off among them', () => {
  expect(
    rangeWords({
      pulls: { begun: 1, succeeded: 3, failed: 2 },
      bytes: 320e6,
      waiting: [
        { phase: 'downloading', waitedMs: 40_000 },
        { phase: 'waitingForSlot', waitedMs: 30_000 },
        { phase: 'unpacking', waitedMs: 20_000 },
        { phase: 'starting', waitedMs: 10_000 },
        { phase: 'resolving', waitedMs: 8_000 },
        { phase: 'backingOff', waitedMs: 5_000 },
      ],
      backOffMs: 5_000,
      slots: { inUse: 2, max: 2 },
      imageGc: { images: 1, freedBytes: 3.4e9 },
    }),
  ).toEqual([
    '1 pull begun, 3 succeeded, 2 failed',
    '320 MB pulled',
    '113 s waited together: downloading 40 s, waiting for a slot 30 s, unpacking 20 s, starting 10 s, backing off 5.0 s, and 1 more',
    '2 of 2 slots in use at the most',
    'image GC freed 3.4 GB, 1 image',
  ]);
});

test('what did not happen is left out, and a range in which nothing did says so', () => {
  expect(rangeWords({ ...idle, pulls: { begun: 2, succeeded: 2, failed: 0 }, slots: { inUse: 7 } })).toEqual([
    '2 pulls begun, 2 succeeded',
    '7 slots in use at the most',
  ]);
  expect(rangeWords(idle)).toEqual(['no pull, no wait']);
});
