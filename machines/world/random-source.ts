import type { ActorRef, Snapshot } from 'xstate';

/** Asks for `count` numbers in [0, 1) from the requester's own stream. No machine draws a number itself. */
export type DrawRequested = {
  readonly type: 'DRAW.REQUESTED';
  /** The stream's name, by convention the name of the actor. A new stream changes none of the others. */
  readonly stream: string;
  readonly count: number;
  readonly requester: ActorRef<Snapshot<unknown>, DrawAnswered>;
};

export type DrawAnswered = { readonly type: 'DRAW.ANSWERED'; readonly values: readonly number[] };

/** The seeded random source of the run, as actors see it. It answers without delay. */
export type RandomSource = ActorRef<Snapshot<unknown>, DrawRequested>;
