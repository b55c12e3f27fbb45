import type { ActorStarted, ActorStep } from '../trace/step-record.ts';

/** All that an actor did. */
export interface ActorHistory {
  readonly started: ActorStarted;
  readonly steps: readonly ActorStep[];
  /** The steps are cut off here: there are more than are kept. */
  readonly isCut: boolean;
}
