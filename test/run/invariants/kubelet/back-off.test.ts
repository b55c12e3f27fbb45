import { describe, expect, it } from 'vitest';
import { backOffDoubles, backOffIsKept } from '../../../../src/run/invariants/kubelet/back-off.ts';
import { fault, type Line, node, pull, traceOf } from '../trace-of.ts';

// client-go/util/flowcontrol/backoff.go: Next and hasExpired

const failed = (atS: number, windowS: number, where = 'a'): Line =>
  pull(atS * 1000, where, 'failed', { windowMs: windowS * 1000, untilMs: (atS + windowS) * 1000 });
const check = (...lines: Line[]) => backOffDoubles.check(traceOf([node()], lines));
const chain = [
  failed(0, 10),
  failed(11, 20),
  failed(32, 40),
  failed(80, 80),
  failed(161, 160),
  failed(330, 300),
  failed(640, 300),
];

it('holds for 10, 20, 40, 80, 160, 300, 300 s, per pod, and from 10 s again after more than 600 s', () => {
  expect(check(...chain)).toEqual([]);
  expect(check(...chain, failed(650, 10, 'b'), failed(1240, 300), failed(1840.001, 10))).toEqual([]);
});

it('finds a window that does not follow', () => {
  expect(check(...chain.slice(0, 3), failed(80, 40))).toHaveLength(2);
  expect(check(...chain, failed(1240, 10))).toHaveLength(2);
  expect(check(pull(0, 'a', 'failed', { windowMs: 10_000, untilMs: 9_000 }))).toEqual([
    { record: 1, message: 'a window until 9000 ms that began at 0 ms with 10000 ms' },
  ]);
});

it('forgets with the kubelet', () => {
  expect(check(failed(0, 10), fault(5_000, 'kubeletRestart'), failed(11, 10))).toEqual([]);
});

describe('back off is kept', () => {
  // client-go/util/flowcontrol/backoff.go: IsInBackOffSinceUpdate; elapsed equal to the window is allowed.

  const failed = pull(1_000, 'a', 'failed', { windowMs: 10_000, untilMs: 11_000 });
  const check = (...lines: Line[]) => backOffIsKept.check(traceOf([node()], lines));

  it('holds for refusals within the window and a pull at its very end', () => {
    expect(
      check(
        failed,
        pull(10_999, 'a', 'backingOff', { untilMs: 11_000 }),
        pull(11_000, 'a', 'waiting'),
        pull(11_000, 'a', 'pulling'),
      ),
    ).toEqual([]);
    expect(
      check(failed, pull(2_000, 'b', 'waiting'), pull(2_000, 'a', 'waiting', { image: 'other:1' })),
    ).toEqual([]);
  });

  it('finds an early pull, a refusal too late, and one with another end', () => {
    expect(check(failed, pull(10_999, 'a', 'waiting'))).toHaveLength(1);
    expect(check(failed, pull(11_000, 'a', 'backingOff', { untilMs: 11_000 }))).toHaveLength(1);
    expect(check(failed, pull(5_000, 'a', 'backingOff', { untilMs: 10_000 }))).toHaveLength(1);
  });
});
