// Records when real CronJobs run: `node scripts/oracle/record-cron.mjs [--cases 200 --seed 1]`.
import fc from 'fast-check';
import { askLaid, drawnCases, writeRecorded } from './ask-laid.mjs';

// Morocco has new rules from 2026 on, which the databases of some versions of Node have and those of others
// have not.
const isSettled = ({ timeZone }) => timeZone !== 'Africa/Casablanca';
const schedules = drawnCases(fc.array(arbitrarySchedule(), { minLength: 5, maxLength: 5 }), '200')
  .flat()
  .filter(isSettled);
writeRecorded(
  'test/inputs/workloads/cron/recorded-schedules.ndjson.gz',
  schedules,
  'answer',
  askLaid('schedules')(schedules),
);
const series = drawnCases(arbitrarySeries(), '200');
writeRecorded(
  'test/run/simulation/controllers/recorded-cronjobs.ndjson.gz',
  series,
  'started',
  askLaid('cronjobs')(series),
);

/** Schedules of all forms, many of which are refused, and instants near days on which clocks are set. */
function arbitrarySchedule() {
  const odd = fc.constantFrom(
    '+5',
    '-1',
    '',
    'x',
    '5.0',
    '1e1',
    '１',
    '9999999999',
    '99999999999999999999',
    '00000000000005',
    '70',
  );
  const number = (min, max) =>
    fc.oneof({ weight: 20, arbitrary: fc.integer({ min, max }).map(String) }, { weight: 1, arbitrary: odd });
  const odds = ',|*-5|*-5-9|?-x|1-2-3|1/2/3|*/0|*/1|L|#|5W|,,3|3,|/5|5/|-|1-|*,3|?/1|*/2,*'.split('|');
  const item = (min, max, names = []) => {
    const value = fc.oneof(
      { weight: 3, arbitrary: number(min, max) },
      ...names.map((name) => fc.constant(name)).slice(0, 1),
    );
    const named = names.length > 0 ? fc.oneof(value, fc.constantFrom(...names)) : value;
    const range = fc
      .tuple(named, named)
      .map((ends) => ends.sort((one, other) => Number(one) - Number(other)).join('-'));
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom('*', '*', '*', '?') },
      { weight: 8, arbitrary: named },
      { weight: 4, arbitrary: range },
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.oneof(fc.constant('*'), named, range), number(1, 20))
          .map((parts) => parts.join('/')),
      },
      { weight: 2, arbitrary: fc.tuple(named, range).map((parts) => parts.join(',')) },
      { weight: 1, arbitrary: fc.constantFrom(...odds) },
    );
  };
  const [months, days] = ['jan,FEB,Mar,apr,dec,sept', 'sun,MON,Tue,fri,7'].map((names) => names.split(','));
  const written = fc
    .tuple(item(0, 59), item(0, 23), item(1, 31), item(1, 12, months), item(0, 6, days))
    .map((fields) => fields.join(' '));
  const whole =
    '@hourly|@daily|@yearly|@annually|@monthly|@weekly|@midnight|@every 90s|@every 1h30m|@every 1.5s|@every 0s|@every -5m|@every 500ms|@every|@every |@every  5m|@every 5|@Hourly| @hourly|@hourly |@reboot|constructor|__proto__|* * * *|* * * * * *|  5   4 * * *  |5\t4 * * *|\ufeff5 4 * * *|5\u00854 * * *|5\u00a04 * * *|TZ=UTC 5 4 * * *|CRON_TZ=UTC * * * * *|TZ=UTC|@every 1h2|@every 1d|@every 9999999h|@every 1ns';
  const zones =
    'UTC|Europe/Berlin|America/New_York|Australia/Lord_Howe|Asia/Kolkata|America/Havana|America/Santiago|Africa/Cairo|Asia/Beirut|Antarctica/Troll|Africa/Casablanca|Pacific/Chatham';
  const days2026 =
    '2026-03-07|2026-03-28|2026-04-04|2026-04-23|2026-09-05|2026-10-03|2026-10-24|2026-10-30|2026-10-31|2028-02-28'.split(
      '|',
    );
  const near = fc
    .tuple(fc.constantFrom(...days2026), fc.integer({ min: 0, max: 172_800_000 }))
    .map(([day, ms]) => Date.parse(day) + ms);
  return fc.record({
    schedule: fc.oneof(
      { weight: 9, arbitrary: written },
      { weight: 1, arbitrary: fc.constantFrom(...whole.split('|')) },
    ),
    timeZone: fc.constantFrom(...zones.split('|')),
    from: near.map((at) => at - (at % 500)),
  });
}

/** CronJobs whose Jobs may last longer than until the next time. */
function arbitrarySeries() {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 4 });
  const minute = fc.oneof(
    fc.constant('*'),
    fc.integer({ min: 2, max: 25 }).map((step) => `*/${step}`),
    minutes.map((list) => list.join(',')),
    fc
      .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 9 }))
      .map(([from, more]) => `${from}-${from + more}`),
  );
  const hour = fc.constantFrom('*', '*', '*', '0-3', '*/2', '1,3');
  const from = Date.parse('2026-03-01T00:00:30Z');
  const seconds = (max) => fc.integer({ min: 1, max });
  return fc.record({
    schedule: fc.oneof(
      { weight: 4, arbitrary: fc.tuple(minute, hour).map(([ofHour, ofDay]) => `${ofHour} ${ofDay} * * *`) },
      { weight: 1, arbitrary: seconds(900).map((every) => `@every ${every + 14}s`) },
    ),
    policy: fc.constantFrom('Allow', 'Forbid', 'Forbid', 'Forbid', 'Replace'),
    deadlineSeconds: fc.option(fc.oneof(fc.integer({ min: 0, max: 20 }), seconds(2000)), { nil: undefined }),
    from: fc.constant(from),
    until: fc.constant(from + 3 * 3_600_000),
    durations: fc.array(
      fc.oneof(seconds(400), seconds(4000)).map((last) => last * 1000 + 500),
      { minLength: 1, maxLength: 4 },
    ),
  });
}
