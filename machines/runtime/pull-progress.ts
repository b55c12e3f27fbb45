import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import type { RequestPoint } from '../../src/rules/runtime/errors/pull-error.ts';
import * as rule from '../../src/rules/runtime/images/progress-watch.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { Clock } from '../world/clock.ts';
import type { FlowName, FlowsMeasured, Network } from '../world/network-protocol.ts';
import type { DrawAnswered, RandomSource } from '../world/random-source.ts';
import type { Recorder } from '../world/recorder.ts';

/** The messages of a pull to its watch. */
export type PullProgressEvent =
  /** A fetch has a request under way, or has none any more. */
  | { readonly type: 'PROGRESS.ASKING'; readonly fetch: number; readonly at: RequestPoint }
  | { readonly type: 'PROGRESS.SETTLED'; readonly fetch: number }
  | {
      readonly type: 'PROGRESS.RECEIVING';
      readonly layer: number;
      readonly bytes: number;
      readonly flow: FlowName;
      readonly offset?: number | undefined;
    }
  /** A layer's last byte came at `endedMicros`; its blob is committed. */
  | {
      readonly type: 'PROGRESS.FETCHED';
      readonly fetch: number;
      readonly layer: number;
      readonly endedMicros: number;
    }
  | { readonly type: 'PROGRESS.UNPACKING'; readonly layer: number }
  | { readonly type: 'PROGRESS.UNPACKED'; readonly layer: number };

/** No progress for longer than the timeout. Told once. `unpacking`: a layer that was being unpacked. */
export type PullStalled = {
  readonly type: 'RUNTIME_PULL.STALLED';
  readonly unpacking: number | undefined;
  /** The request that was not answered, where the pull had not come to its layers. */
  readonly at: RequestPoint | undefined;
};

export type PullProgress = ActorRef<Snapshot<unknown>, PullProgressEvent>;

export interface PullProgressInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly network: Network;
  readonly random: RandomSource;
  readonly pull: ActorRef<Snapshot<unknown>, PullStalled>;
  readonly profile: rule.WatchedProfile;
  /** When the pull began, and when HEAD was answered. */
  readonly startedMicros: number;
  readonly resolvedMicros: number;
}

export interface PullProgressContext {
  readonly input: PullProgressInput;
  readonly watch: rule.ProgressWatch;
  readonly nowMicros: number;
}

/**
 * Watches one pull for progress and says when there has been none for too long. Mirrors
 * `transferProgressReporter` and, on the local path, `pullProgressReporter` of containerd's CRI plugin
 * (internal/cri/server/images/image_pull.go, v2.4). Checks that could find nothing active are left out.
 */
