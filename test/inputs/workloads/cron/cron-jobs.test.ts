import { describe, expect, test } from 'vitest';
import { simulate } from '../../../../src/run/simulation/simulate.ts';
import { accepted, errorsOf, scenarioYaml, stream } from '../../reading.ts';

const cron = (spec: string, ofJob = '') =>
  `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: report }\nspec: { ${spec}, jobTemplate: { spec: { ${ofJob} template: { spec: { restartPolicy: Never, containers: [{ name: a, image: b }] } } } } }\n`;
const from = (startTime: string, more = '') => scenarioYaml(`startTime: ${startTime}\n${more}`);
const saidOf = (text: string) =>
  [...accepted(text).input.assumptions, ...(accepted(text).input.readings ?? [])].filter((sentence) =>
    sentence.includes('CronJob'),
  );
const arrivalsOf = (text: string, options = {}) =>
  accepted(text, options).input.pods.map(({ name, arrivesAtMicros }) => [
    name.replace(/-[^-]+$/, ''),
    arrivesAtMicros / 1e6,
  ]);

describe('a CronJob, where the Scenario has a startTime', () => {
  // 02:50 of 1 March 2026 is minute 29 538 890 since 1970. The controller looks 100 ms after the minute, and
  // the pod is bound 100 ms later.
  test('runs at each minute of its schedule', () => {
    const text = stream(cron('schedule: "*/5 * * * *"'), from('2026-03-01T02:48:30Z'));
    expect(arrivalsOf(text)).toEqual([
      ['report-29538890', 90.2],
      ['report-29538895', 390.2],
      ['report-29538900', 690.2],
    ]);
    expect(arrivalsOf(text, { horizon: '6m30s' })).toHaveLength(1);
    expect(arrivalsOf(text, { horizon: '6m30200ms' })).toHaveLength(2);
  });

  test('by the clock of its zone, whatever the zone of the startTime', () => {
    const text = stream(
      cron('schedule: "0 4 * * *", timeZone: Europe/Berlin'),
      from('2026-03-01T04:59:00+02:00'),
    );
    expect(arrivalsOf(text)).toEqual([['report-29538900', 60.2]]);
  });

  test('in a minute only one Job is made, since it has the name of the minute', () => {
    const text = stream(cron('schedule: "@every 25s"'), from('2026-03-01T02:48:30Z', 'horizon: 2m'));
    expect(arrivalsOf(text)).toEqual([
      ['report-29538888', 25.2],
      ['report-29538889', 50.2],
      ['report-29538890', 100.2],
    ]);
  });

  test('with all pods of each Job', () => {
    const text = stream(
      cron('schedule: "*/5 * * * *"', 'completions: 2, parallelism: 2, completionMode: Indexed,'),
      from('2026-03-01T02:48:00Z', 'horizon: 8m'),
    );
    expect(arrivalsOf(text)).toEqual([
      ['report-29538890-0', 120.2],
      ['report-29538890-1', 120.2],
      ['report-29538895-0', 420.2],
      ['report-29538895-1', 420.2],
    ]);
  });

  test('and goes on after the horizon, unless nothing of it is left to come', () => {
    const said = (spec: string) => accepted(stream(cron(spec), from('2026-03-01T02:48:30Z'))).input.recurring;
    expect(said('schedule: "*/5 * * * *"')).toBe(1);
    expect(said('schedule: "*/5 * * * *", suspend: true')).toBeUndefined();
    expect(accepted(cron('schedule: "*/5 * * * *"')).input.recurring).toBeUndefined();
  });

  test('and its trace says what its zero is', () => {
    const { input } = accepted(stream(cron('schedule: "@hourly"'), from('2026-03-01T03:59:00+01:00')));
    const { records } = simulate(input);
    expect(records[0]).toMatchObject({ type: 'header', epoch: '2026-03-01T02:59:00Z' });
    expect(records.find(({ type }) => type === 'pod')).toMatchObject({ at: 60_200 });
    expect(simulate(accepted(cron('schedule: "@hourly"')).input).records[0]).toMatchObject({
      epoch: '2000-01-01T00:00:00Z',
    });
  });

  test('arrivals of the Scenario do not move it', () => {
    const arrivals = 'arrivals: { at: 3m, pods: [{ match: CronJob/report, at: 5m }] }';
    const result = accepted(stream(cron('schedule: "@hourly"'), from('2026-03-01T02:59:00Z', arrivals)));
    expect(result.input.pods.map(({ arrivesAtMicros }) => arrivesAtMicros)).toEqual([60_200_000]);
    expect(result.warnings.join()).toContain('this entry of arrivals.pods matches no pod');
  });

  const started =
    'CronJobs run by their schedules from 2026-03-01T02:48:00Z on. Runs that began before are left out.';
  const inUtc =
    'Schedules of CronJobs without timeZone are in UTC, as where the controller manager runs in UTC.';
  test.each([
    ['schedule: "*/5 * * * *", timeZone: Etc/UTC', [started]],
    ['schedule: "*/5 * * * *"', [inUtc, started]],
    [
      'schedule: "0 3 2 * *", timeZone: Etc/UTC, concurrencyPolicy: Forbid',
      [
        started,
        'CronJob default/report does not run before the horizon. Its next run is at 2026-03-02T03:00:00Z.',
      ],
    ],
    [
      'schedule: "0 3 31 2 *", timeZone: Etc/UTC',
      [started, 'CronJob default/report does not run before the horizon. There is no run within a year.'],
    ],
    ['schedule: "*/5 * * * *", timeZone: Etc/UTC, concurrencyPolicy: Forbid', [started]],
    [
      'schedule: "*/5 * * * *", timeZone: Etc/UTC, startingDeadlineSeconds: 0',
      [
        started,
        'CronJob default/report never runs: its startingDeadlineSeconds is over before the controller looks.',
      ],
    ],
    [
      'schedule: "@every 5m", timeZone: Etc/UTC, startingDeadlineSeconds: 200',
      [
        started,
        'CronJob default/report never runs: its startingDeadlineSeconds is shorter than the time of @every, which begins anew there.',
      ],
    ],
    [
      'schedule: "*/5 * * * *", timeZone: Etc/UTC, suspend: true',
      ['CronJob default/report is suspended: no pods.'],
    ],
  ])('%s: what is said', (spec, sentences) => {
    expect(saidOf(stream(cron(spec), from('2026-03-01T02:48:00Z')))).toEqual(sentences);
  });

  test.each([
    ['schedule: "0 0 * * 7"', '7 is not a valid day of the week (0-6)'],
    ['suspend: false', 'a CronJob without schedule'],
    ['schedule: "@daily", timeZone: Mars/Olympus', '"Mars/Olympus" is not a time zone'],
  ])('%s is an error', (spec, message) => {
    expect(errorsOf(stream(cron(spec), from('2026-03-01T02:48:00Z')))).toMatchObject([
      { code: 'SCHEDULE', message },
    ]);
  });

  test.each(['2026-03-01', '2026-03-01T02:48:00', '2026-13-01T02:48:00Z', 'soon'])(
    '%s is no startTime',
    (startTime) => {
      expect(errorsOf(from(startTime)).map(({ expected }) => expected)).toEqual([
        expect.stringContaining('an instant with its zone'),
      ]);
    },
  );
});
