import { expect, it } from 'vitest';
import { slotsInOrder } from '../../../src/invariants/kubelet/slots-in-order.ts';
import { fault, node, pull, traceOf } from '../trace-of.ts';

// serial puller and semaphore are FIFO; §16.6: a refused token is told after its slot has gone on.

it('holds where pulls have their turn as they asked', () => {
  const lines = [pull(0, 'a', 'waiting'), pull(0, 'b', 'waiting'), pull(1, 'a', 'pulling'), pull(2, 'b', 'pulling')];
  expect(slotsInOrder.check(traceOf([node()], lines))).toEqual([]);
});

it('holds where the throttle refuses one within the instant', () => {
  const lines = [pull(0, 'a', 'waiting'), pull(0, 'b', 'waiting'), pull(1, 'b', 'pulling'), pull(1, 'a', 'failed')];
  expect(slotsInOrder.check(traceOf([node()], lines))).toEqual([]);
});

it('finds a pull that is overtaken, and one that never has its turn', () => {
  const overtaken = [pull(0, 'a', 'waiting'), pull(0, 'b', 'waiting'), pull(1, 'b', 'pulling'), pull(2, 'a', 'pulling')];
  expect(slotsInOrder.check(traceOf([node()], overtaken))).toHaveLength(1);
  expect(slotsInOrder.check(traceOf([node()], overtaken.slice(0, 3)))).toEqual([
    { record: 3, message: 'node-1/kubelet/default/b/app goes on while node-1/kubelet/default/a/app, which asked before it, waits' },
  ]);
});

it('forgets who waited for a kubelet that has stopped', () => {
  const lines = [pull(0, 'a', 'waiting'), fault(1, 'nodeReboot'), pull(3, 'b', 'waiting'), pull(3, 'b', 'pulling')];
  expect(slotsInOrder.check(traceOf([node()], lines))).toEqual([]);
});
