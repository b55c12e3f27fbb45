import type { Actor, AnyStateMachine, InputFrom, InspectionEvent } from 'xstate';
import type { AnyReducer } from '../../../machines/reducer.ts';
import type { Recorder, RecorderEvent } from '../../../machines/world/recorder.ts';
import type { EngineName, TimerClock } from '../../run/engine/engine.ts';
import { selectEngine } from '../../run/engine/select-engine.ts';
import type { QueueEntry } from '../../run/simulation/event-queue.ts';
import { Kernel, type Order } from '../../run/simulation/kernel.ts';
import { type CreateRoot, createListener, rootCreator } from '../../run/simulation/root-actors.ts';
import { SimulationError } from '../../run/simulation/simulation-error.ts';
import { VirtualClock } from '../../run/simulation/virtual-clock.ts';
import type { Observation } from '../../trace/observation.ts';
import { microsAfter, microsOf, msOf } from './script-time.ts';

/** How the machines of a script run. */
export interface WorldOptions {
  readonly engine?: EngineName | undefined;
  /** Takes the inspection events of every actor from XState. */
  readonly inspect?: ((event: InspectionEvent) => void) | undefined;
  /** Decides what comes first at one time; without it, what was scheduled first. */
  readonly order?: Order | undefined;
}

/**
 * The virtual time of a script and its actors. One that fails, or gets an event without a transition, ends
 * the script.
 */
export class ScriptWorld {
  readonly clock: VirtualClock;
  readonly #kernel: Kernel;
  readonly #creatorWith: (timers: TimerClock) => CreateRoot;
  readonly #createRoot: CreateRoot;

  constructor({ engine, inspect, order }: WorldOptions) {
    this.#kernel = new Kernel({ isTime: Number.isFinite, order });
    this.clock = new VirtualClock(this.#kernel);
    this.#creatorWith = (timers) =>
      rootCreator({ engine: selectEngine(engine), kernel: this.#kernel, clock: timers, inspect });
    this.#createRoot = this.#creatorWith(this.clock);
  }

  get nowMicros(): number {
    return this.#kernel.nowMicros;
  }

  /** The moment as traces write it. */
  get nowMs(): number {
    return msOf(this.nowMicros);
  }

  /**
   * Creates and starts an actor with the name in its input. `timers` are others than those of virtual time.
   */
  start<T extends AnyStateMachine | AnyReducer>(
    machine: T,
    input: InputFrom<T> & { readonly name: string },
    timers?: TimerClock,
  ): Actor<T> {
    const createRoot = timers === undefined ? this.#createRoot : this.#creatorWith(timers);
    return createRoot(machine, input.name, input).start();
  }

  /** Creates an actor that is not started. */
  create<T extends AnyStateMachine | AnyReducer>(
    machine: T,
    input: InputFrom<T> & { readonly name: string },
  ): Actor<T> {
    return this.#createRoot(machine, input.name, input);
  }

  /** Returns the recorder of actors; `hear` gets what they tell. */
  recorder(hear: (actor: string, observation: Observation) => void = () => {}): Recorder {
    return createListener('recorder', (event: RecorderEvent) => {
      if (event.type === 'UNHANDLED') {
        this.#kernel.fail(
          new SimulationError('unhandled-event', `${event.actor} has no transition for ${event.event}`),
        );
        return;
      }
      for (const observation of event.type === 'RECORDS' ? event.observations : [event.observation])
        hear(event.actor, observation);
    });
  }

  /** Schedules something for a moment of the script, in ms. */
  at(ms: number, run: () => void): void {
    this.#kernel.schedule(microsOf(ms), run);
  }

  /** Schedules something for so many ms from now. */
  after(ms: number, run: () => void): QueueEntry {
    return this.#kernel.schedule(microsAfter(this.nowMicros, ms), run);
  }

  /** Does something after so many ms: at once where it takes none. */
  takes(ms: number, run: () => void): void {
    if (ms > 0) this.after(ms, run);
    else run();
  }

  /** Runs until nothing can happen any more. */
  run(): void {
    this.#kernel.run(Number.POSITIVE_INFINITY);
  }

  /** Runs everything that is due until this moment, which is then the present. */
  runTo(micros: number): void {
    this.#kernel.schedule(micros, () => {});
    this.#kernel.run(micros);
  }
}
