import type { TimerClock } from '../../run/engine/engine.ts';
import { Kernel } from '../../run/simulation/kernel.ts';
import { VirtualClock } from '../../run/simulation/virtual-clock.ts';
import { microsAfter, msOf } from '../conformance/script-time.ts';

/**
 * A clock that moves only when a test says so. It serves as the `clock` of machines (they read
 * `nowMicros()`), and as the `clock` of XState's `createActor` for Windlass's machines, whose delays are in
 * whole microseconds.
 */
export interface FakeClock extends TimerClock {
  /** Returns the time in microseconds since the start. */
  readonly nowMicros: () => number;
  /** Returns the time in milliseconds since the start. */
  readonly nowMs: () => number;
  /** The same time for code and machines whose delays are in milliseconds. */
  readonly inMilliseconds: TimerClock;
  /**
   * Moves on by so many ms. What is due on the way happens in order, each at its own time. Throws the error
   * of an actor that failed, and a `SimulationError` where an actor got an event that no state expects.
   */
  readonly advance: (ms: number) => void;
  /** Does the next single thing that is due, and goes to its time. Returns false if nothing is due. */
  readonly step: () => boolean;
  /** Goes to the next moment at which something is due, and does all of it. Returns false if nothing is. */
  readonly next: () => boolean;
  /** Runs until nothing is due any more. Throws if that takes more than `momentsMax` moments, 100,000 if absent. */
  readonly runToEnd: (momentsMax?: number) => void;
  /** Does something after so many ms. Returns what `clearTimeout` takes. */
  readonly after: (ms: number, run: () => void) => unknown;
  /** Makes the next `advance` or `next` throw this error. */
  readonly fail: (error: unknown) => void;
}

const momentsMaxByDefault = 100_000;

/** Returns a clock that shows 0 and moves only when it is told to. */
export function fakeClock(): FakeClock {
  const kernel = new Kernel({ isTime: Number.isFinite });
  const timers = new VirtualClock(kernel);
  const at = (ms: number) => microsAfter(kernel.nowMicros, ms);
  const after = (ms: number, run: () => void) => kernel.schedule(at(ms), run);
  const runTo = (micros: number) => {
    // So that time moves on where nothing is due, and a failure outside a step is thrown.
    kernel.schedule(micros, () => {});
    kernel.run(micros);
  };
  const next = () => {
    const micros = kernel.nextMicros;
    if (micros !== undefined) runTo(micros);
    return micros !== undefined;
  };
  return {
    nowMicros: timers.nowMicros,
    nowMs: () => msOf(kernel.nowMicros),
    setTimeout: timers.setTimeout,
    clearTimeout: (timer) => cancel(timers, timer),
    inMilliseconds: {
      setTimeout: (run, delay) => after(delay, run),
      clearTimeout: (timer) => cancel(timers, timer),
    },
    advance: (ms) => runTo(at(ms)),
    step: () => kernel.step(),
    next,
    runToEnd: (momentsMax = momentsMaxByDefault) => {
      for (let moments = 0; next(); moments++)
        if (moments >= momentsMax)
          throw new Error(`something is still due after ${momentsMax} moments, at ${kernel.nowMicros} µs`);
    },
    after,
    fail: (error) => kernel.fail(error),
  };
}

type Timer = Parameters<VirtualClock['clearTimeout']>[0];

function cancel(timers: VirtualClock, timer: unknown): void {
  // As with the real one, what is no timer of this clock is ignored.
  if (typeof timer === 'object' && timer !== null && 'run' in timer) timers.clearTimeout(timer as Timer);
}
