import type { ActorStarted, ActorStep } from '../trace/step-record.ts';

/** The steps of an actor. */
export interface ActorHistory {
  readonly started: ActorStarted;
  readonly steps: readonly ActorStep[];
  /** Present if there were more steps than are kept. */
  readonly isCut: boolean;
}
