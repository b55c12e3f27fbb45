import type { ActorRef, Snapshot } from 'xstate';

/** Asks for `count` numbers in [0, 1) of the requester's own stream; a machine never draws one itself. */
export type DrawRequested = {
  readonly type: 'DRAW.REQUESTED';
  /** The stream's name, by custom the name of the actor: adding a stream changes no other. */
  readonly stream: string;
  readonly count: number;
  readonly requester: ActorRef<Snapshot<unknown>, DrawAnswered>;
};

export type DrawAnswered = { readonly type: 'DRAW.ANSWERED'; readonly values: readonly number[] };

/** The run's seeded chance, as actors see it. Answers at once. */
export type RandomSource = ActorRef<Snapshot<unknown>, DrawRequested>;
