import { type AnyActorRef, assign, raise, sendTo, stopChild } from 'xstate';
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

type FirstArgs = {
  readonly input: CornerChildInput;
  readonly self: unknown;
  readonly spawn: (logic: unknown, options: object) => unknown;
};
type Args = { readonly context: CornerContext; readonly event: CornerEvent };

const grandchild = machineOf({
  id: 'grandchild',
  context: begun,
  entry: [say('grandchild in'), tell('BORN')],
  exit: say('grandchild out'),
  after: { 500: { actions: say('grandchild late') } },
});

/** Has a child of its own, a timer, and tells its parent of everything. */
const child = machineOf({
  id: 'child',
  context: ({ input, spawn, self }: FirstArgs) => {
    const { note, out } = input;
    note('child context');
    spawn(grandchild, { id: 'grandchild', input: { note, out, to: self } });
    return begun({ input });
  },
  entry: [say('child in'), tell('BORN')],
  exit: say('child out'),
  initial: 'a',
  after: { 300: { actions: [say('child late'), tell('LATE')] } },
  on: { BORN: { actions: [count, say('child BORN')] } },
  states: {
    a: {
      on: {
        ASK: { actions: [tell('STOP_ME'), tell('ASKED'), say('ASK')] },
        END: 'b',
        FAIL: { actions: [count, say('FAIL'), sendTo('nobody', { type: 'X' })] },
        GUARD: {
          guard: () => {
            throw new Error('a guard throws');
          },
        },
      },
    },
    b: { type: 'final', entry: say('in b') },
  },
  output: ({ context }: Args) => ({ n: context.n }),
});

/** Does several things at a time of its own, when its parent is not busy. */
const late = machineOf({
  id: 'late',
  context: begun,
  exit: say('late out'),
  after: { 300: { actions: [tell('LATE'), say('late'), tell('ASKED')] }, 600: { actions: say('too late') } },
});

const parent = (more: object = {}) =>
  machineOf({
    id: 'm',
    context: begun,
    initial: 'a',
    states: { a: {} },
    on: {
      BORN: { actions: [count, say('BORN')] },
      LATE: { actions: say('LATE') },
      ASKED: { actions: say('ASKED') },
      MAKE: { actions: make(child, 'child') },
      STOP: { actions: [stopChild('child'), say('STOP')] },
      STOP_ME: { actions: [tell('BORN'), stopChild('child'), tell('LOST'), say('STOP_ME')] },
      MAKE_AND_STOP: { actions: [make(child, 'child'), stopChild('child'), say('MAKE_AND_STOP')] },
      PASS: { actions: [sendTo('child', ({ event }: Args) => ({ type: String(event.what) })), say('PASS')] },
      PASS_AND_STOP: {
        actions: [tell('ASK'), stopChild(({ context }: Args) => context.to as AnyActorRef), tell('ASK')],
      },
    },
    ...more,
  });

const failing = machineOf({
  id: 'failing',
  context: begun,
  entry: [say('failing in'), count, sendTo('nobody', { type: 'X' })],
});

const hasty = machineOf({
  id: 'hasty',
  context: begun,
  initial: 'a',
  entry: [say('hasty in'), tell('BORN')],
  states: {
    a: { always: { guard: asked('hasty'), target: 'b', actions: say('ALWAYS') } },
    b: { type: 'final' },
  },
});

