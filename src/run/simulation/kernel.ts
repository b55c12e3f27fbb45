import type { Changeable, History } from '../engine/history.ts';
import { EventQueue, KeptQueue, type Queue, type QueueEntry, Scheduled } from './event-queue.ts';
import { SimulationError } from './simulation-error.ts';

interface KernelLimits {
  /** The most steps of a run. */
  readonly stepsMax: number;
  /** The most steps in one instant. More means that actors answer each other for ever. */
  readonly stepsPerInstantMax: number;
  /** The most entries in the queue. */
  readonly queueMax: number;
}

export interface KernelOptions {
  readonly limits?: KernelLimits;
  /**
   * Whether a number is a valid time. By default it is a whole number of microseconds, or infinite for no
   * horizon; a script may have finer times.
   */
  readonly isTime?: (micros: number) => boolean;
  /**
   * Which of `count` entries of one instant happens next, 0 being the one scheduled first. Without it they
   * keep their order.
   */
  readonly choose?: (count: number) => number;
  /** Keeps what changes: time and queue can then be taken back. */
  readonly history?: History | undefined;
}

/** What of a kernel is not in its queue. */
type Kept = readonly [
  nowMicros: number,
  sequence: number,
  steps: number,
  stepsAtInstant: number,
  failure: unknown,
  queue: unknown,
];

const defaultKernelLimits: KernelLimits = {
  stepsMax: 500_000_000,
  stepsPerInstantMax: 1_000_000,
  queueMax: 20_000_000,
};

/**
 * The whole of virtual time: one queue of timers and inputs ordered by `(time, sequence)`, one `step`, and
 * `run` as a loop over it. What an entry causes settles inside its step, since actors get messages at once.
 * Times are whole microseconds from the start of the run.
 */
export class Kernel implements Changeable<Kept> {
  readonly #queue: Queue;
  readonly #history: History | undefined;
  readonly #limits: KernelLimits;
  readonly #isTime: (micros: number) => boolean;
  readonly #choose: ((count: number) => number) | undefined;
  #nowMicros = 0;
  #sequence = 0;
  #steps = 0;
  #stepsAtInstant = 0;
  #failure: unknown;

  constructor({
    limits = defaultKernelLimits,
    isTime = Number.isInteger,
    choose,
    history,
  }: KernelOptions = {}) {
    this.#history = history;
    this.#queue = history === undefined ? new EventQueue() : new KeptQueue();
    this.#limits = limits;
    this.#isTime = isTime;
    this.#choose = choose;
  }

  get nowMicros(): number {
    return this.#nowMicros;
  }

  get steps(): number {
    return this.#steps;
  }

  /**
   * Schedules `run` for `atMicros`; throws `time-backwards` for the past and for anything that is not a whole
   * number.
   */
  schedule(atMicros: number, run: () => void): QueueEntry {
    if (!this.#isTime(atMicros) || atMicros < this.#nowMicros) {
      throw new SimulationError(
        'time-backwards',
        `cannot schedule for ${atMicros} µs: it is ${this.#nowMicros} µs, and times are whole microseconds`,
      );
    }
    if (this.#queue.size >= this.#limits.queueMax) {
      throw new SimulationError(
        'limit',
        `more than ${this.#limits.queueMax} entries wait in the event queue`,
      );
    }
    this.#history?.touch(this);
    const entry = new Scheduled(atMicros, this.#sequence++, run);
    this.#queue.push(entry);
    return entry;
  }

  /** Makes an entry do nothing. */
  cancel(entry: QueueEntry): void {
    this.#history?.touch(entry as Scheduled);
    entry.run = undefined;
  }

  save(): Kept {
    const queue = this.#queue instanceof KeptQueue ? this.#queue.save() : undefined;
    return [this.#nowMicros, this.#sequence, this.#steps, this.#stepsAtInstant, this.#failure, queue];
  }

  load([nowMicros, sequence, steps, stepsAtInstant, failure, queue]: Kept): void {
    this.#nowMicros = nowMicros;
    this.#sequence = sequence;
    this.#steps = steps;
    this.#stepsAtInstant = stepsAtInstant;
    this.#failure = failure;
    if (this.#queue instanceof KeptQueue) this.#queue.load(queue as ReturnType<KeptQueue['save']>);
  }

  /** Ends the run at the current step with this reason: an actor failed outside the call stack of `step`. */
  fail(reason: unknown): void {
    this.#history?.touch(this);
    this.#failure ??= reason;
  }

  /** When the next live entry happens, or undefined when nothing is left. */
  get nextMicros(): number | undefined {
    this.#history?.touch(this);
    for (;;) {
      const first = this.#queue.first;
      if (first === undefined) return undefined;
      if (first.run !== undefined) return first.atMicros;
      this.#queue.pop();
    }
  }

  /** Takes the next live entry, moves time to it and runs it. Returns false when nothing is left. */
  step(): boolean {
    const at = this.nextMicros;
    const entry = at === undefined ? undefined : this.#takeNext(at);
    if (entry?.run === undefined) return false;
    this.#count(entry.atMicros);
    this.#nowMicros = entry.atMicros;
    const { run } = entry;
    this.cancel(entry);
    run();
    if (this.#failure !== undefined) throw this.#failure;
    return true;
  }

  /** Steps until `untilMicros` (inclusive) is over, nothing is left, or `done` says so after a step. */
  run(untilMicros: number, done: () => boolean = () => false): 'done' | 'empty' | 'time' {
    while (!done()) {
      const next = this.nextMicros;
      if (next === undefined) return 'empty';
      if (next > untilMicros) {
        this.#nowMicros = Math.max(this.#nowMicros, untilMicros);
        return 'time';
      }
      this.step();
    }
    return 'done';
  }

  /**
   * The first entry of that instant, or the one that is chosen among those ready; the others keep their
   * places.
   */
  #takeNext(atMicros: number): QueueEntry | undefined {
    const choose = this.#choose;
    if (choose === undefined) return this.#queue.pop();
    const ready: QueueEntry[] = [];
    while (this.nextMicros === atMicros) {
      const entry = this.#queue.pop();
      if (entry !== undefined) ready.push(entry);
    }
    const [chosen] = ready.splice(ready.length > 1 ? choose(ready.length) : 0, 1);
    for (const entry of ready) this.#queue.push(entry);
    return chosen;
  }

  #count(atMicros: number): void {
    this.#steps++;
    this.#stepsAtInstant = atMicros === this.#nowMicros ? this.#stepsAtInstant + 1 : 0;
    if (this.#steps > this.#limits.stepsMax)
      throw new SimulationError('limit', `the run took more than ${this.#limits.stepsMax} steps`);
    if (this.#stepsAtInstant > this.#limits.stepsPerInstantMax) {
      throw new SimulationError(
        'limit',
        `more than ${this.#limits.stepsPerInstantMax} steps at ${atMicros} µs: time does not go on`,
      );
    }
  }
}
