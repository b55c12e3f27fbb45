import { defaultOf } from '../../defaults.ts';
import { checkShape, shownValue } from '../../documents/check-shape.ts';
import type { Problems } from '../../documents/problems.ts';
import { within } from '../../documents/source-document.ts';
import type { InputNotes } from '../../input-notes.ts';
import { limits } from '../../limits.ts';
import { micros } from '../../scenario/quantity-shapes.ts';
import { instantText, type RunClock } from '../../scenario/run-clock.ts';
import { jobPods } from '../job-pods.ts';
import { cronJobShape } from '../kubernetes-shapes.ts';
import type { Identity, Workload } from '../workload.ts';
import { cronRuns, type ZoneOffset, zoneOffset } from './cron-runs.ts';
import { type CronSchedule, parseCronSchedule } from './cron-schedule.ts';

/**
 * Minutes since 1970 at a CronJob's only run where there is no clock, which is the number in its Job's name.
 * Any number would do, because virtual time has no calendar then.
 */
const minutesWithoutClock = 29_453_760;

/** Its Jobs have names with 11 characters more (`ValidateCronJobCreate`). */
const nameLengthMax = 52;

type CronJobDocument = ReturnType<typeof cronJobShape.parse>;

/**
 * Returns the pods of a CronJob: of a Job at each time of its schedule, or of one at the start if there is no
 * clock.
 *
 * Mirrors `syncCronJob` of pkg/controller/cronjob/cronjob_controllerv2.go, v1.36, of a controller that is
 * never late: what was due before the start is not made up for. What happens while a run is still active
 * (`concurrencyPolicy`) is decided in the simulation (CronSeries).
 */
export function cronJobPods(
  identity: Identity,
  clock: RunClock | undefined,
  problems: Problems,
  notes: InputNotes,
): Workload | undefined {
  const { assumptions } = notes;
  const cron = checkShape(cronJobShape, identity.object, problems);
  if (cron === undefined) return undefined;
  const job = cron.spec.jobTemplate.spec;
  const isSuspended = cron.spec.suspend === true || job.suspend === true;
  if (identity.name.length > nameLengthMax) {
    const message = `${shownValue(identity.name)} is too long for a CronJob`;
    problems.at(within(identity.object, 'metadata', 'name'), {
      code: 'NAME',
      message,
      expected: `at most ${nameLengthMax} characters`,
    });
    return undefined;
  }
  const podsOf = (minutes: readonly number[]) => {
    const names = minutes.map((minute) => `${identity.name}-${minute}`);
    return jobPods(
      identity,
      { ...job, suspend: isSuspended },
      ['spec', 'jobTemplate', 'spec'],
      names,
      problems,
      assumptions,
    );
  };
  if (clock === undefined) {
    assumptions.add(
      'A CronJob runs once, at the start. With startTime in the Scenario it runs by its schedule.',
    );
    return podsOf([minutesWithoutClock]);
  }
  const plan = planOf(cron, identity, problems, assumptions);
  if (plan === undefined) return undefined;
  const delayMicros = micros(defaultOf('cronDelay')) + micros(defaultOf('recreation'));
  const untilMs = clock.startMs + (clock.horizonMicros - delayMicros) / 1000;
  const { concurrencyPolicy: policy, startingDeadlineSeconds: deadline } = cron.spec;
  const lateness = latenessOf(plan.schedule, deadline ?? Number.POSITIVE_INFINITY);
  // It counts from the minute of the schedule, and a run from when the controller looks.
  const deadlineMicros =
    deadline === undefined || deadline === null
      ? null
      : deadline * 1_000_000 - micros(defaultOf('cronDelay'));
  const { schedule, offsetAt } = plan;
  const times = lateness
    ? []
    : cronRuns(schedule, offsetAt, { fromMs: clock.startMs, untilMs, countMax: limits.pods + 1 });
  // A Job is named after its minute, so that there is one in each.
  const runs = times.filter((at, index) => minuteOf(at) !== minuteOf(times[index - 1] ?? Number.NaN));
  if (!isSuspended) note(identity, { ...plan, runs, clock, lateness }, notes);
  const yearMs = clock.startMs + limits.durationMicros / 1000;
  const goesOn =
    !isSuspended &&
    !lateness &&
    cronRuns(schedule, offsetAt, { fromMs: untilMs, untilMs: yearMs, countMax: 1 }).length > 0;
  const pods = podsOf(runs.map(minuteOf));
  const perRun = typeof pods.count === 'number' && runs.length > 0 ? pods.count / runs.length : 1;
  return {
    ...pods,
    ...(goesOn ? { goesOn } : {}),
    ...(policy === 'Forbid' || policy === 'Replace' ? { oneRunAtATime: { policy, deadlineMicros } } : {}),
    madeAtMicros: (ordinal) =>
      ((runs[Math.floor(ordinal / perRun)] ?? clock.startMs) - clock.startMs) * 1000 + delayMicros,
  };
}

