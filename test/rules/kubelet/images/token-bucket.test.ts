import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fullTokenBucket,
  type TokenBucketRules,
  takeToken,
} from '../../../../src/rules/kubelet/images/token-bucket.ts';

function accepted(rules: TokenBucketRules, times: readonly number[]): boolean[] {
  let bucket = fullTokenBucket(rules, 0);
  return times.map((now) => {
    const answer = takeToken(rules, bucket, now);
    bucket = answer.bucket;
    return answer.accepted;
  });
}

function every(periodMicros: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => index * periodMicros);
}

function countAccepted(rules: TokenBucketRules, times: readonly number[]): number {
  return accepted(rules, times).filter(Boolean).length;
}

// golang.org/x/time v0.14.0, rate/rate.go
describe('token bucket', () => {
  // run on the real kubelet
  it('lets 12 of 30 pulls 20 ms apart through with 5 QPS and a burst of 10', () => {
    expect(countAccepted({ qps: 5, burst: 10 }, every(20_000, 30))).toBe(12);
  });

  // answers of golang.org/x/time v0.14.0 itself; the first are `qps-5-1-each-200ms` and
  // `qps-5-1-each-199.999999ms`
  it.each<[number, readonly number[], readonly boolean[]]>([
    [5, [0, 200_000, 400_000, 600_000], [true, true, true, true]],
    [5, [0, 199_999.999, 399_999.998, 599_999.997], [true, true, false, true]],
    [5, [0, 199_999.998, 199_999.999, 200_000], [true, false, true, false]],
    [5, [0, 199_999, 200_000], [true, false, true]],
    [3, [0, 333_333.332, 333_333.333, 666_666.666, 999_999.999], [true, false, true, true, true]],
    [3, [0, 333_333, 333_334, 666_667], [true, false, true, false]],
    [0.1, [0, 9_999_999, 9_999_999.853, 10_000_000], [true, false, true, false]],
  ])('rounds as the real one: %d QPS at %j', (qps, times, answers) => {
    expect(accepted({ qps, burst: 1 }, times)).toEqual(answers);
  });

  it('goes below zero by what a nanosecond brings', () => {
    const { accepted: passed, bucket } = takeToken(
      { qps: 5, burst: 1 },
      { tokens: 0, lastMicros: 0 },
      199_999.999,
    );
    expect(passed).toBe(true);
    expect(bucket.tokens).toBeLessThan(0);
    expect(bucket.tokens).toBeGreaterThan(-1e-8);
  });

  it('changes nothing by a refusal', () => {
    const rules = { qps: 1, burst: 1 };
    const { bucket } = takeToken(rules, fullTokenBucket(rules, 0), 0);
    const refusal = takeToken(rules, bucket, 999_999);
    expect(refusal).toEqual({ accepted: false, bucket });
    expect(refusal.bucket).toBe(bucket);
  });

  // `qps-2000-0-each-500ms`
  it('refuses everything with a burst of 0', () => {
    expect(countAccepted({ qps: 2_000, burst: 0 }, every(500_000, 50))).toBe(0);
  });

  // Limiter.AllowN checks the burst before the wait: a rate at which a token comes back within a nanosecond
  // passes the wait alone
  it('refuses everything with a burst of 0, however fast tokens would come', () => {
    expect(accepted({ qps: 4e9, burst: 0 }, [0, 1_000_000])).toEqual([false, false]);
  });

  // Limit.tokensFromDuration and durationFromTokens: a rate of 0 or less brings no tokens and takes none away
  it.each([0, -5])('with %d QPS has its burst and nothing after it', (qps) => {
    expect(accepted({ qps, burst: 2 }, [0, 3_600_000_000, 7_200_000_000, 9_000_000_000])).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(accepted({ qps, burst: 1 }, [0, 1])).toEqual([true, false]);
  });

  it('does not fill beyond its burst', () => {
    const later = 3_600_000_000;
    expect(accepted({ qps: 5, burst: 2 }, [later, later, later])).toEqual([true, true, false]);
  });

  // flowcontrol.NewTokenBucketRateLimiter takes a float32, which makes 0.1 a little more
  it('computes with the rate as a float32', () => {
    const { bucket } = takeToken({ qps: 0.1, burst: 2 }, { tokens: 0.5, lastMicros: 0 }, 10_000_000);
    expect(bucket.tokens).toBe(0.5 + 10 * 0.10000000149011612 - 1);
  });

  it('takes an earlier time for no time passed', () => {
    expect(takeToken({ qps: 5, burst: 1 }, { tokens: 0, lastMicros: 1_000_000 }, 0).accepted).toBe(false);
  });

  // Rates and times are binary fractions, so that both are exact: tokens in 64ths, one tick of 1/64 s after
  // the other.
  it('agrees with a bucket that is filled tick by tick', () => {
    const tickMicros = 15_625;
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 4, 5, 16),
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 60 }),
        (qps, burst, waits) => {
          const expected: boolean[] = [];
          const times: number[] = [];
          let sixtyFourths = burst * 64;
          let ticks = 0;
          for (const wait of waits) {
            for (let tick = 0; tick < wait; tick += 1) {
              sixtyFourths = Math.min(sixtyFourths + qps, burst * 64);
            }
            ticks += wait;
            times.push(ticks * tickMicros);
            expected.push(sixtyFourths >= 64);
            sixtyFourths -= sixtyFourths >= 64 ? 64 : 0;
          }
          expect(accepted({ qps, burst }, times)).toEqual(expected);
        },
      ),
    );
  });

  it('never lets more through than burst and rate allow', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 50, noNaN: true }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 2_000_000 }), { maxLength: 100 }),
        (qps, burst, waits) => {
          let now = 0;
          const times = waits.map((wait) => (now += wait));
          expect(countAccepted({ qps, burst }, times)).toBeLessThanOrEqual(
            burst + Math.fround(qps) * (now / 1e6) + 1e-6,
          );
        },
      ),
    );
  });
});
