import type { CronFields, CronSchedule } from './cron-schedule.ts';

const minuteMs = 60_000;
/** Clocks are set back and forth at whole quarters of an hour, and zones differ by such. */
const quarterMs = 15 * minuteMs;

/** Returns how far a zone's clock is ahead of UTC at an instant, in ms. */
export type ZoneOffset = (atMs: number) => number;

/** Returns the offsets of a zone of the IANA database (`Europe/Berlin`); undefined if there is none of that name. */
export function zoneOffset(timeZone: string): ZoneOffset | undefined {
  if (timeZone === 'UTC') return () => 0;
  if (!/^[A-Za-z]/.test(timeZone) || timeZone === 'Local') return undefined;
  let format: Intl.DateTimeFormat;
  try {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', hourCycle: 'h23', ...numeric });
  } catch {
    return undefined;
  }
  return (atMs) => {
    const shown = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - Math.floor(atMs / minuteMs) * minuteMs;
  };
}

/**
 * Returns the instants of a schedule from `fromMs` until `untilMs`, both included, in ms since 1970; no more than `countMax`.
 *
 * Each minute counts at which the zone's clock shows what the schedule says, as `SpecSchedule.Next` of robfig/cron v3 has it: what the clock
 * shows twice when it is set back comes twice, and what it skips does not come.
 */
export function cronRuns(
  schedule: CronSchedule,
  offsetAt: ZoneOffset,
  { fromMs, untilMs, countMax }: { readonly fromMs: number; readonly untilMs: number; readonly countMax: number },
): number[] {
  const runs: number[] = [];
  if ('everySeconds' in schedule) {
    const stepMs = schedule.everySeconds * 1000;
    for (let at = Math.floor(fromMs / 1000) * 1000 + stepMs; at <= untilMs && runs.length < countMax; at += stepMs) runs.push(at);
    return runs;
  }
  for (let quarter = Math.floor(fromMs / quarterMs) * quarterMs; quarter <= untilMs && runs.length < countMax; quarter += quarterMs) {
    const shown = new Date(quarter + offsetAt(quarter));
    if (!isDue(schedule, shown)) continue;
    for (let minute = 0; minute < 15; minute++) {
      const at = quarter + minute * minuteMs;
      if (at < fromMs || at > untilMs || runs.length >= countMax) continue;
      if (schedule.minutes.has(shown.getUTCMinutes() + minute)) runs.push(at);
    }
  }
  return runs;
}

/** Whether the schedule has runs in this hour. `shown` is what the zone's clock shows, as if that were UTC. */
function isDue({ hours, days, months, weekdays, eitherDay }: CronFields, shown: Date): boolean {
  if (!hours.has(shown.getUTCHours()) || !months.has(shown.getUTCMonth() + 1)) return false;
  const [ofMonth, ofWeek] = [days.has(shown.getUTCDate()), weekdays.has(shown.getUTCDay())];
  return eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek;
}
