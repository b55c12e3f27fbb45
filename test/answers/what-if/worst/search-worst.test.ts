import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFigure } from '../../../../src/answers/what-if/figures/figure-bound.ts';
import { countDraws, type DrawnRunner } from '../../../../src/answers/what-if/runs/runner.ts';
import { burstsOf, inputsOfLucks } from '../../../../src/answers/what-if/worst/ask-worst.ts';
import {
  type FaultCandidate,
  readFaultCandidate,
} from '../../../../src/answers/what-if/worst/fault-candidate.ts';
import { luckFile, partsOfLuck } from '../../../../src/answers/what-if/worst/luck.ts';
import { isWorse, searchWorst, type Worst } from '../../../../src/answers/what-if/worst/search-worst.ts';
import { readInput } from '../../../../src/inputs/read-input.ts';
import { simulate, withoutPauses } from '../../../../src/run/simulation/simulate.ts';
import { accepted, podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';

const pod = (name: string) => podYaml(name, `{ containers: [{ name: a, image: acme/${name}:1 }] }`);
const images =
  'images: [{ name: acme/big:1, size: 300MB }, { name: acme/middle:1, size: 80MB }, { name: acme/small:1, size: 5MB }]';
const text = stream(pod('small'), pod('big'), pod('middle'), scenarioYaml(images));
const sources = [{ name: 'in.yaml', text }];

const runner = (width: number): DrawnRunner & { runs: number } => {
  const made = {
    width,
    runs: 0,
    runDrawn: (input: Parameters<DrawnRunner['runDrawn']>[0]) => {
      made.runs++;
      return countDraws(input, {}, withoutPauses);
    },
  };
  return made;
};

function candidate(words: string): FaultCandidate {
  const read = readFaultCandidate(words, 1);
  if (!('words' in read)) throw new Error(JSON.stringify(read));
  return read;
}

interface Question {
  readonly figure: string;
  readonly seed: number;
  readonly budget: number;
  readonly faults: readonly string[];
  readonly faultsMax: number;
}

async function ask(
  { figure: name, seed, budget, faults, faultsMax }: Question,
  by: DrawnRunner = runner(1),
): Promise<Worst> {
  const figure = findFigure(name);
  if (typeof figure === 'string') throw new Error(figure);
  const seeds = Array.from({ length: 10 }, (_, index) => seed + index);
  const asked = {
    figure,
    seeds,
    budget,
    faultsMax,
    candidates: faults.map(candidate),
    bursts: burstsOf(accepted(text).input),
  };
  const found = await searchWorst({ ...asked, inputOf: inputsOfLucks(sources, {}) }, by, () => {});
  if (found === undefined) throw new Error('no run');
  return found;
}

const outage = 'registryDown registry=docker.io from=0s..20s for=15s';

const questions: fc.Arbitrary<Question> = fc.record({
  figure: fc.constantFrom(
    'all running after',
    'time to running p50',
    'failed pulls',
    'downloaded',
    'pods running or ended',
  ),
  seed: fc.integer({ min: 0, max: 100_000 }),
  budget: fc.integer({ min: 1, max: 30 }),
  faults: fc.subarray([
    outage,
    'kubeletRestart at=0s..20s',
    'pullFails image=acme/small:1 error="not found" times=2',
  ]),
  faultsMax: fc.integer({ min: 1, max: 2 }),
});

describe('the worst luck', () => {
  it('is never below that of a seed, keeps to its budget and its faults, and its file makes the same run, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const figure = findFigure(question.figure);
        if (typeof figure === 'string') throw new Error(figure);
        const by = runner(1);
        const { worst, plain, runs, effects } = await ask(question, by);
        expect([by.runs, runs <= question.budget]).toEqual([runs, true]);
        expect(plain.length).toBe(Math.max(1, Math.min(10, Math.floor(question.budget / 3))));
        for (const one of plain) expect(isWorse(figure, one, worst)).toBe(false);
        expect(worst.luck.faults.length).toBeLessThanOrEqual(
          question.faults.length === 0 ? 0 : question.faultsMax,
        );
        expect(effects.filter(({ part }) => part.kind !== 'seed').length).toBeLessThanOrEqual(
          partsOfLuck(worst.luck).length,
        );

        const again = readInput(
          [...sources, { name: 'worst.yaml', text: luckFile(worst.luck, ['a note']) }],
          {},
        );
        if (!again.ok) throw new Error(JSON.stringify(again.errors));
        const found = inputsOfLucks(sources, {})(worst.luck);
        expect(JSON.stringify(again.input)).toBe(JSON.stringify(found));
        expect(JSON.stringify(simulate(again.input).records)).toBe(JSON.stringify(simulate(found).records));
        expect((await countDraws(again.input, {}, withoutPauses))?.summary).toEqual(worst.summary);
      }),
      { numRuns: 8 },
    );
  });

  it('is the same however many runs are made at once', async () => {
    const question = { figure: 'all running after', seed: 7, budget: 30, faults: [outage], faultsMax: 1 };
    expect(await ask(question, runner(4))).toEqual(await ask(question, runner(1)));
  });

  it('finds what no seed has: the worst time for a fault, and the image that comes last', async () => {
    const usual = await ask({ figure: 'all running after', seed: 1, budget: 40, faults: [], faultsMax: 1 });
    expect(usual.worst.luck.arrivalOrder.at(-1) ?? usual.worst.luck.draws).not.toBeUndefined();
    expect(usual.worst.value).toBeGreaterThan(Math.max(...usual.plain.map(({ value }) => value ?? 0)));
    const { worst, plain, effects } = await ask({
      figure: 'all running after',
      seed: 1,
      budget: 50,
      faults: [outage],
      faultsMax: 1,
    });
    const ofSeeds = Math.max(...plain.map(({ value }) => value ?? Infinity));
    expect(worst.value).toBeGreaterThan(ofSeeds + 10_000);
    expect(effects[0]?.part).toEqual({ kind: 'fault', index: 0 });
    expect(effects[0]?.value).toBeLessThan((worst.value ?? 0) - 10_000);
  });

  it('puts back what does not matter: what is left matters, each part by itself', async () => {
    const { worst, effects } = await ask({
      figure: 'all running after',
      seed: 3,
      budget: 50,
      faults: [outage],
      faultsMax: 1,
    });
    expect(effects.length).toBeGreaterThan(0);
    for (const { value } of effects) expect(value).toBeLessThan(worst.value ?? Infinity);
  });

  it('counts a run in which some pod never runs as the worst', async () => {
    const never = 'registryDown registry=docker.io from=0s..10s';
    const { worst } = await ask({
      figure: 'all running after',
      seed: 1,
      budget: 30,
      faults: [never, outage],
      faultsMax: 1,
    });
    expect(worst.value).toBeNull();
    expect(worst.luck.faults).toHaveLength(1);
    // Of two starts that leave pods waiting, the one that leaves more of them.
    expect(worst.summary.pods.notRunning).toBe(3);
  });
});
