/** The position of a replay: how many steps have been shown, and how long the last of them has been shown, in ms of real time. */
export interface ReplayPlace {
  readonly position: number;
  readonly waitedMs: number;
}

export interface Pace {
  /** Virtual time per real time; Infinity means as fast as possible. */
  readonly speed: number;
  /** The longest pause, in ms of real time. */
  readonly pauseMsMax: number;
}

/** The shortest time for a step at speed 1, because many steps have the same virtual time. */
const stepMs = 40;

/** The most steps per call, so that the page stays responsive. */
const stepsMax = 200;

/** Returns the position of the replay after this much real time. `times` are the virtual times of the steps in ms. */
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
  // Time that the viewer could not use is dropped: a slow viewer makes the replay slower, but it does not jump.
  return { position, waitedMs: 0 };
}

/** Returns the length of the pause after the step before this one, in ms of real time. */
function pauseBefore(times: Float64Array, position: number, { speed, pauseMsMax }: Pace): number {
  const before = times[position - 1];
  const at = times[position];
  if (before === undefined || at === undefined) return 0;
  return Math.min(Math.max(at - before, stepMs) / speed, pauseMsMax);
}
