import { type ActorRef, createActor, type EventObject, fromTransition, type Snapshot } from 'xstate';
import type { Clock } from '../../machines/world/clock.ts';
import type { Recorder, RecorderEvent } from '../../machines/world/recorder.ts';

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

/** A world of its own, at time 0. Its actors' ids are their names; the recorder's is `recorder`. */
export function createStubWorld(): StubWorld {
  let nowMicros = 0;
  const neighbours = new Map<string, ActorRef<Snapshot<unknown>, EventObject>>();
  const neighbour = (name: string) => {
    const known = neighbours.get(name);
    if (known !== undefined) return known;
    const stub = createActor(
      fromTransition((state: undefined, _event: EventObject) => state, undefined),
      { id: name },
    ).start();
    neighbours.set(name, stub);
    return stub;
  };
  return {
    clock: {
      nowMicros: () => nowMicros,
      setMicros: (micros) => {
        nowMicros = micros;
      },
    },
    recorder: neighbour('recorder') as unknown as ActorRef<Snapshot<unknown>, RecorderEvent>,
    // A stub hears anything.
    neighbour: (name) => neighbour(name) as never,
  };
}
