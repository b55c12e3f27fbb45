import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventQueue, type QueueEntry } from '../../../src/run/simulation/event-queue.ts';

// The order of SimPy's event queue (simpy/core.py): by time, then by the order of scheduling.

const entry = (atMicros: number, sequence: number): QueueEntry => ({ atMicros, sequence, run: () => {} });

it('returns the first pushed first where the time is the same', () => {
  const queue = new EventQueue();
  for (let sequence = 0; sequence < 5; sequence++) queue.push(entry(7, sequence));
  expect(Array.from({ length: 5 }, () => queue.pop()?.sequence)).toEqual([0, 1, 2, 3, 4]);
  expect(queue.pop()).toBeUndefined();
});

it('agrees with a sorted array over any pushes and pops', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 20 }) },
    { weight: 2, arbitrary: fc.constant('pop' as const) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new EventQueue();
      let sorted: QueueEntry[] = [];
      for (const [sequence, what] of steps.entries()) {
        if (what === 'pop') {
          expect(queue.pop()).toBe(sorted.shift());
        } else {
          const pushed = entry(what, sequence);
          queue.push(pushed);
          sorted = [...sorted, pushed].sort((a, b) => a.atMicros - b.atMicros || a.sequence - b.sequence);
        }
        expect(queue.size).toBe(sorted.length);
        expect(queue.first).toBe(sorted[0]);
      }
      while (sorted.length > 0) expect(queue.pop()).toBe(sorted.shift());
      expect(queue.size).toBe(0);
    }),
  );
});
