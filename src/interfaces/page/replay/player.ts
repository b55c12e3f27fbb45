import { assign, setup } from 'xstate';
import { countUntil } from '../../../reports/run-view/series-builder.ts';

type PlayerEvent =
  | { readonly type: 'PLAY.REQUESTED' }
  | { readonly type: 'PAUSE.REQUESTED' }
  | { readonly type: 'STEP.REQUESTED' }
  | { readonly type: 'BACK.REQUESTED' }
  | { readonly type: 'SEEK.REQUESTED'; readonly position: number }
  | { readonly type: 'SPEED.CHOSEN'; readonly speed: number }
  | { readonly type: 'LONGEST_PAUSE.CHOSEN'; readonly pauseMsMax: number }
  /** A frame of the animation has passed, while the viewer takes messages. */
  | { readonly type: 'TIME.PASSED'; readonly elapsedMs: number }
  /** Other steps are shown; the moment of virtual time stays. */
  | ({ readonly type: 'REEL.CHANGED' } & PlayerInput);

interface PlayerInput {
  /** The virtual times of the steps, in ms. */
  readonly times: Float64Array;
  /** The number of steps that are shown before playing: the actors with which the run begins. */
  readonly beginning: number;
}

/** Where the player begins: at this moment of virtual time in ms; undefined for the very beginning. */
type PlayerStart = PlayerInput & { readonly atMs?: number | undefined };

interface PlayerContext extends Pace, PlayerInput {
  /** The number of shown steps. */
  readonly position: number;
  readonly waitedMs: number;
}

/**
 * Plays recorded steps at a speed for people. It only says how many steps should be visible. The viewer
 * follows that number, and begins again if it falls.
 */
export const playerMachine = setup({
  types: { context: {} as PlayerContext, input: {} as PlayerStart, events: {} as PlayerEvent },
  guards: {
    isAtEnd: ({ context }) => context.position >= context.times.length,
    isNotAtStart: ({ context }) => context.position > 0,
  },
  actions: {
    advance: assign(({ context }, { elapsedMs }: { elapsedMs: number }) =>
      advance(context.times, context, elapsedMs, context),
    ),
    goForward: assign({
      position: ({ context }) => Math.min(context.position + 1, context.times.length),
      waitedMs: 0,
    }),
    goBack: assign({ position: ({ context }) => Math.max(context.position - 1, 0), waitedMs: 0 }),
    goTo: assign({
      position: ({ context }, params: { position: number }) => within(params.position, context.times),
      waitedMs: 0,
    }),
    goToStart: assign({ position: 0, waitedMs: 0 }),
    chooseSpeed: assign({ speed: (_, params: { speed: number }) => params.speed }),
    chooseLongestPause: assign({ pauseMsMax: (_, params: { pauseMsMax: number }) => params.pauseMsMax }),
    changeReel: assign(({ context }, { times, beginning }: PlayerInput) => ({
      times,
      beginning,
      position:
        context.position <= context.beginning
          ? beginning
          : stepsUntil(times, context.times[context.position - 1]),
      waitedMs: 0,
    })),
  },
}).createMachine({
  id: 'player',
  description: 'How much of a recorded run is to be seen.',
  context: ({ input }) => ({
    times: input.times,
    beginning: input.beginning,
    position: Math.max(input.beginning, stepsUntil(input.times, input.atMs)),
    waitedMs: 0,
    speed: 1,
    pauseMsMax: 2000,
  }),
  initial: 'paused',
  states: {
    paused: {
      description: 'Nothing moves until somebody says so.',
      always: { guard: 'isAtEnd', target: 'ended' },
      on: {
        'PLAY.REQUESTED': 'playing',
        'STEP.REQUESTED': { actions: 'goForward' },
      },
    },
    playing: {
      description: 'Steps follow each other as time passes.',
      tags: 'moving',
      always: { guard: 'isAtEnd', target: 'ended' },
      on: {
        'TIME.PASSED': { actions: { type: 'advance', params: ({ event }) => event } },
        'PAUSE.REQUESTED': 'paused',
        'SEEK.REQUESTED': { actions: { type: 'goTo', params: ({ event }) => event } },
        'STEP.REQUESTED': { target: 'paused', actions: 'goForward' },
      },
    },
    ended: {
      description: 'All has been seen; play begins again.',
      on: {
        'PLAY.REQUESTED': { target: 'playing', actions: 'goToStart' },
      },
    },
  },
  on: {
    'BACK.REQUESTED': { guard: 'isNotAtStart', target: '.paused', actions: 'goBack' },
    'SEEK.REQUESTED': { target: '.paused', actions: { type: 'goTo', params: ({ event }) => event } },
    'SPEED.CHOSEN': { actions: { type: 'chooseSpeed', params: ({ event }) => event } },
    'LONGEST_PAUSE.CHOSEN': { actions: { type: 'chooseLongestPause', params: ({ event }) => event } },
    'REEL.CHANGED': { target: '.paused', actions: { type: 'changeReel', params: ({ event }) => event } },
  },
});

function within(position: number, times: Float64Array): number {
  return Math.max(0, Math.min(Math.trunc(position), times.length));
}

/** Returns the number of steps up to this moment; 0 if there is none. */
function stepsUntil(times: Float64Array, atMs: number | undefined): number {
  return atMs === undefined ? 0 : countUntil(times, atMs);
}

/**
 * The position of a replay: how many steps have been shown, and how long the last of them has been shown, in
 * ms of real time.
 */
interface ReplayPlace {
  readonly position: number;
  readonly waitedMs: number;
}

interface Pace {
  /** Virtual time per real time; Infinity means as fast as possible. */
  readonly speed: number;
  /** The longest pause, in ms of real time. */
  readonly pauseMsMax: number;
}

/** The shortest time for a step at speed 1, because many steps have the same virtual time. */
const stepMs = 40;

/** The most steps per call, so that the page stays responsive. */
const stepsMax = 200;

/**
 * Returns the position of the replay after this much real time. `times` are the virtual times of the steps in
 * ms.
 */
export function advance(times: Float64Array, place: ReplayPlace, elapsedMs: number, pace: Pace): ReplayPlace {
  const end = Math.min(times.length, place.position + stepsMax);
  let { position } = place;
  let waitedMs = place.waitedMs + elapsedMs;
  while (position < end) {
    const pauseMs = pauseBefore(times, position, pace);
    if (waitedMs < pauseMs) return { position, waitedMs };
    waitedMs -= pauseMs;
    position += 1;
  }
  // Time that the viewer could not use is dropped: a slow viewer makes the replay slower, but it does not
  // jump.
  return { position, waitedMs: 0 };
}

/** Returns the length of the pause after the step before this one, in ms of real time. */
function pauseBefore(times: Float64Array, position: number, { speed, pauseMsMax }: Pace): number {
  const before = times[position - 1];
  const at = times[position];
  if (before === undefined || at === undefined) return 0;
  return Math.min(Math.max(at - before, stepMs) / speed, pauseMsMax);
}
