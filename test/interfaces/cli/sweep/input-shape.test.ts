import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInput } from '../../../../src/inputs/read-input.ts';
import { isSimulationInput } from '../../../../src/interfaces/cli/sweep/input-shape.ts';
import { wholeNodeInput } from '../../../../src/proof/whole-node/whole-node-input.ts';
import { accepted, podYaml } from '../../../inputs/reading.ts';

test('every input that is read is one, as it is and after a way through JSON', () => {
  let read = 0;
  for (const sources of fc.sample(wholeNodeInput, { numRuns: 400, seed: 37 })) {
    const result = readInput(sources, {});
    if (!result.ok) continue;
    read += 1;
    expect(isSimulationInput(result.input)).toBe(true);
    expect(isSimulationInput(JSON.parse(JSON.stringify(result.input)))).toBe(true);
  }
  expect(read).toBeGreaterThan(100);
});

test('without any of the fields that all inputs have it is none', () => {
  const { input } = accepted(podYaml('a', '{ containers: [{ name: a, image: a }] }'));
  for (const field of [
    'seed',
    'horizonMicros',
    'nodes',
    'pods',
    'images',
    'registries',
    'faults',
    'assumptions',
  ])
    expect([field, isSimulationInput({ ...input, [field]: undefined })]).toEqual([field, false]);
  for (const horizonMicros of [-1, 1.5, 1e300, '1'])
    expect(isSimulationInput({ ...input, horizonMicros })).toBe(false);
});
