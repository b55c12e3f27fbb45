import { describe, expect, test } from 'vitest';
import { type CronFields, parseCronSchedule } from '../../../../src/inputs/workloads/cron/cron-schedule.ts';

function fieldsOf(text: string): CronFields {
  const schedule = parseCronSchedule(text);
  if (typeof schedule === 'string' || 'everySeconds' in schedule)
    throw new Error(`no fields: ${JSON.stringify(schedule)}`);
  return schedule;
}

// parser.go of github.com/robfig/cron/v3 3.0.1: getRange, parseDescriptor.
describe('a schedule', () => {
  test.each([
    ['0 * * * *', [0]],
    ['*/20 * * * *', [0, 20, 40]],
    ['5/15 * * * *', [5, 20, 35, 50]],
    ['10-20/5 * * * *', [10, 15, 20]],
    ['50-59/90 * * * *', [50]],
    ['3,1-2,2 * * * *', [1, 2, 3]],
    ['?/30 * * * *', [0, 30]],
  ])('%s has these minutes', (text, minutes) =>
    expect([...fieldsOf(text).minutes].sort((a, b) => a - b)).toEqual(minutes),
  );

  test('names months and days of the week, in any case', () => {
    expect([...fieldsOf('0 0 * jan-MAR *').months]).toEqual([1, 2, 3]);
    expect([...fieldsOf('0 0 * * Mon-fri').weekdays]).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([
    ['0 0 1 * 1', true],
    ['0 0 1 * *', false],
    ['0 0 ? * 1', false],
    // A step takes the star from a field.
    ['0 0 */2 * 1', true],
    ['0 0 */1 * 1', false],
  ])('%s: one of the two days is enough: %s', (text, either) =>
    expect(fieldsOf(text).eitherDay).toBe(either),
  );

  test.each([
    ['@hourly', '0 * * * *'],
    ['@daily', '0 0 * * *'],
    ['@midnight', '0 0 * * *'],
    ['@weekly', '0 0 * * 0'],
    ['@monthly', '0 0 1 * *'],
    ['@yearly', '0 0 1 1 *'],
    ['@annually', '0 0 1 1 *'],
  ])('%s is %s', (text, same) => expect(parseCronSchedule(text)).toEqual(parseCronSchedule(same)));

  test.each([
    ['@every 90s', 90],
    ['@every 1h30m', 5400],
    ['@every 1.5s', 1],
    ['@every 1ms', 1],
  ])('%s is every %i s', (text, everySeconds) => expect(parseCronSchedule(text)).toEqual({ everySeconds }));

  test.each([
    ['0 0 * *', 'a schedule has 5 fields, not 4'],
    ['0 0 0 * * *', 'a schedule has 5 fields, not 6'],
    ['60 * * * *', '60 is not a valid minute (0-59)'],
    ['0 0 0 * *', '0 is not a valid day of the month (1-31)'],
    ['0 0 * * 7', '7 is not a valid day of the week (0-6)'],
    ['0 0 L * *', 'L is not a valid day of the month (1-31)'],
    ['0 0 15W * *', '15W is not a valid day of the month (1-31)'],
    ['0 0 * * 5#2', '5#2 is not a valid day of the week (0-6)'],
    ['0 22-2 * * *', '22-2 is not a valid hour (0-23)'],
    ['1-2-3 * * * *', '1-2-3 is not a valid minute'],
    ['*/0 * * * *', '*/0: a step is a number above 0'],
    ['*/5/5 * * * *', '*/5/5 is not a valid minute'],
    ['TZ=UTC 0 * * * *', 'a schedule takes no time zone: timeZone does'],
    [
      '@reboot',
      '@reboot is none of @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly, @every',
    ],
    ['@every soon', 'no duration after @every'],
  ])('%s is refused', (text, why) => expect(parseCronSchedule(text)).toBe(why));
});
