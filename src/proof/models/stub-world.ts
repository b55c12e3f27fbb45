import { type ActorRef, createActor, type EventObject, fromTransition, type Snapshot } from 'xstate';
import type { Clock } from '../../../machines/world/clock.ts';
import type { Recorder, RecorderEvent } from '../../../machines/world/recorder.ts';

/**
 * The surroundings of a machine that is explored alone: neighbours that take messages and never answer, and a
 * clock that is set.
 */
export interface StubWorld {
  readonly recorder: Recorder;
  readonly clock: StubClock;
  /**
   * Returns a neighbour with this name, which takes any event. The model's events are its answers. The same
   * name gives the same stub.
   */
  readonly neighbour: (name: string) => never;
  /** Returns neighbours under their names, as inputs have them. */
  readonly stubs: <Name extends string>(...names: readonly Name[]) => Readonly<Record<Name, never>>;
}

interface StubClock extends Clock {
  /** Sets what the clock shows, in whole microseconds. */
  setMicros: (micros: number) => void;
}

/**
 * Returns a new world at time 0. The ids of its actors are their names; that of the recorder is `recorder`.
 */
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
    neighbour: (name) => neighbour(name) as never,
    stubs: (...names) => Object.fromEntries(names.map((name) => [name, neighbour(name)])) as never,
  };
}

/**
 * Replaces a child of the explored machine. It takes events and never answers; messages that the real child
 * would send are events of the model.
 */
export const inertActor = fromTransition(
  (input: unknown) => input,
  ({ input }) => input,
);
