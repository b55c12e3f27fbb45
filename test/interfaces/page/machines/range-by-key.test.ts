import { describe, expect, test } from 'vitest';
import { rangeByKey } from '../../../../src/interfaces/page/machines/range-by-key.ts';
import type { TimeWindow } from '../../../../src/interfaces/page/ui-protocol.ts';

/** What is picked after these steps (1 to the right, -1 to the left), of 100 ms each. */
function picked(playheadMs: number, steps: readonly (-1 | 1)[], first?: TimeWindow): TimeWindow | undefined {
  const scope = { window: { fromMs: 1_000, toMs: 3_000 }, playheadMs, endMs: 2_950 };
  return steps.reduce<TimeWindow | undefined>((range, step) => rangeByKey({ ...scope, range }, step), first);
}

describe('a range by keys', () => {
  test.each<[string, number, (-1 | 1)[], TimeWindow | undefined]>([
    ['grows from the playhead to the right', 2_000, [1, 1], { fromMs: 2_000, toMs: 2_200 }],
    ['and to the left', 2_000, [-1, -1, -1], { fromMs: 1_700, toMs: 2_000 }],
    ['shrinks again, until nothing is picked', 2_000, [1, 1, -1, -1], undefined],
    ['is turned over the playhead', 2_000, [1, -1, -1], { fromMs: 1_900, toMs: 2_000 }],
    ['begins in the middle where the playhead is not in sight', 0, [1], { fromMs: 2_000, toMs: 2_100 }],
    ['ends at the end of the run', 2_900, [1, 1, 1], { fromMs: 2_900, toMs: 2_950 }],
  ])('%s', (_, playheadMs, steps, wanted) => {
    expect(picked(playheadMs, steps)).toEqual(wanted);
  });

  test('that was drawn elsewhere has its end moved, and is gone where that comes to its beginning', () => {
    const drawn = { fromMs: 1_500, toMs: 1_650 };
    expect(picked(2_000, [1], drawn)).toEqual({ fromMs: 1_500, toMs: 1_750 });
    expect(picked(2_000, [-1], drawn)).toEqual({ fromMs: 1_500, toMs: 1_550 });
    expect(picked(2_000, [-1, -1], drawn)).toBeUndefined();
  });
});
