import { expect, test } from 'vitest';
import type { PodLife } from '../../../../src/run/simulation/controllers/controller.ts';
import { CronSeries } from '../../../../src/run/simulation/controllers/cron-series.ts';
import type { CronRuns } from '../../../../src/run/simulation-input.ts';
import { accepted, stream } from '../../../inputs/reading.ts';
import { recordedIn } from '../../../rules/kubelet/recorded.ts';

interface Start {
  readonly name: string;
  /** In ms since 1970. */
  readonly at: number;
}

/**
 * The Jobs that the real controller makes of a random CronJob, whose Jobs take so long
 * (scripts/oracle/record-cron.mjs).
 */
interface Recorded {
  readonly schedule: string;
  readonly policy: 'Allow' | 'Forbid' | 'Replace';
  readonly deadlineSeconds?: number;
  readonly from: number;
  readonly until: number;
  readonly durations: readonly number[];
  readonly started: readonly Start[];
}

const recorded = recordedIn<Recorded>(new URL('recorded-cronjobs.ndjson.gz', import.meta.url));

function ourStarts({
  schedule,
  policy,
  deadlineSeconds,
  from,
  until,
  durations,
}: Recorded): readonly Start[] {
  const spec = {
    schedule,
    timeZone: 'UTC',
    concurrencyPolicy: policy,
    startingDeadlineSeconds: deadlineSeconds,
  };
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:1' }] } };
  const cron = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'report' },
    spec: { ...spec, jobTemplate: { spec: { template } } },
  };
  const scenario = {
    apiVersion: 'windlass.dev/v1alpha1',
    kind: 'Scenario',
    startTime: new Date(from).toISOString(),
    horizon: `${until - from + 200}ms`,
  };
  const { input } = accepted(stream(`${JSON.stringify(cron)}\n`, `${JSON.stringify(scenario)}\n`));
  const nameOf = new Map(input.pods.map(({ uid, name }) => [uid, name.replace(/-[^-]+$/, '')]));
  const startOf = (uid: string, atMicros: number) => ({
    name: nameOf.get(uid) ?? '',
    at: from + atMicros / 1000,
  });
  const [runs] = input.cronRuns ?? [];
  const starts = runs
    ? startsOf(runs, durations).map(({ uid, atMicros }) => startOf(uid, atMicros))
    : input.pods.map(({ uid, arrivesAtMicros }) => startOf(uid, arrivesAtMicros - 100_000));
  return starts.filter(({ at }) => at <= until);
}

function startsOf(runs: CronRuns, durations: readonly number[]) {
  const series = new CronSeries(runs, { jobOf: () => undefined, isComing: () => false });
  const lives = new Map<string, PodLife>();
  const starts: { uid: string; atMicros: number; endMicros: number }[] = [];
  const looks = runs.runs.map(({ atMicros }) => atMicros);
  for (let now = looks.shift(); now !== undefined; now = looks.shift()) {
    for (const { uid, endMicros } of starts)
      if (endMicros <= now) lives.set(uid, { state: 'over', reason: 'Succeeded' });
    const { deletes, creates } = series.moves(lives, now);
    for (const uid of deletes) lives.delete(uid);
    for (const uid of creates) {
      const endMicros = now + (durations[starts.length % durations.length] ?? 0) * 1000;
      starts.push({ uid, atMicros: now, endMicros });
      lives.set(uid, { state: 'live', isReady: true });
      looks.splice(looks.filter((at) => at <= endMicros).length, 0, endMicros);
    }
  }
  return starts;
}

/** What docs/left-out.md leaves out. */
function isLeftOut({ schedule, policy, deadlineSeconds }: Recorded): boolean {
  return (
    schedule.startsWith('@') &&
    policy === 'Forbid' &&
    (deadlineSeconds !== undefined || /^@every [1-5]?\ds$/.test(schedule))
  );
}

test('CronJobs make the Jobs that the real controller makes, and when it does', () => {
  const kept = recorded.filter((one) => !isLeftOut(one));
  expect(kept.filter((one) => JSON.stringify(ourStarts(one)) !== JSON.stringify(one.started))).toEqual([]);
  expect(kept.length).toBeGreaterThan(recorded.length * 0.8);
});
