import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BackOffRules,
  type BackOffTable,
  dropExpiredBackOffs,
  emptyBackOffTable,
  isInBackOffSinceUpdate,
  nextBackOff,
} from '../../../../src/rules/kubelet/images/back-off.ts';

const second = 1_000_000;
const images: BackOffRules = { initialMicros: 10 * second, maxMicros: 300 * second };

function failAt(times: readonly number[], rules: BackOffRules = images): BackOffTable {
  return times.reduce((table, now) => nextBackOff(table, rules, 'k', now), emptyBackOffTable);
}

function windowSeconds(table: BackOffTable): number {
  return (table.get('k')?.backOffMicros ?? Number.NaN) / second;
}

// client-go v0.36.3, util/flowcontrol/backoff.go
describe('back-off', () => {
  it('doubles from 10 s to 300 s', () => {
    const windows = [1, 2, 3, 4, 5, 6, 7].map((failures) =>
      windowSeconds(failAt(Array<number>(failures).fill(0))),
    );
    expect(windows).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  // recorded from three kubelets
  it('starts the pulls of an image that fails after 300 ms at 0, 11, 32, 73, 154, 315, 616, 917 s when tried each second', () => {
    let table = emptyBackOffTable;
    const starts: number[] = [];
    for (let now = 0; now < 1_000; now += 1) {
      if (!isInBackOffSinceUpdate(table, images, 'k', now * second)) {
        starts.push(now);
        table = nextBackOff(table, images, 'k', now * second + 300_000);
      }
    }
    expect(starts).toEqual([0, 11, 32, 73, 154, 315, 616, 917]);
  });

  // `backoff-exact-edges`
  it('lets a pull through at the very end of its window', () => {
    const table = failAt([second]);
    expect(isInBackOffSinceUpdate(table, images, 'k', 11 * second - 1)).toBe(true);
    expect(isInBackOffSinceUpdate(table, images, 'k', 11 * second)).toBe(false);
  });

  // `backoff-reset-after-2max`, `backoff-never-expires-before-2max`
  it('forgets a failure after more than twice the maximum, not at twice the maximum', () => {
    const failures = [0, 0, 0];
    expect(windowSeconds(failAt([...failures, 600 * second]))).toBe(80);
    expect(windowSeconds(failAt([...failures, 600 * second + 1]))).toBe(10);
  });

  // `backoff-initial-above-max`: initial 20 s, maximum 5 s
  it('does not cap the first window, which expiry then cuts to twice the maximum', () => {
    const rules = { initialMicros: 20 * second, maxMicros: 5 * second };
    const table = failAt([0], rules);
    expect(windowSeconds(table)).toBe(20);
    expect(isInBackOffSinceUpdate(table, rules, 'k', 10 * second)).toBe(true);
    expect(isInBackOffSinceUpdate(table, rules, 'k', 10 * second + 1)).toBe(false);
    expect(windowSeconds(failAt([0, 10 * second], rules))).toBe(5);
  });

  // `concurrent-failures-same-key`
  it('doubles for each of several failures in one instant', () => {
    expect(windowSeconds(failAt([second, second, second]))).toBe(40);
  });

  // `backoff-key-pod-image`
  it('keeps keys apart', () => {
    const table = nextBackOff(failAt([0, 0]), images, 'other', 0);
    expect(table.get('other')?.backOffMicros).toBe(10 * second);
    expect(isInBackOffSinceUpdate(table, images, 'unknown', 0)).toBe(false);
  });

  it('drops expired entries only', () => {
    const table = nextBackOff(failAt([0]), images, 'other', 1);
    expect(dropExpiredBackOffs(table, images, 600 * second)).toBe(table);
    expect([...dropExpiredBackOffs(table, images, 600 * second + 1).keys()]).toEqual(['other']);
  });

  it('does not change the table it is given', () => {
    const table = failAt([0]);
    nextBackOff(table, images, 'k', 5);
    expect(table.get('k')).toEqual({ backOffMicros: 10 * second, lastUpdateMicros: 0 });
  });

  it('never shortens a live window, and makes the n-th 10·2ⁿ capped', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 650 * second }), { maxLength: 30 });
    fc.assert(
      fc.property(gaps, (waits) => {
        let table = failAt([0]);
        let now = 0;
        let failures = 0;
        for (const wait of waits) {
          const before = windowSeconds(table);
          now += wait;
          table = nextBackOff(table, images, 'k', now);
          failures = wait > 600 * second ? 0 : failures + 1;
          expect(windowSeconds(table)).toBe(Math.min(10 * 2 ** failures, 300));
          expect(wait > 600 * second || windowSeconds(table) >= before).toBe(true);
        }
      }),
    );
  });

  it('refuses exactly from a failure to the end of its window', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 700 * second }),
        (failures, elapsed) => {
          const table = failAt(Array<number>(failures).fill(0));
          expect(isInBackOffSinceUpdate(table, images, 'k', elapsed)).toBe(
            elapsed < windowSeconds(table) * second,
          );
        },
      ),
    );
  });
});
