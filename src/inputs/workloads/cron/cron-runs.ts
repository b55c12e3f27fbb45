import { memoizeLast } from '../../../rules/values/memoize.ts';
import type { CronFields, CronSchedule } from './cron-schedule.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Clocks are set back and forth at whole quarters of an hour, and zones differ by such. */
const quarterMs = 15 * minuteMs;

/** Returns how far a zone's clock is ahead of UTC at an instant, in ms. */
export type ZoneOffset = (atMs: number) => number;

/**
 * Returns the offsets of a zone of the IANA database (`Europe/Berlin`); undefined if there is none of that
 * name.
 */
export function zoneOffset(timeZone: string): ZoneOffset | undefined {
  if (timeZone === 'UTC') return () => 0;
  if (timeZone === 'Local' || !/^[A-Z][^/]*(\/[A-Z][^/]*)*$/.test(timeZone)) return undefined;
  // Of the abbreviations that JavaScript knows (`PST`) the database has few.
  if (/^[A-Z]{3}$/.test(timeZone) && !/^([CEMW]ET|[EHM]ST|GMT|PRC|RO[CK]|UCT)$/.test(timeZone))
    return undefined;
  let format: Intl.DateTimeFormat;
  try {
    const numeric = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const;
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      ...numeric,
    });
  } catch {
    return undefined;
  }
  // Go heeds upper and lower case, of which JavaScript tells only where the name is no alias.
  const { timeZone: known } = format.resolvedOptions();
  if (known !== timeZone && known.toLowerCase() === timeZone.toLowerCase()) return undefined;
  return (atMs) => {
    const shown = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
    return (
      Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) -
      Math.floor(atMs / minuteMs) * minuteMs
    );
  };
}

/**
 * Returns the instants of a schedule from `fromMs` until `untilMs`, both included, in ms since 1970; no more
 * than `countMax`. Those of `@every` count from `fromMs`.
 */
export function cronRuns(
  schedule: CronSchedule,
  offsetAt: ZoneOffset,
  {
    fromMs,
    untilMs,
    countMax,
  }: { readonly fromMs: number; readonly untilMs: number; readonly countMax: number },
): number[] {
  const runs: number[] = [];
  const offsetOfQuarter = memoizeLast((quarter: number) => offsetAt(quarter * quarterMs));
  const offset = (atMs: number) => offsetOfQuarter(Math.floor(atMs / quarterMs));
  const isEvery = 'everySeconds' in schedule;
  const units = isEvery ? [] : unitsOf(schedule, offset);
  const next = (afterMs: number) =>
    isEvery
      ? (Math.floor(afterMs / 1000) + schedule.everySeconds) * 1000
      : nextRun(units, offset, afterMs, untilMs);
  for (let at = next(isEvery ? fromMs : fromMs - 1); at <= untilMs && runs.length < countMax; at = next(at))
    runs.push(at);
  return runs;
}

/**
 * Returns the first instant of the schedule after another one, or infinity where there is none until
 * `untilMs`. Mirrors `SpecSchedule.Next` of robfig/cron v3 step by step: on days on which clocks are set the
 * steps decide what comes twice and what is passed over.
 */
function nextRun(units: readonly Unit[], offsetAt: ZoneOffset, afterMs: number, untilMs: number): number {
  let at = Math.floor(afterMs / 1000) * 1000 + 1000;
  let hasMoved = false;
  const seek = ({ isDue, begin, next, isFirst }: Unit) => {
    while (!isDue(shownAt(at, offsetAt))) {
      at = next(hasMoved ? at : begin(at));
      hasMoved = true;
      if (isFirst(shownAt(at, offsetAt))) return false;
    }
    return true;
  };
  while (at <= untilMs) if (units.every(seek)) return at;
  return Number.POSITIVE_INFINITY;
}

/**
 * A month, day, hour, minute or second: when the one of an instant begins, when the next, and whether that
 * begins the unit above too.
 */
interface Unit {
  readonly isDue: (shown: Date) => boolean;
  readonly begin: (atMs: number) => number;
  readonly next: (atMs: number) => number;
  readonly isFirst: (shown: Date) => boolean;
}

function unitsOf(
  { hours, minutes, months, days, weekdays, eitherDay }: CronFields,
  offsetAt: ZoneOffset,
): readonly Unit[] {
  /**
   * `time.Date` of Go: an instant at which the clock shows what `set` makes of the shown, or one near by if
   * it never does.
   */
  const whenShown = (set: (shown: Date) => number) => (atMs: number) => {
    const shownMs = set(shownAt(atMs, offsetAt));
    return shownMs - offsetAt(shownMs - offsetAt(shownMs));
  };
  const nextDay = whenShown((shown) => shown.setUTCDate(shown.getUTCDate() + 1));
  return [
    {
      isDue: (shown) => months.has(shown.getUTCMonth() + 1),
      begin: whenShown((shown) => Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth())),
      next: whenShown((shown) => shown.setUTCMonth(shown.getUTCMonth() + 1)),
      isFirst: (shown) => shown.getUTCMonth() === 0,
    },
    {
      isDue: (shown) => {
        const [ofMonth, ofWeek] = [days.has(shown.getUTCDate()), weekdays.has(shown.getUTCDay())];
        return eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek;
      },
      begin: whenShown((shown) => shown.setUTCHours(0, 0, 0, 0)),
      next: (atMs) => {
        const at = nextDay(atMs);
        // Not 0 if the clock skips that midnight.
        const hour = shownAt(at, offsetAt).getUTCHours();
        return at + (hour > 12 ? 24 - hour : -hour) * hourMs;
      },
      isFirst: (shown) => shown.getUTCDate() === 1,
    },
    {
      isDue: (shown) => hours.has(shown.getUTCHours()),
      begin: whenShown((shown) => shown.setUTCMinutes(0, 0, 0)),
      next: (atMs) => atMs + hourMs,
      isFirst: (shown) => shown.getUTCHours() === 0,
    },
    {
      isDue: (shown) => minutes.has(shown.getUTCMinutes()),
      begin: (atMs) => Math.floor(atMs / minuteMs) * minuteMs,
      next: (atMs) => atMs + minuteMs,
      isFirst: (shown) => shown.getUTCMinutes() === 0,
    },
    {
      isDue: (shown) => shown.getUTCSeconds() === 0,
      begin: (atMs) => atMs,
      next: (atMs) => Math.ceil(atMs / minuteMs) * minuteMs,
      isFirst: () => true,
    },
  ];
}

/** What the zone's clock shows at an instant, as if that were UTC. */
function shownAt(atMs: number, offsetAt: ZoneOffset): Date {
  return new Date(atMs + offsetAt(atMs));
}
