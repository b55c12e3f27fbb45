import type { Changeable, History } from '../engine/history.ts';
import {
  type EntryContent,
  EventQueue,
  KeptQueue,
  type Queue,
  type QueueEntry,
  Scheduled,
} from './event-queue.ts';
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
  /** Decides what comes next. Without it entries keep the order of `(time, sequence)`. */
  readonly order?: Order | undefined;
  /** The time at which the run begins; absent: 0. */
  readonly startMicros?: number | undefined;
  /** Keeps what changes: time and queue can then be taken back. */
  readonly history?: History | undefined;
}

/** Another order than that of the queue: of what is due at nearly the same time, any may come first. */
export interface Order {
  /** How late something may be at most, in µs. At 0 only entries of one instant change places. */
  readonly lateMicros: number;
  /** Returns which of these comes next, the one that is due first being the first of them. */
  readonly choose: (ready: readonly QueueEntry[]) => QueueEntry | undefined;
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
  readonly #order: Order | undefined;
  #nowMicros: number;
  #sequence = 0;
  #steps = 0;
  #stepsAtInstant = 0;
  #failure: unknown;

  constructor({
    limits = defaultKernelLimits,
    isTime = Number.isInteger,
    order,
    startMicros = 0,
    history,
  }: KernelOptions = {}) {
    this.#history = history;
    this.#nowMicros = startMicros;
    this.#queue = history === undefined ? new EventQueue() : new KeptQueue();
    this.#limits = limits;
    this.#isTime = isTime;
    this.#order = order;
  }

  get nowMicros(): number {
    return this.#nowMicros;
  }

  get steps(): number {
    return this.#steps;
  }

  /**
   * Schedules `run` for `atMicros`; throws `time-backwards` for the past and for anything that is not a whole
   * number. Where entries may be late, what one of them schedules for the past happens now.
   */
  schedule(dueMicros: number, run: () => void, content?: EntryContent): QueueEntry {
    const isLate = this.#order !== undefined && dueMicros < this.#nowMicros;
    const atMicros = isLate ? this.#nowMicros : dueMicros;
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
    const entry = new Scheduled(atMicros, this.#sequence++, run, content);
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

  /**
   * What may come next, in order of time: what is due first, and what is due so little later that this may wait
   * for it. Of the events of one type from one actor to another only the first: messages keep their order.
   */
  ready(lateMicros: number): readonly QueueEntry[] {
    const at = this.nextMicros;
    if (at === undefined) return [];
    const live = this.#queue.liveUntil(at + lateMicros);
    return live.length === 1
      ? live
      : live.filter((entry, index) => !live.some((other, place) => place < index && isBehind(entry, other)));
  }

  /** All that waits, in order of time. */
  get waiting(): readonly QueueEntry[] {
    return this.#queue.liveUntil(Number.POSITIVE_INFINITY);
  }

  /** Takes the next live entry, moves time to it and runs it. Returns false when nothing is left. */
  step(): boolean {
    const entry = this.#takeNext();
    if (entry === undefined) return false;
    this.take(entry);
    return true;
  }

  /** Runs this entry next, at its time, or now if that has passed. */
  take(entry: QueueEntry): void {
    const { run } = entry;
    if (run === undefined) return;
    const atMicros = Math.max(this.#nowMicros, entry.atMicros);
    this.#history?.touch(this);
    this.#count(atMicros);
    this.#nowMicros = atMicros;
    this.cancel(entry);
    run();
    if (this.#failure !== undefined) throw this.#failure;
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

  /** The next entry, or the one that is chosen among those ready; it stays in the queue then, and does nothing. */
  #takeNext(): QueueEntry | undefined {
    if (this.nextMicros === undefined) return undefined;
    const order = this.#order;
    return order === undefined ? this.#queue.pop() : order.choose(this.ready(order.lateMicros));
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

/** Whether an entry is an event as another one is, and was sent after it. */
function isBehind({ content }: QueueEntry, other: QueueEntry): boolean {
  if (content === undefined || other.content === undefined) return false;
  if (typeof content === 'string' || typeof other.content === 'string') return content === other.content;
  const { source, target, event } = content;
  return (
    source === other.content.source &&
    target === other.content.target &&
    event.type === other.content.event.type
  );
}
