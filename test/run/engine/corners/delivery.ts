import { type AnyActorRef, assign, cancel, emit, fromTransition, raise, sendTo } from 'xstate';
import { message, reducer } from '../../../../machines/reducer.ts';
import type { Recorder } from '../../../../machines/world/recorder.ts';
import {
  asked,
  begun,
  type CornerChildInput,
  type CornerContext,
  count,
  machineOf,
  make,
  say,
  tell,
} from '../corner-setup.ts';
import type { Corner, CornerEvent } from '../engine-log.ts';

type Args = { readonly context: CornerContext; readonly event: CornerEvent };

/** Says what it hears, counts, and answers. */
const echo = machineOf({
  id: 'echo',
  context: begun,
  entry: [say('echo in'), tell('HELLO')],
  initial: 'a',
  states: {
    a: {
      on: {
        ASK: { actions: [say('heard ASK'), tell('ANSWER'), count, say('after ASK')] },
        TWICE: { actions: [tell('ONE'), tell('TWO'), say('after TWICE')] },
        PING: { actions: [count, tell('PONG')] },
      },
    },
  },
});

/** Makes two of them, and passes on what it is told. */
const pair = machineOf({
  id: 'm',
  context: begun,
  initial: 'a',
  entry: [make(echo, 'b'), make(echo, 'a'), say('in m')],
  states: {
    a: {
      on: {
        HELLO: { actions: [count, say('HELLO')] },
        GO: {
          target: 'b',
          actions: [sendTo('a', { type: 'ASK' }), sendTo('b', { type: 'TWICE' }), say('GO')],
        },
      },
    },
    b: {
      entry: say('in b'),
      on: {
        ANSWER: { actions: [count, say('ANSWER'), sendTo('b', { type: 'PING' })] },
        ONE: { actions: [say('ONE'), sendTo('a', { type: 'PING' })] },
        TWO: { actions: say('TWO') },
        PONG: { actions: say('PONG') },
      },
    },
  },
});

/** Hears and sends in a function. */
const transitionLogic = fromTransition(
  (
    state: { readonly n: number; readonly input: CornerChildInput },
    event: CornerEvent,
    { self, emit: tellOthers },
  ) => {
    const { note, out, to } = state.input;
    note(`reduce ${event.type} ${state.n}`);
    if (event.type === 'ASK') to?.send({ type: 'ANSWER', n: state.n });
    if (event.type === 'AGAIN' && state.n < 4) self.send({ type: 'AGAIN' });
    if (event.type === 'FAIL') throw new Error('it fails');
    if (event.type === 'EMIT') tellOthers({ type: 'TOLD' });
    if (event.type !== 'QUIET') out.send({ type: `after ${event.type}` });
    return event.type === 'QUIET' ? state : { ...state, n: state.n + 1 };
  },
  ({ input }: { readonly input: CornerChildInput }) => ({ n: 0, input }),
);

type TableEvent =
  | { readonly type: 'COUNT' | 'FORGET' | 'FAIL' }
  | { readonly type: 'REMIND'; readonly delay: number };

/** A reducer of the model: counts, sends and withdraws reminders, and says what it hears. */
const table = reducer<
  CornerChildInput,
  {
    readonly input: CornerChildInput & { readonly name: string; readonly recorder: Recorder };
    readonly n: number;
  },
  TableEvent
>({
  id: 'table',
  description: 'Counts.',
  begin: (input) => ({ input: { ...input, name: 'table', recorder: input.out as AnyActorRef }, n: 0 }),
  on: {
    COUNT: [
      {
        guard: 'isFew',
        when: ({ n, input: { note } }) => {
          note(`asked isFew of ${n}`);
          return n < 2;
        },
        reduce: (before) => ({
          table: { ...before, n: before.n + 1 },
          sends: [
            message(before.input.out, { type: 'COUNTED', n: before.n }),
            message(before.input.to as typeof before.input.out, { type: 'ANSWER', n: before.n }),
          ],
        }),
      },
    ],
    REMIND: (before, { delay }) => ({
      table: before,
      sends: [
        message(before.input.out, { type: 'FIRST' }, { delayMicros: delay, id: 'reminder' }),
        message(before.input.out, { type: 'SECOND' }, { delayMicros: delay + 1 }),
      ],
    }),
    FORGET: (before, _, self) => ({
      table: before,
      sends: [{ withdrawn: 'reminder' }, message(self, { type: 'COUNT' })],
    }),
    FAIL: () => {
      throw new Error('it fails');
    },
  },
});

