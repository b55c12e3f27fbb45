import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { counterfactualChanges } from '../../../../src/answers/what-if/explanation/counterfactual-changes.ts';
import { explainRecords } from '../../../../src/answers/what-if/explanation/explain.ts';
import { furtherSeeds, remediesFor } from '../../../../src/answers/what-if/explanation/remedies.ts';
import { readInput } from '../../../../src/inputs/read-input.ts';
import { podPhases } from '../../../../src/reports/phases/pod-phases.ts';
import { defaultEngine } from '../../../../src/run/engine/engine.ts';
import { simulate, withoutPauses } from '../../../../src/run/simulation/simulate.ts';
import { root } from '../../../tidy/sources.ts';

function runOf(file: string, request = {}) {
  const sources = [{ name: file, text: readFileSync(join(root, 'examples', file), 'utf8') }];
  const read = readInput(sources, request);
  if (!read.ok) throw new Error(read.errors[0]?.message);
  return { input: read.input, sources, request, inputs: [file], engine: defaultEngine };
}

const run = (request = {}) => runOf('web-rollout.yaml', request);

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

test('a gain holds under further seeds, each beside its own run without the change', async () => {
  const pod = podNamed('web-');
  const remedies = (await remediesFor(run(), pod, 'web', withoutPauses)) ?? [];
  expect(remedies.length).toBeGreaterThan(0);
  const runningAt = (request: object) =>
    podPhases(simulate(run(request).input, {}).records)
      .pods.find((one) => one.pod.name === pod.name)
      ?.containers.find(({ name }) => name === 'web')?.runningAtMs ?? Number.NaN;
  for (const { settings, earlierOverSeeds: { minMs, maxMs } = { minMs: 0, maxMs: 0 } } of remedies) {
    const gains = Array.from({ length: furtherSeeds + 1 }, (_, further) => {
      const seed = run().input.seed + further;
      return runningAt({ seed }) - runningAt({ ...settings, seed });
    });
    expect(Math.min(...gains)).toBeGreaterThan(0);
    expect([minMs, maxMs]).toEqual([
      expect.closeTo(Math.min(...gains), 0),
      expect.closeTo(Math.max(...gains), 0),
    ]);
  }
});

test.each([
  ['slow-disk-fast-link/manifests.yaml', 'native', 'app', 'with the snapshotter overlayfs'],
  ['head-of-line-blocking/manifests.yaml', 'ml-trainer', 'trainer', 'with layers unpacked side by side'],
])('what one can set comes before images: %s', async (file, pod, container, first) => {
  const remedies =
    (await remediesFor(runOf(file), { namespace: 'default', name: pod }, container, withoutPauses)) ?? [];
  expect(remedies[0]?.words).toBe(first);
  // What one sets is told by its name.
  expect(remedies[0]?.set).toMatch(/^[\w.]+=\w+$/);
  expect(remedies.slice(1).map(({ set }) => set)).toContain(undefined);
  expect(remedies.slice(1).some(({ earlierMs }) => Number(earlierMs) > Number(remedies[0]?.earlierMs))).toBe(
    true,
  );
});

test('a layer that stops coming is given up by a newer runtime, or sooner', async () => {
  const firstOf = async (pod: string) =>
    (
      await remediesFor(
        runOf('stalled-registry/manifests.yaml'),
        { namespace: 'default', name: pod },
        'app',
        withoutPauses,
      )
    )?.[0]?.words;
  expect(await firstOf('no-timeout')).toBe('with the runtime containerd://2.4');
  expect(await firstOf('five-minutes')).toBe('with image_pull_progress_timeout 30s');
});

test('an image that no registry has cannot be pulled ahead', async () => {
  const remedies = await remediesFor(
    runOf('never-comes.yaml'),
    { namespace: 'default', name: 'api' },
    'api',
    withoutPauses,
  );
  expect(remedies?.map(({ words }) => words)).toEqual(['without the fault notFound']);
});

/** A container that waits for the image of the one before it, too. */
const twoImages = `apiVersion: windlass.dev/v1alpha1
kind: Scenario
images: [{ name: shop.example/web:1, size: 200MB }, { name: other.example/api:1, size: 900MB }]
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: api, image: 'other.example/api:1' }, { name: web, image: 'shop.example/web:1' }] }
`;

test.each([
  ['notFound', []],
  ['notFound registry=shop.example', ['with other.example/api:1 pre-pulled']],
  ['notFound registry=other.example', ['with shop.example/web:1 pre-pulled']],
  [
    'notFound registry=other.example image=shop.example/web:1',
    ['with other.example/api:1 pre-pulled', 'with shop.example/web:1 pre-pulled'],
  ],
])('what a registry does not have cannot be pulled ahead, nor every image: %s', (fault, expected) => {
  const read = readInput([{ name: 'two-images.yaml', text: twoImages }], { faults: [`${fault} from=10m`] });
  if (!read.ok) throw new Error(read.errors[0]?.message);
  const explained = explainRecords(simulate(read.input).records, 'default/web/web');
  if (!('path' in explained)) throw new Error('no path');
  const words = counterfactualChanges(explained.path, read.input).map((change) => change.words);
  const prePulled = words.filter((each) => each.endsWith('pre-pulled'));
  expect(prePulled.filter((each) => !each.includes('pause')).sort()).toEqual(
    expected.length === 2 ? [...expected, 'with every image pre-pulled'].sort() : expected,
  );
});