/** How actors begin and end. */
export const lifeCorners: readonly Corner[] = [
  {
    name: 'effects of the first step wait for the start, twice; children start once, before them, in order of insertion',
    logic: parent({
      entry: [
        say('ONE'),
        make(child, 'second'),
        say('TWO'),
        make(child, 'first'),
        raise({ type: 'BORN' }),
        say('THREE'),
      ],
    }),
  },
  {
    name: 'children whose ids are integers come first',
    logic: parent({
      entry: [make(grandchild, 'x'), make(grandchild, '10'), make(grandchild, '9'), make(grandchild, '-1')],
    }),
  },
  {
    name: 'a child that is stopped before its start never starts; at the first step of its parent it does',
    logic: parent({ entry: [make(child, 'child'), stopChild('child'), say('ONE')] }),
    script: ({ send, wait }) => {
      send('MAKE_AND_STOP', 'MAKE');
      wait(1_000);
    },
  },
  {
    name: 'a stopped actor loses its timers and its children, without exit actions; what it still does it finishes',
    logic: parent(),
    script: ({ send, wait }) => {
      send('MAKE', { type: 'PASS', what: 'ASK' }, 'MAKE');
      wait(100);
      send('STOP', 'STOP');
      wait(1_000);
      send('MAKE', 'PASS_AND_STOP');
      wait(1_000);
    },
  },
  {
    name: 'a child that its parent stops while it is busy does what is left of its effects',
    logic: parent({
      on: {
        BORN: {},
        MAKE: { actions: make(late, 'child') },
        LATE: { actions: [stopChild('child'), say('LATE')] },
        ASKED: { actions: say('ASKED') },
      },
    }),
    script: ({ send, wait }) => {
      send('MAKE');
      wait(1_000);
    },
  },
  {
    name: 'an actor that is done says so with its output, leaves its states, and its children stop',
    logic: parent({
      on: {
        MAKE: { actions: make(child, 'child') },
        PASS: { actions: sendTo('child', { type: 'END' }) },
        'xstate.done.actor.child': { actions: [say('DONE'), tell('LOST'), stopChild('child')] },
        BORN: {},
      },
    }),
    script: ({ send, wait }) => {
      send('MAKE', 'PASS');
      wait(1_000);
    },
  },
  {
    name: 'a root that is done, or stopped while it is busy, hears nothing more',
    logic: child,
    script: ({ send, actor }) => {
      send('BORN', 'END', 'BORN');
      actor.stop();
    },
  },
  {
    name: 'a root that is stopped stops its children, then its timers',
    logic: parent({ entry: make(child, 'child'), after: { 200: { actions: say('LATE') } } }),
    script: ({ wait, actor, send }) => {
      wait(100);
      actor.stop();
      actor.stop();
      send('BORN');
      wait(1_000);
    },
  },
  {
    name: 'an actor that is over in its first step',
    logic: parent({
      entry: make(hasty, 'hasty'),
      on: {
        MAKE: { actions: [make(hasty, 'other'), say('MAKE')] },
        BORN: { actions: say('BORN') },
        'xstate.done.actor.*': { actions: say('DONE') },
      },
    }),
    script: ({ send }) => send('MAKE'),
  },
  { name: 'a root that is over in its first step', logic: hasty },
  {
    name: 'a failing child is an event of its parent',
    logic: parent({
      on: {
        MAKE: { actions: make(child, 'child') },
        PASS: { actions: sendTo('child', ({ event }: Args) => ({ type: String(event.what) })) },
        BORN: {},
        'xstate.error.actor.child': {
          actions: [say('FAILED'), assign({ n: ({ event }: Args) => String(event.error).length })],
        },
      },
    }),
    script: ({ send, wait }) => {
      send('MAKE', { type: 'PASS', what: 'FAIL' }, { type: 'PASS', what: 'ASK' }, 'MAKE', {
        type: 'PASS',
        what: 'GUARD',
      });
      wait(1_000);
    },
  },
  {
    name: 'a failing child that nobody expects fails its parent, and so on up',
    logic: machineOf({
      id: 'm',
      context: begun,
      entry: make(parent(), 'parent'),
      on: {
        DOWN: { actions: tell('MAKE') },
        FURTHER: { actions: sendTo('parent', { type: 'PASS', what: 'FAIL' }) },
        BORN: {},
      },
    }),
    script: ({ send, wait }) => {
      send('DOWN', 'FURTHER', 'DOWN');
      wait(1_000);
    },
  },
  {
    name: 'a child that fails in its first step',
    logic: parent({
      entry: make(failing, 'first'),
      on: {
        MAKE: { actions: [make(failing, 'later'), say('MAKE')] },
        'xstate.error.actor.*': { actions: say('FAILED') },
      },
    }),
    script: ({ send }) => send('MAKE'),
  },
  { name: 'a root that fails in its first step', logic: failing, script: ({ send }) => send('X') },
  {
    name: 'a first context that fails',
    logic: machineOf({
      id: 'm',
      context: ({ input }: FirstArgs) => {
        input.note('context');
        throw new Error('no context');
      },
    }),
  },
  {
    name: 'a guard with a name is named when it throws',
    logic: machineOf(
      { id: 'm', context: begun, on: { GO: { guard: { type: 'throws', params: 1 }, actions: count } } },
      {
        guards: {
          throws: () => {
            throw new Error('no');
          },
        },
      },
    ),
    script: ({ send }) => send('GO', 'GO'),
  },
  {
    name: 'an eventless guard that throws, and a guard that throws, say why',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'a',
      on: { NEXT: '.b' },
      states: {
        a: { on: { COUNT: { actions: count } } },
        b: {
          always: {
            guard: () => {
              throw new Error('no');
            },
          },
        },
      },
    }),
    script: ({ send }) => send('COUNT', 'NEXT', 'COUNT'),
  },
  {
    name: 'an actor that is not its child cannot be stopped',
    logic: machineOf({
      id: 'm',
      context: begun,
      entry: make(
        machineOf({
          id: 'rebel',
          context: begun,
          on: { GO: { actions: [stopChild(({ context }: Args) => context.to as AnyActorRef), say('GO')] } },
        }),
        'rebel',
      ),
      on: { GO: { actions: tell('GO') }, 'xstate.error.actor.rebel': { actions: say('FAILED') } },
    }),
    script: ({ send }) => send('GO', 'GO'),
  },
  {
    name: 'an invoked actor is made behind the entry actions, hears what they send to its id, and ends with the state',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'a',
      states: {
        a: { on: { GO: 'b' } },
        b: {
          entry: [sendTo('invoked', { type: 'ASK' }), say('in b'), count],
          exit: [sendTo('invoked', { type: 'ASK' }), say('out b')],
          invoke: {
            id: 'invoked',
            src: child,
            input: ({ context, self }: { context: CornerContext; self: unknown }) => ({
              ...context,
              to: self,
            }),
            onDone: { target: 'c', actions: say('DONE') },
            onError: { target: 'd', actions: say('ERROR') },
          },
          on: {
            PASS: { actions: sendTo('invoked', ({ event }: Args) => ({ type: String(event.what) })) },
            LEAVE: 'a',
            AGAIN: { target: 'b', reenter: true },
          },
        },
        c: { on: { GO: 'b' } },
        d: { on: { GO: 'b' } },
      },
    }),
    script: ({ send, wait }) => {
      send(
        'GO',
        'LEAVE',
        'GO',
        'AGAIN',
        { type: 'PASS', what: 'END' },
        'GO',
        { type: 'PASS', what: 'FAIL' },
        'GO',
      );
      wait(1_000);
    },
  },
  {
    name: 'an actor invoked by the first state, and one whose state is left at once',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'a',
      states: {
        a: {
          entry: sendTo('early', { type: 'ASK' }),
          invoke: { id: 'early', src: child, input: ({ context }: { context: CornerContext }) => context },
          on: { GO: 'b' },
        },
        b: {
          invoke: { id: 'brief', src: child, input: ({ context }: { context: CornerContext }) => context },
          always: { guard: asked('b'), target: 'c' },
        },
        c: {},
      },
    }),
    script: ({ send }) => send('GO'),
  },
  {
    name: 'a root that is stopped in the middle of its start keeps the first event that waits',
    logic: parent({ entry: [make(child, 'child'), make(child, 'other'), say('STOP_ROOT'), say('ONE')] }),
  },
  {
    name: 'what reaches an actor before its start is over waits',
    logic: parent({
      entry: [make(child, 'child'), make(hasty, 'hasty'), say('ONE')],
      on: {
        BORN: { actions: [count, say('BORN')] },
        'xstate.done.actor.hasty': {
          actions: [
            stopChild('child'),
            make(parent({ entry: [make(child, 'x'), tell('STOP_ME')] }), 'child'),
            say('DONE'),
          ],
        },
        STOP_ME: { actions: [stopChild('child'), say('STOP_ME')] },
      },
    }),
  },
];
