import { expect, it } from 'vitest';
import { timesAddUp } from '../../../src/invariants/kubelet/times-add-up.ts';
import { node, pull, traceOf } from '../trace-of.ts';

// "in X" begins with the slot, "including waiting" with the call.

const check = (waitedMs: number, tookMs: number) =>
  timesAddUp.check(traceOf([node()], [pull(1, 'a', 'waiting'), pull(4, 'a', 'pulling'), pull(9.5, 'a', 'pulled', { waitedMs, tookMs })]));

it('holds where a pull names the times between its records', () => {
  expect(check(3, 5.5)).toEqual([]);
  const refused = [pull(1, 'a', 'waiting'), pull(4, 'a', 'failed', { waitedMs: 3, tookMs: 0 })];
  expect(timesAddUp.check(traceOf([node()], refused))).toEqual([]);
});

it('finds other times', () => {
  expect(check(2, 5.5)).toHaveLength(1);
  expect(check(3, 8.5)).toHaveLength(1);
});
