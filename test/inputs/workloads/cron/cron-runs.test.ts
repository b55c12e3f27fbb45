import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cronRuns, type ZoneOffset, zoneOffset } from '../../../../src/inputs/workloads/cron/cron-runs.ts';
import { type CronSchedule, parseCronSchedule } from '../../../../src/inputs/workloads/cron/cron-schedule.ts';
import { memoizeLast } from '../../../../src/rules/values/memoize.ts';
import { tries } from '../../../tries.ts';

function scheduleOf(text: string): CronSchedule {
  const schedule = parseCronSchedule(text);
  if (typeof schedule === 'string') throw new Error(schedule);
  return schedule;
}

function offsetOf(timeZone: string): ZoneOffset {
  const offset = zoneOffset(timeZone);
  if (offset === undefined) throw new Error(`no zone ${timeZone}`);
  return offset;
}

function runsOf(text: string, timeZone: string, from: string, until: string): string[] {
  const span = { fromMs: Date.parse(from), untilMs: Date.parse(until), countMax: 1000 };
  return cronRuns(scheduleOf(text), offsetOf(timeZone), span).map((at) =>
    new Date(at).toISOString().slice(0, 16),
  );
}

// Worked out by hand; those of New York are rows of spec_test.go of github.com/robfig/cron/v3 3.0.1.
describe('the runs of a schedule', () => {
  test.each([
    ['30 3 * * *', 'UTC', '2026-03-01T00:00Z', '2026-03-03T03:29Z', ['2026-03-01T03:30', '2026-03-02T03:30']],
    ['0 3 * * *', 'Europe/Berlin', '2026-01-10T00:00Z', '2026-01-10T12:00Z', ['2026-01-10T02:00']],
    ['0 3 * * *', 'Asia/Kathmandu', '2026-01-10T00:00Z', '2026-01-10T23:00Z', ['2026-01-10T21:15']],
    // A Friday, or the 13th: 13 March 2026 is both.
    ['0 0 13 * 5', 'UTC', '2026-03-10T00:00Z', '2026-03-20T00:00Z', ['2026-03-13T00:00', '2026-03-20T00:00']],
    ['0 0 13 * *', 'UTC', '2026-03-10T00:00Z', '2026-04-12T00:00Z', ['2026-03-13T00:00']],
    ['0 0 29 2 *', 'UTC', '2027-01-01T00:00Z', '2028-12-31T00:00Z', ['2028-02-29T00:00']],
    ['0 0 31 2 *', 'UTC', '2026-01-01T00:00Z', '2027-01-01T00:00Z', []],
    // Set forward from 2 to 3: what is skipped does not come.
    [
      '30 2 * * *',
      'America/New_York',
      '2012-03-10T05:00Z',
      '2012-03-13T05:00Z',
      ['2012-03-10T07:30', '2012-03-12T06:30'],
    ],
    [
      '0 * * * *',
      'America/New_York',
      '2012-03-11T06:00Z',
      '2012-03-11T08:00Z',
      ['2012-03-11T06:00', '2012-03-11T07:00', '2012-03-11T08:00'],
    ],
    // Set back from 2 to 1: what comes twice runs twice.
    [
      '0 1 * * *',
      'America/New_York',
      '2012-11-04T04:00Z',
      '2012-11-05T06:00Z',
      ['2012-11-04T05:00', '2012-11-04T06:00', '2012-11-05T06:00'],
    ],
    ['0 2 * * *', 'America/New_York', '2012-11-04T04:00Z', '2012-11-05T06:00Z', ['2012-11-04T07:00']],
    // Half an hour back, at 2 o'clock in summer time: from 2:00 to 1:30.
    [
      '45 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T12:00Z',
      '2026-04-04T18:00Z',
      ['2026-04-04T14:45', '2026-04-04T15:15'],
    ],
  ])('%s in %s', (text, zone, from, until, runs) => expect(runsOf(text, zone, from, until)).toEqual(runs));

  test('@every counts from the start', () => {
    expect(runsOf('@every 20m', 'UTC', '2026-03-01T00:05Z', '2026-03-01T01:05Z')).toEqual([
      '2026-03-01T00:25',
      '2026-03-01T00:45',
      '2026-03-01T01:05',
    ]);
  });

  test('both ends count, and no more than wanted come', () => {
    expect(runsOf('* * * * *', 'UTC', '2026-03-01T00:05Z', '2026-03-01T00:06Z')).toEqual([
      '2026-03-01T00:05',
      '2026-03-01T00:06',
    ]);
    expect(runsOf('* * * * *', 'UTC', '2026-03-01T00:05:01Z', '2026-03-01T00:06Z')).toEqual([
      '2026-03-01T00:06',
    ]);
    const span = { fromMs: 0, untilMs: 1e9, countMax: 3 };
    expect(cronRuns(scheduleOf('* * * * *'), offsetOf('UTC'), span)).toEqual([0, 60_000, 120_000]);
  });

  test.each(['Nowhere/Atall', 'Local', '+01:00', '', 'europe/berlin', 'EUROPE/BERLIN', 'utc', 'PST'])(
    '%j is not a time zone',
    (name) => expect(zoneOffset(name)).toBeUndefined(),
  );
});

