import { assign, setup } from 'xstate';
import type { PlaybackEvent } from './page-protocol.ts';

interface PlaybackContext {
  readonly playheadMs: number;
  readonly endMs: number;
  /** Virtual seconds per second. */
  readonly speed: number;
}

/** The speeds that the page offers. */
export const speeds = [0.1, 1, 2, 5, 10, 20, 60, 120, 300, 600, 3600] as const;

/** The time in which a run is played, unless another speed is chosen. */
const playedInMs = 20_000;

/** Returns the offered speed at which a run of this length takes about twenty seconds. */
export function speedFor(endMs: number): number {
  return speeds.findLast((speed) => speed <= Math.max(1, endMs / playedInMs)) ?? 1;
}

function within(atMs: number, endMs: number): number {
  return Math.min(Math.max(atMs, 0), endMs);
}

/**
 * The moment of virtual time that the page shows, and whether it moves on by itself. Frames come from
 * outside.
 */
export const playbackMachine = setup({
  types: { context: {} as PlaybackContext, events: {} as PlaybackEvent },
  guards: {
    frameReachesEnd: ({ context }, params: { elapsedMs: number }) =>
      context.playheadMs + params.elapsedMs * context.speed >= context.endMs,
    isAtEnd: ({ context }, params: { atMs: number }) => params.atMs >= context.endMs,
    endsBehind: ({ context }, params: { endMs: number }) =>
      context.playheadMs > 0 && params.endMs <= context.playheadMs,
    isSpeed: (_, params: { speed: number }) => Number.isFinite(params.speed) && params.speed > 0,
  },
  actions: {
    begin: assign({
      playheadMs: 0,
      endMs: (_, params: { endMs: number }) => params.endMs,
      speed: (_, params: { endMs: number }) => speedFor(params.endMs),
    }),
    rewind: assign({ playheadMs: 0 }),
    advance: assign({
      playheadMs: ({ context }, params: { elapsedMs: number }) =>
        context.playheadMs + params.elapsedMs * context.speed,
    }),
    seek: assign({
      playheadMs: ({ context }, params: { atMs: number }) => within(params.atMs, context.endMs),
    }),
    stopAtEnd: assign({ playheadMs: ({ context }) => context.endMs }),
    moveEnd: assign({
      endMs: (_, params: { endMs: number }) => params.endMs,
      playheadMs: ({ context }, params: { endMs: number }) => within(context.playheadMs, params.endMs),
    }),
    changeSpeed: assign({ speed: (_, params: { speed: number }) => params.speed }),
  },
}).createMachine({
  id: 'playback',
  description: 'The playhead: where it is, and whether it moves.',
  context: () => ({ playheadMs: 0, endMs: 0, speed: 10 }),
  initial: 'idle',
  on: {
    'RUN.SHOWN': { target: '.paused', actions: { type: 'begin', params: ({ event }) => event } },
    'SPEED.CHOSEN': {
      guard: { type: 'isSpeed', params: ({ event }) => event },
      actions: { type: 'changeSpeed', params: ({ event }) => event },
    },
  },
  states: {
    idle: { description: 'There is no run to play.' },
    paused: {
      description: 'The playhead rests where it was put.',
      on: {
        'PLAY.REQUESTED': 'playing',
        'SEEK.REQUESTED': [
          {
            guard: { type: 'isAtEnd', params: ({ event }) => event },
            target: 'atEnd',
            actions: 'stopAtEnd',
          },
          { actions: { type: 'seek', params: ({ event }) => event } },
        ],
        'END.MOVED': [
          {
            guard: { type: 'endsBehind', params: ({ event }) => event },
            target: 'atEnd',
            actions: { type: 'moveEnd', params: ({ event }) => event },
          },
          { actions: { type: 'moveEnd', params: ({ event }) => event } },
        ],
      },
    },
    playing: {
      description: 'Each frame moves the playhead on, speed times as fast as the clock on the wall.',
      tags: 'moving',
      on: {
        'PAUSE.REQUESTED': 'paused',
        'FRAME.PASSED': [
          {
            guard: { type: 'frameReachesEnd', params: ({ event }) => event },
            target: 'atEnd',
            actions: 'stopAtEnd',
          },
          { actions: { type: 'advance', params: ({ event }) => event } },
        ],
        'SEEK.REQUESTED': [
          {
            guard: { type: 'isAtEnd', params: ({ event }) => event },
            target: 'atEnd',
            actions: 'stopAtEnd',
          },
          { actions: { type: 'seek', params: ({ event }) => event } },
        ],
        'END.MOVED': { actions: { type: 'moveEnd', params: ({ event }) => event } },
      },
    },
    atEnd: {
      description: 'The playhead is at the end of the run; play begins it anew.',
      on: {
        'PLAY.REQUESTED': { target: 'playing', actions: 'rewind' },
        'SEEK.REQUESTED': [
          { guard: { type: 'isAtEnd', params: ({ event }) => event } },
          { target: 'paused', actions: { type: 'seek', params: ({ event }) => event } },
        ],
        'END.MOVED': [
          {
            guard: { type: 'endsBehind', params: ({ event }) => event },
            actions: { type: 'moveEnd', params: ({ event }) => event },
          },
          { target: 'paused', actions: { type: 'moveEnd', params: ({ event }) => event } },
        ],
      },
    },
  },
});
