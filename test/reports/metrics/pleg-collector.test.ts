import { describe, expect, test } from 'vitest';
import { PlegCollector } from '../../../src/reports/metrics/pleg-collector.ts';
import { noted, told } from './told-families.ts';

// pleg/generic.go, Relist (v1.36.3).
describe('relists', () => {
  type Relisted = { at: number; relists: number } & Record<string, unknown>;
  const collector = (...relists: readonly Relisted[]) =>
    noted(new PlegCollector('1970-01-01T00:01:00.000Z'), (trace) => {
      for (const { at, ...more } of relists)
        trace.tell(at, 'node-1/pleg', {
          type: 'pleg',
          state: 'relisted',
          periodMs: 1_000,
          tookMs: 10,
          ...more,
        } as never);
    });

  test('quiet ones before the first, between two and after the last go as their neighbours; a page asked for twice is the same', () => {
    const made = collector({ at: 5_000, relists: 2 }, { at: 9_050, relists: 5, tookMs: 50 });
    const lines = [
      // 10 ms for the first four, 50 ms for the fifth and for the two until 12.1 s.
      'pleg_relist_duration_seconds{} 7, 0.19',
      // 1.01 s between the first four, then 1.99 s, then twice 1.05 s.
      'pleg_relist_interval_seconds{} 6, 7.12',
      'pleg_last_seen_seconds{} 71',
    ];
    expect(told(made.families(11_200))).toEqual(lines);
    expect(told(made.families(11_200))).toEqual(lines);
    expect(told(made.families(12_200))[0]).toBe('pleg_relist_duration_seconds{} 8, 0.24');
  });

  test('one that is told of twice counts once; of one pod they count by themselves', () => {
    const made = collector(
      { at: 1_000, relists: 1 },
      { at: 1_000, relists: 1 },
      { at: 1_500, relists: 1, uid: 'a', tookMs: 30, discarded: 2 },
      {
        at: 1_600,
        relists: 1,
        uid: 'a',
        state: 'inspectionFailed',
      },
    );
    expect(told(made.families(1_700))).toEqual([
      'pleg_relist_duration_seconds{} 1, 0.01',
      'pleg_pod_relist_duration_seconds{} 1, 0.03',
      'pleg_discard_events{} 2',
      'pleg_last_seen_seconds{} 60',
    ]);
    made.restart();
    expect(told(made.families(1_700))).toEqual([]);
  });

  test('intervals of those that fail count from the last that went well, one more period away each', () => {
    const failed = collector({ at: 1_010, relists: 1 }, { at: 2_020, relists: 2, state: 'listFailed' });
    expect(told(failed.families(4_040))).toEqual([
      'pleg_relist_duration_seconds{} 4, 0.04',
      'pleg_relist_interval_seconds{} 3, 6.06',
      'pleg_last_seen_seconds{} 61',
    ]);
  });
});
