import type { CronRuns } from '../../simulation-input.ts';
import { type Controller, type Moves, type PodLife, type PodRecord, recordMicros } from './controller.ts';
import type { JobSeries } from './job-series.ts';

/** What the controller knows beside its own runs, by UID of pods. */
interface CronSurroundings {
  /** The Job of the pod, if that makes pods when others are over. */
  readonly jobOf: (uid: string) => JobSeries | undefined;
  /** Whether the pod was made and is not on its node yet. */
  readonly isComing: (uid: string) => boolean;
}

/**
 * The runs of a CronJob that do not run side by side. Mirrors the part of `syncCronJob` that asks for active
 * Jobs (pkg/controller/cronjob/cronjob_controllerv2.go, v1.36.3): with Forbid the latest time that has come
 * is made up for when the Job before is over, unless that is later than startingDeadlineSeconds; with Replace
 * its pods are deleted. A Job is active until all its pods are over.
 */
export class CronSeries implements Controller {
  readonly delayMicros: number;
  readonly #input: CronRuns;
  readonly #surroundings: CronSurroundings;
  /** The latest run that was made. */
  #made = -1;
  /**
   * The pods that the Jobs of the run that was made last have or may make, with those that took their places.
   */
  readonly #active = new Set<string>();

  constructor(input: CronRuns, surroundings: CronSurroundings) {
    this.#input = input;
    this.#surroundings = surroundings;
    this.delayMicros = input.delayMicros;
  }

  /** When the controller looks at each run, in µs. */
  get times(): readonly number[] {
    return this.#input.runs.map(({ atMicros }) => atMicros);
  }

  /** The pods of all runs. */
  get uids(): readonly string[] {
    return this.#input.runs.flatMap(({ uids }) => this.#podsOf(uids));
  }

  observe(podRecord: PodRecord): number | undefined {
    return podRecord.type === 'pod' && podRecord.state !== 'added' ? recordMicros(podRecord) : undefined;
  }

  /** Another pod takes the place of one of the active run. */
  adopt(uid: string, next: string): void {
    if (this.#active.has(uid)) this.#active.add(next);
  }

  moves(lives: ReadonlyMap<string, PodLife>, nowMicros: number): Moves {
    if (this.#input.policy === 'Forbid' && this.#isActive(lives)) return { deletes: [], creates: [] };
    const due = this.#dueRun(nowMicros);
    const run = this.#input.runs[due ?? -1];
    if (due === undefined || run === undefined) return { deletes: [], creates: [] };
    this.#made = due;
    const before = [...this.#active];
    this.#active.clear();
    for (const uid of this.#podsOf(run.uids)) this.#active.add(uid);
    for (const uid of before) this.#surroundings.jobOf(uid)?.stop();
    return { deletes: before.filter((uid) => lives.get(uid)?.state === 'live'), creates: run.uids };
  }

  /**
   * Returns the run that is made up for, of those since the last one (`mostRecentScheduleTime`,
   * pkg/controller/cronjob/utils.go, v1.37.2).
   */
  #dueRun(nowMicros: number): number | undefined {
    const { deadlineMicros } = this.#input;
    const timeOf = (run: number) => this.#input.runs[run]?.atMicros ?? Number.POSITIVE_INFINITY;
    const tooLate = deadlineMicros === null ? Number.NEGATIVE_INFINITY : nowMicros - deadlineMicros;
    let first = this.#made + 1;
    while (timeOf(first) <= tooLate) first++;
    if (timeOf(first) > nowMicros) return undefined;
    let latest = first;
    while (timeOf(latest + 1) <= nowMicros) latest++;
    if (latest === first) return first;
    // It takes the gap between the first two for that between all, and looks only at the last one or two such
    // gaps.
    const gap = timeOf(first + 1) - timeOf(first);
    const gaps = Math.floor((nowMicros - timeOf(first)) / gap);
    return timeOf(latest) > timeOf(first) + (gaps - 1) * gap ? latest : undefined;
  }

  /** Whether a pod of the run that was made last is not over or is on its way, or its Job makes others. */
  #isActive(lives: ReadonlyMap<string, PodLife>): boolean {
    const { jobOf, isComing } = this.#surroundings;
    for (const uid of this.#active)
      if (isComing(uid) || jobOf(uid)?.isOver === false || (lives.get(uid)?.state ?? 'over') !== 'over')
        return true;
    return false;
  }

  #podsOf(made: readonly string[]): readonly string[] {
    const jobs = new Set(made.flatMap((uid) => this.#surroundings.jobOf(uid) ?? []));
    return [...made, ...[...jobs].flatMap(({ uids }) => [...uids])];
  }
}
