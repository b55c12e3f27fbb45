import { setup } from 'xstate';

type StageEvent =
  | { readonly type: 'VIEWER.CHOSEN'; readonly viewer: 'hosted' | 'own' }
  /** The page in the frame says that it takes messages. */
  | { readonly type: 'FRAME.CONNECTED' }
  /** The frame was emptied to begin again. */
  | { readonly type: 'FRAME.RELOADED' };

interface StageInput {
  readonly viewer: 'hosted' | 'own';
}

/** Which viewer is shown, and whether it takes steps yet. */
export const stageMachine = setup({
  types: { context: {} as StageInput, input: {} as StageInput, events: {} as StageEvent },
  guards: {
    beginsOwn: ({ context }) => context.viewer === 'own',
    choosesOwn: (_, params: { viewer: 'hosted' | 'own' }) => params.viewer === 'own',
  },
  delays: { patience: 6000 },
}).createMachine({
  id: 'stage',
  description: 'The viewer of the replay.',
  context: ({ input }) => input,
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The page has just been opened.',
      always: [{ guard: 'beginsOwn', target: 'own' }, { target: 'hosted' }],
    },
    hosted: {
      description: 'The inspector that Stately hosts.',
      tags: 'hosted',
      initial: 'loading',
      states: {
        loading: {
          description: 'Its page is on its way, if there is a network.',
          after: { patience: '#stage.standIn' },
          on: { 'FRAME.CONNECTED': 'connected' },
        },
        connected: {
          description: 'It takes messages.',
          tags: 'connected',
          on: { 'FRAME.RELOADED': 'loading' },
        },
      },
    },
    own: {
      description: 'The viewer that comes with Windlass, because somebody wants it.',
      tags: 'connected',
    },
    standIn: {
      description: 'The viewer that comes with Windlass, because the hosted one did not answer.',
      tags: ['connected', 'unanswered'],
    },
  },
  on: {
    'VIEWER.CHOSEN': [
      { guard: { type: 'choosesOwn', params: ({ event }) => event }, target: '.own' },
      { target: '.hosted' },
    ],
  },
});