/** Whether a field has the value: item by item, as the manual of cron says it. */
function matches(text: string, value: number, max: number): boolean {
  return text.split(',').some((item) => {
    const [range = '', step] = item.split('/');
    const [low = '', high] = range.split('-');
    const from = low === '*' ? 0 : Number(low);
    const until = low === '*' ? max : high !== undefined ? Number(high) : step !== undefined ? max : from;
    // Days and months count from 1, and so do their steps from `*`.
    const first = low === '*' && (max === 31 || max === 12) ? 1 : from;
    return value >= first && value <= until && (value - first) % Number(step ?? 1) === 0;
  });
}

/** Every minute of the span, by what a calendar of the zone says of it. */
function naiveRuns(text: string, timeZone: string, fromMs: number, untilMs: number): number[] {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = text.split(' ');
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  const runs: number[] = [];
  const shownAt = memoizeLast((ms: number) =>
    Object.fromEntries(shown.formatToParts(ms).map(({ type, value }) => [type, value])),
  );
  for (let at = Math.ceil(fromMs / 60_000) * 60_000; at <= untilMs; at += 60_000) {
    // Clocks of these zones differ by quarters of an hour, and are set where one ends: within it minutes are
    // counted.
    const minutesAfter = (at / 60_000) % 15;
    const part = shownAt(at - minutesAfter * 60_000);
    const shownMinute = Number(part.minute) + minutesAfter;
    const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
    const days = [
      matches(day, Number(part.day), 31),
      matches(weekday, weekdays.indexOf(part.weekday ?? ''), 6),
    ];
    const isFree = [day, weekday].some((field) =>
      field.split(',').some((item) => item === '*' || item === '*/1'),
    );
    const onDay = isFree ? days.every(Boolean) : days.some(Boolean);
    if (
      matches(minute, shownMinute, 59) &&
      matches(hour, Number(part.hour), 23) &&
      matches(month, Number(part.month), 12) &&
      onDay
    )
      runs.push(at);
  }
  return runs;
}

const item = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }), fc.integer({ min: 1, max: 20 }))
    .chain(([one, other, step]) =>
      fc.constantFrom(
        '*',
        `${one}`,
        `${Math.min(one, other)}-${Math.max(one, other)}`,
        `*/${step}`,
        `${one}/${step}`,
        `${one},${other}`,
      ),
    );

// Spans around days on which clocks are set, there and elsewhere.
const starts = [
  '2026-03-28T20:00Z',
  '2026-10-24T20:00Z',
  '2026-03-07T20:00Z',
  '2026-10-31T20:00Z',
  '2026-04-04T00:00Z',
  '2026-12-30T12:00Z',
];

test('the runs are those of each minute at which the clock shows what the schedule says', () => {
  const drawn = fc.record({
    fields: fc.tuple(item(0, 59), item(0, 23), item(1, 31), item(1, 12), item(0, 6)),
    timeZone: fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'America/Sao_Paulo',
    ),
    start: fc.constantFrom(...starts),
    shiftMs: fc.integer({ min: 0, max: 3_600_000 }),
  });
  let some = 0;
  fc.assert(
    fc.property(drawn, ({ fields, timeZone, start, shiftMs }) => {
      const text = fields.join(' ');
      const fromMs = Date.parse(start) + shiftMs;
      const untilMs = fromMs + 30 * 3_600_000;
      const runs = cronRuns(scheduleOf(text), offsetOf(timeZone), { fromMs, untilMs, countMax: 10_000 });
      if (runs.length > 0) some++;
      expect(runs).toEqual(naiveRuns(text, timeZone, fromMs, untilMs));
    }),
    { numRuns: tries.machine },
  );
  expect(some).toBeGreaterThan(tries.machine / 10);
});
