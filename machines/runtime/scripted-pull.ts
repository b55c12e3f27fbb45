import { type ActorRef, type Snapshot, sendTo, setup } from 'xstate';
import type { PodRef } from '../../src/trace/observation.ts';
import { reportUnhandled } from '../chart-parts.ts';
import type { Recorder } from '../world/recorder.ts';
import type { PullCommand, PullEnded } from './pull-protocol.ts';

export interface ScriptedPullInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly service: ActorRef<Snapshot<unknown>, PullEnded>;
  /** The pod and the container that need the image; undefined for a pull beside the kubelet. */
  readonly pod?: PodRef | undefined;
  readonly container?: string | undefined;
  readonly takesMicros: number;
  /** undefined: the pull succeeds. */
  readonly error: string | undefined;
}

/**
 * A PullImage call whose duration and outcome the scenario has set. It uses neither network nor disk. It
 * stands for a runtime whose recorded answers are replayed.
 */
export const scriptedPullMachine = setup({
  types: {
    input: {} as ScriptedPullInput,
    context: {} as { readonly input: ScriptedPullInput },
    events: {} as PullCommand,
  },
  guards: { succeeds: ({ context }) => context.input.error === undefined },
  delays: { takes: ({ context }) => context.input.takesMicros },
  actions: {
    notifySucceeded: sendTo(
      ({ context }) => context.input.service,
      ({ context }) => ({ type: 'RUNTIME_PULL.SUCCEEDED', pull: context.input.name }) as const,
    ),
    notifyFailed: sendTo(
      ({ context }) => context.input.service,
      ({ context }) =>
        ({
          type: 'RUNTIME_PULL.FAILED',
          pull: context.input.name,
          error: context.input.error ?? '',
        }) as const,
    ),
    notifyAbandoned: sendTo(
      ({ context }) => context.input.service,
      ({ context }) => ({ type: 'RUNTIME_PULL.ABANDONED', pull: context.input.name }) as const,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'scriptedPull',
  description:
    'A PullImage whose time and outcome the scenario has set. It uses neither network nor disk, and slows no other pull down.',
  context: ({ input }) => ({ input }),
  initial: 'pulling',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    pulling: {
      description:
        'The pull takes the time that the scenario gives it. For the kubelet it is a pull like any other: it holds a slot of the kubelet, and its pod shows "Pulling".',
      on: { 'RUNTIME_PULL.CANCELLED': { target: 'ended', actions: 'notifyAbandoned' } },
      after: {
        takes: [
          { guard: 'succeeds', target: 'ended', actions: 'notifySucceeded' },
          { target: 'ended', actions: 'notifyFailed' },
        ],
      },
    },
    ended: {
      description: 'The pull is over. The image service has the outcome and stops this actor.',
      on: { 'RUNTIME_PULL.CANCELLED': {} },
    },
  },
});