export const pullProgressMachine = setup({
  types: {
    input: {} as PullProgressInput,
    context: {} as PullProgressContext,
    events: {} as PullProgressEvent | FlowsMeasured | DrawAnswered,
  },
  guards: {
    isWorthChecking: ({ context }) => rule.isWorthChecking(context.watch),
    isStalled: ({ context }) => rule.isStalled(context.watch, context.nowMicros),
    isAtTimeout: ({ context }) => rule.isAtTimeout(context.watch, context.nowMicros),
    isTooLate: (_, values: readonly number[]) => (values[0] ?? 0) < 0.5,
  },
  delays: {
    untilCheck: ({ context }) => {
      const nowMicros = context.input.clock.nowMicros();
      return rule.nextCheckMicros(context.watch, nowMicros) - nowMicros;
    },
  },
  actions: {
    noteUnpacked: assign({
      watch: ({ context }, layer: number) =>
        rule.unpacked(context.watch, layer, context.input.clock.nowMicros()),
    }),
    noteAsking: assign({
      watch: ({ context }, params: { fetch: number; at: RequestPoint }) => rule.asking(context.watch, params),
    }),
    noteSettled: assign({
      watch: ({ context }, fetch: number) => rule.settled(context.watch, fetch),
    }),
    noteReceiving: assign({
      watch: (
        { context },
        params: { layer: number; bytes: number; flow: FlowName; offset?: number | undefined },
      ) => rule.receiving(context.watch, context.input.clock.nowMicros(), params),
    }),
    noteFetched: assign({
      watch: (
        { context },
        { fetch, layer, endedMicros }: { fetch: number; layer: number; endedMicros: number },
      ) => rule.settled(rule.fetched(context.watch, layer, endedMicros), fetch),
    }),
    noteUnpacking: assign({
      watch: ({ context }, layer: number) =>
        rule.unpacking(context.watch, layer, context.input.clock.nowMicros()),
    }),
    resume: assign({ watch: ({ context }) => rule.resumed(context.watch, context.input.clock.nowMicros()) }),
    askFlows: sendTo(
      ({ context }) => context.input.network,
      ({ context, self }) =>
        ({ type: 'FLOWS.ASKED', flows: rule.receivingFlows(context.watch), requester: self }) as const,
    ),
    noteBytes: assign(({ context }, bytes: readonly number[]) => ({
      watch: rule.measured(context.watch, bytes),
      nowMicros: context.input.clock.nowMicros(),
    })),
    requestDraw: sendTo(
      ({ context }) => context.input.random,
      ({ context, self }) =>
        ({ type: 'DRAW.REQUESTED', stream: context.input.name, count: 1, requester: self }) as const,
    ),
    noteCheck: assign({ watch: ({ context }) => rule.checked(context.watch, context.nowMicros) }),
    notifyStalled: sendTo(
      ({ context }) => context.input.pull,
      ({ context }) =>
        ({
          type: 'RUNTIME_PULL.STALLED',
          unpacking: context.watch.unpacking[0],
          at: rule.unanswered(context.watch),
        }) as const,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'pullProgress',
  description:
    'Watches an image pull for progress. A pull that gets no bytes for longer than image_pull_progress_timeout (5 min in containerd 2) is cancelled, and the pod shows ErrImagePull. CRI-O has pull_progress_timeout, which is off in most of its releases, and containerd 1.6 has none: there a pull may hang for ever.',
  context: ({ input }) => ({
    input,
    watch: rule.progressWatch(input.profile, input),
    nowMicros: input.clock.nowMicros(),
  }),
  initial: 'resting',
  on: {
    'PROGRESS.ASKING': { actions: { type: 'noteAsking', params: ofEvent } },
    'PROGRESS.SETTLED': { actions: { type: 'noteSettled', params: ({ event }) => event.fetch } },
    'PROGRESS.RECEIVING': { actions: { type: 'noteReceiving', params: ofEvent } },
    'PROGRESS.FETCHED': { actions: { type: 'noteFetched', params: ofEvent } },
    'PROGRESS.UNPACKED': { actions: { type: 'noteUnpacked', params: ({ event }) => event.layer } },
    'PROGRESS.UNPACKING': { actions: { type: 'noteUnpacking', params: ({ event }) => event.layer } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    resting: {
      description:
        'Nothing is active, so no check is made. The pull does not count as stalled, however long that lasts, for example while it waits for a download slot.',
      always: { guard: 'isWorthChecking', target: 'watching', actions: 'resume' },
    },
    watching: {
      description:
        'Bytes arrive, or should; the next check is scheduled. containerd checks every ten seconds, or twice within a shorter timeout, so that a pull is cancelled somewhat later than the timeout says.',
      after: { untilCheck: 'measuring' },
    },
    measuring: {
      description: 'The network is asked how many bytes have arrived; no time passes.',
      entry: 'askFlows',
      on: {
        'FLOWS.MEASURED': {
          target: 'judging',
          actions: { type: 'noteBytes', params: ({ event }) => event.bytes },
        },
      },
    },
    judging: {
      description:
        'The check decides whether something is active and has made no progress for too long. No time passes.',
      always: [
        { guard: 'isStalled', target: 'ended', actions: 'notifyStalled' },
        { guard: 'isAtTimeout', target: 'drawing' },
        { guard: 'isWorthChecking', target: 'watching', actions: 'noteCheck' },
        { target: 'resting', actions: 'noteCheck' },
      ],
    },
    drawing: {
      description:
        'Nothing has arrived for exactly the timeout. Whether that is too long depends on microseconds, so it is drawn at random.',
      entry: 'requestDraw',
      on: {
        'DRAW.ANSWERED': [
          {
            guard: { type: 'isTooLate', params: ({ event }) => event.values },
            target: 'ended',
            actions: 'notifyStalled',
          },
          { target: 'watching', actions: 'noteCheck' },
        ],
      },
    },
    ended: {
      description: 'The pull has made no progress for too long. It has got the message and cancels itself.',
    },
  },
});
