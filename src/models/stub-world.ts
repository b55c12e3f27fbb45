import type { ActorRef, EventObject, Snapshot } from 'xstate';
import type { Clock } from '../../machines/clock.ts';
import type { Recorder } from '../../machines/recorder.ts';

/** Stands for everything around a machine that is explored alone: neighbours that hear and never answer, and a clock that is set. */
export interface StubWorld {
  readonly recorder: Recorder;
  readonly clock: StubClock;
  /** A neighbour with this name: the model's events say what it would answer. The same name gives the same stub. */
  readonly neighbour: <E extends EventObject>(name: string) => ActorRef<Snapshot<unknown>, E>;
}

export interface StubClock extends Clock {
  /** What the next reading gives, in whole microseconds. */
  setMicros: (micros: number) => void;
}
