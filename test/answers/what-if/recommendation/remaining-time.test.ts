import fc from 'fast-check';
import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import { remainingTimes } from '../../../../src/answers/what-if/recommendation/remaining-time.ts';
import { readInput } from '../../../../src/inputs/read-input.ts';
import { wholeNodeInput } from '../../../../src/proof/whole-node/whole-node-input.ts';
import { figureRows } from '../../../../src/reports/comparison/figure-rows.ts';
import { isWaiting } from '../../../../src/reports/phases/container-phases.ts';
import { phaseLooks } from '../../../../src/reports/phases/phase-looks.ts';
import { podPhases } from '../../../../src/reports/phases/pod-phases.ts';
import { summarize } from '../../../../src/reports/summary/summary.ts';
import { simulate, withoutPauses } from '../../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import { accepted } from '../../../inputs/reading.ts';
import { source } from '../../../reports/critical-path/example-source.ts';
import { root } from '../../../tidy/sources.ts';
import { tries } from '../../../tries.ts';

const figureOf = (name: string) => figureRows.find((figure) => figure.name === name) ?? expect.fail(name);
const remainingOf = (figures: readonly string[], inputs: readonly SimulationInput[]) => {
  const runs = inputs.map((input) => ({ input, summary: summarize(simulate(input).records) }));
  return remainingTimes(figures.map(figureOf), runs, {}, withoutPauses, () => {});
};
const seedsOf = (input: SimulationInput) => [1, 2, 3].map((seed) => ({ ...input, seed }));
const wide = accepted(source('examples/web-rollout.yaml'), { set: ['maxParallelImagePulls=4'] });

test('what remains is said of the pod at the rank: most waiting is back-off, and the p99 pod never backs off', async () => {
  const inputs = seedsOf(wide.input);
  const waited = (phase: string) =>
    inputs
      .flatMap((input) => summarize(simulate(input).records).waiting)
      .reduce((sum, one) => sum + (one.phase === phase ? one.waitedMs : 0), 0);
  expect(waited('backingOff')).toBeGreaterThan(waited('downloading'));
  const [p99, p50] = (await remainingOf(['time to running p99', 'time to running p50'], inputs)) ?? [];
  expect(p99?.pods).toEqual(['default/recommender-kgc58tbtqr-b5h46']);
  expect(p99?.parts.map(({ words }) => words).slice(0, 2)).toEqual(['downloading', 'unpacking']);
  expect(p99?.parts.map(({ words }) => words)).not.toContain('backing off');
  expect(p50?.parts[0]?.words).toBe('backing off');
});

test('of pods that never run it is said of these, and a figure that is no time of pods has none', async () => {
  const { input } = accepted(source('examples/web-rollout.yaml'), {
    faults: ['registryDown registry=registry.example.com from=0s'],
  });
  const names = [
    'all running after',
    'time to running p50',
    'pods not running',
    'longest wait',
    'pulls',
    'downloading',
  ];
  const [all, p50, idle, wait, pulls, downloading] = (await remainingOf(names, [input])) ?? [];
  expect(all).toMatchObject({ areIdle: true });
  expect(all?.parts[0]?.words).toBe('backing off');
  expect(all?.pods).toHaveLength(3);
  expect(idle).toEqual(all);
  expect(p50).toMatchObject({ areIdle: false });
  expect(wait).toMatchObject({ areIdle: false, parts: [{ share: 1 }] });
  expect([pulls, downloading]).toEqual([undefined, undefined]);
});

test('the start-up SLI has no part in pulls, init containers and what follows a pull that failed', async () => {
  const [sli, total] = (await remainingOf(['startup SLI p99', 'startup total p99'], [wide.input])) ?? [];
  const words = ['downloading', 'backing off', 'waiting for a slot', 'init containers that run'];
  expect(sli?.parts.filter((part) => words.includes(part.words))).toEqual([]);
  expect(total?.parts[0]?.words).toBe('downloading');
});

