import { describe, expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { metadataStoreMachine } from '../../../machines/runtime/metadata-store.ts';
import { VirtualClock } from '../virtual-clock.ts';

// containerd's metadata in bbolt: one writer at a time (core/metadata/bolt.go). Measured:
// test/validation/runs e2-unpack/*-chain30.

/** Asks for these writes (writer, when, micros, transactions) and returns when each ended. */
function endsOf(
  writes: readonly (readonly [string, number, number, number])[],
  withdrawn: readonly (readonly [string, number])[] = [],
  expectedUnhandled: readonly string[] = [],
) {
  const clock = new VirtualClock();
  const unhandled: string[] = [];
  const recorder = createActor(
    fromTransition((state: undefined, event: { event?: string; type: string }) => {
      unhandled.push(JSON.stringify(event));
      return state;
    }, undefined),
  ).start();
  const store = createActor(metadataStoreMachine, {
    clock: clock as never,
    input: { name: 'm', recorder: recorder as never, clock },
  }).start();
  const ends: Record<string, number> = {};
  for (const [writer, at, micros, transactions] of writes) {
    const requester = createActor(
      fromTransition((state: undefined) => {
        ends[writer] = clock.now;
        return state;
      }, undefined),
    ).start();
    const request = {
      type: 'WRITE.REQUESTED',
      writer,
      micros,
      transactions,
      requester: requester as never,
    } as const;
    clock.setTimeout(() => store.send(request), at);
  }
  for (const [writer, at] of withdrawn)
    clock.setTimeout(() => store.send({ type: 'WRITE.WITHDRAWN', writer }), at);
  clock.run();
  expect(unhandled.map((event) => expectedUnhandled.find((type) => event.includes(type)))).toEqual(
    expectedUnhandled,
  );
  return ends;
}

describe('a write to the metadata', () => {
  it('takes its own time alone, to the microsecond', () => {
    expect(endsOf([['a', 5, 1_234, 1]])).toEqual({ a: 1_239 });
    expect(endsOf([['a', 0, 900, 4]])).toEqual({ a: 3_600 });
  });

  it('waits for all writes that came before it', () => {
    const writes = [
      ['a', 0, 1_000, 1],
      ['b', 10, 2_000, 1],
      ['c', 20, 500, 1],
    ] as const;
    expect(endsOf(writes)).toEqual({ a: 1_000, b: 3_000, c: 3_500 });
  });

  it('of several transactions lets others come between them, those that wait by then', () => {
    const writes = [
      ['snapshots', 0, 1_000, 3],
      ['blob', 10, 2_000, 1],
      ['another blob', 3_500, 2_000, 1],
    ] as const;
    expect(endsOf(writes)).toEqual({ blob: 3_000, 'another blob': 6_000, snapshots: 7_000 });
  });

  it('that comes at the very end of a transaction comes before the rest of that write', () => {
    expect(
      endsOf([
        ['snapshots', 0, 1_000, 2],
        ['blob', 1_000, 2_000, 1],
      ]),
    ).toEqual({ blob: 3_000, snapshots: 4_000 });
  });

  it('of no time is done at once, with any number of transactions', () => {
    const writes = [
      ['a', 0, 1_000, 2],
      ['b', 10, 0, 3],
    ] as const;
    expect(endsOf(writes)).toEqual({ b: 2_000, a: 2_000 });
    expect(endsOf([['a', 5, 0, 4]])).toEqual({ a: 5 });
  });

  it('that is withdrawn takes no more time, and those after it move up', () => {
    const writes = [
      ['a', 0, 1_000, 1],
      ['b', 10, 2_000, 1],
      ['c', 20, 500, 1],
    ] as const;
    expect(endsOf(writes, [['b', 30]])).toEqual({ a: 1_000, c: 1_500 });
    expect(endsOf(writes, [['a', 400]])).toEqual({ b: 2_400, c: 2_900 });
    expect(endsOf([['a', 0, 1_000, 1]], [['a', 400]])).toEqual({});
  });

  it('cannot be withdrawn when it is done: that is reported as an error', () => {
    expect(endsOf([['a', 0, 1_000, 1]], [['a', 2_000]], ['WRITE.WITHDRAWN'])).toEqual({ a: 1_000 });
  });
});
