import { isGivenUp, type RecordedPullEnd, type RecordedPullStart, type RecordedRun } from './recorded-run.ts';

/** One PullImage call of a recorded run: when the client makes it, and when it gives up. */
export interface PlannedPull {
  /** `p0`, `p1`; `p0'` is the next call of the same client. */
  readonly pull: string;
  /** As recorded: `app:1`. */
  readonly image: string;
  /** After the start of the run, or after the end of the pull `after`, in microseconds. */
  readonly atMicros: number;
  readonly after: string | undefined;
  /** After how long the client gave up; undefined: it did not. */
  readonly deadlineMicros: number | undefined;
}

/**
 * Returns the calls of a run, in the order in which they are to be made: as recorded, but that of calls made
 * together, the one whose config was asked for first comes first. Which goroutine wins is chance, and much
 * follows from it.
 */
export function pullPlan(run: RecordedRun): readonly PlannedPull[] {
  const ends = new Map(
    run.events.flatMap((event) => (event.ev === 'pull.end' ? [[event.pull, event] as const] : [])),
  );
  const plan = run.events.flatMap((event) => (event.ev === 'pull.start' ? [planned(run, event, ends)] : []));
  const isTogether = ({ atMicros, after }: PlannedPull) =>
    after === undefined && atMicros - (plan[0]?.atMicros ?? 0) < togetherMicros;
  const together = plan.filter(isTogether);
  const raced = together.toSorted((left, right) => askedMs(run, left) - askedMs(run, right));
  const started = raced.map((pull, place) => ({
    ...pull,
    atMicros: together[place]?.atMicros ?? pull.atMicros,
  }));
  return [...started, ...plan.filter((pull) => !isTogether(pull))];
}

const togetherMicros = 2_000;

/**
 * When the config of a call's image, behind which its layers queue, or else its manifest, was asked for;
 * others come last.
 */
function askedMs({ events }: RecordedRun, { image }: PlannedPull): number {
  const first = (what: string) =>
    events.find(
      (event) => event.ev === 'http' && event.method === 'GET' && event.blob.startsWith(`${image}/${what}`),
    )?.ms;
  return first('config') ?? first('manifest') ?? Number.MAX_VALUE;
}

function planned(
  run: RecordedRun,
  start: RecordedPullStart,
  ends: ReadonlyMap<string, RecordedPullEnd>,
): PlannedPull {
  const before = start.pull.endsWith("'") ? ends.get(start.pull.slice(0, -1)) : undefined;
  const end = ends.get(start.pull);
  if (end === undefined) throw new Error(`${run.header.run}: ${start.pull} has no end`);
  return {
    pull: start.pull,
    image: imageOf(start, end),
    atMicros: Math.round((start.ms - (before?.ms ?? 0)) * 1_000),
    after: before?.pull,
    deadlineMicros: isGivenUp(end) ? Math.round(end.dur * 1_000) : undefined,
  };
}

/** Some variants ask for what no registry of the setup has: then only the error names it. */
function imageOf({ image }: RecordedPullStart, { error = '' }: RecordedPullEnd): string {
  if (image !== 'x' && !image.startsWith('../')) return image;
  const [, reference] = /"([^"]+)"/.exec(error) ?? [];
  if (reference === undefined) throw new Error(`no image is named in ${error}`);
  return reference.replace(/^REG\//, '');
}