test('of a rollout it is said of the pods that came with it', async () => {
  const { input } = accepted(source('examples/web-rollout.yaml'), {
    setImages: ['web:web=registry.example.com/shop/web:2.5.0,60s'],
  });
  const [rollout] = (await remainingOf(['rollout'], [input])) ?? [];
  expect(rollout?.pods.every((pod) => pod.startsWith('default/web-'))).toBe(true);
  expect(rollout?.pods.length).toBeGreaterThan(0);
});

/** A second reading, of whole traces and without paths: what is wrong with what is said of a percentile. */
async function wrongRanks(input: SimulationInput): Promise<string[]> {
  const { records } = simulate(input);
  const { pods } = podPhases(records);
  const names = [
    'time to running p50',
    'time to running p90',
    'time to running p99',
    'all running after',
  ] as const;
  const remaining = (await remainingOf(names, [input])) ?? [];
  const micros = (ms: number | undefined) => (ms === undefined ? Infinity : Math.round(ms * 1000));
  const times = pods.flatMap(({ state, timeToRunningMs }) => [
    ...(timeToRunningMs === undefined ? [] : [micros(timeToRunningMs)]),
    ...(state === 'notRunning' || state === 'rejected' ? [Infinity] : []),
  ]);
  times.sort((a, b) => a - b);
  return [50, 90, 99, 100].flatMap((percent, at) => {
    const time = times[Math.max(0, Math.ceil((percent / 100) * times.length) - 1)];
    const atRank = pods.filter(({ state, timeToRunningMs }) =>
      time === Infinity ? state === 'notRunning' : micros(timeToRunningMs) === time,
    );
    const told = remaining[at];
    const expected = [...new Set(atRank.map(({ pod }) => `${pod.namespace}/${pod.name}`))];
    if (JSON.stringify((told?.pods ?? []).toSorted()) !== JSON.stringify(expected.toSorted()))
      return [`p${percent}: ${told?.pods.join()}`];
    const had = new Set(
      atRank.flatMap(({ containers }) =>
        containers.flatMap(({ kind, phases }) =>
          phases
            .filter(({ phase }) => isWaiting(phase) || kind === 'init')
            .map(({ phase }) => phaseLooks[phase].words),
        ),
      ),
    );
    const known = new Set(Object.values(phaseLooks).map(({ words }) => words));
    const parts = told?.parts ?? [];
    const sum = parts.reduce((all, { share }) => all + share, 0);
    return [
      ...parts
        .filter(({ words, share }) => share <= 0 || (known.has(words) && !had.has(words)))
        .map(({ words }) => `p${percent}: ${words}`),
      ...(parts.length > 0 && Math.abs(sum - 1) > 1e-9 ? [`p${percent}: ${sum}`] : []),
    ];
  });
}

describe('each part that is told of a percentile is a phase of the pods at its rank, with some time', () => {
  const examples = globSync('examples/*{.yaml,/manifests.yaml}', { cwd: root }).sort();

  test.each(examples)('%s', async (name) => {
    const { input } = accepted(source(name));
    expect(await wrongRanks({ ...input, horizonMicros: Math.min(input.horizonMicros, 3_600e6) })).toEqual([]);
  });

  test('of several nodes it is the pod at the rank of all', async () => {
    expect(await wrongRanks(accepted(source('examples/web-rollout.yaml'), { nodes: 7 }).input)).toEqual([]);
  });

  test('of random whole nodes', async () => {
    await fc.assert(
      fc.asyncProperty(wholeNodeInput, async (sources) => {
        const read = readInput(sources, {});
        const input = read.ok
          ? { ...read.input, horizonMicros: Math.min(read.input.horizonMicros, 3_600e6) }
          : undefined;
        if (input !== undefined) expect(await wrongRanks(input)).toEqual([]);
      }),
      { numRuns: Math.ceil(tries.wholeRun / 2) },
    );
  });
});
