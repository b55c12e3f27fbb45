import { describe, expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { processorMachine } from '../../../machines/runtime/processor.ts';
import { VirtualClock } from '../virtual-clock.ts';

// docs/measurements.md R5: unpackings share the node's processors, each at most at its own speed.

/** Starts these works (id, begin, micros) and returns when each ended. */
function endsOf(
  cpus: number | undefined,
  works: readonly (readonly [string, number, number])[],
  cancelled: readonly (readonly [string, number])[] = [],
) {
  const clock = new VirtualClock();
  const unhandled: unknown[] = [];
  const recorder = createActor(
    fromTransition((state: undefined, event: unknown) => {
      unhandled.push(event);
      return state;
    }, undefined),
  ).start();
  const input = { name: 'p', recorder: recorder as never, clock, cpus, cpusPerWork: 2 };
  const processor = createActor(processorMachine, { clock: clock as never, input }).start();
  const ends: Record<string, number> = {};
  for (const [id, begin, micros] of works) {
    const requester = createActor(
      fromTransition((state: undefined) => {
        ends[id] = clock.now;
        return state;
      }, undefined),
    ).start();
    clock.setTimeout(() => processor.send({ type: 'WORK.REQUESTED', id, micros, requester: requester as never }), begin);
  }
  for (const [id, at] of cancelled) clock.setTimeout(() => processor.send({ type: 'WORK.CANCELLED', id }), at);
  clock.run();
  expect(unhandled).toEqual([]);
  return ends;
}

describe('work on the processor', () => {
  it('takes its own time alone, to the microsecond, however many processors there are', () => {
    expect(endsOf(2, [['a', 0, 1_234]])).toEqual({ a: 1_234 });
    expect(endsOf(16, [['a', 0, 1_234]])).toEqual({ a: 1_234 });
    expect(endsOf(1, [['a', 0, 1_234]])).toEqual({ a: 2_468 });
  });

  it('shares what there is equally', () => {
    expect(
      endsOf(2, [
        ['a', 0, 1_000],
        ['b', 0, 1_000],
      ]),
    ).toEqual({ a: 2_000, b: 2_000 });
    expect(
      endsOf(4, [
        ['a', 0, 1_000],
        ['b', 0, 1_000],
      ]),
    ).toEqual({ a: 1_000, b: 1_000 });
    expect(
      endsOf(2, [
        ['a', 0, 1_000],
        ['b', 500, 2_000],
      ]),
    ).toEqual({ a: 1_500, b: 3_000 });
  });

  it('gets what a work that is cancelled leaves, and is not held up where nobody counts processors', () => {
    expect(
      endsOf(
        2,
        [
          ['a', 0, 1_000],
          ['b', 0, 1_000],
        ],
        [['b', 1_000]],
      ),
    ).toEqual({ a: 1_500 });
    expect(
      endsOf(undefined, [
        ['a', 0, 1_000],
        ['b', 0, 1_000],
        ['c', 0, 1_000],
      ]),
    ).toEqual({ a: 1_000, b: 1_000, c: 1_000 });
  });
});
