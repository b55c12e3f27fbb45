import { expect, test } from 'vitest';
import { explainFleet, explainFleetRecords } from '../../../src/answers/what-if/explanation/explain.ts';
import { podPhases } from '../../../src/reports/phases/pod-phases.ts';
import { simulate, withoutPauses } from '../../../src/run/simulation/simulate.ts';
import { accepted } from '../../inputs/reading.ts';
import { source } from './example-source.ts';

const micros = (ms: number) => Math.round(ms * 1000);

test.each([
  ['examples/web-rollout.yaml', {}],
  ['examples/web-rollout.yaml', { nodes: 7 }],
  ['examples/pull-limit-storm/manifests.yaml', {}],
  ['examples/same-image-many-pods/manifests.yaml', {}],
  ['examples/stalled-registry/manifests.yaml', {}],
])('%s %j: causes and nodes add up to the time of all pods, whatever the parts', async (name, request) => {
  const { input } = accepted(source(name), request);
  const { records, end } = simulate(input);
  const { blame, reason } = await explainFleet(input, {}, withoutPauses);
  expect(reason).toBe(end.reason);
  expect(explainFleetRecords(records)).toEqual(blame);

  // From the phases of pods, without paths: those that ran, and those that waited until the end.
  const pods = podPhases(records).pods;
  const ran = pods.flatMap(({ timeToRunningMs }) => timeToRunningMs ?? []);
  const waiting = pods.filter(
    ({ timeToRunningMs, state }) => timeToRunningMs === undefined && state === 'notRunning',
  );
  expect(blame.pods).toEqual({ ran: ran.length, waiting: waiting.length });
  const whole = [...ran, ...waiting.map(({ arrivedMs }) => end.at - arrivedMs)].reduce(
    (sum, ms) => sum + micros(ms),
    0,
  );
  expect(micros(blame.tookMs)).toBe(whole);
  for (const rows of [blame.causes, blame.nodes])
    expect(rows.reduce((sum, { tookMs }) => sum + micros(tookMs), 0)).toBe(whole);
  for (const rows of [blame.images, blame.registries, blame.faults])
    expect(rows.reduce((sum, { tookMs }) => sum + micros(tookMs), 0)).toBeLessThanOrEqual(whole);
  expect(Math.max(...blame.causes.map(({ pods: count }) => count))).toBeLessThanOrEqual(
    ran.length + waiting.length,
  );
});

test('a wait for a slot is blamed on the image that held it, and time lost to a fault on that', async () => {
  const headOfLine = await explainFleet(
    accepted(source('examples/head-of-line-blocking/manifests.yaml')).input,
    {},
    withoutPauses,
  );
  expect(headOfLine.blame.images[0]).toMatchObject({
    name: 'registry.example.com/ml/trainer:2026.11',
    pods: 6,
  });
  const rollout = await explainFleet(accepted(source('examples/web-rollout.yaml')).input, {}, withoutPauses);
  expect(rollout.blame.faults).toMatchObject([{ name: 'registryDown registry.example.com', pods: 3 }]);
});
