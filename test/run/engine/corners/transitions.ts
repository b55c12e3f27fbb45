import { and, assign, not, or, raise, sendTo, stateIn } from 'xstate';
import { asked, begun, type CornerContext, count, machineOf, say } from '../corner-setup.ts';
import type { Corner, CornerEvent } from '../engine-log.ts';

type Args = { readonly context: CornerContext; readonly event: CornerEvent };

/** Which transition is taken, and what it leaves and enters. */
export const transitionCorners: readonly Corner[] = [
  {
    name: 'always is tried after every event, handled or not, and again only if the snapshot changed',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'a',
      on: { COUNT: { actions: count }, SAY: { actions: say('SAY') }, SWALLOWED: {} },
      states: {
        a: {
          always: [
            { guard: asked('three', ({ n }) => n === 3), actions: [count, say('ALWAYS')] },
            { guard: asked('five', ({ n }) => n === 5), actions: say('UNCHANGED') },
            { guard: asked('seven', ({ n }) => n === 7), target: 'b' },
          ],
        },
        b: { always: { guard: asked('b'), target: 'c' } },
        c: {},
      },
    }),
    script: ({ send }) => send('NOBODY', 'SWALLOWED', 'SAY', 'COUNT', 'COUNT', 'COUNT', 'COUNT', 'SAY'),
  },
  {
    name: 'always sees the event that led to it, a raised one too',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'a',
      states: {
        a: {
          on: { GO: { target: 'b', actions: [raise({ type: 'ONE' }), raise({ type: 'TWO' }), say('GO')] } },
        },
        b: { always: { target: 'c', actions: say('ALWAYS') } },
        c: {
          on: {
            ONE: { target: 'd', actions: [raise({ type: 'THREE' }), say('ONE')] },
            TWO: { actions: say('LATE') },
          },
        },
        d: {
          always: { guard: ({ event }: Args) => event.type === 'TWO', target: 'e', actions: say('AGAIN') },
          on: { NEXT: 'a' },
        },
        e: { on: { THREE: { actions: say('THREE') } } },
      },
    }),
    script: ({ send }) => send('GO', 'NEXT'),
  },
  {
    name: 'leaf before parent, exact before wildcard, longer before shorter, and {} swallows',
    logic: machineOf({
      id: 'm',
      context: begun,
      on: { '*': { actions: say('root *') }, 'A.B': { actions: say('root A.B') } },
      initial: 'p',
      states: {
        p: {
          on: {
            'A.*': { actions: say('p A.*') },
            '*': { actions: say('p *') },
            'A.B.*': { actions: say('p A.B.*') },
            X: {},
          },
          initial: 'q',
          states: {
            q: {
              on: {
                'A.B': { guard: asked('q A.B', () => false), actions: say('q A.B') },
                'A.C': [
                  { guard: asked('first', () => false) },
                  { guard: asked('second'), actions: say('q A.C') },
                ],
                Y: {},
              },
            },
          },
        },
        leaf: {},
      },
    }),
    script: ({ send }) =>
      send('A.B', 'A.C', 'A.D', 'A', 'A.B.C', 'A.B.C.D', 'X', 'Y', 'Z', 'xstate.done.actor.x'),
  },
  {
    name: 'a self-target without reenter is internal: its entry and exit do not happen, those below it do',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'p',
      entry: say('in m'),
      exit: say('out m'),
      on: { ROOT: '.p', ROOT_AGAIN: { target: '.p', reenter: true } },
      states: {
        p: {
          entry: say('in p'),
          exit: say('out p'),
          initial: 'a',
          on: {
            SELF: { target: 'p', actions: say('SELF') },
            AGAIN: { target: 'p', reenter: true, actions: say('AGAIN') },
            DOWN: { target: '.b', actions: say('DOWN') },
            DOWN_AGAIN: { target: '.b', reenter: true, actions: say('DOWN_AGAIN') },
            NOWHERE: { actions: say('NOWHERE'), reenter: true },
          },
          states: {
            a: {
              entry: say('in a'),
              exit: say('out a'),
              on: {
                ME: { target: 'a', actions: say('ME') },
                ME_AGAIN: { target: 'a', reenter: true, actions: say('ME_AGAIN') },
                UP: { target: '#m.p', actions: say('UP') },
              },
              always: { guard: asked('a', ({ n }) => n > 99) },
            },
            b: { entry: say('in b'), exit: say('out b') },
          },
        },
      },
    }),
    script: ({ send }) =>
      send(
        'ME',
        'ME_AGAIN',
        'SELF',
        'AGAIN',
        'DOWN',
        'SELF',
        'UP',
        'DOWN_AGAIN',
        'UP',
        'NOWHERE',
        'ROOT',
        'ROOT_AGAIN',
        'DOWN',
        'ROOT',
      ),
  },
  {
    name: 'states three levels deep are left from the inside and entered from the outside',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'p',
      states: {
        p: {
          tags: 'outer',
          entry: [say('in p'), count],
          exit: say('out p'),
          initial: 'q',
          states: {
            q: {
              tags: 'middle',
              entry: [say('in q'), count],
              exit: [count, say('out q')],
              initial: 'r',
              states: {
                r: {
                  tags: ['inner', 'outer'],
                  entry: say('in r'),
                  exit: say('out r'),
                  on: { NEAR: 's', FAR: { target: '#m.z', actions: say('FAR') } },
                },
                s: { entry: say('in s'), exit: say('out s'), on: { BACK: 'r', OUT: '#m.p' } },
              },
            },
          },
        },
        z: {
          entry: say('in z'),
          exit: say('out z'),
          initial: 'y',
          states: { y: { entry: say('in y'), on: { DEEP: '#m.p.q.s', HALF: '#m.p.q' } } },
        },
      },
    }),
    script: ({ send }) => send('NEAR', 'BACK', 'FAR', 'DEEP', 'OUT', 'FAR', 'HALF', 'NEAR'),
  },
  {
    name: 'actions of an initial transition happen where a state is entered from its beginning',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: { target: 'p', actions: say('initial of m') },
      states: {
        p: {
          entry: say('in p'),
          initial: { target: 'a', actions: [say('initial of p'), count] },
          states: { a: { entry: say('in a'), on: { GO: 'b' } }, b: { on: { SELF: '#m.p', OUT: '#m.x' } } },
        },
        x: { on: { IN: 'p', DEEP: '#m.p.b' } },
      },
    }),
    script: ({ send }) => send('GO', 'SELF', 'GO', 'OUT', 'DEEP', 'OUT', 'IN'),
  },
  {
    name: 'a nested final state queues done.state behind what was raised before it, with its output',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'p',
      states: {
        p: {
          initial: 'a',
          exit: say('out p'),
          onDone: [
            { guard: asked('done', ({ n }) => n > 1), target: 'q', actions: say('DONE') },
            { actions: [count, say('NOT_DONE')] },
          ],
          on: { ONE: { actions: [say('ONE'), count] } },
          states: {
            a: { on: { GO: { target: 'b', actions: [raise({ type: 'ONE' }), say('GO')] }, QUIET: 'b' } },
            b: {
              type: 'final',
              entry: [raise({ type: 'ONE' }), say('in b')],
              output: ({ context }: Args) => ({ n: context.n }),
            },
          },
        },
        q: { initial: 'r', states: { r: { type: 'final' } }, onDone: 's' },
        s: {},
      },
    }),
    script: ({ send }) => send('GO', 'QUIET'),
  },
  {
    name: 'guards by name, with params, and, or, not, stateIn, and parts that are provided',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'a',
      states: {
        a: {
          on: {
            PARAMS: [
              {
                guard: { type: 'isMore', params: ({ context, event }: Args) => [context.n, event.than] },
                actions: [count, say('MORE')],
              },
              { guard: { type: 'isMore', params: [1, 0] }, actions: say('FIXED') },
            ],
            BUILT: [
              {
                guard: and([
                  asked('one'),
                  or([asked('two', () => false), not(asked('three')) as never]),
                  asked('four'),
                ]),
                actions: say('BUILT'),
              },
              { guard: or([asked('five'), asked('six')]), actions: say('OR') },
            ],
            IN: { guard: stateIn('a'), actions: say('IN') },
            NOT_IN: { guard: not(stateIn('a')), actions: say('NOT_IN') },
          },
        },
      },
    }).provide({ guards: { isMore: (_: Args, [a, b]: [number, number]) => a > b } }),
    script: ({ send }) =>
      send({ type: 'PARAMS', than: -1 }, { type: 'PARAMS', than: 9 }, 'BUILT', 'IN', 'NOT_IN'),
  },
  {
    name: 'assignments: an object sees the old context throughout, those after it the new one, params the latest',
    logic: machineOf({
      id: 'm',
      context: begun,
      initial: 'a',
      states: {
        a: {
          on: {
            GO: {
              actions: [
                assign({
                  n: ({ context }: Args) => context.n + 1,
                  m: ({ context }: Args) => context.n,
                } as never),
                say('ONE'),
                { type: 'add', params: ({ context }: Args) => ({ by: context.n }) },
                { type: 'add', params: { by: 10 } },
                'nothing',
                say('TWO'),
              ],
            },
          },
        },
      },
    }).provide({
      actions: {
        add: assign({ n: ({ context }: Args, params: { by: number }) => context.n + params.by }),
        nothing: assign(() => ({})),
      },
    }),
    script: ({ send }) => send('GO', 'GO'),
  },
  {
    name: 'a machine without states',
    logic: machineOf({
      id: 'm',
      context: begun,
      entry: say('in m'),
      exit: say('out m'),
      on: {
        GO: { actions: [count, say('GO')] },
        AGAIN: { target: '#m', reenter: true },
        SELF: { target: '#m' },
      },
    }),
    script: ({ send }) => send('GO', 'SELF', 'AGAIN', 'NOBODY'),
  },
  {
    name: 'params and messages are made when the action runs, the target too',
    logic: machineOf({ id: 'm', context: begun, on: { GO: { actions: [count, 'toWhom', count] } } }).provide({
      actions: {
        toWhom: sendTo(
          ({ context }: Args) => {
            context.note('target');
            return context.out;
          },
          ({ context }: Args) => {
            context.note('message');
            return { type: 'GO', n: context.n };
          },
        ),
      },
    }),
    script: ({ send }) => send('GO'),
  },
];
