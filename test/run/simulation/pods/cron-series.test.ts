import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../../src/run/invariants/check-invariants.ts';
import { partitionInput } from '../../../../src/run/simulation/partition-input.ts';
import { accepted } from '../../../inputs/reading.ts';
import { fails, recordsOf, scenarioYaml, takes } from '../pod-yaml.ts';
import { runYaml } from '../run-yaml.ts';

// `syncCronJob`, pkg/controller/cronjob/cronjob_controllerv2.go (v1.36.3). A run every minute, which the
// controller sees 100 ms later; a pod is on its node another 100 ms later. Each Job takes 150 s or 50 s.

const cron = (spec: string, image = 'good', parallelism = 1) =>
  `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: report }\nspec: { schedule: "* * * * *", timeZone: Etc/UTC, ${spec} jobTemplate: { spec: { parallelism: ${parallelism}, template: { spec: { restartPolicy: Never, automountServiceAccountToken: false, terminationGracePeriodSeconds: 5, containers: [{ name: app, image: 'sim.local/${image}:1', imagePullPolicy: IfNotPresent }] } } } } }\n---\n`;
const faults = [takes('sim.local/good:1', '1s'), fails('sim.local/typo:1')];

function runOf(yaml: string, jobDuration: string, more = '') {
  const scenario = `startTime: 2026-03-01T00:00:30Z\nhorizon: 6m\njobDuration: ${jobDuration}\ncontainers: [{ container: app, stopsIn: 2s }]\n${more}`;
  const run = runYaml(`${yaml}${scenarioYaml(faults, scenario)}`);
  expect(checkInvariants(run.records)).toEqual([]);
  return run;
}

/** When pods come and go, in whole seconds, with the minute of the schedule in their names. */
function movesOf(...args: Parameters<typeof runOf>): readonly string[] {
  const first = 29_538_721;
  return recordsOf(runOf(...args), 'pod').flatMap(({ at, state, pod }) =>
    state === 'deleting'
      ? []
      : [`${Math.floor(at / 1000)} s ${state} ${Number(/report-(\d+)-/.exec(pod.name)?.[1]) - first}`],
  );
}

const addedOf = (moves: readonly string[]) => moves.filter((move) => move.includes('added'));

describe('a CronJob each minute whose Jobs take two and a half minutes', () => {
  it('runs side by side with Allow', () => {
    expect(addedOf(movesOf(cron(''), '150s'))).toEqual(
      [0, 1, 2, 3, 4, 5].map((run) => `${30 + 60 * run} s added ${run}`),
    );
  });

  // The first is over at about 182 s, when those of 90 s and 150 s are missed; the next one at about 334 s,
  // when those of 210 s to 330 s are.
  it('makes up for the latest missed run with Forbid, as soon as the one before is over', () => {
    const moves = movesOf(cron('concurrencyPolicy: Forbid,'), '150s');
    expect(moves.map((move) => move.replace(/^\d+ s /, ''))).toEqual([
      'added 0',
      'terminated 0',
      'added 2',
      'terminated 2',
      'added 5',
    ]);
    const secondsOf = (index: number) => Number.parseInt(moves[index] ?? '', 10);
    expect(secondsOf(0)).toBe(30);
    // The controller of the Job sees a second later that it is over.
    for (const index of [1, 3]) expect([1, 2]).toContain(secondsOf(index + 1) - secondsOf(index));
    expect(secondsOf(1)).toBeGreaterThanOrEqual(180);
  });

  it('does not make up for a run that is later than startingDeadlineSeconds', () => {
    const moves = movesOf(cron('concurrencyPolicy: Forbid, startingDeadlineSeconds: 10,'), '150s');
    expect(addedOf(moves)).toEqual(['30 s added 0', '210 s added 3']);
  });

  it('deletes what still runs with Replace', () => {
    const moves = movesOf(cron('concurrencyPolicy: Replace,'), '150s');
    expect(addedOf(moves)).toEqual([0, 1, 2, 3, 4, 5].map((run) => `${30 + 60 * run} s added ${run}`));
    const gone = moves.flatMap((move) => /^(\d+) s deleted (\d)$/.exec(move)?.slice(1).map(Number) ?? []);
    expect(gone.filter((_, index) => index % 2 === 1)).toEqual([0, 1, 2, 3, 4]);
    for (const [index, seconds] of gone.filter((_, at) => at % 2 === 0).entries())
      expect([92, 93]).toContain(seconds - 60 * index);
  });
});

it('a Job that ends in time delays no other', () => {
  for (const policy of ['Forbid', 'Replace'])
    expect(addedOf(movesOf(cron(`concurrencyPolicy: ${policy},`), '50s'))).toHaveLength(6);
});

it('an image that cannot be pulled ends a CronJob with Forbid; where its pod is deleted the next one of the Job waits too', () => {
  expect(movesOf(cron('concurrencyPolicy: Forbid,', 'typo'), '1s')).toEqual(['30 s added 0']);
  const deleted = movesOf(
    cron('concurrencyPolicy: Forbid,', 'typo'),
    '1s',
    'deletions: [{ match: CronJob/report, at: 45s }]',
  );
  expect(addedOf(deleted)).toEqual(['30 s added 0', '45 s added 0']);
});

it('its nodes are one part of a run where runs wait for each other', () => {
  const nodes =
    'apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nstartTime: 2026-03-01T00:00:30Z\nhorizon: 4m\nnodes: { count: 3 }\n---\n';
  const partsOf = (spec: string) =>
    partitionInput(accepted(nodes + cron(spec, 'good', 2)).input).map(({ nodes: of }) => of.length);
  expect([partsOf('concurrencyPolicy: Forbid,'), partsOf('')]).toEqual([[3], [1, 1, 1]]);
});
