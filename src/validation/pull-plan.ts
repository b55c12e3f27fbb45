import type { RecordedPullEnd, RecordedPullStart, RecordedRun } from './recorded-run.ts';

/** One PullImage call of a recorded run: when the client makes it, and when it gives up. */
export interface PlannedPull {
  /** `p0`, `p1`; `p0'` is the next call of the same client. */
  readonly pull: string;
  /** As recorded: `app:1`. */
  readonly image: string;
  /** After the start of the run, or after the end of the pull `after`, in microseconds. */
  readonly atMicros: number;
  readonly after: string | undefined;
  /** How long the client waits; undefined: for ever. */
  readonly deadlineMicros: number | undefined;
}

/** Returns the calls of a run, in the order in which they were made. */
export function pullPlan(run: RecordedRun): readonly PlannedPull[] {
  const ends = new Map(run.events.flatMap((event) => (event.ev === 'pull.end' ? [[event.pull, event] as const] : [])));
  return run.events.flatMap((event) => (event.ev === 'pull.start' ? [planned(run, event, ends)] : []));
}

function planned(run: RecordedRun, start: RecordedPullStart, ends: ReadonlyMap<string, RecordedPullEnd>): PlannedPull {
  const before = start.pull.endsWith("'") ? ends.get(start.pull.slice(0, -1)) : undefined;
  const end = ends.get(start.pull);
  if (end === undefined) throw new Error(`${run.header.run}: ${start.pull} has no end`);
  return {
    pull: start.pull,
    image: imageOf(start, end),
    atMicros: Math.round((start.ms - (before?.ms ?? 0)) * 1_000),
    after: before?.pull,
    deadlineMicros: end.code === 'DEADLINE_EXCEEDED' ? Math.floor(end.dur / 1_000) * 1_000_000 : undefined,
  };
}

/** Some variants ask for what no registry of the setup has: then only the error names it. */
function imageOf({ image }: RecordedPullStart, { error = '' }: RecordedPullEnd): string {
  if (image !== 'x' && !image.startsWith('../')) return image;
  const [, reference] = /"([^"]+)"/.exec(error) ?? [];
  if (reference === undefined) throw new Error(`no image is named in ${error}`);
  return reference.replace(/^REG\//, '');
}
