import { describe, expect, it } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { message, reducer } from '../../machines/reducer.ts';
import type { Recorder } from '../../machines/world/recorder.ts';
import { stage } from './stage.ts';

type Heard = { readonly type: 'COUNTED'; readonly count: number } | { readonly type: 'LATE' };

interface Input {
  readonly name: string;
  readonly recorder: Recorder;
  readonly out: ActorRef<Snapshot<unknown>, Heard>;
}

interface Table {
  readonly input: Input;
  readonly count: number;
}

type Event = { readonly type: 'COUNT' } | { readonly type: 'REMIND' } | { readonly type: 'FORGET' };

/** Counts to two. */
const counter = reducer<Input, Table, Event>({
  id: 'counter',
  description: 'Counts.',
  begin: (input) => ({ input, count: 0 }),
  on: {
    COUNT: [
      {
        guard: 'hasRoom',
        when: ({ count }) => count < 2,
        reduce: (table) => ({
          table: { ...table, count: table.count + 1 },
          sends: [message(table.input.out, { type: 'COUNTED', count: table.count + 1 })],
        }),
      },
    ],
    REMIND: (table) => ({
      table,
      sends: [message(table.input.out, { type: 'LATE' }, { delayMicros: 5_000, id: 'reminder' })],
    }),
    FORGET: (table) => ({ table, sends: [{ withdrawn: 'reminder' }] }),
  },
});

function counting() {
  const world = stage();
  const seen: number[] = [];
  const out = world.listen<Heard>('out', () => seen.push(actor.getSnapshot().context.count));
  const actor = world.start(counter, { name: 'counter', recorder: world.recorder, out });
  return { ...world, actor, seen };
}

describe('a reducer', () => {
  it('is a pure function of table and event', () => {
    const { recorder, actor, messagesTo } = counting();
    const table = actor.getSnapshot().context;
    expect(counter.reduce(table, { type: 'COUNT' }, actor)).toEqual({
      table: { ...table, count: 1 },
      sends: [{ target: table.input.out, event: { type: 'COUNTED', count: 1 } }],
    });
    expect(counter.reduce({ ...table, count: 2 }, { type: 'COUNT' }, actor).sends).toEqual([
      { target: recorder, event: { type: 'UNHANDLED', actor: 'counter', event: 'COUNT' } },
    ]);
    expect(actor.getSnapshot().context).toBe(table);
    expect(messagesTo('out')).toEqual([]);
  });

  it('sends when its table has changed', () => {
    const { actor, seen } = counting();
    actor.send({ type: 'COUNT' });
    actor.send({ type: 'COUNT' });
    expect(seen).toEqual([1, 2]);
  });

  it('reports an event without a handler, and one that passes no guard', () => {
    const { actor, unhandled } = counting();
    for (let times = 0; times < 3; times++) actor.send({ type: 'COUNT' });
    actor.send({ type: 'constructor' } as never);
    expect(unhandled).toEqual(['counter: COUNT', 'counter: constructor']);
  });

  it('sends later what has a delay, unless it is withdrawn', () => {
    const { actor, run, timesOf } = counting();
    actor.send({ type: 'REMIND' });
    run(4_999);
    expect(timesOf('out')).toEqual([]);
    run(5_000);
    expect(timesOf('out')).toEqual([5]);
    actor.send({ type: 'REMIND' });
    run(7_000);
    actor.send({ type: 'FORGET' });
    run(20_000);
    expect(timesOf('out')).toEqual([5]);
  });
});
