import { expect, test } from 'vitest';
import { cronRuns, zoneOffset } from '../../../../src/inputs/workloads/cron/cron-runs.ts';
import { parseCronSchedule } from '../../../../src/inputs/workloads/cron/cron-schedule.ts';
import { recordedIn } from '../../../rules/kubelet/recorded.ts';

/**
 * The next five times of a random schedule in the real controller, in ms (scripts/oracle/record-cron.mjs).
 */
interface Recorded {
  readonly schedule: string;
  readonly timeZone: string;
  readonly from: number;
  readonly answer: { readonly isRefused: boolean; readonly runs: readonly number[] };
}

const recorded = recordedIn<Recorded>(new URL('recorded-schedules.ndjson.gz', import.meta.url));
const yearMs = 366 * 86_400_000;

test('schedules are read, and their times found, as by the real controller', () => {
  const differing = recorded.filter(({ schedule: text, timeZone, from, answer }) => {
    const schedule = parseCronSchedule(text);
    const { isRefused, runs } = answer;
    if (typeof schedule === 'string') return !isRefused;
    // Ours counts the instant itself, but with @every.
    const span = {
      fromMs: 'everySeconds' in schedule ? from : from + 1,
      untilMs: from + yearMs,
      countMax: 5,
    };
    const ours = cronRuns(schedule, zoneOffset(timeZone) ?? (() => Number.NaN), span);
    return isRefused || JSON.stringify(ours) !== JSON.stringify(runs.filter((at) => at <= span.untilMs));
  });
  expect(differing).toEqual([]);
  expect(recorded.filter(({ answer }) => answer.isRefused).length).toBeGreaterThan(recorded.length / 4);
  expect(recorded.filter(({ answer }) => answer.runs.length > 0).length).toBeGreaterThan(recorded.length / 2);
});
