import { describe, expect, it } from 'vitest';
import { compareSteps, type SeenSteps } from '../../tools/validation/compare-steps.ts';
import { knownMisses } from '../../tools/validation/known-misses.ts';
import { validateVariant } from '../../tools/validation/validate-variant.ts';
import { variantsOf } from '../../tools/validation/variants-of.ts';
import { experiments, recordedFile } from './recorded-file.ts';

// The recordings are the judge: README.md of runs/, and docs/fidelity-runtime.md, "Pull by pull".

const seen: SeenSteps[] = [];

describe.each(experiments)('the pulls of %s', (experiment) => {
  const variants = variantsOf(recordedFile(experiment));

  it.each([...variants.keys()])('go in the simulator as they went in containerd: %s', (name) => {
    const { failure, misses, staleMisses, steps } = validateVariant(variants.get(name) ?? []);
    seen.push(...steps);
    expect(failure).toBeUndefined();
    const unexpected = misses.filter(({ known }) => known === undefined);
    expect(
      unexpected.map(
        ({ comparison }) =>
          `${comparison.about}: ${comparison.what}: real ${comparison.real}, ours ${comparison.ours}`,
      ),
    ).toEqual([]);
    expect(staleMisses).toEqual([]);
  });
});

it('steps take in the simulator what they took in containerd, in the median of all of them', () => {
  expect(compareSteps(seen).filter(({ agrees }) => !agrees)).toEqual([]);
  expect(compareSteps(seen).length).toBeGreaterThan(20);
});

it('known misses are of variants that were recorded', () => {
  const names = new Set(
    experiments.flatMap((experiment) => [...variantsOf(recordedFile(experiment)).keys()]),
  );
  expect(knownMisses.filter(({ variant }) => !names.has(variant))).toEqual([]);
});
