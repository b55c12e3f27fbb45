import { expect, it } from 'vitest';
import { backOffIsKept } from '../../../src/invariants/kubelet/back-off-is-kept.ts';
import { type Line, node, pull, traceOf } from '../trace-of.ts';

// client-go/util/flowcontrol/backoff.go: IsInBackOffSinceUpdate; elapsed equal to the window is allowed.

const failed = pull(1_000, 'a', 'failed', { windowMs: 10_000, untilMs: 11_000 });
const check = (...lines: Line[]) => backOffIsKept.check(traceOf([node()], lines));

it('holds for refusals within the window and a pull at its very end', () => {
  expect(
    check(failed, pull(10_999, 'a', 'backingOff', { untilMs: 11_000 }), pull(11_000, 'a', 'waiting'), pull(11_000, 'a', 'pulling')),
  ).toEqual([]);
  expect(check(failed, pull(2_000, 'b', 'waiting'), pull(2_000, 'a', 'waiting', { image: 'other:1' }))).toEqual([]);
});

it('finds an early pull, a refusal too late, and one with another end', () => {
  expect(check(failed, pull(10_999, 'a', 'waiting'))).toHaveLength(1);
  expect(check(failed, pull(11_000, 'a', 'backingOff', { untilMs: 11_000 }))).toHaveLength(1);
  expect(check(failed, pull(5_000, 'a', 'backingOff', { untilMs: 10_000 }))).toHaveLength(1);
});
