/** Where a replay stands: how many steps have been shown, and how long the last of them has been, in ms of real time. */
export interface ReplayPlace {
  readonly position: number;
  readonly waitedMs: number;
}

export interface Pace {
  /** Virtual time per real time; Infinity: as fast as it goes. */
  readonly speed: number;
  /** A pause is never longer, in ms of real time. */
  readonly pauseMsMax: number;
}

/** At speed 1 a step stays at least this long: much happens in the same instant of virtual time. */
const stepMs = 40;

/** At most so many steps per call: the page has to breathe. */
const stepsMax = 200;

/** Returns where the replay is after so much real time. `times` are the steps' virtual times in ms. */
export function advance(times: Float64Array, place: ReplayPlace, elapsedMs: number, pace: Pace): ReplayPlace {
  const end = Math.min(times.length, place.position + stepsMax);
  let { position } = place;
  let waitedMs = place.waitedMs + elapsedMs;
  while (position < end) {
    const pauseMs = pauseBefore(times, position, pace);
    if (waitedMs < pauseMs) return { position, waitedMs };
    waitedMs -= pauseMs;
    position += 1;
  }
  // What could not be caught up with is let go by: a slow viewer makes the replay slower, not jumpy.
  return { position, waitedMs: 0 };
}

/** How long the step before this one stays, in ms of real time. */
function pauseBefore(times: Float64Array, position: number, { speed, pauseMsMax }: Pace): number {
  const before = times[position - 1];
  const at = times[position];
  if (before === undefined || at === undefined) return 0;
  return Math.min(Math.max(at - before, stepMs) / speed, pauseMsMax);
}
