import {
  type ActorRef,
  type AnyActorLogic,
  createActor,
  type EventObject,
  fromTransition,
  type InputFrom,
  type Snapshot,
} from 'xstate';
import type { DrawAnswered, DrawRequested } from '../../machines/world/random-source.ts';
import type { RecorderEvent } from '../../machines/world/recorder.ts';
import { Kernel } from '../../src/run/simulation/kernel.ts';
import { VirtualClock } from '../../src/run/simulation/virtual-clock.ts';
import type { Because, Observation } from '../../src/trace/observation.ts';

/** A message that one of the stage's listeners got. */
export interface Heard {
  readonly atMicros: number;
  readonly by: string;
  readonly message: EventObject & Readonly<Record<string, unknown>>;
}

/** What an actor told the recorder, for which pull and because of what. */
export interface Observed {
  readonly atMicros: number;
  readonly actor: string;
  readonly observation: Observation;
  readonly pull: string | undefined;
  readonly because: Because | undefined;
}

/** Virtual time, a recorder, and listeners that stand for the actors around the machine under test. */
export function stage() {
  const kernel = new Kernel();
  const clock = new VirtualClock(kernel);
  const heard: Heard[] = [];
  const observed: Observed[] = [];
  const unhandled: string[] = [];
  const failures: unknown[] = [];
  const seed = { draw: 0 };

  /** Plays an actor: notes each message, then reacts to it. */
  const listen = <E extends EventObject>(
    by: string,
    react: (event: E) => void = () => {},
  ): ActorRef<Snapshot<unknown>, E> => {
    const logic = fromTransition((state: undefined, event: E) => {
      heard.push({ atMicros: kernel.nowMicros, by, message: event as unknown as Heard['message'] });
      react(event);
      return state;
    }, undefined);
    return start(logic, undefined);
  };
  /** Starts an actor under the stage's clock; its failure ends the test's run. */
  const start = <L extends AnyActorLogic>(logic: L, input: InputFrom<L>) => {
    const actor = createActor(logic as AnyActorLogic, { clock, input });
    actor.subscribe({
      error: (error) => {
        failures.push(error);
        kernel.fail(error);
      },
    });
    return actor.start() as ReturnType<typeof createActor<L>>;
  };
  const recorder = start(
    fromTransition((state: undefined, event: RecorderEvent) => {
      if (event.type === 'UNHANDLED') unhandled.push(`${event.actor}: ${event.event}`);
      const observations =
        event.type === 'RECORD' ? [event.observation] : event.type === 'RECORDS' ? event.observations : [];
      const { pull, because } = { because: undefined, pull: undefined, ...event };
      for (const observation of observations)
        observed.push({ atMicros: kernel.nowMicros, actor: event.actor, observation, pull, because });
      return state;
    }, undefined),
    undefined,
  ) as ActorRef<Snapshot<unknown>, RecorderEvent>;
  const random = listen<DrawRequested>('random', (event) => {
    const answer: DrawAnswered = {
      type: 'DRAW.ANSWERED',
      values: Array.from({ length: event.count }, () => seed.draw),
    };
    event.requester.send(answer);
  });
  const check = () => {
    if (failures.length > 0) throw failures[0];
  };

  return {
    kernel,
    clock,
    recorder,
    random,
    heard,
    observed,
    unhandled,
    /** What every draw gives. */
    seed,
    listen,
    start,
    check,
    /** Does `act` at that time. */
    at: (atMicros: number, act: () => void) => kernel.schedule(atMicros, act),
    run: (untilMicros: number) => {
      check();
      // So that time goes on where nothing is left to do.
      kernel.schedule(untilMicros, () => {});
      kernel.run(untilMicros);
      check();
    },
    /** The messages that a listener got, as `at type`, with the time in ms. */
    timesOf: (by: string, type?: string) =>
      heard
        .filter((one) => one.by === by && (type === undefined || one.message.type === type))
        .map((one) => one.atMicros / 1000),
    messagesTo: (by: string) => heard.filter((one) => one.by === by).map((one) => one.message),
  };
}

export type Stage = ReturnType<typeof stage>;
