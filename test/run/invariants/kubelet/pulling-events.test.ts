import { describe, expect, it } from 'vitest';
import {
  podPullsOneByOne,
  pullingEventIsAnswered,
  timesAddUp,
} from '../../../../src/run/invariants/kubelet/pulling-events.ts';
import { event, fault, node, pull, traceOf } from '../trace-of.ts';

// Pulling is told at the request, Pulled or Failed at its end.

const check = (...lines: Parameters<typeof traceOf>[1]) =>
  pullingEventIsAnswered.check(traceOf([node()], lines));

it('holds for Pulled, Failed, a container beside it, and a kubelet that stopped', () => {
  expect(
    check(
      event(1, 'a', 'Pulling'),
      event(2, 'a', 'Failed'),
      event(3, 'a', 'Pulling'),
      event(4, 'a', 'Pulled'),
      event(5, 'a', 'Pulling'),
    ),
  ).toEqual([]);
  expect(check(event(1, 'a', 'Pulling'), event(2, 'b', 'Pulling'))).toEqual([]);
  expect(check(event(1, 'a', 'Pulling'), fault(2, 'kubeletRestart'), event(5, 'a', 'Pulling'))).toEqual([]);
});

it('finds Pulling twice', () => {
  expect(check(event(1, 'a', 'Pulling'), event(2, 'a', 'BackOff'), event(3, 'a', 'Pulling'))).toEqual([
    { record: 3, message: 'node-1/kubelet/default/a/app: Pulling again, record 1 has no Pulled or Failed' },
  ]);
});

describe('times add up', () => {
  // "in X" begins with the slot, "including waiting" with the call.

  const check = (waitedMs: number, tookMs: number) =>
    timesAddUp.check(
      traceOf(
        [node()],
        [pull(1, 'a', 'waiting'), pull(4, 'a', 'pulling'), pull(9.5, 'a', 'pulled', { waitedMs, tookMs })],
      ),
    );

  it('holds where a pull names the times between its records', () => {
    expect(check(3, 5.5)).toEqual([]);
    const refused = [pull(1, 'a', 'waiting'), pull(4, 'a', 'failed', { waitedMs: 3, tookMs: 0 })];
    expect(timesAddUp.check(traceOf([node()], refused))).toEqual([]);
  });

  it('finds other times', () => {
    expect(check(2, 5.5)).toHaveLength(1);
    expect(check(3, 8.5)).toHaveLength(1);
  });
});

// pulls within one pod are strictly sequential.

const begins = pull(1, 'node-1/a/init', 'inspecting');

it('holds where the next begins after the last has ended, or its kubelet has', () => {
  expect(
    podPullsOneByOne.check(
      traceOf([node()], [begins, pull(2, 'node-1/a/init', 'present'), pull(2, 'a', 'waiting')]),
    ),
  ).toEqual([]);
  expect(
    podPullsOneByOne.check(traceOf([node()], [begins, fault(2, 'kubeletRestart'), pull(5, 'a', 'waiting')])),
  ).toEqual([]);
  expect(podPullsOneByOne.check(traceOf([node()], [begins, pull(1, 'b', 'inspecting')]))).toEqual([]);
});

it('finds two of one pod at once, of one container too', () => {
  expect(podPullsOneByOne.check(traceOf([node()], [begins, pull(2, 'a', 'waiting')]))).toHaveLength(1);
  expect(podPullsOneByOne.check(traceOf([node()], [begins, begins]))).toHaveLength(1);
  expect(
    podPullsOneByOne.check(traceOf([node()], [pull(1, 'a', 'waiting'), pull(2, 'a', 'waiting')])),
  ).toHaveLength(1);
});
