import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remediesFor } from '../../../../src/answers/what-if/explanation/remedies.ts';
import { readInput } from '../../../../src/inputs/read-input.ts';
import { podPhases } from '../../../../src/reports/phases/pod-phases.ts';
import { defaultEngine } from '../../../../src/run/engine/engine.ts';
import { simulate, withoutPauses } from '../../../../src/run/simulation/simulate.ts';
import { root } from '../../../tidy/sources.ts';

const sources = [
  { name: 'web-rollout.yaml', text: readFileSync(join(root, 'examples/web-rollout.yaml'), 'utf8') },
];

function run(request = {}) {
  const read = readInput(sources, request);
  if (!read.ok) throw new Error(read.errors[0]?.message);
  return { input: read.input, sources, request, inputs: ['web-rollout.yaml'], engine: defaultEngine };
}

const podNamed = (start: string) => {
  const pod = run().input.pods.find(({ name }) => name.startsWith(start));
  if (pod === undefined) throw new Error(`no pod ${start}`);
  return { namespace: pod.namespace, name: pod.name };
};

test('what helps most comes first, and its settings make the pod run that much earlier', async () => {
  const pod = podNamed('recommender');
  const remedies = (await remediesFor(run(), pod, 'model', withoutPauses)) ?? [];
  expect(remedies[0]?.words).toBe('with docker.io/acme/recommender:2026.11 pre-pulled');
  // One image alone gains what all of them do; a second of 66 is not worth a line.
  expect(remedies.map(({ words }) => words)).not.toContain('with every image pre-pulled');
  expect(remedies.every(({ earlierMs }) => (earlierMs ?? 0) > 3_000)).toBe(true);
  const runningAt = (request: object) =>
    podPhases(simulate(run(request).input, {}).records)
      .pods.find((one) => one.pod.name === pod.name)
      ?.containers.find(({ name }) => name === 'model')?.runningAtMs;
  const [before = 0, after = 0] = [runningAt({}), runningAt(remedies[0]?.settings ?? {})];
  expect(before - after).toBeCloseTo(remedies[0]?.earlierMs ?? 0, 0);
});

test('settings that the run has already stay in the remedy', async () => {
  const request = { set: ['maxParallelImagePulls=1'] };
  const remedies = (await remediesFor(run(request), podNamed('recommender'), 'model', withoutPauses)) ?? [];
  for (const { settings } of remedies) expect(settings.set?.[0]).toBe('maxParallelImagePulls=1');
});

test('there is no remedy for a container that is not there, and none after an interruption', async () => {
  const pod = podNamed('recommender');
  expect(await remediesFor(run(), pod, 'nobody', withoutPauses)).toBeUndefined();
  const stopped = { isDue: () => true, goesOn: async () => false };
  expect(await remediesFor(run(), pod, 'model', stopped)).toBeUndefined();
});
