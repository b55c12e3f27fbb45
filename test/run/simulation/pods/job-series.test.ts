import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../../src/run/invariants/check-invariants.ts';
import { partitionInput } from '../../../../src/run/simulation/partition-input.ts';
import { accepted } from '../../../inputs/reading.ts';
import { recordsOf, scenarioYaml, takes } from '../pod-yaml.ts';
import { runYaml } from '../run-yaml.ts';

// `syncJob` and `manageJob`, pkg/controller/job/job_controller.go (v1.36.3): the controller looks a second
// after a change of one of the pods, and makes as many as are missing; a pod is on its node 100 ms later.

const job = (spec: string, restartPolicy = 'Never') =>
  `apiVersion: batch/v1\nkind: Job\nmetadata: { name: import }\nspec: { ${spec} template: { spec: { restartPolicy: ${restartPolicy}, automountServiceAccountToken: false, containers: [{ name: app, image: 'sim.local/good:1', imagePullPolicy: IfNotPresent }] } } }\n---\n`;
const faults = [takes('sim.local/good:1', '1s')];

function runOf(yaml: string, more = '') {
  const run = runYaml(`${yaml}${scenarioYaml(faults, more)}`);
  expect(checkInvariants(run.records)).toEqual([]);
  return run;
}

/** `0 +0`: at 0 s a pod came, the first one; `4 -0 Succeeded`: at 4 s it was over. */
function movesOf(...args: Parameters<typeof runOf>): readonly string[] {
  const names: string[] = [];
  return recordsOf(runOf(...args), 'pod').flatMap(({ at, state, reason, pod: { name } }) => {
    if (!names.includes(name)) names.push(name);
    const who = /^import-(\d)-/.exec(name)?.[1] ?? names.indexOf(name);
    const seconds = Math.floor(at / 1000);
    if (state === 'added') return [`${seconds} +${who}`];
    return state === 'terminated'
      ? [`${seconds} -${who} ${reason ?? ''}`.trimEnd()]
      : state === 'changed'
        ? []
        : [`${seconds} ${state} ${who}`];
  });
}

/** How many pods there are at once, at most. */
function mostAtOnce(moves: readonly string[]): number {
  let [now, most] = [0, 0];
  for (const move of moves) {
    if (move.includes(' +')) now++;
    else if (move.includes(' -')) now--;
    most = Math.max(most, now);
  }
  return most;
}

describe('a Job of five completions, two at a time', () => {
  const moves = movesOf(job('completions: 5, parallelism: 2,'));

  it('has five pods, of which never more than two are there', () => {
    expect(moves.filter((move) => move.includes('+'))).toHaveLength(5);
    expect(moves.filter((move) => move.endsWith('Succeeded'))).toHaveLength(5);
    expect(mostAtOnce(moves)).toBe(2);
  });

  it('makes the next ones within a second after others are over', () => {
    const times = moves.map((move) => Number.parseInt(move, 10));
    const ends = moves.flatMap((move, index) => (move.includes(' -') ? [times[index] ?? 0] : []));
    for (const [index, move] of moves.entries()) {
      const at = times[index] ?? 0;
      if (move.includes('+') && at > 1) expect(ends.some((end) => end <= at && at - end <= 2)).toBe(true);
    }
  });

  it('settles once the last one is over', () => {
    const { records } = runOf(job('completions: 5, parallelism: 2,'));
    expect(records.at(-1)).toMatchObject({ type: 'end', reason: 'settled' });
  });
});

it('an Indexed Job makes the first index that is missing as soon as one is over', () => {
  const moves = movesOf(job('completions: 3, parallelism: 2, completionMode: Indexed,'));
  expect(moves.map((move) => move.replace(/^\d+ /, ''))).toEqual([
    '+0',
    '+1',
    '-0 Succeeded',
    '+2',
    '-1 Succeeded',
    '-2 Succeeded',
  ]);
});

it('arrivals of other workloads do not wait for successors, and successors not for the arrivals of others', () => {
  const other = `apiVersion: v1\nkind: Pod\nmetadata: { name: other }\nspec: { containers: [{ name: app, image: 'sim.local/good:1' }] }\n---\n`;
  const { input } = accepted(`${job('completions: 50, parallelism: 2,')}${other}`);
  expect(input.pods.find(({ name }) => name === 'other')?.arrivesAtMicros).toBe(2_000);
  expect(input.pods.filter(({ arrivesAtMicros }) => arrivesAtMicros === 1_000)).toHaveLength(49);
});