/** Who hears what, and when. */
export const deliveryCorners: readonly Corner[] = [
  {
    name: 'delivery waits for the end of the macrostep and is depth-first; a busy actor queues',
    logic: pair,
    script: ({ send }) => send('GO'),
  },
  {
    name: 'raised events come before all that waits, delayed ones when they are due',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'a',
      states: {
        a: {
          on: {
            GO: {
              actions: [
                'late',
                raise({ type: 'NOBODY' }),
                raise(({ context }: Args) => ({ type: 'ONE', n: context.n })),
                count,
                raise(({ context }: Args) => ({ type: 'ONE', n: context.n })),
                say('GO'),
              ],
            },
            ONE: { actions: [say('ONE'), count, raise({ type: 'TWO' })] },
            TWO: { actions: say('TWO') },
            LATE: { actions: say('LATE') },
          },
        },
      },
    }).provide({
      actions: { late: raise({ type: 'LATE' }, { id: 'late', delay: 'soon' }) },
      delays: { soon: ({ context }: Args) => 100 + context.n },
    }),
    script: ({ send, wait }) => {
      send('GO', 'GO');
      wait(101);
      wait(1);
    },
  },
  {
    name: 'a timer whose id is used again goes on, either firing forgets the id, and cancel ends the newer one',
    logic: machineOf({
      id: 'm',
      context: begun,
      on: {
        SET: {
          actions: [
            sendTo(
              ({ context }: Args) => context.out,
              ({ context }: Args) => ({ type: 'DUE', n: context.n }),
              { id: 'timer', delay: ({ event }: Args) => Number(event.after) },
            ),
            count,
          ],
        },
        CANCEL: { actions: [cancel('timer'), say('CANCEL')] },
        CANCEL_OTHER: { actions: cancel(({ event }: Args) => String(event.id)) },
      },
    }),
    script: ({ send, wait, actor }) => {
      const set = (after: number) => send({ type: 'SET', after });
      set(100);
      set(50);
      send('CANCEL');
      wait(200);
      set(100);
      set(150);
      wait(120);
      send('CANCEL');
      wait(100);
      set(10);
      send({ type: 'CANCEL_OTHER', id: 'other' }, { type: 'CANCEL_OTHER', id: 'timer' });
      wait(10);
      set(0);
      set(30);
      set(40);
      wait(0);
      actor.stop();
      wait(100);
    },
  },
  {
    name: 'after is a raise behind the entry actions, and ends as the state is left',
    logic: machineOf(
      {
        id: 'm',
        context: begun,
        initial: 'a',
        states: {
          a: {
            entry: [count, say('in a')],
            exit: say('out a'),
            after: {
              soon: [
                { guard: asked('soon', ({ n }) => n > 1), target: 'b', actions: say('SOON') },
                { actions: say('TOO_SOON') },
              ],
              200: { target: 'a', reenter: true, actions: say('LATER') },
            },
            on: { LEAVE: 'b', AGAIN: { target: 'a', reenter: true }, SELF: 'a' },
          },
          b: { after: { 0: 'c' }, on: { BACK: 'a' } },
          c: { after: { never: 'a' }, on: { BACK: 'a' } },
        },
      },
      { delays: { soon: ({ context }: Args) => 100 * context.n, never: 1_500 } },
    ),
    script: ({ send, wait }) => {
      wait(60);
      send('SELF');
      wait(60);
      send('AGAIN');
      wait(190);
      wait(20);
      send('BACK', 'LEAVE', 'BACK');
      wait(900);
      wait(2_000);
    },
  },
  {
    name: 'emitted events reach those who wait for their type, then those who wait for any, after the macrostep',
    logic: machineOf({
      id: 'm',
      context: begun,
      entry: emit({ type: 'TOLD' }),
      on: {
        GO: {
          actions: [
            emit(({ context }: Args) => ({ type: 'TOLD', n: context.n })),
            count,
            say('GO'),
            emit({ type: 'OTHER' }),
          ],
        },
      },
    }),
    script: ({ send }) => send('GO'),
  },
  {
    name: 'a message to the id of nobody fails the actor',
    logic: machineOf({
      id: 'm',
      context: begun,
      on: { GO: { actions: [say('GO'), count, sendTo('nobody', { type: 'ASK' })] } },
    }),
    script: ({ send }) => send('GO', 'GO'),
  },
  {
    name: 'a message to undefined goes to the actor itself',
    logic: machineOf({
      id: 'm',
      context: begun,
      on: { GO: { actions: [tell('MINE'), say('GO')] }, MINE: { actions: say('MINE') } },
    }),
    script: ({ send }) => send('GO'),
  },
  {
    name: 'a receiver that throws fails the sender, and what it had to send is dropped',
    logic: machineOf({
      id: 'm',
      context: begun,
      on: { GO: { actions: [count, say('ONE'), say('THROW'), say('TWO')] } },
    }),
    script: ({ send }) => send('GO', 'GO'),
  },
  {
    name: 'an event that the sender of a delayed message cannot hear any more still arrives',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'a',
      states: {
        a: {
          entry: make(
            machineOf({
              id: 'late',
              context: begun,
              entry: [
                sendTo(({ context }: Args) => context.out, { type: 'FIRST' }, { id: 'x', delay: 100 }),
                sendTo(
                  ({ context }: Args) => context.to as AnyActorRef,
                  { type: 'SECOND' },
                  { id: 'x', delay: 200 },
                ),
              ],
            }),
            'late',
          ),
          on: { GO: { target: 'b' }, SECOND: { actions: say('SECOND') } },
        },
        b: { on: { FIRST: { actions: say('FIRST') }, SECOND: { actions: say('SECOND') } } },
      },
    }),
    script: ({ wait, actor }) => {
      wait(50);
      actor.stop();
      wait(200);
    },
  },
  {
    name: 'a reducer sends at once, hears itself later, and hears of its end',
    logic: machineOf({
      id: 'm',
      context: begun,
      entry: make(transitionLogic, 'child'),
      on: {
        ANSWER: { actions: [say('ANSWER'), tell('AGAIN')] },
        PASS: {
          actions: [sendTo('child', ({ event }: Args) => ({ type: String(event.what) })), say('PASS')],
        },
        'xstate.error.actor.child': { actions: [say('FAILED'), assign({ n: -1 })] },
      },
    }),
    script: ({ send, actor }) => {
      for (const what of ['QUIET', 'ASK', 'AGAIN', 'EMIT']) send({ type: 'PASS', what });
      actor.stop();
    },
  },
  {
    name: 'a reducer that throws fails',
    logic: machineOf({
      id: 'm',
      context: begun,
      entry: make(transitionLogic, 'child'),
      on: { PASS: { actions: tell('FAIL') }, 'xstate.error.actor.child': { actions: say('FAILED') } },
    }),
    script: ({ send }) => send('PASS', 'PASS'),
  },
  {
    name: 'a reducer of the model tells each event as a microstep, sends afterwards and later, withdraws, and ends with its parent',
    logic: machineOf({
      id: 'm',
      context: begun,
      entry: make(table, 'child'),
      initial: 'a',
      states: {
        a: {
          on: {
            GO: { actions: [tell('COUNT'), tell('COUNT'), say('GO')] },
            ANSWER: { actions: [count, say('ANSWER'), tell('COUNT')] },
            LATER: {
              actions: sendTo(({ context }: Args) => context.to as AnyActorRef, {
                type: 'REMIND',
                delay: 100,
              }),
            },
            OFF: { actions: tell('FORGET') },
            END: 'b',
          },
        },
        b: { type: 'final' },
      },
    }),
    script: ({ send, wait }) => {
      send('LATER');
      wait(50);
      send('GO', 'OFF');
      wait(100);
      send('LATER');
      wait(200);
      send('LATER', 'END');
      wait(200);
    },
  },
  {
    name: 'a reducer of the model that throws fails',
    logic: table,
    script: ({ send }) => send({ type: 'REMIND', delay: 10 }, 'FAIL', 'COUNT'),
  },
  {
    name: 'a reducer as a root',
    logic: transitionLogic,
    script: ({ send, actor }) => {
      send('QUIET', 'ASK', 'AGAIN', 'EMIT', 'FAIL', 'ASK');
      actor.stop();
    },
  },
];
