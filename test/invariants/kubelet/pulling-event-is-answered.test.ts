import { expect, it } from 'vitest';
import { pullingEventIsAnswered } from '../../../src/invariants/kubelet/pulling-event-is-answered.ts';
import { event, fault, node, traceOf } from '../trace-of.ts';

// Pulling is told at the request, Pulled or Failed at its end.

const check = (...lines: Parameters<typeof traceOf>[1]) => pullingEventIsAnswered.check(traceOf([node()], lines));

it('holds for Pulled, Failed, a container beside it, and a kubelet that stopped', () => {
  expect(
    check(event(1, 'a', 'Pulling'), event(2, 'a', 'Failed'), event(3, 'a', 'Pulling'), event(4, 'a', 'Pulled'), event(5, 'a', 'Pulling')),
  ).toEqual([]);
  expect(check(event(1, 'a', 'Pulling'), event(2, 'b', 'Pulling'))).toEqual([]);
  expect(check(event(1, 'a', 'Pulling'), fault(2, 'kubeletRestart'), event(5, 'a', 'Pulling'))).toEqual([]);
});

it('finds Pulling twice', () => {
  expect(check(event(1, 'a', 'Pulling'), event(2, 'a', 'BackOff'), event(3, 'a', 'Pulling'))).toEqual([
    { record: 3, message: 'node-1/kubelet/default/a/app: Pulling again, record 1 has no Pulled or Failed' },
  ]);
});