describe('a Job whose pods fail', () => {
  const fails = 'containers: [{ match: "*", exitCode: 1 }]';

  // DefaultJobPodFailureBackOff: 10 s after the end of the container, then 20 s, 40 s; in whole seconds of
  // the API.
  it('has a next one after a back-off that doubles, until it has failed once more than backoffLimit', () => {
    const moves = movesOf(job('backoffLimit: 3,'), fails);
    expect(moves.filter((move) => move.endsWith('Failed'))).toHaveLength(4);
    const added = moves.flatMap((move) => (move.includes('+') ? [Number.parseInt(move, 10)] : []));
    expect(added).toEqual([0, 12, 33, 74]);
  });

  it('has six more by default, and none more with backoffLimit 0', () => {
    expect(movesOf(job(''), `${fails}\nhorizon: 1h`).filter((move) => move.includes('+'))).toHaveLength(7);
    expect(
      movesOf(job('backoffLimit: 0, completions: 3,'), fails).filter((move) => move.includes('+')),
    ).toHaveLength(1);
  });

  it('replaces a failed index, and deletes the others once the Job has failed', () => {
    const more = 'containers: [{ match: "*-0-*", exitCode: 1 }, { match: "*-1-*", runsFor: 10m }]';
    const moves = movesOf(
      job('completions: 4, parallelism: 2, completionMode: Indexed, backoffLimit: 1,'),
      more,
    );
    expect(moves.map((move) => move.replace(/^\d+ /, ''))).toEqual([
      '+0',
      '+1',
      '-0 Failed',
      '+0',
      '-0 Failed',
      'deleting 1',
      'deleted 1',
    ]);
  });

  it('makes no index twice while one of its pods is there', () => {
    const more =
      'horizon: 2m\ncontainers: [{ match: "*-0-*", exitCode: 1, runsFor: 10m }, { match: "*-1-*", exitCode: 1 }]';
    const moves = movesOf(
      job('completions: 2, parallelism: 2, completionMode: Indexed, backoffLimit: 3,'),
      more,
    );
    const added = moves.flatMap((move) => (move.includes('+') ? [move.replace(/^\d+ /, '')] : []));
    expect(added).toEqual(['+0', '+1', '+1', '+1', '+1']);
  });

  it('has no successor of a container that the kubelet restarts', () => {
    const moves = movesOf(job('completions: 2,', 'OnFailure'), `${fails}\nhorizon: 5m`);
    expect(moves).toEqual(['0 +0']);
  });
});

it('a deleted pod is replaced, and does not count as a completion', () => {
  const moves = movesOf(
    job('completions: 3, parallelism: 2,'),
    'jobDuration: 30s\ndeletions: [{ match: Job/import, at: 10s }]',
  );
  expect(moves.filter((move) => move.endsWith('Succeeded'))).toHaveLength(3);
  expect(mostAtOnce(moves)).toBeLessThanOrEqual(4);
});

describe('a CronJob each minute with Jobs of several completions, one at a time', () => {
  const cron = (policy: string, spec: string) =>
    `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: import }\nspec: { schedule: "* * * * *", timeZone: Etc/UTC, concurrencyPolicy: ${policy}, jobTemplate: { spec: { ${spec}, template: { spec: { restartPolicy: Never, automountServiceAccountToken: false, terminationGracePeriodSeconds: 1, containers: [{ name: app, image: 'sim.local/good:1', imagePullPolicy: IfNotPresent }] } } } } }\n---\n`;
  const addedOf = (policy: string, spec = 'completions: 3', more = '') => {
    const first = 29_538_721;
    const run = runOf(
      cron(policy, spec),
      `startTime: 2026-03-01T00:00:30Z\nhorizon: 4m\njobDuration: 25s\n${more}`,
    );
    return recordsOf(run, 'pod').flatMap(({ state, pod: { name } }) =>
      state === 'added' ? [Number(/import-(\d+)-/.exec(name)?.[1]) - first] : [],
    );
  };

  // A Job takes some 84 s.
  it('makes all of them before the next Job with Forbid', () =>
    expect(addedOf('Forbid')).toEqual([0, 0, 0, 1, 1, 1, 2, 2]));
  it('makes no more of a Job that is replaced', () => {
    expect(addedOf('Replace')).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]);
    expect(addedOf('Replace', 'completions: 9')).toEqual(addedOf('Replace'));
  });
  it('makes the next Job with Forbid once one has failed', () => {
    expect(addedOf('Forbid', 'backoffLimit: 1', 'containers: [{ match: "*", exitCode: 1 }]')).toEqual([
      0, 0, 1, 1, 2, 2, 3,
    ]);
  });
  it('makes them side by side with Allow', () =>
    expect(addedOf('Allow').filter((run) => run === 0)).toHaveLength(3));
});

it('its nodes are one part of a run where pods of one node wait for those of another', () => {
  const nodes = 'apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nnodes: { count: 3 }\n---\n';
  const partsOf = (spec: string) =>
    partitionInput(accepted(nodes + job(spec)).input).map(({ nodes: of }) => of.length);
  expect([partsOf('completions: 4, parallelism: 2,'), partsOf('completions: 2, parallelism: 2,')]).toEqual([
    [3],
    [1, 1, 1],
  ]);
});

it('more completions than can be held are cut, and it is said', () => {
  const { input } = accepted(job('completions: 1000000, parallelism: 2,'));
  expect(input.pods).toHaveLength(10_000);
  expect(input.assumptions).toContain('Job default/import: only the first 10000 of 1000000 pods.');
});
