import { describe, expect, it } from 'vitest';
import { answerLines, headline } from '../../../src/reports/summary/headline.ts';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { recordsOf, scenarioYaml } from '../../run/simulation/pod-yaml.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';

const workload = (kind: string, replicas: number, more = '') => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: {}
${more}
  template:
    spec:
      containers: [{ name: app, image: 'sim.local/good:1', imagePullPolicy: IfNotPresent }]
---
`;

const change = (image: string, at = '60s') => `{ match: web, at: ${at}, image: 'sim.local/${image}:1' }`;

function run(yaml: string, changes: readonly string[]) {
  const takes = ['good', 'new', 'third'].map(
    (image) => `kind: pullTakes, image: 'sim.local/${image}:1', takes: 2s`,
  );
  const typo = `kind: pullFails, image: 'sim.local/typo:1', error: 'not found', takes: 500ms`;
  const more = `horizon: 5m\nnodes: { count: 2 }\ncontainers: [{ container: app, stopsIn: 1s }]\nimageChanges: [${changes}]`;
  return runYaml(yaml + scenarioYaml([...takes, typo], more));
}

/** When containers of that image came to run, by the records themselves. */
function ranAt(result: ReturnType<typeof run>, image: string): readonly number[] {
  const uids = new Set(
    recordsOf(result, 'pod').flatMap(({ pod, containers }) =>
      containers[0]?.image === `sim.local/${image}:1` ? [pod.uid] : [],
    ),
  );
  return recordsOf(result, 'container').flatMap(({ at, state, pod }) =>
    state === 'running' && uids.has(pod.uid) ? [at] : [],
  );
}

describe('how long a rollout takes', () => {
  it('is told from the change until the last new pod runs, for each kind of workload', () => {
    for (const [kind, pods] of [
      ['Deployment', 5],
      ['StatefulSet', 5],
      ['DaemonSet', 2],
    ] as const) {
      const result = run(workload(kind, 5), [change('new')]);
      const ran = ranAt(result, 'new');
      expect(ran.length).toBe(pods);
      const { rollouts } = summarize(result.records);
      const durationMs = Math.round((Math.max(...ran) - 60_000) * 1000) / 1000;
      expect(rollouts).toMatchObject([
        { namespace: 'default', workload: `${kind}/web`, atMs: 60_000, pods, running: pods, durationMs },
      ]);
    }
  });

  it('names the new pod that took longest, and why', () => {
    const { rollouts: [rollout] = [] } = summarize(run(workload('Deployment', 5), [change('new')]).records);
    expect(rollout?.slowest?.timeToRunningMs).toBeGreaterThan(2_000);
    expect(rollout?.slowest?.wait).toMatch(/^default\/web-\w+-\w+\/app (spent|waited) 2\.\d s /);
    expect(rollout?.sentence).toMatch(
      /^Rollout of Deployment\/web: the last of 5 new pods ran [\d.]+ s after the change \(at 60 s\)\. The slowest took [\d.]+ s from its arrival: default\/web-\w+-\w+\/app (spent|waited) 2/,
    );
  });

  it('counts the pods from the partition on only', () => {
    const partition = '  updateStrategy: { rollingUpdate: { partition: 3 } }';
    const result = run(workload('StatefulSet', 5, partition), [change('new')]);
    expect(summarize(result.records).rollouts).toMatchObject([{ pods: 2, running: 2 }]);
  });

  it('that never ends says how many of the new pods have run, and what holds them up', () => {
    const { rollouts: [rollout] = [] } = summarize(run(workload('Deployment', 4), [change('typo')]).records);
    expect(rollout).toMatchObject({ pods: 4, running: 0, durationMs: null });
    expect(rollout?.sentence).toMatch(
      /^Rollout of Deployment\/web is not complete: 0 of 4 new pods have run since the change \(at 60 s\)\. default\/web-\w+-\w+\/app /,
    );
  });

  it('is not told before it begins, nor of a workload of which a filter shows less than all pods, nor where nothing changes', () => {
    const { records } = run(workload('Deployment', 4), [change('new')]);
    expect(summarize(records, 59_000).rollouts).toBeUndefined();
    expect(summarize(records, undefined, { pods: ['web-*'] }).rollouts).toBeUndefined();
    expect(summarize(records, undefined, { owners: ['other'] }).rollouts).toBeUndefined();
    expect(summarize(records, undefined, { owners: ['default/Deployment/web'] }).rollouts).toEqual(
      summarize(records).rollouts,
    );
    expect(summarize(run(workload('Deployment', 4), [change('good')]).records).rollouts).toBeUndefined();
  });

  it('of several changes ends at the next; pods that have the template of the last already count', () => {
    const { rollouts } = summarize(
      run(workload('Deployment', 4), [change('typo'), change('good', '90s')]).records,
    );
    expect(rollouts).toMatchObject([
      { atMs: 60_000, running: 0, durationMs: null },
      { atMs: 90_000, pods: 4, running: 4 },
    ]);
    expect(rollouts?.[0]?.sentence).toContain(', and it was changed again');
    expect(rollouts?.[1]?.durationMs).toBeLessThan(3_000);
  });

  it('back to an earlier template waits for its new pods', () => {
    const result = run(workload('Deployment', 4), [change('new'), change('good', '120s')]);
    const durationMs = Math.round((Math.max(...ranAt(result, 'good')) - 120_000) * 1000) / 1000;
    expect(durationMs).toBeGreaterThan(500);
    expect(summarize(result.records).rollouts?.[1]).toMatchObject({
      atMs: 120_000,
      pods: 4,
      running: 4,
      durationMs,
    });
  });

  it('stands behind the result of the run, and its wait is not told twice', () => {
    const summary = summarize(run(workload('DaemonSet', 1), [change('new')]).records);
    const [rollout] = summary.rollouts ?? [];
    expect(headline(summary)).toContain(
      `after its arrival. First cause: ${summary.firstCause?.sentence}. ${rollout?.sentence}.`,
    );
    const wait = {
      ...summary.longestWait,
      sentence: rollout?.slowest?.wait ?? '',
    } as typeof summary.longestWait;
    const lines = answerLines({ ...summary, longestWait: wait }, { width: 400, colour: false }).join('\n');
    expect(lines).toContain(rollout?.sentence);
    expect(lines).not.toContain('Longest wait');
  });
});
