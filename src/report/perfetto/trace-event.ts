/** Whole microseconds of virtual time. */
type Micros = number;
export type EventArgs = Readonly<Record<string, string | number>>;

interface Placed {
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
}

interface Timed extends Placed {
  readonly ts: Micros;
  readonly cat: string;
}

/**
 * The events of the Trace Event Format that are written here: slices (`X`), instants (`i`), counters (`C`), the two ends of an arrow (`s`,
 * `f`), and the names of processes and threads (`M`).
 */
export type TraceEvent =
  | (Timed & { readonly ph: 'X'; readonly dur: Micros; readonly args: EventArgs })
  | (Timed & { readonly ph: 'i'; readonly s: 't'; readonly args: EventArgs })
  | (Placed & { readonly ph: 'C'; readonly ts: Micros; readonly args: Readonly<Record<string, number>> })
  | (Timed & { readonly ph: 's'; readonly id: number })
  /** `bp: e` means that it ends in the slice around it, not in the next one. */
  | (Timed & { readonly ph: 'f'; readonly bp: 'e'; readonly id: number })
  | (Placed & { readonly ph: 'M'; readonly args: EventArgs });

/** At one moment, slices come before events that refer to them. */
const ranks: Readonly<Record<TraceEvent['ph'], number>> = { M: 0, X: 1, i: 2, C: 3, s: 4, f: 5 };

/** Returns the events in the order that readers need: names, then by time; equal ones keep their order. */
export function inReadingOrder(events: readonly TraceEvent[]): TraceEvent[] {
  const at = (event: TraceEvent): number => (event.ph === 'M' ? -1 : event.ts);
  return events.toSorted((a, b) => at(a) - at(b) || ranks[a.ph] - ranks[b.ph]);
}

/** Returns ms of virtual time as whole microseconds. All times of a trace are whole microseconds. */
export function microsOf(millis: number): Micros {
  return Math.round(millis * 1000);
}