function minuteOf(atMs: number): number {
  return Math.floor(atMs / 60_000);
}

/**
 * Returns why a deadline never lets a run begin. `mostRecentScheduleTime` looks for times that are no further
 * back, and those of `@every` count from where it begins to look.
 */
function latenessOf(schedule: CronSchedule, deadlineSeconds: number): string | undefined {
  if (deadlineSeconds * 1_000_000 < micros(defaultOf('cronDelay')))
    return 'is over before the controller looks';
  if ('everySeconds' in schedule && deadlineSeconds < schedule.everySeconds)
    return 'is shorter than the time of @every, which begins anew there';
  return undefined;
}

interface Plan {
  readonly schedule: CronSchedule;
  readonly offsetAt: ZoneOffset;
}

function planOf(
  cron: CronJobDocument,
  { object }: Identity,
  problems: Problems,
  assumptions: Set<string>,
): Plan | undefined {
  const place = (field: string) => within(object, 'spec', field);
  const { schedule: text, timeZone } = cron.spec;
  const schedule = text ? parseCronSchedule(text) : 'a CronJob without schedule';
  if (typeof schedule === 'string') {
    problems.at(place('schedule'), {
      code: 'SCHEDULE',
      message: schedule,
      expected: 'a schedule such as "0 3 * * *" or @hourly',
    });
    return undefined;
  }
  const offsetAt = zoneOffset(timeZone ?? 'UTC');
  if (offsetAt === undefined) {
    const message = `${shownValue(timeZone)} is not a time zone`;
    problems.at(place('timeZone'), {
      code: 'SCHEDULE',
      message,
      expected: 'a name such as Europe/Berlin, or Etc/UTC',
    });
    return undefined;
  }
  if (timeZone === undefined || timeZone === null)
    assumptions.add(
      'Schedules of CronJobs without timeZone are in UTC, as where the controller manager runs in UTC.',
    );
  return { schedule, offsetAt };
}

function note(
  { namespace, name }: Identity,
  {
    schedule,
    offsetAt,
    runs,
    clock,
    lateness,
  }: Plan & { runs: readonly number[]; clock: RunClock; lateness: string | undefined },
  { assumptions, readings }: InputNotes,
): void {
  const id = `CronJob ${namespace}/${name}`;
  assumptions.add(
    `CronJobs run by their schedules from ${instantText(clock.startMs)} on. Runs that began before are left out.`,
  );
  if (lateness) readings.add(`${id} never runs: its startingDeadlineSeconds ${lateness}.`);
  else if (runs.length === 0) {
    const untilMs = clock.startMs + limits.durationMicros / 1000;
    const [next] = cronRuns(schedule, offsetAt, { fromMs: clock.startMs, untilMs, countMax: 1 });
    const when =
      next === undefined ? 'There is no run within a year.' : `Its next run is at ${instantText(next)}.`;
    readings.add(`${id} does not run before the horizon. ${when}`);
  }
}
